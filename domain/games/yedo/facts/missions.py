"""Facts about Missions: how one is shown, met, rewarded and filed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from domain.games.yedo.facts.base import YedoFact, card_name
from domain.games.yedo.printed.term_words import some
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Private, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.multiset import without


class MissionShown(YedoFact, frozen=True, gc=False):
    """A seat reveals a Mission from its hand to complete it."""

    seat: Public[int]
    mission: Public[str]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.hands.missions = replace_at(
            state.hands.missions, self.seat, without(state.hands.missions[self.seat], self.mission)
        )
        state.completion.shown = (self.seat, self.mission)
        state.completion.earned = 0

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} shows the Mission {mission}.", who=names[self.seat], mission=card_name(self.mission))


class RequirementsMet(YedoFact, frozen=True, gc=False):
    """A seat shows that it meets the standard or the bonus requirements of its Mission."""

    seat: Public[int]
    mission: Public[str]
    part: Public[Literal["standard", "bonus"]]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the payment is a separate fact."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        who, mission = names[self.seat], card_name(self.mission)
        if self.part == "bonus":
            return say("{who} meets the bonus requirements of {mission}.", who=who, mission=mission)
        return say("{who} meets the standard requirements of {mission}.", who=who, mission=mission)


class StoodIn(YedoFact, frozen=True, gc=False):
    """A Disciple on an Annex, or a played card, substitutes for one thing that a Mission requires."""

    seat: Public[int]
    need: Public[Literal["geisha", "blessing", "weapon", "annex"]]
    source: Public[str]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: sending the Disciple home, or using up the card, is a separate fact."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        thing = some(1, self.need)
        return say(
            "For {who} the {source} stands in for {thing}.",
            who=names[self.seat],
            source=card_name(self.source),
            thing=thing,
        )


class PartnerChosen(YedoFact, frozen=True, gc=False):
    """A seat chooses the partner for the Mission that it completes."""

    seat: Public[int]
    partner: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.completion.partner = self.partner

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} is the partner of {whom}.", who=names[self.partner], whom=names[self.seat])


class TargetChosen(YedoFact, frozen=True, gc=False):
    """A seat chooses the target of the Mission that it completes."""

    seat: Public[int]
    target: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.completion.target = self.target

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} is the target of {whom}.", who=names[self.target], whom=names[self.seat])


class MissionImpossible(YedoFact, frozen=True, gc=False):
    """A seat shows a Mission that brought its Disciple to an opponent's Annex, to that opponent alone."""

    seat: Public[int]
    mission: Private[str]
    to: Public[int]

    reveals = True

    def owners(self) -> tuple[int, ...]:
        return (self.seat, self.to)

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the card stays in hand."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        who, whom = names[self.seat], names[self.to]
        if not viewer.shares(self.owners()):
            return say("{who} shows {whom} the Mission, which cannot be completed.", who=who, whom=whom)
        mission = card_name(self.mission)
        return say(
            "{who} shows {whom} the Mission {mission}, which cannot be completed.", who=who, whom=whom, mission=mission
        )


class MissionCompleted(YedoFact, frozen=True, gc=False):
    """A seat puts its Mission on its pile of completed Missions."""

    seat: Public[int]
    mission: Public[str]

    def evolve(self, state: YedoState) -> None:
        state.completion.shown = state.completion.partner = state.completion.target = None
        state.completion.done = replace_at(
            state.completion.done, self.seat, (*state.completion.done[self.seat], self.mission)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} has completed {mission}.", who=names[self.seat], mission=card_name(self.mission))


class ShogunKilled(YedoFact, frozen=True, gc=False):
    """Kill the Shogun is completed: this round is the last one."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.turns.last_round = True

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} has killed the Shogun: the game ends after this round.", who=names[self.seat])

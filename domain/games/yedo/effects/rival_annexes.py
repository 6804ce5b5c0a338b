"""Disciples on opponents' Annexes, as required by Missions of the set Hard Interaction.

The holder of such a Mission is hidden until a Disciple is placed on an opponent's Annex for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.facts.base import card_name, space_name
from domain.games.yedo.facts.missions import MissionImpossible
from domain.games.yedo.facts.turns import Activated
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.printed.parts import Card, Placed
from domain.games.yedo.printed.terms import AnnexKind
from domain.games.yedo.state import YedoState, annex_on, annex_owner, annex_space, is_rival
from domain.games.yedo.verbs.activating import IDLE, Activation
from domain.games.yedo.verbs.asking import Question
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.audience import Private
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.moves import DECLINE, Decline
from domain.kernel.words import title

FORCED = "yedo.icon.requirement-hard-forced"


class ShowImpossible(Activation, frozen=True, gc=False):
    """Show the Mission that took your Disciple to an opponent's Annex: it cannot be completed."""

    mission: Private[str]

    def deed(self) -> str:
        return say("show {mission}, which cannot be completed", mission=card_name(self.mission))

    def aim(self) -> tuple[str, str]:
        return self.mission, self.space

    def activate(self, table: YedoTable, seat: int) -> None:
        with table.citing("yedo.ruling.hard-mission-on-annex"):
            table.emit(Activated(table.clause, seat, self.space, IDLE))
        self.show(table, seat)

    def show(self, table: YedoTable, seat: int) -> None:
        """Show the Mission to the opponent whose Annex was taken over for it."""
        with table.citing(FORCED):
            table.emit(MissionImpossible(table.clause, seat, self.mission, annex_owner(self.space)))

    def why_not(self, state: YedoState, seat: int) -> IllegalMove:
        if not is_rival(seat, self.space):
            return IllegalMove(FORCED, say("A Mission is shown only for a Disciple on an opponent's Annex."))
        if self.mission not in missions_for(state, seat, self.space):
            return IllegalMove(
                FORCED, say("You hold no Mission {mission} that asks for this Annex.", mission=card_name(self.mission))
            )
        return IllegalMove(
            FORCED, say("{mission} can be completed, and so it must be.", mission=card_name(self.mission))
        )


class ShowLost(Question[Move], frozen=True, gc=False):
    """A Disciple leaves an opponent's Annex before its Mission is completed: show the opponent that Mission.

    A seat that has since given such a Mission away has nothing to show.
    """

    space: str

    clause = FORCED
    prompt = "Show the Mission that took your Disciple to the Annex of an opponent."
    public = False
    automatic = False

    def question(self, names: Sequence[str]) -> str:
        return say("Show the Mission that took your Disciple to {space}.", space=space_name(self.space, names))

    def moves(self, state: YedoState) -> Iterator[Move]:
        found = missions_for(state, self.seat, self.space)
        if not found:
            yield DECLINE
        for mission in found:
            yield ShowImpossible(self.space, mission)

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        return (
            say("show {mission}", mission=card_name(move.mission))
            if isinstance(move, ShowImpossible)
            else say("have nothing to show")
        )

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, ShowImpossible):
            move.show(table, self.seat)

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if isinstance(move, Decline):
            return IllegalMove(FORCED, say("Show the Mission that asks for this Annex."))
        return move.why_not(state, self.seat) if isinstance(move, ShowImpossible) else None


def asked_annex(mission: Mission) -> AnnexKind | None:
    """Return the kind of opponent's Annex on which a Mission needs a Disciple, or None."""
    if mission.target != "rival-annex":
        return None
    return next(need.rival_annex for need in mission.needs if need.rival_annex)


def kinds_in_play(state: YedoState) -> set[AnnexKind]:
    """Return the kinds of opponents' Annexes that Missions of this game ask for, wherever they are."""
    missions = state.content.missions
    return {kind for card in state.parameters.missions if (kind := asked_annex(missions[card])) is not None}


def missions_for(state: YedoState, seat: int, space: str) -> tuple[Card, ...]:
    """Return the Missions in a seat's hand that need a Disciple on the opponent's Annex at a space."""
    missions = state.content.missions
    return tuple(card for card in state.hands.missions[seat] if asked_annex(missions[card]) == annex_on(space))


def free_rival_annexes(state: YedoState, seat: int) -> Iterator[str]:
    """Yield the opponents' free Annexes to which a seat may assign a Disciple: those that its Missions require.

    Each Mission in hand allows one Disciple on an Annex (yedo.ruling.rival-annex-offer).
    """
    missions = state.content.missions
    asked = [kind for card in state.hands.missions[seat] if (kind := asked_annex(missions[card])) is not None]
    for kind in dict.fromkeys(asked):
        there = sum(is_rival(seat, p.space) and annex_on(p.space) == kind for p in state.placed_by(seat))
        if there < asked.count(kind):
            yield from _free(state, seat, kind)


def may_have_rival_annex(state: YedoState, seat: int) -> bool:
    """Return whether a seat may hold a Mission that takes a Disciple to a free Annex, by public information."""
    if not state.hands.missions[seat]:
        return False
    return any(next(_free(state, seat, kind), None) is not None for kind in sorted(kinds_in_play(state)))


def _free(state: YedoState, seat: int, kind: AnnexKind) -> Iterator[str]:
    for other in range(state.seats):
        if (
            other != seat
            and kind in state.belongings.annexes[other]
            and state.on(space := annex_space(other, kind)) is None
        ):
            yield space


def why_not_place(state: YedoState, seat: int, space: str) -> IllegalMove:
    """Explain why a seat may not assign a Disciple to an Annex of an opponent."""
    if not kinds_in_play(state):
        why = say("Annexes of opponents are for Missions of the set Hard Interaction, which is not in play.")
        return IllegalMove("yedo.assign.hard-interaction-annex", why)
    kind, owner = annex_on(space), space.split("/")[1]
    if not owner.isdecimal() or int(owner) >= state.seats or kind not in state.belongings.annexes[int(owner)]:
        return IllegalMove("yedo.assign.where", say("Nobody has built the Annex {space!r}.", space=space))
    if state.on(space) is not None:
        return IllegalMove(
            "yedo.assign.one-per-space", say("A Disciple stands on this {kind} already.", kind=title(str(kind)))
        )
    why = say("You hold no further Mission that asks for the {kind} of an opponent.", kind=title(str(kind)))
    return IllegalMove("yedo.ruling.rival-annex-offer", why)


def leave(table: YedoTable, placed: Placed) -> None:
    """Ask a seat whose figure leaves an opponent's Annex to show its Mission; the caller moves the figure.

    A figure that is just completing its Mission is exempt. The question does not depend on the hand
    (yedo.ruling.hard-mission-on-annex).
    """
    shown = table.state.completion.shown
    if is_rival(placed.seat, placed.space) and (shown is None or shown[0] != placed.seat):
        table.then(ShowLost(seat=placed.seat, space=placed.space))

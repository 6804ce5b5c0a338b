"""The Watch Patrol Phase with the Daimyo: its cards move the patrol, and some let a Blessing save a Disciple."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.facts.cards import NothingPlayed
from domain.games.yedo.facts.patrol import DiscipleSaved
from domain.games.yedo.phases.patrol import (
    Advance,
    ArrestStep,
    AskForInfluence,
    Influence,
    PatrolPhase,
    SaveStep,
    number_at_risk,
)
from domain.games.yedo.phases.playing import PlayCard, has_moment
from domain.games.yedo.phases.windows import is_in_use, next_asked
from domain.games.yedo.printed.emperor_entries import DaimyoCardEntry
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question, Step
from domain.games.yedo.verbs.moves import Accept
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.moves import DECLINE

STEPS = {"one-more": 1, "two-more": 2}
"""How many Districts a card of the Daimyo moves the patrol."""


def turned_cards(state: YedoState) -> Iterator[DaimyoCardEntry]:
    """Yield the face-up cards of the Daimyo's display, from the left."""
    cards = state.content.daimyo_cards
    return (cards[slot.card] for slot in state.coop_board.display if slot.card is not None)


class DaimyoPatrolPhase(PatrolPhase, frozen=True, gc=False):
    """The phase against the Daimyo (yedo.coop.patrol-a, yedo.coop.patrol-c, yedo.coop.patrol-d)."""

    def steps(self, state: YedoState) -> tuple[Step, ...]:
        return Advance(), AskBefore(left=state.order), SaveStep(), AskForBlessings(left=state.order), ArrestStep()


class AskBefore(Step, frozen=True, gc=False):
    """The seats still to be asked before the Daimyo's cards; those that `played` are not asked after them."""

    left: tuple[int, ...]
    played: tuple[int, ...] = ()

    clause = "yedo.coop.patrol-b-action"

    def run(self, table: YedoTable) -> None:
        state = table.state
        asked = is_in_use(state, "patrol-move")
        found = next_asked(self.left, lambda seat: has_moment(state, seat, "patrol-move")) if asked else None
        if found is not None:
            seat, left = found
            table.then(InfluenceBefore(seat=seat, left=left, played=self.played))
            return
        table.then(MoveByCards())
        if asked:
            table.then(AskForInfluence(left=tuple(seat for seat in state.order if seat not in self.played)))


class InfluenceBefore(Influence, frozen=True, gc=False):
    """Play one card that changes the patrol's way before the Daimyo's cards do, or wait for them."""

    left: tuple[int, ...]
    played: tuple[int, ...]

    clause = "yedo.coop.patrol-b-action"
    prompt = "Play a card that moves the Watch Patrol before the Daimyo's cards do, or wait."

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        return say("wait for the Daimyo's cards") if move == DECLINE else move.label()

    def resolve(self, table: YedoTable, move: Move) -> None:
        played = self.played
        if isinstance(move, PlayCard):
            move.use(table, self.seat)
            played = (*played, self.seat)
        else:
            table.emit(NothingPlayed(table.clause, self.seat))
        table.then(AskBefore(left=self.left, played=played))


class MoveByCards(Step, frozen=True, gc=False):
    """The Daimyo's cards move the patrol or turn it over, one after the other, without interruption."""

    clause = "yedo.coop.patrol-b"

    def run(self, table: YedoTable) -> None:
        for card in turned_cards(table.state):
            if card.patrol == "colour":
                table.turn_patrol()
            elif card.patrol is not None:
                table.move_patrol(STEPS[card.patrol])


class AskForBlessings(Step, frozen=True, gc=False):
    """The seats still to be asked whether a Blessing saves a Disciple, if a card of the Daimyo allows it."""

    left: tuple[int, ...]

    clause = "yedo.coop.patrol-c-blessing"

    def run(self, table: YedoTable) -> None:
        state = table.state
        if not any(card.blessing_saves for card in turned_cards(state)):
            return
        found = next_asked(self.left, lambda seat: state.belongings.blessings[seat] and number_at_risk(state, seat) > 0)
        if found is not None:
            seat, left = found
            table.then(SaveByBlessing(seat=seat), AskForBlessings(left=left))


class SaveByBlessing(Question[Move], frozen=True, gc=False):
    """Return the Blessing to save one Disciple from arrest, or keep it."""

    clause = "yedo.coop.patrol-c-blessing"
    prompt = "Return your Blessing to save one Disciple from arrest?"
    window = True

    def moves(self, state: YedoState) -> Iterator[Move]:
        if state.belongings.blessings[self.seat]:
            yield Accept()
        yield DECLINE

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        return say("keep the Blessing") if move == DECLINE else say("return the Blessing and save one Disciple")

    def resolve(self, table: YedoTable, move: Move) -> None:
        if move == DECLINE:
            table.emit(NothingPlayed(table.clause, self.seat))
            return
        table.give_blessing(self.seat)
        table.emit(DiscipleSaved(table.clause, self.seat, 1))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        return IllegalMove(self.clause, say("You have no Blessing to return.")) if isinstance(move, Accept) else None

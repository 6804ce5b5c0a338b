"""A round: rolling the dice, three turns for every side, closing the round (daimyo.round.phases)."""

from __future__ import annotations

from domain.games.daimyo.actions import dice
from domain.games.daimyo.automated import empire, mercenaries
from domain.games.daimyo.facts.turn import RoundBegan, TurnBegan
from domain.games.daimyo.phases.end_of_round import end_steps
from domain.games.daimyo.phases.turn import PlaceDie
from domain.games.daimyo.verbs.asking import Step
from domain.games.daimyo.verbs.table import DaimyoTable


class BeginRound(Step, frozen=True, gc=False):
    """A round begins: the owner of the Mighty Helmet rolls the dice and has the first turn."""

    round: int

    clause = "daimyo.turn.order"

    def run(self, table: DaimyoTable) -> None:
        order = table.state.turn_order
        table.emit(RoundBegan(table.clause, self.round, order))
        dice.roll(table, order[0])
        table.then(TakeTurn(number=1), CloseRound())


class TakeTurn(Step, frozen=True, gc=False):
    """The turn with this number (from 1) in the round; the next one follows until all have had three.

    Taking the helmet during the round changes nothing: the order was fixed when the round began.
    """

    number: int

    clause = "daimyo.turn.three-turns"

    def run(self, table: DaimyoTable) -> None:
        state = table.state
        turns = state.content.numbers.turns
        if self.number > turns * len(state.turns.order):
            return
        side = state.turns.order[(self.number - 1) % len(state.turns.order)]
        table.emit(TurnBegan("daimyo.turn.order", side, self.number))
        if side >= state.seats:
            empire.take_turn(table, side)
        else:
            if self.number <= turns:
                mercenaries.serve(table, side)
            table.then(PlaceDie(seat=side))
        table.then(TakeTurn(number=self.number + 1))


class CloseRound(Step, frozen=True, gc=False):
    """Close the round after all turns; the next one follows unless the game is over."""

    clause = "daimyo.end.order"

    def run(self, table: DaimyoTable) -> None:
        table.then(*end_steps(table.state), AfterRound())


class AfterRound(Step, frozen=True, gc=False):
    """The round marker moves on and the next round begins (daimyo.overview.five-rounds)."""

    clause = "daimyo.end.advance-round-marker"

    def run(self, table: DaimyoTable) -> None:
        table.then(BeginRound(round=table.state.turns.round + 1))

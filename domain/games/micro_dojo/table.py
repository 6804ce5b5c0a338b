"""The verbs of Micro Dojo: what can be done at the table, each writing its facts."""

from __future__ import annotations

from typing import Generic

from domain.games.micro_dojo import facts, final_scoring
from domain.games.micro_dojo.content import Meeple
from domain.games.micro_dojo.state import MicroDojoState
from domain.kernel.choice import Choice, M, Task
from domain.kernel.table import Table


class MicroDojoTable(Table[MicroDojoState]):
    """One move of Micro Dojo being carried out."""

    __slots__ = ()

    def pay(self, seat: int, gold: int = 0, food: int = 0) -> None:
        """Return resources to the supply; the caller has checked that the seat holds them."""
        if gold or food:
            self.emit(facts.Paid(self.clause, seat, gold, food))

    def gain(self, seat: int, gold: int = 0, food: int = 0) -> None:
        """Take resources, limited by the holding limit and by the supply."""
        state = self.state
        got_gold = _limit_gain(state, state.gold, seat, gold)
        got_food = _limit_gain(state, state.food, seat, food)
        clause = self.clause
        if got_gold < gold or got_food < food:
            full = got_gold < gold and state.gold[seat] + gold > state.content.numbers.holding_limit
            full = full or (got_food < food and state.food[seat] + food > state.content.numbers.holding_limit)
            clause = "micro-dojo.activate.cap" if full else "micro-dojo.activate.supply"
        self.emit(facts.Gained(clause, seat, got_gold, got_food))

    def gain_from_space(self, seat: int, gold: int = 0, food: int = 0) -> None:
        """Take what a space grants, plus the bonus of buildings for the kinds granted."""
        self.gain(seat, gold, food)
        for building in self.state.buildings[seat]:
            bonus = self.state.content.bonuses.get(building)
            if bonus is not None and ((bonus.gold and gold) or (bonus.food and food)):
                with self.citing(self.state.content.buildings[building].clause):
                    self.gain(seat, bonus.gold if gold else 0, bonus.food if food else 0)

    def score(self, seat: int, points: int, what: str) -> None:
        """Give points; the game ends at once if the seat reaches the winning points."""
        self.emit(facts.Scored(self.clause, seat, points, what))
        if self.state.points[seat] >= self.state.content.numbers.winning_points:
            self.finish("micro-dojo.end.seven-points")

    def move_meeple(self, seat: int, meeple: Meeple, to: int) -> None:
        """Put a meeple on a space."""
        self.emit(facts.MeepleMoved(self.clause, seat, meeple, to))

    def mark(self, seat: int, meeple: Meeple) -> None:
        """Put the seat's Daimyo marker onto a meeple."""
        self.emit(facts.MarkerPlaced("micro-dojo.move.place-marker", seat, meeple))

    def unmark(self, meeple: Meeple) -> None:
        """Take every Daimyo marker off a meeple."""
        for seat, marked in enumerate(self.state.markers):
            if marked == meeple:
                self.emit(facts.MarkerRemoved(self.clause, seat, meeple))

    def finish(self, ended_by: str) -> None:
        """End the game, unless it has ended already."""
        if self.state.result is None:
            with self.citing(ended_by):
                self.end(final_scoring.result(self.state, ended_by))


class Step(Task[MicroDojoState, MicroDojoTable], frozen=True, gc=False):
    """The base of the tasks of Micro Dojo."""


class Question(Choice[MicroDojoState, MicroDojoTable, M], Generic[M], frozen=True, gc=False):
    """The base of the choices of Micro Dojo."""


def _limit_gain(state: MicroDojoState, held: tuple[int, ...], seat: int, wanted: int) -> int:
    """Return how much of `wanted` the holding limit and the supply allow."""
    if not wanted:
        return 0
    numbers = state.content.numbers
    return min(wanted, numbers.holding_limit - held[seat], numbers.supply - sum(held))

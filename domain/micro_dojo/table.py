"""The verbs of Micro Dojo: what can be done at the table, each writing its facts."""

from __future__ import annotations

from domain.kernel.table import Table
from domain.micro_dojo import facts, final_scoring
from domain.micro_dojo.content import Bonus, Meeple
from domain.micro_dojo.state import MicroDojoState


class MicroDojoTable(Table[MicroDojoState]):
    """One move of Micro Dojo being carried out."""

    __slots__ = ()

    def pay(self, seat: int, gold: int = 0, food: int = 0) -> None:
        """Return resources to the supply; the caller has checked that the seat holds them."""
        if gold or food:
            self.emit(facts.Paid(self.clause, seat, gold, food))

    def gain(self, seat: int, gold: int = 0, food: int = 0) -> None:
        """Take resources, up to the holding limit and to what the supply holds."""
        state = self.state
        got_gold = _limited(state, state.gold, seat, gold)
        got_food = _limited(state, state.food, seat, food)
        self.emit(facts.Gained(self._limit(seat, gold, food), seat, got_gold, got_food))

    def _limit(self, seat: int, gold: int, food: int) -> str:
        """The clause that a gain follows: the one that limits it, where one does."""
        state, numbers = self.state, self.state.content.numbers
        for held, wanted in ((state.gold, gold), (state.food, food)):
            if held[seat] + wanted > numbers.holding_limit:
                return "micro-dojo.activate.cap"
            if sum(held) + wanted > numbers.supply:
                return "micro-dojo.activate.supply"
        return self.clause

    def gain_from_space(self, seat: int, gold: int = 0, food: int = 0) -> None:
        """Take what a space grants, with the bonus of buildings for the kinds granted."""
        self.gain(seat, gold, food)
        for building in self.state.buildings[seat]:
            card = self.state.content.buildings[building]
            if isinstance(card.effect, Bonus):
                more_gold = card.effect.gold if gold else 0
                more_food = card.effect.food if food else 0
                if more_gold or more_food:
                    with self.citing(card.clause):
                        self.gain(seat, more_gold, more_food)

    def score(self, seat: int, points: int, what: str) -> None:
        """Give points; the game ends at once when they reach the goal."""
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


def _limited(state: MicroDojoState, held: tuple[int, ...], seat: int, wanted: int) -> int:
    """How much of `wanted` the holding limit and the supply allow."""
    numbers = state.content.numbers
    return min(wanted, numbers.holding_limit - held[seat], numbers.supply - held[0] - held[1])

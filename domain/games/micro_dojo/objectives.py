"""Objectives: who wins each, and the track that holds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from domain.games.micro_dojo import facts
from domain.games.micro_dojo.content import Effect, Measure, Meeple, ObjectiveTest
from domain.games.micro_dojo.final_scoring import SEATS
from domain.games.micro_dojo.state import NEIGHBOURS, MicroDojoState, row_and_column
from domain.games.micro_dojo.table import MicroDojoTable


def trigger(table: MicroDojoTable, seat: int) -> None:
    """Evaluate the leftmost face-up objective for `seat`; after the last one the game ends."""
    state = table.state
    place = state.evaluated
    objective = state.content.objectives[state.track[place]]
    won_by = objective.test.winner(state, seat)
    table.emit(facts.ObjectiveEvaluated("micro-dojo.action.objective", seat, objective.id, won_by))
    if won_by is not None:
        with table.citing(objective.clause):
            table.score(won_by, state.content.numbers.objective_values[place], objective.id)
    if state.evaluated == len(state.track):
        table.finish("micro-dojo.end.final-objective")


class Compare(Effect, ObjectiveTest[MicroDojoState], frozen=True, tag="compare"):
    """The seat with the most or the fewest of something wins."""

    measure: Measure
    wins: Literal["most", "fewest"]

    def winner(self, state: MicroDojoState, seat: int) -> int | None:
        first, second = (MEASURES[self.measure](state, each) for each in SEATS)
        if first == second:
            return None
        return SEATS[(first < second) == (self.wins == "most")]


class Adjacent(Effect, ObjectiveTest[MicroDojoState], frozen=True, tag="adjacent"):
    """The seat that triggers it wins if these meeples are orthogonal neighbours."""

    meeples: tuple[Meeple, Meeple]

    def winner(self, state: MicroDojoState, seat: int) -> int | None:
        one, other = map(state.space_of, self.meeples)
        return seat if other in NEIGHBOURS[one] else None


class InLine(Effect, ObjectiveTest[MicroDojoState], frozen=True, tag="in-line"):
    """The seat that triggers it wins if this number of meeples is in one row or column."""

    count: int

    def winner(self, state: MicroDojoState, seat: int) -> int | None:
        rows, columns = zip(*map(row_and_column, state.meeples), strict=True)
        longest = max(*map(rows.count, rows), *map(columns.count, columns))
        return seat if longest >= self.count else None


def _building_gold(state: MicroDojoState, seat: int) -> int:
    return sum(state.content.buildings[building].gold for building in state.buildings[seat])


def _building_food(state: MicroDojoState, seat: int) -> int:
    return sum(state.content.buildings[building].food for building in state.buildings[seat])


MEASURES: dict[Measure, Callable[[MicroDojoState, int], int]] = {
    "buildings": lambda state, seat: len(state.buildings[seat]),
    "building-gold": _building_gold,
    "building-food": _building_food,
    "building-cost": lambda state, seat: _building_gold(state, seat) + _building_food(state, seat),
    "gold": lambda state, seat: state.gold[seat],
    "food": lambda state, seat: state.food[seat],
    "resources": lambda state, seat: state.gold[seat] + state.food[seat],
    "gold-lead": lambda state, seat: state.gold[seat] - state.food[seat],
    "food-lead": lambda state, seat: state.food[seat] - state.gold[seat],
    "points": lambda state, seat: state.points[seat],
}

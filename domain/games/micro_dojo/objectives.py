"""Objectives: who wins each, and the track on which they lie."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.micro_dojo import facts
from domain.games.micro_dojo.content import Adjacent, Compare, InLine, Measure, Objective
from domain.games.micro_dojo.final_scoring import SEATS
from domain.games.micro_dojo.state import NEIGHBOURS, MicroDojoState, row_and_column
from domain.games.micro_dojo.table import MicroDojoTable


def trigger(table: MicroDojoTable, seat: int) -> None:
    """Evaluate the leftmost face-up objective for `seat`; after the last one the game ends."""
    state = table.state
    place = state.evaluated
    objective = state.content.objectives[state.track[place]]
    won_by = winner(state, seat, objective)
    table.emit(facts.ObjectiveEvaluated("micro-dojo.action.objective", seat, objective.id, won_by))
    if won_by is not None:
        with table.citing(objective.clause):
            table.score(won_by, state.content.numbers.objective_values[place], objective.id)
    if state.evaluated == len(state.track):
        table.finish("micro-dojo.end.final-objective")


def winner(state: MicroDojoState, seat: int, objective: Objective) -> int | None:
    """Return who wins an objective triggered by `seat`; None on a tie, or if the pattern is not on the board."""
    test = objective.test
    if isinstance(test, Compare):
        first, second = (MEASURES[test.measure](state, each) for each in SEATS)
        if first == second:
            return None
        return SEATS[(first < second) == (test.wins == "most")]
    return seat if _is_on_board(state, test) else None


def _is_on_board(state: MicroDojoState, test: Adjacent | InLine) -> bool:
    if isinstance(test, Adjacent):
        one, other = map(state.space_of, test.meeples)
        return other in NEIGHBOURS[one]
    rows, columns = zip(*map(row_and_column, state.meeples), strict=True)
    return max(map(rows.count, rows)) >= test.count or max(map(columns.count, columns)) >= test.count


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

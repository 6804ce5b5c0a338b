"""The end of Shogun Must Die: the players win if the Shogun is dead and every goal is reached, and otherwise lose."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.facts.sources import ERRANDS, HIGHEST, KILL_THE_SHOGUN, LOWEST, SOURCES
from domain.games.yedo.printed.emperor_entries import GoalColumn
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.holding import holds_ids
from domain.kernel.scoring import Goal, Result, SeatScore, end_together

KILL = "yedo.coop.end-lost-without-kill"
COLUMN_CLAUSES: dict[GoalColumn, str] = {
    "lowest": "yedo.coop.end-lowest",
    "highest": "yedo.coop.end-highest",
    "errands": "yedo.coop.end-errands",
}
COLUMN_NAMES: dict[GoalColumn, str] = {"lowest": LOWEST, "highest": HIGHEST, "errands": ERRANDS}


def goals(state: YedoState) -> Iterator[Goal]:
    """Yield the players' goals and progress: the dead Shogun first, then the columns of the board.

    A solo player has no Highest Prestige (yedo.coop.end-solo, yedo.coop.objectives-solo).
    """
    yield Goal(KILL, _hold(state, KILL_THE_SHOGUN), 1, int(is_shogun_dead(state)))
    for column, clause in COLUMN_CLAUSES.items():
        if column != "highest" or not state.parameters.solo:
            yield Goal(clause, _hold(state, COLUMN_NAMES[column]), target(state, column), _reached(state, column))


def _hold(state: YedoState, counted: str) -> str:
    """Return the stored name of what a goal counts: its id, or under older rules its English name."""
    return counted if holds_ids(state) else SOURCES[counted]


def target(state: YedoState, column: GoalColumn) -> int:
    """Return the number to be reached in a column of the cooperative board (yedo.coop.objectives)."""
    return state.coop_content.goals[column, state.options.level(column)]


def is_shogun_dead(state: YedoState) -> bool:
    """Return whether the Kill the Shogun card has left Winning Conditions."""
    return state.coop_board.shogun is None


def _reached(state: YedoState, column: GoalColumn) -> int:
    match column:
        case "lowest":
            return min(state.scoring.points)
        case "highest":
            return max(state.scoring.points)
        case "errands":
            return len(state.coop_board.errands)


def result_together(state: YedoState, scores: list[SeatScore]) -> Result:
    """Return the result of a cooperative game: the first missed goal, if any, decides it.

    The death of the Shogun comes first (yedo.coop.kill-minimum).
    """
    found = tuple(goals(state))
    decided = next((goal.clause for goal in found if not goal.is_met), "yedo.coop.end-all-targets")
    return end_together("yedo.coop.end-round", decided, scores, found)


def resigned_together(state: YedoState, scores: list[SeatScore]) -> Result:
    """Return the result of a game that is lost because a player resigned (yedo.ruling.resigning-together)."""
    clause = "yedo.ruling.resigning-together"
    return end_together("yedo.end.resignation", clause, scores, tuple(goals(state)), lost=True)

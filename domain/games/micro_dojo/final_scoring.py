"""The end of the game: who has won."""

from __future__ import annotations

from domain.games.micro_dojo.state import MicroDojoState
from domain.kernel.scoring import Result, ScoreLine, SeatScore, rank_seats

SEATS = (0, 1)


def scores(state: MicroDojoState) -> list[SeatScore]:
    """Count the points of each seat with their sources, ranked as if the game ended now."""
    rank = rank_seats({seat: _tie_break(state, seat) for seat in SEATS})
    return [
        SeatScore(
            seat,
            state.points[seat],
            rank[seat],
            tuple(ScoreLine(line.clause, line.what, line.points) for line in state.scored if line.seat == seat),
        )
        for seat in SEATS
    ]


def result(state: MicroDojoState, ended_by: str) -> Result:
    """Return the result of a game that ended by the clause `ended_by`."""
    tie = state.points[0] == state.points[1]
    decided_by = "micro-dojo.end.tie-break" if tie else "micro-dojo.end.winner"
    return Result(ended_by, decided_by, tuple(scores(state)))


def _tie_break(state: MicroDojoState, seat: int) -> tuple[int, int, int]:
    """Return points, then the unused Influence token, then (once it is used) gold and food together."""
    resources = state.gold[seat] + state.food[seat] if state.influence is None else 0
    return state.points[seat], int(state.influence == seat), resources

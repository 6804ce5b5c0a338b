"""The end of a game: who has how many points for what, and who won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta


class ScoreLine(msgspec.Struct, frozen=True):
    """Points from one source: the clause that gives them and what they were for."""

    clause: Annotated[str, Meta(description="The clause that gives the points.")]
    what: Annotated[str, Meta(description="What they were for.")]
    points: int


class SeatScore(msgspec.Struct, frozen=True):
    """The points of one seat, or of a side that nobody sits at. Winners have rank 1; equal ranks share the place."""

    seat: Annotated[int, Meta(description="The seat; sides that are not seats are numbered after the seats.")]
    points: int
    rank: Annotated[int, Meta(description="1 for the winners; equal ranks share the place.")]
    lines: tuple[ScoreLine, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the clause that ended it, the clause that told the winners apart, the scores by seat."""

    ended_by: Annotated[str, Meta(description="The clause that ended the game.")]
    decided_by: Annotated[str, Meta(description="The clause that decided who won.")]
    scores: Annotated[tuple[SeatScore, ...], Meta(description="The points of every seat and side.")]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats and sides of rank 1."""
        return tuple(score.seat for score in self.scores if score.rank == 1)


def rank_seats(keys: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Rank the seats by their tie-break keys: the greatest key has rank 1, equal keys share a rank."""
    return {seat: 1 + sum(tuple(other) > tuple(key) for other in keys.values()) for seat, key in keys.items()}

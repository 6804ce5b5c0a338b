"""The end of a game: the points of each side by source, and who won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.audience import English
from domain.kernel.language import fill, mark, translate


class ScoreLine(msgspec.Struct, frozen=True):
    """Points from one source: the clause that gives them and what they were for.

    `Ruleset.name_source` says the latter in words; it also names what a goal counts.
    """

    clause: Annotated[str, Meta(description="The clause that gives the points.")]
    what: Annotated[English, Meta(description="What they were for, as an id; in games of older rules, in English.")]
    points: int


class SeatScore(msgspec.Struct, frozen=True):
    """The points of one seat, or of a side without a seat. Winners have rank 1; equal ranks share the place."""

    seat: Annotated[int, Meta(description="The seat; sides that are not seats are numbered after the seats.")]
    points: int
    rank: Annotated[int, Meta(description="1 for the winners; equal ranks share the place.")]
    lines: tuple[ScoreLine, ...] = ()


class Goal(msgspec.Struct, frozen=True):
    """A number that the seats of a game had to reach together, and how close they came."""

    clause: Annotated[str, Meta(description="The clause that sets the goal.")]
    what: Annotated[English, Meta(description="What is counted, as an id; in games of older rules, in English.")]
    target: Annotated[int, Meta(description="The number that has to be reached.")]
    reached: Annotated[int, Meta(description="The number that was reached; the goal is met from the target on.")]

    @property
    def is_met(self) -> bool:
        """Whether the target was reached."""
        return self.reached >= self.target

    def words(self) -> str:
        """Say how far the seats came and whether it is enough; `what` must be in words (see `Ruleset.name_goals`)."""
        text = (
            mark("{what} {reached} of {target}, met") if self.is_met else mark("{what} {reached} of {target}, missed")
        )
        return fill(translate(text), what=self.what, reached=self.reached, target=self.target)


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a game: the clause that ended it, the clause that decided the winners, the scores by seat.

    With `goals` the seats win or lose together. If they win they share rank 1; if they lose they share rank 2, and the
    side that plays by itself has rank 1. Without goals, the JSON leaves the field out.
    """

    ended_by: Annotated[str, Meta(description="The clause that ended the game.")]
    decided_by: Annotated[str, Meta(description="The clause that decided who won.")]
    scores: Annotated[tuple[SeatScore, ...], Meta(description="The points of every seat and side.")]
    goals: Annotated[
        tuple[Goal, ...],
        Meta(description="What the seats had to reach to win together; missing if they play against each other."),
    ] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats and sides of rank 1."""
        return tuple(score.seat for score in self.scores if score.rank == 1)

    @property
    def won_together(self) -> bool | None:
        """Whether the seats won together; None if they play against each other."""
        return 0 in self.winners if self.goals else None


class PointSource(msgspec.Struct, frozen=True):
    """A source of points in a game, and how many each seat and side got from it, in the order of the scores."""

    name: Annotated[str, Meta(description="What the points were for, in the language of the reader.")]
    clauses: Annotated[tuple[str, ...], Meta(description="The clauses that gave them.")]
    points: Annotated[tuple[int, ...], Meta(description="How many it gave, by the place in seats.")]


def points_by_source(scores: Sequence[SeatScore], name_source: Callable[[str], str]) -> tuple[PointSource, ...]:
    """Return the sources of all points, the largest first.

    `name_source` puts what a line is for into words; lines with the same words are one source, whatever their clause.
    """
    clauses: dict[str, dict[str, None]] = {}
    points: dict[str, list[int]] = {}
    for place, score in enumerate(scores):
        for line in score.lines:
            name = name_source(line.what)
            clauses.setdefault(name, {})[line.clause] = None
            points.setdefault(name, [0] * len(scores))[place] += line.points
    sources = (PointSource(name, tuple(clauses[name]), tuple(given)) for name, given in points.items())
    return tuple(sorted(sources, key=lambda source: -sum(source.points)))


def end_together(
    ended_by: str, decided_by: str, scores: Sequence[SeatScore], goals: Sequence[Goal], lost: bool = False
) -> Result:
    """Return the result of a game that its seats win or lose together: they win if every goal is met.

    `scores` are those of the seats in order; their ranks are replaced. The side that plays by itself is added after
    them without points. With `lost`, the seats lose even if every goal is met. Raises ValueError without goals.
    """
    if not goals:
        raise ValueError("a game that is won or lost together needs a goal")
    won = not lost and all(goal.is_met for goal in goals)
    own, other = (1, 2) if won else (2, 1)
    ranked = (msgspec.structs.replace(score, rank=own) for score in scores)
    return Result(ended_by, decided_by, (*ranked, SeatScore(len(scores), 0, other)), tuple(goals))


def rank_seats(keys: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Rank the seats by their tie-break keys: the greatest key has rank 1, equal keys share a rank."""
    return {seat: 1 + sum(tuple(other) > tuple(key) for other in keys.values()) for seat, key in keys.items()}


def rank_resigned_last(result: Result, resigned: Sequence[int], clause: str) -> Result:
    """Return a result in which the seats in `resigned`, in order of resignation, rank behind all others.

    The earlier a seat resigned, the further behind it is. The others keep their order. `clause` decides the result if
    somebody else wins now. A result with goals belongs to all and stays as it is.
    """
    if not resigned or result.goals:
        return result
    left = {seat: place for place, seat in enumerate(resigned)}
    stayed = len(resigned)
    rank = rank_seats({score.seat: (left.get(score.seat, stayed), -score.rank) for score in result.scores})
    ranked = msgspec.structs.replace(
        result, scores=tuple(msgspec.structs.replace(score, rank=rank[score.seat]) for score in result.scores)
    )
    return ranked if ranked.winners == result.winners else msgspec.structs.replace(ranked, decided_by=clause)


def points_ahead(scores: Iterable[SeatScore], seat: int) -> float:
    """Return the points of a seat minus those of the best other side: an estimate for games that have no better one."""
    points = {score.seat: score.points for score in scores}
    own = points.pop(seat)
    return float(own - max(points.values(), default=0))

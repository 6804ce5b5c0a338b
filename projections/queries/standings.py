"""Leaderboards of a period or a number of seats, and who led in each month."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from projections.queries.cursor import BelowStanding
from projections.queries.sql import Query
from projections.read_models.standings import ALL_TIME, ANY_SEATS

STANDINGS = """
SELECT s.player, s.games, s.wins, s.shared_wins, s.points, s.mean_points, s.best, r.ordinal
  FROM (SELECT * FROM kifu_read.period_standing WHERE {conditions}
         ORDER BY (-wins), (-shared_wins), (-mean_points), player LIMIT %(limit)s) AS s
  LEFT JOIN kifu_read.rating AS r ON r.ruleset = s.ruleset AND r.seats = s.seats AND r.player = s.player
 ORDER BY (-s.wins), (-s.shared_wins), (-s.mean_points), s.player
"""
LEADERS = """
SELECT months.period, s.player, s.games, s.wins, s.shared_wins, s.points, s.mean_points, s.best, r.ordinal
  FROM unnest(%(periods)s::text[]) AS months (period), LATERAL (
    SELECT * FROM kifu_read.period_standing AS s
     WHERE s.ruleset = %(ruleset)s AND s.seats = %(seats)s AND s.period = months.period
     ORDER BY (-wins), (-shared_wins), (-mean_points), player LIMIT %(limit)s) AS s
  LEFT JOIN kifu_read.rating AS r ON r.ruleset = s.ruleset AND r.seats = s.seats AND r.player = s.player
 ORDER BY months.period DESC, (-s.wins), (-s.shared_wins), (-s.mean_points), s.player
"""
PODIUM = 3
"""How many players are named for each month."""


class PeriodStanding(msgspec.Struct, frozen=True):
    """A line of a leaderboard of a period; the games are those of the leaderboard."""

    place: int
    player: str
    games: Annotated[int, Meta(description="How many games ended.")]
    wins: Annotated[int, Meta(description="How many were won alone.")]
    shared_wins: Annotated[int, Meta(description="How many were won with others.")]
    points: Annotated[int, Meta(description="The sum over all games.")]
    mean_points: Annotated[float, Meta(description="The points per game.")]
    win_rate: Annotated[float, Meta(description="The share of games won, from 0 to 1.")]
    best: Annotated[int, Meta(description="The most points in one game.")]
    rating: Annotated[
        float | None,
        Meta(description="The ordinal of the present rating; null for leaderboards over all numbers of seats."),
    ]
    bot: Annotated[bool, Meta(description="Whether the player is a bot.")] = False


class MonthLeaders(msgspec.Struct, frozen=True):
    """The top players at the end of a month, or so far in this one."""

    period: Annotated[str, Meta(description="The month in UTC, as 2026-05.")]
    leaders: Annotated[list[PeriodStanding], Meta(description="The first three.")]


def standings(ruleset: str, seats: int | None, period: str | None, after: BelowStanding | None, limit: int) -> Query:
    """Select the standings of a ruleset, the best first; by default over all time and all numbers of seats."""
    values = _group(ruleset, seats) | {"period": period or ALL_TIME, "limit": limit}
    conditions = ["ruleset = %(ruleset)s", "seats = %(seats)s", "period = %(period)s"]
    if after is not None:
        conditions.append(
            "((-wins), (-shared_wins), (-mean_points), player) > (%(wins)s, %(shared)s, %(mean)s, %(player)s)"
        )
        values |= {"wins": -after.wins, "shared": -after.shared_wins}
        values |= {"mean": -after.mean_points, "player": after.player}
    return Query(STANDINGS.format(conditions=" AND ".join(conditions)), values)


def leaders(ruleset: str, seats: int | None, months: Sequence[str]) -> Query:
    """Select the top few of each of these months, the latest month first."""
    return Query(LEADERS, _group(ruleset, seats) | {"periods": list(months), "limit": PODIUM})


def read_standing(place: int, row: Sequence[Any]) -> PeriodStanding:
    """Make a line from a row of `standings`."""
    player, games, wins, shared, points, mean, best, rating = row
    return PeriodStanding(place, player, games, wins, shared, points, mean, (wins + shared) / games, best, rating)


def group_leaders(rows: Sequence[Sequence[Any]]) -> list[MonthLeaders]:
    """Group the rows of `leaders` by month."""
    found: dict[str, list[PeriodStanding]] = {}
    for period, *row in rows:
        lines = found.setdefault(period, [])
        lines.append(read_standing(len(lines) + 1, row))
    return [MonthLeaders(period, lines) for period, lines in found.items()]


def last_months(year: int, month: int, count: int) -> list[str]:
    """Return the names of this month and those before it, the latest first."""
    numbers = (year * 12 + month - 1 - back for back in range(count))
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in numbers]


def _group(ruleset: str, seats: int | None) -> dict[str, object]:
    return {"ruleset": ruleset, "seats": ANY_SEATS if seats is None else seats}

"""The ratings of players: the queries of their read model, and its answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta

from projections.queries.cursor import BelowRating, Newest
from projections.queries.sql import Query, bound

RATINGS = """
SELECT player, mu, sigma, ordinal, games, changed_at FROM kifu_read.rating
 WHERE {conditions}
 ORDER BY (-ordinal), player LIMIT %(limit)s
"""

PLAYER_RATINGS = """
SELECT r.ruleset, r.seats, r.mu, r.sigma, r.ordinal, r.games, r.changed_at, history.changes
  FROM kifu_read.rating AS r, LATERAL (
    SELECT coalesce(json_agg(json_build_object('game', c.game_id, 'time', to_json(c.ended_at), 'rank', c.rank,
                                               'games', c.games, 'mu', c.mu, 'sigma', c.sigma)
                             ORDER BY c.ended_at, c.game_id), '[]')::text AS changes
      FROM (SELECT * FROM kifu_read.rating_change AS c
             WHERE c.player = r.player AND c.ruleset = r.ruleset AND c.seats = r.seats
             ORDER BY ended_at DESC, game_id DESC LIMIT %(limit)s) AS c) AS history
 WHERE r.player = %(player)s ORDER BY r.ruleset, r.seats
"""

CHANGES = """
SELECT game_id, ended_at, rank, games, mu, sigma FROM kifu_read.rating_change
 WHERE {conditions}
 ORDER BY ended_at DESC, game_id DESC LIMIT %(limit)s
"""


SKILL = (
    "SELECT mu, sigma FROM kifu_read.rating WHERE ruleset = %(ruleset)s AND seats = %(seats)s AND player = %(player)s"
)


class RatedPlayer(msgspec.Struct, frozen=True):
    """A line of a ranking, ordered by `ordinal`: a cautious skill estimate, which is low after few games."""

    place: int
    player: str
    mu: Annotated[float, Meta(description="The skill as estimated; 25 at first.")]
    sigma: Annotated[float, Meta(description="How uncertain that is; a third of 25 at first.")]
    ordinal: Annotated[float, Meta(description="mu less three times sigma.")]
    games: Annotated[int, Meta(description="How many games the rating is made of.")]
    changed_at: Annotated[datetime, Meta(description="When the last of them ended.")]
    bot: Annotated[bool, Meta(description="Whether the player is a bot.")] = False


class RatingChange(msgspec.Struct, frozen=True):
    """The rating of a player after a game."""

    game: UUID
    time: Annotated[datetime, Meta(description="When the game ended.")]
    rank: Annotated[int, Meta(description="The rank of the player in it; 1 for winners.")]
    games: Annotated[int, Meta(description="The number of the game among those that the rating is made of.")]
    mu: Annotated[float, Meta(description="The skill as estimated after the game.")]
    sigma: Annotated[float, Meta(description="How uncertain that is.")]


class PlayerRating(msgspec.Struct, frozen=True):
    """The rating of a player in one ruleset for one number of seats, with the last games that changed it."""

    ruleset: str
    seats: Annotated[int, Meta(description="The number of seats of the games.")]
    mu: Annotated[float, Meta(description="The skill as estimated; 25 at first.")]
    sigma: Annotated[float, Meta(description="How uncertain that is; a third of 25 at first.")]
    ordinal: Annotated[float, Meta(description="mu less three times sigma.")]
    games: Annotated[int, Meta(description="How many games the rating is made of.")]
    changed_at: Annotated[datetime, Meta(description="When the last of them ended.")]
    history: Annotated[list[RatingChange], Meta(description="The last games that changed it, in their order.")]


def ratings(ruleset: str, seats: int, after: BelowRating | None, limit: int) -> Query:
    """Select the rated players of a ruleset and a number of seats, the best first."""
    values: dict[str, object] = {"ruleset": ruleset, "seats": seats, "limit": limit}
    conditions = ["ruleset = %(ruleset)s", "seats = %(seats)s"]
    if after is not None:
        conditions.append("((-ordinal), player) > (%(ordinal)s::double precision, %(player)s)")
        values |= {"ordinal": -after.ordinal, "player": after.player}
    return Query(RATINGS.format(conditions=" AND ".join(conditions)), values)


def player_ratings(name: str, limit: int) -> Query:
    """Select the ratings of a player, each with at most `limit` games."""
    return Query(PLAYER_RATINGS, {"player": name, "limit": limit})


def rating_changes(
    name: str, ruleset: str, seats: int, since: datetime | None, after: Newest | None, limit: int
) -> Query:
    """Select the games that changed one rating of a player and ended since a time, the newest first."""
    values: dict[str, object] = {"player": name, "ruleset": ruleset, "seats": seats, "limit": limit}
    conditions = ["player = %(player)s", "ruleset = %(ruleset)s", "seats = %(seats)s"]
    bound(conditions, values, "ended_at", since)
    if after is not None:
        conditions.append("(ended_at, game_id) < (%(at)s, %(game)s)")
        values |= {"at": after.at, "game": after.game}
    return Query(CHANGES.format(conditions=" AND ".join(conditions)), values)


def skill(player: str, ruleset: str, seats: int) -> Query:
    """Select the skill of a player in a ruleset with this number of seats."""
    return Query(SKILL, {"player": player, "ruleset": ruleset, "seats": seats})


def read_player_rating(row: Sequence[Any]) -> PlayerRating:
    """Make a rating from a row of `player_ratings`."""
    history = msgspec.json.decode(row[-1], type=list[RatingChange])
    return PlayerRating(*(*row[:-1], history))

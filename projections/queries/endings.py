"""What the end of a game meant for its players: the query and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.record.counting import Uncounted
from projections.queries.sql import Query

# Before the first game of a rating, its ordinal is 0.
MEANING = """
SELECT s.uncounted, (
    SELECT coalesce(json_agg(json_build_object(
             'player', c.player, 'before', coalesce(b.mu - 3 * b.sigma, 0), 'after', c.mu - 3 * c.sigma,
             'games', c.games)), '[]')::text
      FROM kifu_read.rating_change AS c LEFT JOIN LATERAL (
             SELECT mu, sigma FROM kifu_read.rating_change AS b
              WHERE b.player = c.player AND b.ruleset = c.ruleset AND b.seats = c.seats
                AND (b.ended_at, b.game_id) < (c.ended_at, c.game_id)
              ORDER BY b.ended_at DESC, b.game_id DESC LIMIT 1) AS b ON true
     WHERE c.player = ANY (%(players)s::text[]) AND c.ruleset = s.ruleset AND c.seats = %(seats)s
       AND c.ended_at = s.ended_at AND c.game_id = s.game_id)
  FROM kifu_read.score AS s WHERE s.game_id = %(game)s
"""


class RatingMove(msgspec.Struct, frozen=True):
    """A game's change to a player's rating, as the cautious estimate that orders rankings."""

    player: Annotated[str, Meta(description="The player.")]
    before: Annotated[float, Meta(description="The rating before the game; 0 before the first one.")]
    after: Annotated[float, Meta(description="The rating after the game.")]
    games: Annotated[int, Meta(description="The number of the game among those that the rating is made of.")]


class Meaning(msgspec.Struct, frozen=True):
    """What a game meant for its players: why it does not count, None if it does, and the changes to their ratings."""

    why: Uncounted | None
    ratings: tuple[RatingMove, ...]


def meaning(game: UUID, players: Sequence[str]) -> Query:
    """Select what the end of a game meant; if anybody was rated, each seat has a different player."""
    return Query(MEANING, {"game": game, "players": list(players), "seats": len(players)})


def read_meaning(row: Sequence[Any]) -> Meaning:
    """Make the answer from a row of `meaning`."""
    why, ratings = row
    return Meaning(why, msgspec.json.decode(ratings, type=tuple[RatingMove, ...]))

"""Statistics of a player's last games, for the charts on their page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta

from projections.queries.sql import Query

LAST_GAMES = """
SELECT s.game_id, s.ruleset, s.ended_at, s.uncounted IS NULL, s.goals <> '[]',
       (SELECT json_agg(json_build_array(e -> 'player', e -> 'rank', e -> 'points'))::text
          FROM jsonb_array_elements(s.seats) AS e)
  FROM (SELECT game_id, ended_at FROM kifu_read.score_player
         WHERE {conditions} ORDER BY ended_at DESC, game_id DESC LIMIT %(limit)s) AS last
  JOIN kifu_read.score AS s USING (game_id)
 ORDER BY s.ended_at, s.game_id
"""

_scored = msgspec.json.Decoder(list[tuple[str | None, int, int]])


class EndedGame(msgspec.Struct, frozen=True):
    """A player's result in one game, by their best seat if they held several."""

    game: UUID
    ruleset: str
    seats: Annotated[int, Meta(description="The number of seats of the game.")]
    time: Annotated[datetime, Meta(description="When the game ended.")]
    rank: Annotated[int, Meta(description="The rank of the player; 1 for winners.")]
    shared: Annotated[bool, Meta(description="Whether others have the same rank.")]
    points: int
    counted: Annotated[bool, Meta(description="Whether it counts in the records of its players.")]
    together: Annotated[bool, Meta(description="Whether it was won or lost together.")]


class Placements(msgspec.Struct, frozen=True):
    """How often a player reached each rank in the games of one ruleset with one number of seats."""

    ruleset: str
    seats: Annotated[int, Meta(description="The number of seats of the games.")]
    ranks: Annotated[list[int], Meta(description="How often the player was first, second and so on.")]


class RulesetGames(msgspec.Struct, frozen=True):
    """The number of games of a ruleset."""

    ruleset: str
    games: int


class Streak(msgspec.Struct, frozen=True):
    """Games in a row with the same outcome; a shared first rank is a win."""

    won: Annotated[bool, Meta(description="Whether the games were won.")]
    games: Annotated[int, Meta(description="How many in a row.")]


class PlayerStatistics(msgspec.Struct, frozen=True):
    """The last games of a player, and what follows from them.

    Placements and streaks cover the games that count and are not cooperative.
    """

    games: Annotated[list[EndedGame], Meta(description="The last games that ended, in the order of their ends.")]
    rulesets: Annotated[list[RulesetGames], Meta(description="How many of them of each ruleset, the most first.")]
    placements: list[Placements]
    streak: Annotated[Streak | None, Meta(description="The present one; null without such games.")]
    longest_streak: Annotated[int, Meta(description="The most games won in a row.")]


def last_games(player: str, ruleset: str | None, limit: int) -> Query:
    """Select at most `limit` of a player's latest finished games, in the order of their ends."""
    values: dict[str, object] = {"player": player, "limit": limit}
    conditions = ["player = %(player)s"]
    if ruleset is not None:
        conditions.append("ruleset = %(ruleset)s")
        values["ruleset"] = ruleset
    return Query(LAST_GAMES.format(conditions=" AND ".join(conditions)), values)


def summarize(player: str, rows: Iterable[Sequence[Any]]) -> PlayerStatistics:
    """Add up the rows of `last_games`."""
    games = [_read_game(player, row) for row in rows]
    versus = [game for game in games if game.counted and not game.together]
    by_ruleset = Counter(game.ruleset for game in games)
    streaks = [Streak(won, len(list(run))) for won, run in groupby(versus, lambda game: game.rank == 1)]
    return PlayerStatistics(
        games,
        [RulesetGames(*found) for found in sorted(by_ruleset.items(), key=lambda found: (-found[1], found[0]))],
        _count_placements(versus),
        streaks[-1] if streaks else None,
        max((streak.games for streak in streaks if streak.won), default=0),
    )


def _read_game(player: str, row: Sequence[Any]) -> EndedGame:
    game, ruleset, at, counted, together, scored = row
    scores = _scored.decode(scored)
    rank, points = min(((rank, points) for name, rank, points in scores if name == player), key=lambda s: (s[0], -s[1]))
    shared = any(found == rank and name != player for name, found, _points in scores)
    seats = sum(name is not None for name, *_ in scores)
    return EndedGame(game, ruleset, seats, at, rank, shared, points, counted, together)


def _count_placements(games: Sequence[EndedGame]) -> list[Placements]:
    found: dict[tuple[str, int], Counter[int]] = {}
    for game in games:
        found.setdefault((game.ruleset, game.seats), Counter())[game.rank] += 1
    return [
        Placements(ruleset, seats, [ranks[rank] for rank in range(1, max(seats, *ranks) + 1)])
        for (ruleset, seats), ranks in sorted(found.items())
    ]

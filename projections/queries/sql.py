"""The SQL of the read models. A page is found by the key of the last row before it, never by counting rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypedDict
from uuid import UUID

from projections.queries.cursor import BelowStanding, Newest, NewestStep


class Query(NamedTuple):
    """A statement and the values of its parameters."""

    statement: str
    values: dict[str, object]


GAMES = """
SELECT game_id, ruleset, rules_version, options, players, status, version, step, teaching, opened_by, opened_at,
       updated_at, winners, branch, to_move, unlisted, imported, reserved_for, by_invitation, resigned, rated
  FROM kifu_read.game
 WHERE {conditions}
 ORDER BY opened_at DESC, game_id DESC LIMIT %(limit)s
"""

SCORES = """
SELECT s.game_id, s.ruleset, s.status, s.ended_at, s.ended_by, s.decided_by, s.seats::text, s.goals::text,
       s.imported, s.uncounted
  FROM {source}
 WHERE {conditions}
 ORDER BY {order}.ended_at DESC, {order}.game_id DESC LIMIT %(limit)s
"""

LEADERBOARD = """
SELECT player, games, wins, shared_wins, points, mean_points
  FROM kifu_read.standing
 WHERE {conditions}
 ORDER BY (-wins), (-shared_wins), (-mean_points), player LIMIT %(limit)s
"""

# A player without an account was a guest: no other accounts are ever removed.
PLAYER = """
WITH account AS (
    SELECT p.name, p.registered_at, k.kind
      FROM kifu.player AS p LEFT JOIN kifu.player_kind AS k ON k.player = p.name
     WHERE p.name = %(player)s
), who AS (
    SELECT name, registered_at, kind FROM account
     UNION ALL
    SELECT player, min(joined_at), 'guest' FROM kifu_read.player_game
     WHERE player = %(player)s AND NOT imported AND NOT EXISTS (SELECT FROM account)
     GROUP BY player
)
SELECT who.name, who.registered_at, r.ruleset, r.joined, r.games, r.wins, r.shared_wins, r.points, r.best,
       r.together, r.won_together, who.kind
  FROM who LEFT JOIN kifu_read.player_record AS r ON r.player = who.name
 ORDER BY r.ruleset
"""

PLAYER_GAMES = """
SELECT p.game_id, p.ruleset, p.seats, p.status, p.teaching, p.branch, p.joined_at, p.ended_at, p.rank, p.points,
       coalesce(g.to_move, '{{}}'), p.imported,
       CASE WHEN p.ended_at IS NOT NULL THEN p.uncounted IS NULL END, p.uncounted
  FROM kifu_read.player_game AS p LEFT JOIN kifu_read.game AS g USING (game_id)
 WHERE {conditions}
 ORDER BY p.joined_at DESC, p.game_id DESC LIMIT %(limit)s
"""

HISTORY = """
SELECT line.game_id, game.ruleset, line.n, line.kind, line.at, undone.n IS NOT NULL, game.players, game.sides,
       line.partition, line.position
  FROM (SELECT game_id, n, kind, at, partition, position FROM kifu_read.history
         WHERE {conditions} ORDER BY at DESC, game_id DESC, n DESC LIMIT %(limit)s) AS line
  JOIN kifu_read.history_game AS game USING (game_id)
  LEFT JOIN kifu_read.history_undone AS undone ON undone.game_id = line.game_id AND undone.n = line.n
 ORDER BY line.at DESC, line.game_id DESC, line.n DESC
"""

# Queried separately, not joined with the read models, since the events may be on other machines.
EVENTS = """
SELECT event.partition, event.position, event.topic, event.version, event.payload
  FROM unnest(%(partitions)s::smallint[], %(positions)s::bigint[]) AS wanted (partition, position)
  JOIN kifu.event AS event USING (partition, position)
"""

DISPUTES = """
SELECT game_id, number, ruleset, step, seat, player, clause, claim, status, raised_at, closed_at, ruling, ruling_clause,
       words, unlisted, arbiter, claim_seal, words_seal
  FROM kifu_read.dispute
 WHERE {conditions}
 ORDER BY raised_at DESC, game_id DESC, number DESC LIMIT %(limit)s
"""

DISPUTED_CLAUSES = """
SELECT ruleset, coalesce(clause, ruling_clause) AS disputed, count(*),
       count(*) FILTER (WHERE status = 'open'), count(*) FILTER (WHERE status = 'withdrawn'),
       count(*) FILTER (WHERE ruling = 'uphold'), count(*) FILTER (WHERE ruling = 'annul'),
       count(*) FILTER (WHERE ruling = 'correct'), count(*) FILTER (WHERE ruling = 'note')
  FROM kifu_read.dispute
 WHERE {conditions}
 GROUP BY ruleset, disputed ORDER BY count(*) DESC, ruleset, disputed
"""

REACHED = """
SELECT 1 FROM kifu.tracking
 WHERE projection = %(projection)s AND upstream = %(upstream)s AND position >= %(position)s
"""

PROGRESS = "SELECT projection, upstream, position FROM kifu.tracking"

LAG = """
WITH seen AS (SELECT projection, sum(position) AS events FROM kifu.tracking
               WHERE upstream = ANY (%(upstreams)s) GROUP BY projection)
SELECT name, greatest(%(events)s - coalesce(seen.events, 0), 0), s.error, s.partition, s.position, s.game_id, s.at,
       f.what
  FROM unnest(%(names)s::text[]) AS projections (name)
  LEFT JOIN seen ON seen.projection = name
  LEFT JOIN kifu_read.stopped AS s ON s.projection = name
  LEFT JOIN kifu_read.faulty AS f ON f.projection = name
 ORDER BY name
"""


ANYBODY_TO_MOVE = "cardinality(to_move) > 0"
WAITING_GAMES = (
    "SELECT game_id FROM kifu_read.game WHERE opened_by = %(opened_by)s AND status = 'waiting' LIMIT %(limit)s"
)
WAITING_SINCE = (
    "SELECT game_id FROM kifu_read.game WHERE status = 'waiting' AND opened_at < %(before)s "
    "ORDER BY opened_at LIMIT %(limit)s"
)
DUE_GAMES = "SELECT game_id FROM kifu_read.clock WHERE due < %(before)s ORDER BY due LIMIT %(limit)s"
TIMED_GAMES = (
    "SELECT game_id FROM kifu_read.clock WHERE due IS NOT NULL AND (%(after)s::uuid IS NULL OR game_id > %(after)s) "
    "ORDER BY game_id LIMIT %(limit)s"
)
CALLS = """
SELECT game_id, version FROM (
    SELECT game_id, version, updated_at FROM kifu_read.game
     WHERE players @> ARRAY[%(player)s::text] AND status = 'playing'
       AND EXISTS (SELECT FROM unnest(to_move) AS seat WHERE players[seat + 1] = %(player)s::text)
    UNION ALL
    SELECT game_id, version, updated_at FROM kifu_read.game
     WHERE reserved_for @> ARRAY[%(player)s::text] AND status = 'waiting'
) AS waiting ORDER BY updated_at LIMIT %(limit)s
"""
UNDER_WAY = """
SELECT player, game_id, version FROM unnest(%(players)s::text[]) AS player CROSS JOIN LATERAL (
    SELECT game_id, version FROM kifu_read.game WHERE players @> ARRAY[player] AND status = 'playing'
    UNION
    SELECT game_id, version FROM kifu_read.game WHERE reserved_for @> ARRAY[player] AND status = 'waiting'
) AS game
"""
PLAYER_TO_MOVE = "EXISTS (SELECT FROM unnest(to_move) AS seat WHERE players[seat + 1] = %(player)s::text)"


class GamesWanted(TypedDict, total=False):
    """Selects games to list: those of `player` if given.

    `unlisted` includes unlisted ones. `to_move` True selects games that wait for a move, of `player` if given; False
    selects the others.
    """

    ruleset: str | None
    status: str | None
    player: str | None
    to_move: bool | None
    unlisted: bool
    since: datetime | None


def games(wanted: GamesWanted, after: Newest | None, limit: int) -> Query:
    """Select the wanted games, the newest first."""
    ruleset, status, player = wanted.get("ruleset"), wanted.get("status"), wanted.get("player")
    to_move, unlisted, since = wanted.get("to_move"), wanted.get("unlisted", False), wanted.get("since")
    values: dict[str, object] = {"limit": limit}
    conditions = [] if unlisted else ["NOT unlisted"]
    if ruleset is not None:
        conditions.append("ruleset = %(ruleset)s")
        values["ruleset"] = ruleset
    if status is not None:
        conditions.append("status = %(status)s")
        values["status"] = status
    if player is not None:
        conditions.append("players @> ARRAY[%(player)s::text]")
        values["player"] = player
    if to_move is not None:
        asked = ANYBODY_TO_MOVE if player is None else PLAYER_TO_MOVE
        # Only running games ask anybody; the condition is repeated so that PostgreSQL uses their index.
        conditions.append(f"status = 'playing' AND {asked}" if to_move else f"NOT {asked}")
    bound(conditions, values, "opened_at", since)
    if after is not None:
        conditions.append("(opened_at, game_id) < (%(at)s, %(game)s)")
        values |= {"at": after.at, "game": after.game}
    return Query(GAMES.format(conditions=" AND ".join(conditions) or "true"), values)


def bound(conditions: list[str], values: dict[str, object], column: str, since: datetime | None) -> None:
    """Add the condition that a column's time is not before a moment."""
    if since is not None:
        conditions.append(f"{column} >= %(since)s")
        values["since"] = since


def waiting_games(opened_by: str, limit: int) -> Query:
    """Select the ids of the games that a player opened and that wait for players."""
    return Query(WAITING_GAMES, {"opened_by": opened_by, "limit": limit})


def calls(player: str, limit: int) -> Query:
    """Select the ids and versions of games that wait for a player to move or sit down, the longest waiting first."""
    return Query(CALLS, {"player": player, "limit": limit})


def under_way(players: Sequence[str]) -> Query:
    """Select the running games of players, and those in which a seat is kept for them, with their versions."""
    return Query(UNDER_WAY, {"players": list(players)})


def waiting_since(opened_before: datetime, limit: int) -> Query:
    """Select the ids of games that were opened before a moment and wait for players, the oldest first."""
    return Query(WAITING_SINCE, {"before": opened_before, "limit": limit})


def due_games(before: datetime, limit: int) -> Query:
    """Select the ids of games in which a time runs out before a moment, the first to run out first."""
    return Query(DUE_GAMES, {"before": before, "limit": limit})


def timed_games(after: UUID | None, limit: int) -> Query:
    """Select the ids of games in which time runs, in order, from `after` on."""
    return Query(TIMED_GAMES, {"after": after, "limit": limit})


def scores(ruleset: str | None, player: str | None, since: datetime | None, after: Newest | None, limit: int) -> Query:
    """Select the finished games, the latest end first."""
    values: dict[str, object] = {"limit": limit}
    conditions = ["true"]
    source, order = "kifu_read.score AS s", "s"
    if player is not None:
        source, order = "kifu_read.score_player AS p JOIN kifu_read.score AS s USING (game_id)", "p"
        conditions.append("p.player = %(player)s")
        values["player"] = player
    if ruleset is not None:
        conditions.append(f"{order}.ruleset = %(ruleset)s")
        values["ruleset"] = ruleset
    bound(conditions, values, f"{order}.ended_at", since)
    if after is not None:
        conditions.append(f"({order}.ended_at, {order}.game_id) < (%(at)s, %(game)s)")
        values |= {"at": after.at, "game": after.game}
    return Query(SCORES.format(source=source, order=order, conditions=" AND ".join(conditions)), values)


def leaderboard(ruleset: str, after: BelowStanding | None, limit: int) -> Query:
    """Select the standings of a ruleset, the best first."""
    values: dict[str, object] = {"limit": limit, "ruleset": ruleset}
    conditions = ["ruleset = %(ruleset)s"]
    if after is not None:
        conditions.append(
            "((-wins), (-shared_wins), (-mean_points), player) > (%(wins)s, %(shared)s, %(mean)s, %(player)s)"
        )
        values |= {
            "wins": -after.wins,
            "shared": -after.shared_wins,
            "mean": -after.mean_points,
            "player": after.player,
        }
    return Query(LEADERBOARD.format(conditions=" AND ".join(conditions)), values)


def player(name: str) -> Query:
    """Select a player, or a removed guest who has played: one row for each ruleset, or a single row without one."""
    return Query(PLAYER, {"player": name})


def player_games(name: str, since: datetime | None, after: Newest | None, limit: int) -> Query:
    """Select the listed games of a player, the newest first."""
    values: dict[str, object] = {"limit": limit, "player": name}
    conditions = ["p.player = %(player)s"]
    bound(conditions, values, "p.joined_at", since)
    if after is not None:
        conditions.append("(p.joined_at, p.game_id) < (%(at)s, %(game)s)")
        values |= {"at": after.at, "game": after.game}
    return Query(PLAYER_GAMES.format(conditions=" AND ".join(conditions)), values)


def history(since: datetime | None, after: NewestStep | None, limit: int) -> Query:
    """Select the steps of the listed games, the newest first."""
    values: dict[str, object] = {"limit": limit}
    conditions = ["true"]
    bound(conditions, values, "at", since)
    if after is not None:
        conditions.append("(at, game_id, n) < (%(at)s, %(game)s, %(n)s)")
        values |= {"at": after.at, "game": after.game, "n": after.n}
    return Query(HISTORY.format(conditions=" AND ".join(conditions)), values)


def events(places: Sequence[tuple[int, int]]) -> Query:
    """Select the events at these partitions and positions."""
    return Query(EVENTS, {"partitions": [at for at, _ in places], "positions": [position for _, position in places]})


class DisputesWanted(TypedDict, total=False):
    """Selects disputes to list: those of `player` if given. `unlisted` includes those of unlisted games.

    Disputes about a clause are those that `disputed_clauses` counts for it.
    """

    status: str | None
    ruleset: str | None
    clause: str | None
    player: str | None
    unlisted: bool
    since: datetime | None


def disputes(wanted: DisputesWanted, after: NewestStep | None, limit: int) -> Query:
    """Select the wanted disputes, the newest first."""
    status, ruleset = wanted.get("status"), wanted.get("ruleset")
    clause, player = wanted.get("clause"), wanted.get("player")
    unlisted, since = wanted.get("unlisted", False), wanted.get("since")
    values: dict[str, object] = {"limit": limit}
    conditions = ["true" if unlisted else "NOT unlisted"]
    columns = {
        "status": status,
        "ruleset": ruleset,
        "coalesce(clause, ruling_clause)": clause,
        "player": player,
    }
    for place, (column, value) in enumerate(columns.items()):
        if value is not None:
            conditions.append(f"{column} = %(wanted{place})s")
            values[f"wanted{place}"] = value
    bound(conditions, values, "raised_at", since)
    if after is not None:
        conditions.append("(raised_at, game_id, number) < (%(at)s, %(game)s, %(n)s)")
        values |= {"at": after.at, "game": after.game, "n": after.n}
    return Query(DISPUTES.format(conditions=" AND ".join(conditions)), values)


def disputed_clauses(ruleset: str | None, unlisted: bool) -> Query:
    """Return how often each clause was disputed and how it was ruled, the most disputed first; `unlisted` as in
    `disputes`."""
    conditions = ["true" if unlisted else "NOT unlisted"]
    if ruleset is not None:
        conditions.append("ruleset = %(ruleset)s")
    return Query(DISPUTED_CLAUSES.format(conditions=" AND ".join(conditions)), {"ruleset": ruleset})


def reached(projection: str, upstream: str, position: int) -> Query:
    """Select one row if the projection has read this partition that far."""
    return Query(REACHED, {"projection": projection, "upstream": upstream, "position": position})


def progress() -> Query:
    """Return how far each projection has read each partition."""
    return Query(PROGRESS, {})


def lag(names: Sequence[str], heads: Mapping[str, int]) -> Query:
    """Select one row for each projection. `heads` are the last positions of the upstreams to count."""
    return Query(LAG, {"names": list(names), "upstreams": list(heads), "events": sum(heads.values())})

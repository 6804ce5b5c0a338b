"""The table of stopped projections, which operators read: which event or error stopped each."""

from __future__ import annotations

import re

import psycopg

from eventstore.feed import FeedEvent
from projections.contract import Database, Rows

RECORD = """
INSERT INTO kifu_read.stopped AS s (projection, error, partition, position, game_id, at)
VALUES (%s, %s, %s, %s, %s, now())
ON CONFLICT (projection) DO UPDATE SET
    error = excluded.error, partition = excluded.partition, position = excluded.position,
    game_id = excluded.game_id, at = excluded.at, attempts = s.attempts + 1
"""
LONG_HEX = re.compile(r"[0-9a-fA-F]{32,}")
LONGEST = 500


def record(connection: Database, name: str, error: Exception, event: FeedEvent | None) -> None:
    """Record that `error` stopped the projection, at this event if it is known."""
    place = (event.partition, event.position, event.game_id) if event else (None, None, None)
    connection.execute(RECORD, (name, describe(error), *place))


def clear(database: Database | Rows, name: str) -> None:
    """Record that the projection runs again."""
    database.execute("DELETE FROM kifu_read.stopped WHERE projection = %s", (name,))


def is_recorded(connection: Database, name: str) -> bool:
    """Return whether the projection is recorded as stopped."""
    return connection.execute("SELECT FROM kifu_read.stopped WHERE projection = %s", (name,)).rowcount > 0


def describe(error: Exception) -> str:
    """Describe an error in one line, without long hexadecimal numbers, since a game's secret seed is one."""
    # PostgreSQL's detail lines quote values of rows.
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    first = (said or str(error) or "no message").splitlines()[0]
    return LONG_HEX.sub("...", f"{type(error).__name__}: {first}")[:LONGEST]

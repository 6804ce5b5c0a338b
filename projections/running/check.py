"""Compares a read model with the events by rebuilding it in temporary tables, a little at a time.

A `Comparison` reads the same events as the live projection, never more. When it has caught up, both are compared row by
row. It only needs to read the live tables and to create temporary ones, so the service itself can run it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import msgspec
import psycopg
from psycopg import sql

from domain.record.events import MessageSent
from eventstore.feed import FeedEvent, read_events
from eventstore.node_feed import NodeFeed
from eventstore.tables.tracking import read_positions
from projections.contract import Database, Projection
from projections.running import locks, tables
from projections.running.batch import ReadEvents
from projections.running.database import SCHEMA, use_schema

BATCH = 2000
TEMPORARY = "pg_temp"
SHOWN = 3
"""How many differing rows of a table are shown."""

COUNT = "SELECT count(*) FROM (TABLE {} EXCEPT ALL TABLE {}) AS found"
EXAMPLES = "SELECT to_jsonb(found)::text FROM (TABLE {} EXCEPT ALL TABLE {}) AS found LIMIT {}"


class SetBack(Exception):
    """The live projection was rebuilt or set back, so the comparison has to start again."""


class TableFault(msgspec.Struct, frozen=True):
    """A table that differs from what the events give. A changed row counts both as false and as missing.

    `false` counts rows that the events do not give, `missing` absent rows that they do give; `examples` are some of the
    false ones, otherwise of the missing ones, as JSON. `definitions` lists where the table itself is not as the
    migrations made it.
    """

    table: str
    false: int
    missing: int
    examples: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()


class Comparison:
    """One comparison of one projection, on an exclusive connection of `projections.running.database`.

    Events of a cluster come from `feed`, which must be whole.
    """

    def __init__(self, connection: Database, projection: Projection, feed: NodeFeed | None = None) -> None:
        self._connection = connection
        self._read: ReadEvents = feed.read if feed is not None else partial(read_events, connection)
        self._projection = projection
        self._seen: dict[int, int] = {}
        with self._own_tables():
            for table in projection.tables:
                connection.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(sql.Identifier(TEMPORARY, table)))
                with connection.cursor() as cursor:
                    tables.create(cursor, TEMPORARY, table)
                    tables.create_indexes(cursor, TEMPORARY, table)

    def carry(self, limit: int = BATCH) -> int:
        """Read at most about `limit` events that the live projection has read; return how many, 0 if none is left.

        Raises SetBack, and what the projection raises.
        """
        until = read_positions(self._connection, self._projection.name)
        if any(position > until.get(partition, 0) for partition, position in self._seen.items()):
            raise SetBack(self._projection.name)
        behind = sorted(partition for partition, position in until.items() if self._seen.get(partition, 0) < position)
        behind = behind[:limit]
        share = max(1, limit // max(1, len(behind)))
        found = self._read({at: self._seen.get(at, 0) for at in behind}, share) if behind else []
        events = [event for event in found if event.position <= until[event.partition]]
        self._handle(events)
        # The live projection may have passed positions without events: they end this batch, not the comparison.
        if not events:
            self._seen |= {at: until[at] for at in behind}
        return len(events)

    def compare(self) -> list[TableFault]:
        """Read the last few events and compare all tables; the live projection waits only for the moment of the start.

        Raises as `carry`.
        """
        connection = self._connection
        with locks.hold_tables(connection, self._projection.name) as release:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            try:
                # The first query fixes what this transaction sees: rows and positions of the same moment.
                read_positions(connection, self._projection.name)
                release()
                while self.carry():
                    pass
                return [fault for table in self._projection.tables if (fault := self._compare(table)) is not None]
            finally:
                connection.execute("ROLLBACK")

    def close(self) -> None:
        """Drop the temporary tables."""
        with self._own_tables():
            for table in self._projection.tables:
                statement = sql.SQL("DROP TABLE IF EXISTS {}")
                self._connection.execute(statement.format(sql.Identifier(TEMPORARY, table)))

    def _handle(self, events: list[FeedEvent]) -> None:
        of_games = [event for event in events if event.topic != MessageSent.TOPIC and not event.superseded]
        with self._own_tables(), self._connection.transaction(), self._connection.cursor() as cursor:
            if of_games:
                self._projection.handle(cursor, of_games)
        self._seen |= {event.partition: event.position for event in events}

    @contextmanager
    def _own_tables(self) -> Iterator[None]:
        use_schema(self._connection, TEMPORARY)
        try:
            yield
        finally:
            if not self._connection.closed:
                use_schema(self._connection, SCHEMA)

    def _compare(self, table: str) -> TableFault | None:
        changed = tuple(tables.find_changed(self._connection, [table]))
        live, own = sql.Identifier(SCHEMA, table), sql.Identifier(TEMPORARY, table)
        try:
            with self._connection.transaction():
                false, missing = self._count(live, own), self._count(own, live)
                first, second = (live, own) if false else (own, live)
                statement = sql.SQL(EXAMPLES).format(first, second, sql.Literal(SHOWN))
                rows = self._connection.execute(statement).fetchall() if false or missing else []
        except (psycopg.errors.SyntaxError, psycopg.errors.DatatypeMismatch):
            # Its columns differ from ours, which is among the changes.
            if not changed:
                raise
            false, missing, rows = 0, 0, []
        if not false and not missing and not changed:
            return None
        return TableFault(table, false, missing, tuple(row for (row,) in rows), changed)

    def _count(self, one: sql.Composable, other: sql.Composable) -> int:
        row = self._connection.execute(sql.SQL(COUNT).format(one, other)).fetchone()
        assert row is not None
        return int(row[0])

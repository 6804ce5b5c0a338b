"""Rebuilds read models from the first event while the service continues to answer from the old ones.

New tables grow in schemas beside the old ones (`shadow`), tracked under names of their own; each event is read and
decoded once for all that are rebuilt. The live projector keeps working until the new tables have caught up. Then, one
model after the other, the rebuild takes the lock that the projector takes for each of its batches, reads the last few
events, and replaces the old tables and positions by the new ones in one transaction. The projector continues with them;
readers see either the old model or the new one. A rebuild that fails or is killed leaves the old model unchanged.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import psycopg
from psycopg import sql

from eventstore.node_feed import NodeFeed
from eventstore.tables.tracking import count_unread, is_ahead, read_positions, take_over_positions
from projections.contract import Database, Projection
from projections.running import faulty, locks, shadow, stopped
from projections.running.batch import ProjectionFailed, advance
from projections.running.check import Comparison, TableFault
from projections.running.database import SCHEMA, connect, open_whole_feed, use_schema, use_schemas

BATCH = 2000
OBJECTS = 200_000
"""The number of new objects before the garbage collector runs: more than a batch makes, none of them in a cycle."""
# Readers queue behind a waiting swap, so it must not wait for a long transaction.
LOCK_TIMEOUT = "500ms"
SWAP_ATTEMPTS = 60

Progress = Callable[[str, int, int], None]
"""Called with the projection's name, the number of events done, and the number of events in all."""


class UnknownProjection(ValueError):
    """No projection has this name."""


class RebuildRunning(RuntimeError):
    """Another process is rebuilding this projection."""


class TableInUse(RuntimeError):
    """A table of a read model cannot be replaced, since something that is not ours depends on it; says what."""


def rebuild(
    url: str,
    names: Sequence[str] = (),
    progress: Progress | None = None,
    *,
    projections: Sequence[Projection],
) -> list[str]:
    """Rebuild the `projections` with these names together; without names, all of them.

    Returns the names of those that claimed to have read more events than exist. `progress` is called for each at the
    start, after every batch and at the end. Raises UnknownProjection before it begins, RebuildRunning,
    LaterDefinitions, and psycopg.OperationalError if the database is unavailable. If a projection raises, or its swap
    meets TableInUse or, blocked by a reader for long, psycopg.errors.LockNotAvailable, that error is raised when the
    others are done; its old model stays unchanged.
    """
    chosen = choose(projections, names)
    with connect(url) as connection, open_whole_feed(url, connection) as feed, _collecting_seldom():
        return _Rebuild(connection, feed, chosen, progress or _silent).run()


def check(
    url: str,
    names: Sequence[str] = (),
    progress: Progress | None = None,
    *,
    projections: Sequence[Projection],
) -> dict[str, list[TableFault]]:
    """Compare the `projections` with these names, or all, with the events; return the faults of each.

    Changes nothing but the record of what is false. Raises UnknownProjection before it begins, SetBack if one is
    rebuilt meanwhile, psycopg.OperationalError if the database is unavailable, and what a projection raises.
    """
    found: dict[str, list[TableFault]] = {}
    with connect(url) as connection, open_whole_feed(url, connection) as feed:
        for projection in choose(projections, names):
            comparison = Comparison(connection, projection, feed)
            found[projection.name] = _check(connection, comparison, projection.name, progress or _silent)
    return found


def _check(connection: Database, comparison: Comparison, name: str, progress: Progress) -> list[TableFault]:
    try:
        total = sum(read_positions(connection, name).values())
        done = 0
        progress(name, done, total)
        while count := comparison.carry(BATCH):
            done += count
            progress(name, done, max(done, total))
        faults = comparison.compare()
    finally:
        if not connection.closed:
            comparison.close()
    if faults:
        faulty.record(connection, name, faults)
    else:
        faulty.clear(connection, name)
    return faults


def choose(projections: Sequence[Projection], names: Sequence[str]) -> list[Projection]:
    """Return the projections with these names, or all without names; raises UnknownProjection."""
    available = {projection.name: projection for projection in projections}
    unknown = [name for name in names if name not in available]
    if unknown:
        raise UnknownProjection(f"no projection {unknown[0]!r}; there are {', '.join(available)}")
    return [available[name] for name in names or available]


class _Rebuild:
    """One run of `rebuild`: what it builds, its progress, and its failures."""

    def __init__(
        self, connection: Database, feed: NodeFeed | None, chosen: Sequence[Projection], progress: Progress
    ) -> None:
        self._connection = connection
        self._feed = feed
        self._building = {projection.name: projection for projection in chosen}
        """The projections still to be rebuilt, without failed ones."""
        self._progress = progress
        self._done = dict.fromkeys(self._building, 0)
        self._claimed: list[str] = []
        self._failures: list[Exception] = []
        self._beyond: set[str] = set()
        """The projections whose live tables claim events that do not exist."""

    def run(self) -> list[str]:
        """Build all, then swap one after the other; raise the first failure when the others are done."""
        try:
            self._claim()
            for projection in self._building.values():
                shadow.prepare(self._connection, projection)
            use_schemas(self._connection, map(shadow.schema_of, self._building))
            self._catch_up(list(self._building))
            for name in list(self._building):
                shadow.complete(self._connection, self._building[name])
                # The earlier ones may have taken a while.
                self._catch_up([name])
                self._swap_when_possible(name)
        finally:
            self._clean_up()
        if self._failures:
            raise self._failures[0]
        return sorted(self._beyond)

    def _claim(self) -> None:
        for name in self._building:
            if not locks.try_rebuild(self._connection, name):
                raise RebuildRunning(f"{name} is being rebuilt by another process")
            self._claimed.append(name)

    def _clean_up(self) -> None:
        if self._connection.closed:
            return
        use_schema(self._connection, SCHEMA)
        for name in self._claimed:
            shadow.discard(self._connection, name)
            locks.end_rebuild(self._connection, name)

    def _catch_up(self, names: Sequence[str]) -> None:
        """Read until these have little left, each event once for all of them; drop any that fails."""
        begun = False
        while names := [name for name in names if name in self._building]:
            unread = {name: self._left(name) for name in names}
            for name, events in unread.items():
                self._progress(name, self._done[name], self._done[name] + events)
            left = max(unread.values())
            if left < BATCH and (begun or not left):
                return
            begun = True
            try:
                if not self._advance(names):
                    return  # The remaining events are gone from the feed.
            except ProjectionFailed as failed:
                self._fail(failed.name, failed)

    def _advance(self, names: Sequence[str]) -> int:
        shadows = {shadow.schema_of(name): self._building[name] for name in names}
        events = advance(self._connection, shadows, BATCH, self._feed).events
        for name in names:
            self._done[name] += events
        return events

    def _swap_when_possible(self, name: str) -> None:
        for attempt in range(1, SWAP_ATTEMPTS + 1):
            if name not in self._building:
                return
            done = self._done[name]
            try:
                self._swap(name)
            except psycopg.errors.LockNotAvailable as error:
                # Undoing the swap has also undone the events read for it.
                self._done[name] = done
                if attempt == SWAP_ATTEMPTS:
                    self._fail(name, error)
                else:
                    self._catch_up([name])
            except (psycopg.errors.DependentObjectsStillExist, psycopg.errors.DuplicateTable) as error:
                self._done[name] = done
                said = filter(None, (error.diag.message_primary, error.diag.message_detail))
                self._fail(name, TableInUse(": ".join(said)))
            except ProjectionFailed as failed:
                self._fail(name, failed)
            else:
                del self._building[name]
                self._progress(name, self._done[name], self._done[name])

    def _swap(self, name: str) -> None:
        new = shadow.schema_of(name)
        with self._connection.transaction(), self._connection.cursor() as cursor:
            locks.lock_tables(cursor, name)
            # The live tables cannot change now, but events are still appended: stop at the events that exist now, and
            # not before those that the live tables have.
            goal = self._done[name] + self._left(name)
            while self._done[name] < goal or is_ahead(cursor, name, new):
                if not self._advance([name]):
                    break
            if is_ahead(cursor, name, new):
                self._beyond.add(name)
            cursor.execute(sql.SQL("SET LOCAL lock_timeout = {}").format(LOCK_TIMEOUT))
            for table in self._building[name].tables:
                shadow.drop_live(cursor, table)
                move = sql.SQL("ALTER TABLE {} SET SCHEMA {}")
                cursor.execute(move.format(sql.Identifier(new, table), sql.Identifier(SCHEMA)))
            take_over_positions(cursor, name, new)
            stopped.clear(cursor, name)
            faulty.clear(cursor, name)

    def _fail(self, name: str, error: Exception) -> None:
        cause = error.__cause__ if isinstance(error, ProjectionFailed) else error
        assert isinstance(cause, Exception)
        self._failures.append(cause)
        del self._building[name]

    def _left(self, name: str) -> int:
        heads = self._feed.heads() if self._feed is not None else None
        return count_unread(self._connection, shadow.schema_of(name), heads)


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Make the garbage collector run rarely: it took a tenth of a rebuild."""
    before = gc.get_threshold()
    gc.set_threshold(OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _silent(*_: object) -> None:
    return None

"""Rebuilds a read model from the first event while the service continues to answer from the old one.

The new tables grow in a schema beside the old ones, tracked under a name of their own. The live projector keeps
working until the new tables have caught up. Then the rebuild takes the lock that the projector takes for each of its
batches, reads the last few events, and replaces the old tables and positions by the new ones in one
transaction. The next batch of the projector finds them; readers see either the old model or the new one. A rebuild that
fails or is killed leaves the old model unchanged. The new tables have the owner and the rights of the old ones; rights
on single columns must be granted again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import psycopg
from psycopg import sql

from eventstore.tables.tracking import (
    count_unread,
    forget_positions,
    is_ahead,
    read_positions,
    take_over_positions,
)
from projections.contract import Database, Projection, Rows
from projections.running import faulty, locks, stopped
from projections.running.batch import advance
from projections.running.check import Comparison, TableFault
from projections.running.database import SCHEMA, connect, use_schema

BATCH = 2000
# Readers queue behind a swap that waits, so it must not wait for one in a long transaction.
LOCK_TIMEOUT = "500ms"
SWAP_ATTEMPTS = 60

Progress = Callable[[str, int, int], None]
"""Called with the projection's name, the number of events done, and the number of events in all."""

INDEXES = """
SELECT indexdef FROM pg_indexes WHERE schemaname = %s AND tablename = %s AND indexname NOT IN (
       SELECT conname FROM pg_constraint WHERE conrelid = format('%%I.%%I', schemaname, tablename)::regclass)
"""
SETTINGS = """
SELECT array_to_string(reloptions, ', ') FROM pg_class
 WHERE oid = format('%%I.%%I', %s::text, %s::text)::regclass AND reloptions IS NOT NULL
"""
OWNER = """
SELECT relowner::regrole::text FROM pg_class WHERE oid = format('%%I.%%I', %s::text, %s::text)::regclass
"""
RIGHTS = """
SELECT granted.privilege_type, CASE granted.grantee WHEN 0 THEN 'PUBLIC' ELSE granted.grantee::regrole::text END,
       CASE WHEN granted.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
  FROM pg_class, aclexplode(relacl) AS granted
 WHERE pg_class.oid = format('%%I.%%I', %s::text, %s::text)::regclass AND granted.grantee <> relowner
"""
KEYS = """
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
 WHERE conrelid = format('%%I.%%I', %s::text, %s::text)::regclass AND contype IN ('p', 'u')
"""


class UnknownProjection(ValueError):
    """No projection has this name."""


class RebuildRunning(RuntimeError):
    """Another process is rebuilding this projection."""


def rebuild(
    url: str,
    names: Sequence[str] = (),
    progress: Progress | None = None,
    *,
    projections: Sequence[Projection],
) -> None:
    """Rebuild those of the `projections` that have these names, one after the other; without names, all of them.

    `progress` is called at the start, after every batch and at the end of each. Raises UnknownProjection before
    it begins, RebuildRunning, psycopg.OperationalError if the database is away or a reader blocks the swap for a long
    time, and what the projection raises. After an error the old model is unchanged.
    """
    chosen = choose(projections, names)
    with connect(url) as connection:
        for projection in chosen:
            _rebuild(connection, projection, progress or _silent)


def check(
    url: str,
    names: Sequence[str] = (),
    progress: Progress | None = None,
    *,
    projections: Sequence[Projection],
) -> dict[str, list[TableFault]]:
    """Compare those of the `projections` that have these names, or all, with the events; return the faults of each.

    Changes nothing but the note of what is false. Raises UnknownProjection before it begins, SetBack if one is rebuilt
    meanwhile, psycopg.OperationalError if the database is away, and what a projection raises.
    """
    found: dict[str, list[TableFault]] = {}
    with connect(url) as connection:
        for projection in choose(projections, names):
            found[projection.name] = _check(connection, projection, progress or _silent)
    return found


def _check(connection: Database, projection: Projection, progress: Progress) -> list[TableFault]:
    name = projection.name
    comparison = Comparison(connection, projection)
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


def _rebuild(connection: Database, projection: Projection, progress: Progress) -> None:
    name = projection.name
    if not locks.try_rebuild(connection, name):
        raise RebuildRunning(f"{name} is being rebuilt by another process")
    try:
        _prepare(connection, projection)
        use_schema(connection, _shadow(name))
        done = _catch_up(connection, projection, 0, progress)
        for table in projection.tables:
            connection.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(table)))
        _swap_when_possible(connection, projection, done, progress)
    finally:
        if not connection.closed:
            use_schema(connection, SCHEMA)
            _discard(connection, name)
            locks.end_rebuild(connection, name)


def _catch_up(connection: Database, projection: Projection, done: int, progress: Progress) -> int:
    name = projection.name
    left = count_unread(connection, _shadow(name))
    progress(name, done, done + left)
    while left >= BATCH or done == 0 < left:
        done += advance(connection, projection, BATCH, tracked_as=_shadow(name))
        left = count_unread(connection, _shadow(name))
        progress(name, done, done + left)
    return done


def _swap_when_possible(connection: Database, projection: Projection, done: int, progress: Progress) -> None:
    for attempt in range(1, SWAP_ATTEMPTS + 1):
        try:
            done = _swap(connection, projection, done)
        except psycopg.errors.LockNotAvailable:
            if attempt == SWAP_ATTEMPTS:
                raise
            done = _catch_up(connection, projection, done, progress)
        else:
            progress(projection.name, done, done)
            return


def _swap(connection: Database, projection: Projection, done: int) -> int:
    name, shadow = projection.name, _shadow(projection.name)
    with connection.transaction(), connection.cursor() as cursor:
        locks.lock_tables(cursor, name)
        # The live tables cannot change now, but events are still appended: stop at the events that exist now, and not
        # before those that the live tables have.
        goal = done + count_unread(connection, _shadow(name))
        while done < goal or is_ahead(cursor, name, shadow):
            done += advance(connection, projection, BATCH, tracked_as=shadow)
        cursor.execute(sql.SQL("SET LOCAL lock_timeout = {}").format(LOCK_TIMEOUT))
        for table in projection.tables:
            cursor.execute(sql.SQL("DROP TABLE {}").format(sql.Identifier(SCHEMA, table)))
            move = sql.SQL("ALTER TABLE {} SET SCHEMA {}")
            cursor.execute(move.format(sql.Identifier(shadow, table), sql.Identifier(SCHEMA)))
        take_over_positions(cursor, name, shadow)
        stopped.clear(cursor, name)
        faulty.clear(cursor, name)
    return done


def _prepare(connection: Database, projection: Projection) -> None:
    """Make empty copies of the live tables, with the same names of keys and indexes, on which later migrations rely."""
    shadow = _shadow(projection.name)
    _discard(connection, projection.name)
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(shadow)))
        for table in projection.tables:
            _copy_definition(cursor, table, shadow)


def _copy_definition(cursor: Rows, table: str, shadow: str) -> None:
    live, new = sql.Identifier(SCHEMA, table), sql.Identifier(shadow, table)
    cursor.execute(sql.SQL("CREATE TABLE {} (LIKE {} INCLUDING ALL EXCLUDING INDEXES)").format(new, live))
    for (settings,) in cursor.execute(SETTINGS, (SCHEMA, table)).fetchall():
        cursor.execute(sql.SQL("ALTER TABLE {} SET ({})").format(new, sql.SQL(settings)))
    keys = cursor.execute(KEYS, (SCHEMA, table)).fetchall()
    for key, definition in keys:
        add = sql.SQL("ALTER TABLE {} ADD CONSTRAINT {} {}")
        cursor.execute(add.format(new, sql.Identifier(key), sql.SQL(definition)))
    indexes = cursor.execute(INDEXES, (SCHEMA, table)).fetchall()
    for (definition,) in indexes:
        cursor.execute(sql.SQL(definition.replace(f" ON {SCHEMA}.", f' ON "{shadow}".', 1)))
    _copy_rights(cursor, table, shadow)


def _copy_rights(cursor: Rows, table: str, shadow: str) -> None:
    new = sql.Identifier(shadow, table)
    for right, grantee, option in cursor.execute(RIGHTS, (SCHEMA, table)).fetchall():
        grant = sql.SQL("GRANT {} ON {} TO {}{}")
        cursor.execute(grant.format(sql.SQL(right), new, sql.SQL(grantee), sql.SQL(option)))
    for (owner,) in cursor.execute(OWNER, (SCHEMA, table)).fetchall():
        cursor.execute(sql.SQL("ALTER TABLE {} OWNER TO {}").format(new, sql.SQL(owner)))


def _discard(connection: Database, name: str) -> None:
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(_shadow(name))))
        forget_positions(cursor, _shadow(name))


def _shadow(name: str) -> str:
    """The schema of the new tables, and the name under which their positions are tracked."""
    return f"{SCHEMA}~{name}"


def _silent(*_: object) -> None:
    return None

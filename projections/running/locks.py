"""The advisory locks of projections: for leading one, writing its tables, and rebuilding it.

They belong to a connection or a transaction, so they end with their process, however that ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from zlib import crc32

from projections.contract import Database, Rows

LEADING, WRITING, REBUILDING = 0x6B70_0001, 0x6B70_0002, 0x6B70_0003


def try_lead(connection: Database, names: Iterable[str]) -> frozenset[str]:
    """Become the only projector of these projections while the connection lives; return those that were free."""
    keys = {_key(LEADING, name): name for name in names}
    found = connection.execute(
        "SELECT key FROM unnest(%s::bigint[]) AS key WHERE pg_try_advisory_lock(key)", (list(keys),)
    )
    return frozenset(keys[key] for (key,) in found.fetchall())


def try_rebuild(connection: Database, name: str) -> bool:
    """Become the only rebuild of this projection until `end_rebuild`, unless there is one; return whether it worked."""
    row = connection.execute("SELECT pg_try_advisory_lock(%s)", (_key(REBUILDING, name),)).fetchone()
    assert row is not None
    return bool(row[0])


def end_rebuild(connection: Database, name: str) -> None:
    """Let others rebuild this projection."""
    connection.execute("SELECT pg_advisory_unlock(%s)", (_key(REBUILDING, name),))


def try_tables(cursor: Rows, names: Iterable[str]) -> frozenset[str]:
    """Like `lock_tables`, for projections whose tables nobody else is writing; return which these are."""
    keys = {_key(WRITING, name): name for name in names}
    cursor.execute("SELECT key FROM unnest(%s::bigint[]) AS key WHERE pg_try_advisory_xact_lock(key)", (list(keys),))
    return frozenset(keys[key] for (key,) in cursor.fetchall())


def lock_tables(cursor: Rows, name: str) -> None:
    """Wait until nobody else writes the tables and tracking of this projection; held until the transaction ends."""
    cursor.execute("SELECT pg_advisory_xact_lock(%s)", (_key(WRITING, name),))


@contextmanager
def hold_tables(connection: Database, name: str) -> Iterator[Callable[[], None]]:
    """Like `lock_tables`, on a connection, until the end of the block or until the yielded function is called."""
    connection.execute("SELECT pg_advisory_lock(%s)", (_key(WRITING, name),))
    held = True

    def release() -> None:
        nonlocal held
        if held and not connection.closed:
            connection.execute("SELECT pg_advisory_unlock(%s)", (_key(WRITING, name),))
            held = False

    try:
        yield release
    finally:
        release()


def _key(kind: int, name: str) -> int:
    return (kind << 32) | crc32(name.encode())

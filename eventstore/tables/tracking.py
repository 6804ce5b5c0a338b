"""How far each projection has read the feed: a row for each projection and partition.

A projection writes its positions in the transaction that writes its rows, so that they cannot disagree. A rebuild
tracks its new tables under a name of their own, and gives the projection these positions when it swaps the tables.
"""

from __future__ import annotations

from collections.abc import Mapping

from eventsourcing.persistence import IntegrityError
from psycopg import Cursor
from psycopg.rows import TupleRow

from eventstore.postgres.datastore import Database

UNREAD = """
SELECT head.partition, coalesce(seen.position, 0) FROM kifu.feed_head AS head LEFT JOIN kifu.tracking AS seen
       ON seen.projection = %s::text AND seen.upstream = 'feed-' || head.partition
 WHERE head.position > coalesce(seen.position, 0) ORDER BY head.partition
"""
COUNT_UNREAD = """
SELECT coalesce((SELECT sum(position) FROM kifu.feed_head), 0)
     - coalesce((SELECT sum(position) FROM kifu.tracking WHERE projection = %s), 0)
"""
READ = "SELECT upstream, position FROM kifu.tracking WHERE projection = %s"
IS_AHEAD = """
SELECT EXISTS (SELECT FROM kifu.tracking AS one LEFT JOIN kifu.tracking AS other
    ON other.projection = %s AND other.upstream = one.upstream
 WHERE one.projection = %s AND one.position > coalesce(other.position, 0))
"""
TRACK = """
INSERT INTO kifu.tracking AS seen (projection, upstream, position)
SELECT %s, upstream, position FROM unnest(%s::text[], %s::bigint[]) AS read (upstream, position)
ON CONFLICT (projection, upstream) DO UPDATE SET position = excluded.position
 WHERE seen.position < excluded.position
"""
FORGET = "DELETE FROM kifu.tracking WHERE projection = %s"
RENAME = "UPDATE kifu.tracking SET projection = %s WHERE projection = %s"


def upstream(partition: int) -> str:
    """Return the name under which the positions of a feed partition are tracked."""
    return f"feed-{partition}"


def unread_partitions(database: Database, projection: str) -> dict[int, int]:
    """Return the partitions with events that the projection has not read, each with the last position it has read."""
    return dict(database.execute(UNREAD, (projection,)).fetchall())


def count_unread(database: Database, projection: str) -> int:
    """Return how many events the projection has not read."""
    row = database.execute(COUNT_UNREAD, (projection,)).fetchone()
    assert row is not None
    return int(row[0])


def read_positions(database: Database, projection: str) -> dict[int, int]:
    """Return the last position that the projection has read of each partition that it has read anything of."""
    rows = database.execute(READ, (projection,)).fetchall()
    return {int(upstream.removeprefix("feed-")): position for upstream, position in rows}


def is_ahead(database: Database, projection: str, other: str) -> bool:
    """Whether the projection has read an event that the other one has not."""
    row = database.execute(IS_AHEAD, (other, projection)).fetchone()
    assert row is not None
    return bool(row[0])


def track_positions(cursor: Cursor[TupleRow], projection: str, positions: Mapping[int, int]) -> None:
    """Record, in the transaction of the cursor, the last position read of each of these partitions.

    Raises IntegrityError if one was recorded already: another process runs the same projection.
    """
    upstreams = [upstream(partition) for partition in positions]
    cursor.execute(TRACK, (projection, upstreams, list(positions.values())))
    if cursor.rowcount != len(positions):
        raise IntegrityError(f"another process has already carried these events into {projection}")


def forget_positions(cursor: Cursor[TupleRow], projection: str) -> None:
    """Forget what the projection has read, in the transaction that empties its tables."""
    cursor.execute(FORGET, (projection,))


def take_over_positions(cursor: Cursor[TupleRow], projection: str, other: str) -> None:
    """Give the projection the positions of another one, which then has none."""
    forget_positions(cursor, projection)
    cursor.execute(RENAME, (projection, other))

"""The progress of each projection in the feed: a row for each projection and partition.

A projection writes its positions in the transaction that writes its rows, so that they cannot disagree. A rebuild
tracks its new tables under a separate name, and hands these positions to the projection when it swaps the tables.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from eventsourcing.persistence import IntegrityError
from psycopg import Cursor
from psycopg.rows import TupleRow

from eventstore.postgres.datastore import Database, Datastore

UNREAD = """
SELECT name, head.partition, coalesce(seen.position, 0), head.position
  FROM unnest(%s::text[]) AS name CROSS JOIN unnest(%s::smallint[], %s::bigint[]) AS head (partition, position)
  LEFT JOIN kifu.tracking AS seen
       ON seen.projection = name AND seen.upstream = 'feed-' || head.partition
 WHERE head.position > coalesce(seen.position, 0) ORDER BY name, head.partition
"""
COUNT_READ = "SELECT coalesce(sum(position), 0) FROM kifu.tracking WHERE projection = %s"
READ = "SELECT upstream, position FROM kifu.tracking WHERE projection = %s"
IS_AHEAD = """
SELECT EXISTS (SELECT FROM kifu.tracking AS one LEFT JOIN kifu.tracking AS other
    ON other.projection = %s AND other.upstream = one.upstream
 WHERE one.projection = %s AND one.position > coalesce(other.position, 0))
"""
TRACK = """
INSERT INTO kifu.tracking AS seen (projection, upstream, position)
SELECT * FROM unnest(%s::text[], %s::text[], %s::bigint[])
ON CONFLICT (projection, upstream) DO UPDATE SET position = excluded.position
 WHERE seen.position < excluded.position
"""
HEADS = "SELECT partition, position FROM kifu.feed_head"
BEHIND = """
SELECT EXISTS (SELECT FROM unnest(%b::text[], %b::bigint[]) AS head (upstream, position)
  LEFT JOIN kifu.tracking AS seen ON seen.projection = %b::text AND seen.upstream = head.upstream
 WHERE coalesce(seen.position, 0) < head.position)
"""
FORGET = "DELETE FROM kifu.tracking WHERE projection = %s"
RENAME = "UPDATE kifu.tracking SET projection = %s WHERE projection = %s"


class Unread(NamedTuple):
    """A partition with events that a projection has not read: the last position that it has read, and the last one."""

    seen: int
    last: int


def list_heads(datastore: Datastore) -> dict[int, int]:
    """Return the position of the last event of each partition."""
    return dict(datastore.read(HEADS, ()))


def has_read(datastore: Datastore, projection: str, heads: Mapping[int, int]) -> bool:
    """Return whether a projection has read each partition as far as `heads` says."""
    upstreams = [upstream(partition) for partition in heads]
    return not datastore.read(BEHIND, (upstreams, list(heads.values()), projection))[0][0]


def upstream(partition: int) -> str:
    """Return the name under which a feed partition is tracked."""
    return f"feed-{partition}"


def unread_partitions(
    database: Database, projections: Collection[str], heads: Mapping[int, int] | None = None
) -> dict[str, dict[int, Unread]]:
    """Return the partitions with events that each of these projections has not read.

    `heads` are the last positions of the partitions in question, by default of all.
    """
    if heads is None:
        heads = dict(database.execute(HEADS).fetchall())
    found: dict[str, dict[int, Unread]] = {name: {} for name in projections}
    values = (list(projections), list(heads), list(heads.values()))
    for name, partition, seen, last in database.execute(UNREAD, values).fetchall():
        found[name][partition] = Unread(seen, last)
    return found


def count_unread(database: Database, projection: str, heads: Mapping[int, int] | None = None) -> int:
    """Return how many events the projection has not read; `heads` are the last positions, by default of all."""
    if heads is None:
        heads = dict(database.execute(HEADS).fetchall())
    row = database.execute(COUNT_READ, (projection,)).fetchone()
    assert row is not None
    return sum(heads.values()) - int(row[0])


def read_positions(database: Database, projection: str) -> dict[int, int]:
    """Return the last position that the projection has read in each partition, without those it has not begun."""
    rows = database.execute(READ, (projection,)).fetchall()
    return {int(upstream.removeprefix("feed-")): position for upstream, position in rows}


def is_ahead(database: Database, projection: str, other: str) -> bool:
    """Return whether the projection has read an event that the other one has not."""
    row = database.execute(IS_AHEAD, (other, projection)).fetchone()
    assert row is not None
    return bool(row[0])


def track_positions(cursor: Cursor[TupleRow], read: Mapping[str, Mapping[int, int]]) -> None:
    """Record, in the transaction of the cursor, the last position that each projection has read of each partition.

    Raises IntegrityError if one was recorded already: another process runs the same projection.
    """
    rows = [(name, upstream(at), position) for name, positions in read.items() for at, position in positions.items()]
    if not rows:
        return
    cursor.execute(TRACK, [list(column) for column in zip(*rows, strict=True)])
    if cursor.rowcount != len(rows):
        raise IntegrityError(f"another process has already carried these events into {', '.join(read)}")


def forget_positions(cursor: Cursor[TupleRow], projection: str) -> None:
    """Forget the positions of the projection, in the transaction that empties its tables."""
    cursor.execute(FORGET, (projection,))


def take_over_positions(cursor: Cursor[TupleRow], projection: str, other: str) -> None:
    """Move the positions of another projection to this one."""
    forget_positions(cursor, projection)
    cursor.execute(RENAME, (projection, other))

"""The Merkle log as stored: signed heads, tiles of hashes, and the events that its leaves are made of."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow

from domain.rows import HeadRow, LeafRow, TileSegment
from eventstore.postgres.datastore import CONNECTION_OPTIONS, Params

# Any number will do, as long as every process that makes checkpoints takes the same one.
ADVISORY_LOCK = 0x6B696C6F

HEAD = "SELECT partition, size, root, time, key, signature FROM kifu.tree_head "
LATEST = HEAD + "WHERE partition = %b::smallint ORDER BY size DESC LIMIT 1"
AT_SIZE = HEAD + "WHERE partition = %b::smallint AND size = %b::bigint"
AFTER = HEAD + "WHERE partition = %b::smallint AND size > %b::bigint ORDER BY size LIMIT %b::bigint"
EACH_LATEST = (
    "SELECT latest.* FROM kifu.feed_head AS feed, LATERAL ("
    "SELECT partition, size, root, time, key, signature FROM kifu.tree_head AS head "
    "WHERE head.partition = feed.partition ORDER BY size DESC LIMIT 1) AS latest ORDER BY partition"
)
SIZES = (
    "SELECT feed.partition, feed.position, coalesce(latest.size, 0) FROM kifu.feed_head AS feed LEFT JOIN LATERAL ("
    "SELECT size FROM kifu.tree_head AS head WHERE head.partition = feed.partition ORDER BY size DESC LIMIT 1"
    ") AS latest ON true ORDER BY feed.partition"
)
TILES = (
    "SELECT level, index, width, hashes FROM kifu.log_tile JOIN unnest(%b::smallint[], %b::bigint[]) "
    "AS wanted (level, index) USING (level, index) WHERE partition = %b::smallint ORDER BY level, index, width"
)
LEAVES = (
    "SELECT position, game_id, version, coalesce(digest, sha256(convert_to(payload, 'UTF8'))) FROM kifu.event "
    "WHERE partition = %b::smallint AND position > %b::bigint AND position <= %b::bigint ORDER BY position"
)
LAST = "SELECT position FROM kifu.event WHERE partition = %b::smallint ORDER BY position DESC LIMIT 1"
BEYOND = (
    "SELECT FROM kifu.log_tile WHERE partition = %b::smallint AND level = 0 "
    "AND (index, width) > (%b::bigint, %b::int) LIMIT 1"
)
ADD_TILE = "INSERT INTO kifu.log_tile (partition, level, index, width, hashes) VALUES (%s, %s, %s, %s, %s)"
ADD_HEAD = "INSERT INTO kifu.tree_head (partition, size, root, time, key, signature) VALUES (%s, %s, %s, %s, %s, %s)"


@dataclass(frozen=True)
class PartitionSizes:
    """The last position of a partition, and the size of its latest signed head, 0 if it has none."""

    partition: int
    position: int
    signed: int


class Read(Protocol):
    """Carries out a statement that changes nothing and returns its rows."""

    def __call__(self, statement: str, params: Params, /) -> list[TupleRow]: ...


class LogTables:
    """Reads the log. Tries once or several times, as `read` does."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def latest(self) -> list[HeadRow]:
        """Return the latest signed head of each partition that has one, by partition."""
        return [HeadRow(*row) for row in self._read(EACH_LATEST, ())]

    def head(self, partition: int, size: int | None = None) -> HeadRow | None:
        """Return the signed head of this size, or the latest."""
        wanted = (partition,) if size is None else (partition, size)
        rows = self._read(LATEST if size is None else AT_SIZE, wanted)
        return HeadRow(*rows[0]) if rows else None

    def heads(self, partition: int, after: int, limit: int) -> list[HeadRow]:
        """Return at most `limit` signed heads of sizes above `after`, by size."""
        return [HeadRow(*row) for row in self._read(AFTER, (partition, after, limit))]

    def sizes(self) -> list[PartitionSizes]:
        """Return for each partition how many events it has, and over how many of them a head is signed."""
        return [PartitionSizes(*row) for row in self._read(SIZES, ())]

    def tiles(self, partition: int, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
        """Return the hashes of tiles by level and index, as far as the rows of each follow one another."""
        wanted = sorted(places)
        if not wanted:
            return {}
        levels, indices = [level for level, _ in wanted], [index for _, index in wanted]
        found: dict[tuple[int, int], bytes] = {}
        for level, index, width, hashes in self._read(TILES, (levels, indices, partition)):
            before = found.get((level, index), b"")
            if len(before) + len(hashes) == 32 * width:
                found[level, index] = before + hashes
        return found

    def leaves(self, partition: int, after: int, until: int) -> list[LeafRow]:
        """Return what the leaves at positions above `after` up to `until` are made of, by position."""
        return [LeafRow(*row) for row in self._read(LEAVES, (partition, after, until))]

    def last_position(self, partition: int) -> int:
        """Return the position of the last stored event, whatever the feed head says; 0 if the partition is empty."""
        rows = self._read(LAST, (partition,))
        return int(rows[0][0]) if rows else 0


class LogWriter(LogTables):
    """Adds to the log, in the transaction of `open_log`."""

    def __init__(self, connection: psycopg.Connection[TupleRow]) -> None:
        super().__init__(lambda statement, params: connection.execute(statement.encode(), params).fetchall())
        self._connection = connection

    def has_hashes_beyond(self, partition: int, size: int) -> bool:
        """Whether the tiles have leaves after the first `size`, over which no head is signed."""
        return bool(self._read(BEYOND, (partition, *divmod(size, 256))))

    def add(self, partition: int, segments: Sequence[TileSegment], head: HeadRow) -> None:
        """Add new hashes to the tiles, and the head that is signed over them."""
        rows = [(partition, segment.level, segment.index, segment.width, segment.hashes) for segment in segments]
        with self._connection.cursor() as cursor:
            cursor.executemany(ADD_TILE, rows)
        values = (head.partition, head.size, head.root, head.time, head.key, head.signature)
        self._connection.execute(ADD_HEAD, values)


@contextmanager
def open_log(url: str) -> Iterator[LogWriter]:
    """Open the log for writing, in a transaction that commits at the end of the block; other writers wait.

    Raises psycopg.Error without trying again, since the next checkpoint will.
    """
    with psycopg.connect(make_conninfo(url, **CONNECTION_OPTIONS)) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (ADVISORY_LOCK,))
        yield LogWriter(connection)

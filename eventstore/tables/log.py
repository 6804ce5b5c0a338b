"""The Merkle log as stored: signed heads, tiles of hashes, and the events behind its leaves."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow

from domain.rows import PARTITIONS, EarlyStreamsRow, HeadRow, LeafRow, LoggedHeadsRow, TileSegment
from eventstore.postgres.datastore import CONNECTION_OPTIONS, Read
from eventstore.tables.cosignatures import Cosignatures
from eventstore.tables.heads import LoggedHeads, add_logged_heads
from eventstore.tables.receipts import ADD_EARLY, MissingReceipts

# Any number will do, as long as every process that makes checkpoints takes the same one.
ADVISORY_LOCK = 0x6B696C6F

HEAD = "SELECT partition, size, root, time, key, signature FROM kifu.tree_head WHERE partition = %b::smallint "
AT_SIZE = HEAD + "AND size = %b::bigint ORDER BY key, signature"
PLACE = "(size, key, signature) {} (%b::bigint, %b::text, %b::bytea)"
DOWN = "ORDER BY size DESC, key DESC, signature DESC LIMIT %b::bigint"
UP = "ORDER BY size, key, signature LIMIT %b::bigint"
FIRST_BELOW, NEXT_BELOW = HEAD + DOWN, HEAD + f"AND {PLACE.format('<')} {DOWN}"
FIRST_ABOVE = HEAD + f"AND size > %b::bigint {UP}"
NEXT_ABOVE = HEAD + f"AND {PLACE.format('>')} {UP}"
COLUMNS = "head.partition, head.size, head.root, head.time, head.key, head.signature"
OF_EVENT = f"SELECT {COLUMNS} FROM kifu.tree_head AS head WHERE head.partition = event.partition AND head.size"  # noqa: S608 - constants
AROUND = (
    f"SELECT DISTINCT {COLUMNS} FROM (SELECT %b::smallint AS partition, unnest(%b::bigint[]) AS position) AS event, "  # noqa: S608 - constants
    f"LATERAL (({OF_EVENT} < event.position ORDER BY head.size DESC LIMIT 1) UNION ALL "
    f"({OF_EVENT} >= event.position ORDER BY head.size LIMIT 1)) AS head"
)
EACH_LATEST = (
    f"SELECT latest.* FROM generate_series(0, {PARTITIONS - 1}) AS feed (partition), LATERAL ("  # noqa: S608 - a number
    "SELECT partition, size, root, time, key, signature FROM kifu.tree_head AS head "
    "WHERE head.partition = feed.partition ORDER BY size DESC LIMIT 1) AS latest ORDER BY partition"
)
SIZES = (
    "SELECT feed.partition, feed.position, coalesce((SELECT position FROM kifu.event AS e "
    "WHERE e.partition = feed.partition ORDER BY position DESC LIMIT 1), 0) "
    "FROM kifu.feed_head AS feed ORDER BY feed.partition"
)
COUNT = "SELECT count(*) FROM kifu.event WHERE partition = %b::smallint"
FIRST_GAP = (
    "SELECT n FROM (SELECT position, row_number() OVER (ORDER BY position) AS n FROM kifu.event "
    "WHERE partition = %b::smallint) AS place WHERE n <> position ORDER BY n LIMIT 1"
)
FILES = "SELECT since FROM kifu.checkpoint_file ORDER BY since DESC LIMIT 1"
REMEMBER = "INSERT INTO kifu.checkpoint_file DEFAULT VALUES"
TILES = (
    "SELECT level, index, width, hashes FROM kifu.log_tile JOIN unnest(%b::smallint[], %b::bigint[]) "
    "AS wanted (level, index) USING (level, index) WHERE partition = %b::smallint ORDER BY level, index, width"
)
# Taken from the payload, since the owner of the database can detach the column from it.
LEAVES = (
    'SELECT position, game_id, version, CASE WHEN right(payload, 77) ~ \'^,"digest":"[0-9a-f]{64}"[}]$\' '
    "THEN decode(left(right(payload, 66), 64), 'hex') ELSE sha256(convert_to(payload, 'UTF8')) END FROM kifu.event "
    "WHERE partition = %b::smallint AND position > %b::bigint AND position <= %b::bigint ORDER BY position"
)
TRY_LOCK = "SELECT pg_try_advisory_xact_lock_shared(%b::bigint)"
FIRST_PAYLOADS = (
    "SELECT e.payload FROM kifu.feed_head AS feed JOIN kifu.event AS e USING (partition) "
    "WHERE feed.position > 0 AND e.position = 1"
)
LAST = "SELECT position FROM kifu.event WHERE partition = %b::smallint ORDER BY position DESC LIMIT 1"
BEYOND = (
    "SELECT FROM kifu.log_tile WHERE partition = %b::smallint AND level = 0 "
    "AND (index, width) > (%b::bigint, %b::int) LIMIT 1"
)
ADD_HASHES = "SELECT kifu.add_hashes(%s::smallint, %s::smallint, %s::bigint, %s::smallint, %s::bytea)"
ADD_HEAD = "INSERT INTO kifu.tree_head (partition, size, root, time, key, signature) VALUES (%s, %s, %s, %s, %s, %s)"


class FalseHashes(Exception):
    """Hashes of the log do not follow from the events, or not from the stored hashes; says which."""


@dataclass(frozen=True)
class PartitionSizes:
    """The position of the head of a partition of the feed, and that of its last event, 0 if there is none."""

    partition: int
    position: int
    last: int


class LogTables:
    """Reads the log. Tries once or several times, as `read` does."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self.heads = LoggedHeads(read)
        self.cosignatures = Cosignatures(read)
        self.receipts = MissingReceipts(read)

    def early_streams(self) -> list[EarlyStreamsRow]:
        """Return the lists of streams that may lack receipts, unchecked."""
        return self.receipts.early()

    def latest(self) -> list[HeadRow]:
        """Return the row of the largest size of each partition that has one, unchecked."""
        return [HeadRow(*row) for row in self._read(EACH_LATEST, ())]

    def heads_of(self, partition: int, size: int) -> list[HeadRow]:
        """Return the heads of this size: one, unless somebody added more."""
        return [HeadRow(*row) for row in self._read(AT_SIZE, (partition, size))]

    def heads_below(self, partition: int, before: HeadRow | None, limit: int) -> list[HeadRow]:
        """Return the next page of at most `limit` heads, the largest first."""
        if before is None:
            return [HeadRow(*row) for row in self._read(FIRST_BELOW, (partition, limit))]
        return [HeadRow(*row) for row in self._read(NEXT_BELOW, (partition, *_place(before), limit))]

    def heads_above(self, partition: int, size: int, after: HeadRow | None, limit: int) -> list[HeadRow]:
        """Return the next page of at most `limit` heads of larger sizes, the smallest first."""
        if after is None:
            return [HeadRow(*row) for row in self._read(FIRST_ABOVE, (partition, size, limit))]
        return [HeadRow(*row) for row in self._read(NEXT_ABOVE, (partition, *_place(after), limit))]

    def heads_around(self, partition: int, positions: Collection[int]) -> list[HeadRow]:
        """Return for each position a head of the largest size below it, and one of the smallest that covers it."""
        return [HeadRow(*row) for row in self._read(AROUND, (partition, sorted(positions)))]

    def sizes(self) -> list[PartitionSizes]:
        """Return, for each partition, how many events it should have and the position of the last one."""
        return [PartitionSizes(*row) for row in self._read(SIZES, ())]

    def count(self, partition: int) -> int:
        """Return how many events a partition has."""
        return int(self._read(COUNT, (partition,))[0][0])

    def first_payloads(self) -> list[str]:
        """Return the payload of the first event of each partition that has it."""
        return [payload for (payload,) in self._read(FIRST_PAYLOADS, ())]

    def first_gap(self, partition: int) -> int:
        """Return the first position at which a partition has no event, with later events or none."""
        rows = self._read(FIRST_GAP, (partition,))
        return int(rows[0][0]) if rows else self.last_position(partition) + 1

    def file_since(self) -> datetime | None:
        """Return the time since when a file of heads must exist outside the database; None if there never was one."""
        rows = self._read(FILES, ())
        return rows[0][0] if rows else None

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
        """Return the contents of the leaves at positions above `after` up to `until`, by position."""
        return [LeafRow(*row) for row in self._read(LEAVES, (partition, after, until))]

    def is_being_signed(self) -> bool:
        """Return whether a process is currently making checkpoints: the file may then have heads before the table
        does."""
        return not self._read(TRY_LOCK, (ADVISORY_LOCK,))[0][0]

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
        """Return whether the tiles have leaves beyond the first `size`, which no signed head covers."""
        return bool(self._read(BEYOND, (partition, *divmod(size, 256))))

    def add(self, partition: int, segments: Sequence[TileSegment], head: HeadRow) -> None:
        """Add new hashes to the tiles, and the head that is signed over them; raises FalseHashes, having added none."""
        try:
            with self._connection.transaction():
                # Upper hashes follow from those below, which must be there first.
                for one in sorted(segments, key=lambda segment: (segment.level, segment.index)):
                    values = (partition, one.level, one.index, one.width, one.hashes)
                    self._connection.execute(ADD_HASHES, values, prepare=True)
        except psycopg.errors.CheckViolation as error:
            raise FalseHashes(error.diag.message_primary or "") from None
        row = (head.partition, head.size, head.root, head.time, head.key, head.signature)
        self._connection.execute(ADD_HEAD, row)

    def add_logged_heads(self, row: LoggedHeadsRow) -> None:
        """Add a leaf to the log of heads, with its signed root."""
        add_logged_heads(self._connection, row)

    def add_early_streams(self, row: EarlyStreamsRow) -> None:
        """Add the list of streams that may lack receipts."""
        self._connection.execute(ADD_EARLY, (row.time, list(row.streams), row.key, row.signature))

    def remember_file(self) -> None:
        """Record that a file of heads exists from now on."""
        self._connection.execute(REMEMBER)


def _place(row: HeadRow) -> tuple[int, str, bytes]:
    return row.size, row.key, row.signature


@contextmanager
def open_log(url: str) -> Iterator[LogWriter]:
    """Open the log for writing, in a transaction that commits at the end of the block; other writers wait.

    Raises psycopg.Error without trying again, since the next checkpoint will.
    """
    with psycopg.connect(make_conninfo(url, **CONNECTION_OPTIONS)) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (ADVISORY_LOCK,))
        yield LogWriter(connection)

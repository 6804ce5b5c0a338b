"""Moved games and their notes: for the owner of the database, on a separate connection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from psycopg import Connection
from psycopg.rows import TupleRow

from eventstore.partition import PARTITIONS, partition_of
from eventstore.postgres.datastore import Read

# Any number will do, as long as every process that moves games takes the same one.
ADVISORY_LOCK = 0x6B696D76

DUE = """
SELECT game.updated_at, game.game_id FROM kifu_read.game AS game
  LEFT JOIN LATERAL (SELECT at, back FROM kifu.moved_game AS note WHERE note.game_id = game.game_id
                      ORDER BY number DESC LIMIT 1) AS last ON true
 WHERE game.status IN ('finished', 'resigned') AND game.updated_at < %(before)s
   AND (last.at IS NULL OR (last.back AND last.at < %(before)s))
   AND (game.updated_at, game.game_id) > (%(time)s, %(game)s::uuid)
 ORDER BY game.updated_at, game.game_id LIMIT 500
"""
FIRST = datetime.min, UUID(int=0)
STUBS = """
SELECT version FROM kifu.event WHERE partition = %s AND game_id = %s AND left(payload, 3) = 'a1:' ORDER BY version
"""
# Not limited to a partition: once a minute, looking into each is cheap enough.
LAST_MOVED = """
SELECT payload FROM kifu.event AS e WHERE left(e.payload, 3) = 'a1:' AND e.game_id = (
    SELECT note.game_id FROM kifu.moved_game AS note
     WHERE NOT note.back AND NOT EXISTS (SELECT FROM kifu.moved_game AS later
                                          WHERE later.game_id = note.game_id AND later.number > note.number)
     ORDER BY note.number DESC LIMIT 1)
 LIMIT 1
"""
IS_MOVED = "SELECT back FROM kifu.moved_game WHERE game_id = %s ORDER BY number DESC LIMIT 1"
MOVE_OUT = "SELECT kifu.move_out(%s, %s, %s, %s::smallint[], %s::uuid[], %s::bigint[], %s::text[])"
MOVE_BACK = "SELECT kifu.move_back(%s, %s::smallint[], %s::uuid[], %s::bigint[], %s::text[])"


def find_last_moved(read: Read) -> str | None:
    """Return a stub of the game that was moved out last and is still out; None if there is none."""
    rows = read(LAST_MOVED, ())
    return str(rows[0][0]) if rows else None


def is_moved_out(read: Read, game_id: UUID) -> bool:
    """Return whether the last note about a game says that it was moved to its file."""
    rows = read(IS_MOVED, (game_id,))
    return bool(rows) and not rows[0][0]


class Place(msgspec.Struct, frozen=True):
    """The row of an event, and its new payload."""

    stream: UUID
    version: int
    payload: bytes


class MovedGames:
    """The notes of moves, and the moves. `connection` is the owner's, in autocommit mode."""

    def __init__(self, connection: Connection[TupleRow], partitions: int = PARTITIONS) -> None:
        self._connection = connection
        self._partitions = partitions

    def try_lock(self) -> bool:
        """Try to become the only connection that moves games, until it is closed; return whether it worked."""
        row = self._connection.execute("SELECT pg_try_advisory_lock(%s)", (ADVISORY_LOCK,)).fetchone()
        return row is not None and bool(row[0])

    def due(self, before: datetime) -> Iterator[UUID]:
        """Find the games that ended before this time and have been in the database since, the earliest first."""
        time, game = FIRST
        while rows := self._connection.execute(DUE, {"before": before, "time": time, "game": game}).fetchall():
            yield from (row[1] for row in rows)
            time, game = rows[-1]

    def stubs(self, stream: UUID) -> list[int]:
        """Return the versions of a stream that were moved out."""
        rows = self._connection.execute(STUBS, (partition_of(stream, self._partitions), stream)).fetchall()
        return [row[0] for row in rows]

    def move_out(self, game_id: UUID, file_bytes: int, file_hash: bytes, stubs: Sequence[Place]) -> None:
        """Replace payloads with stubs; raises IntegrityError, changing nothing, if one does not fit its row."""
        self._connection.execute(MOVE_OUT, (game_id, file_bytes, file_hash, *self._columns(stubs)))

    def move_back(self, game_id: UUID, payloads: Sequence[Place]) -> None:
        """Replace stubs with payloads; raises IntegrityError, changing nothing, if one does not fit its stub."""
        self._connection.execute(MOVE_BACK, (game_id, *self._columns(payloads)))

    def _columns(self, places: Sequence[Place]) -> tuple[list[int], list[UUID], list[int], list[str]]:
        return (
            [partition_of(place.stream, self._partitions) for place in places],
            [place.stream for place in places],
            [place.version for place in places],
            [place.payload.decode() for place in places],
        )

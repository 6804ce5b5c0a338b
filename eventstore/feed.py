"""Reads the feed, with wake-ups when it grows.

Readers remember the last position read in each partition. They read everything after it, then wait on a `Watch` of
`Feed` until a game has new events. Writers wake the others after the commit, through `eventstore.notify`. Wake-ups can
get lost, so readers also read after a timeout.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from psycopg import Connection, Cursor
from psycopg.rows import TupleRow, tuple_row

from eventstore.codec import read_payload
from eventstore.notify import Bell, Ring
from eventstore.postgres.citus import is_spread
from eventstore.postgres.datastore import Database, Datastore
from eventstore.postgres.pool import FeedConnection

# A stream that replaces a game is read as that game; the events of the replaced stream are superseded.
READ = """
SELECT event.partition, event.position, coalesce(own.stream, event.game_id), event.version, event.topic, event.payload,
       EXISTS (SELECT FROM kifu.replaced_stream AS later
                WHERE later.stream = coalesce(own.stream, event.game_id) AND later.number > coalesce(own.number, 0))
  FROM unnest(%s::smallint[], %s::bigint[]) AS seen (partition, position), LATERAL (
    SELECT partition, position, game_id, version, topic, payload FROM kifu.event AS e
     WHERE e.partition = seen.partition AND e.position > seen.position ORDER BY e.position LIMIT %s::bigint
) AS event LEFT JOIN kifu.replaced_stream AS own ON own.by = event.game_id
"""
# If partitions are on several machines, each is read separately, then the games that their streams replace.
READ_PARTITION = """
SELECT partition, position, game_id, version, topic, payload FROM kifu.event
 WHERE partition = %s::smallint AND position > %s::bigint ORDER BY position LIMIT %s::bigint
"""
STAND_FOR = """
SELECT seen.id, coalesce(own.stream, seen.id),
       EXISTS (SELECT FROM kifu.replaced_stream AS later
                WHERE later.stream = coalesce(own.stream, seen.id) AND later.number > coalesce(own.number, 0))
  FROM unnest(%s::uuid[]) AS seen (id) LEFT JOIN kifu.replaced_stream AS own ON own.by = seen.id
"""
# The streams of one game lie in different partitions.
READ_VERSION = """
SELECT partition, position, %(game)s::uuid, version, topic, payload, false FROM kifu.event
 WHERE partition = %(partition)s::smallint AND version = %(version)s::bigint AND game_id = ANY (
    ARRAY(SELECT %(game)s::uuid UNION ALL SELECT by FROM kifu.replaced_stream WHERE stream = %(game)s::uuid))
"""


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """One stored event: `position` counts from 1 within `partition`, `version` from 1 within the game.

    `superseded` are the events of an imported game that was replaced by a better file of it.
    """

    partition: int
    position: int
    game_id: UUID
    version: int
    topic: str
    payload: bytes
    superseded: bool = False


def read_events(database: Database | FeedConnection, seen: Mapping[int, int], limit: int) -> list[FeedEvent]:
    """Return at most `limit` events of each partition in `seen` with positions above it, by partition and position."""
    if is_spread(database):
        rows = stand_for(database, read_stored(database, seen, limit))
    else:
        rows = _cursor(database).execute(READ, (list(seen), list(seen.values()), limit)).fetchall()
    return sort_events(rows)


def read_stored(database: Database | FeedConnection, seen: Mapping[int, int], limit: int) -> list[TupleRow]:
    """Return the stored rows for `read_events` if partitions are distributed; `stand_for` completes them."""
    connection = database if isinstance(database, Connection) else database.connection
    with connection.pipeline():
        cursors = [
            connection.cursor(row_factory=tuple_row).execute(READ_PARTITION, (*place, limit)) for place in seen.items()
        ]
        return [row for cursor in cursors for row in cursor.fetchall()]


def stand_for(database: Database | FeedConnection, stored: Sequence[TupleRow]) -> list[TupleRow]:
    """Add to stored rows the games that their streams stand for, querying only the coordinator."""
    found = _cursor(database).execute(STAND_FOR, (list({row[2] for row in stored}),)).fetchall()
    games = {stream: (game, superseded) for stream, game, superseded in found}
    return [
        (partition, position, games[stream][0], version, topic, text, games[stream][1])
        for partition, position, stream, version, topic, text in stored
    ]


def sort_events(rows: Iterable[TupleRow]) -> list[FeedEvent]:
    """Return the events of rows by partition and position."""
    return sorted(map(_event, rows), key=lambda event: (event.partition, event.position))


def _cursor(database: Database | FeedConnection) -> Cursor[TupleRow]:
    return database.cursor(row_factory=tuple_row) if isinstance(database, Connection) else database


def read_event(database: Database, partition: int, game_id: UUID, version: int) -> FeedEvent | None:
    """Return the event of this version of a game, or None if the game has no such version."""
    values = {"partition": partition, "game": game_id, "version": version}
    row = database.execute(READ_VERSION, values).fetchone()
    return _event(row) if row is not None else None


def _event(row: TupleRow) -> FeedEvent:
    partition, position, game_id, version, topic, text, superseded = row
    return FeedEvent(partition, position, game_id, version, topic, read_payload(text), superseded)


class Watch:
    """Rings when a game may have new events. To miss nothing, read after creating or clearing it, then `wait`."""

    def __init__(self, game_id: UUID | None) -> None:
        self.game_id = game_id
        self._event = threading.Event()

    def ring(self) -> None:
        """Wake the waiting thread, or the next one to wait."""
        self._event.set()

    def clear(self) -> None:
        """Forget earlier rings. Read the feed after this and before `wait`."""
        self._event.clear()

    def wait(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds for a ring, use it up, and return whether there was one."""
        rang = self._event.wait(timeout)
        self._event.clear()
        return rang


class Feed:
    """Tells readers that the feed has grown. One instance serves all threads of a process; `close` it at the end.

    Its threads and their connections start with the first `wake` or `watch`, so build it after a fork.
    """

    def __init__(self, datastore: Datastore) -> None:
        self._bell = Bell(datastore.url, self._ring)
        self._lock = threading.Lock()
        self._watches: dict[UUID | None, set[Watch]] = {}
        self._listeners: list[Ring] = []

    @property
    def unreadable(self) -> int:
        """The number of unreadable announcements, which others have sent."""
        return self._bell.unreadable

    def wake(self, game_id: UUID) -> None:
        """Tell all processes asynchronously that a game has new events. Call it after the commit."""
        self._ring(frozenset((game_id,)))
        self._bell.announce(game_id)

    @contextmanager
    def watch(self, game_id: UUID | None = None) -> Iterator[Watch]:
        """Return a watch over one game, or all games, that listens until the end of the `with` block."""
        watch = self._add(Watch(game_id))
        try:
            yield watch
        finally:
            with self._lock:
                self._watches[game_id].discard(watch)
                if not self._watches[game_id]:
                    del self._watches[game_id]

    def listen(self, hear: Ring) -> None:
        """Call `hear` from now on with the ids of games that have new events, or with None for any game.

        It runs on the thread that wakes or listens, so it must be quick.
        """
        with self._lock:
            self._listeners.append(hear)
        self._bell.listen()

    def close(self) -> None:
        """End the threads and wake every waiting thread."""
        self._bell.close()
        self._ring(None)

    def _add(self, watch: Watch) -> Watch:
        with self._lock:
            self._watches.setdefault(watch.game_id, set()).add(watch)
        self._bell.listen()
        return watch

    def _ring(self, game_ids: frozenset[UUID] | None) -> None:
        """Ring for these games; None means all, since announcements may have been lost."""
        with self._lock:
            keys = list(self._watches) if game_ids is None else [None, *game_ids]
            ringing = [watch for key in keys for watch in self._watches.get(key, ())]
            listeners = list(self._listeners)
        for watch in ringing:
            watch.ring()
        for hear in listeners:
            hear(game_ids)

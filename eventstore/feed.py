"""Reading the feed, and being woken when it grows."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from eventstore.bell import Bell
from eventstore.postgres.datastore import Datastore

HEADS = "SELECT partition, position FROM kifu.feed_head ORDER BY partition"
AHEAD = (
    "SELECT head.partition, coalesce(seen.position, 0) FROM kifu.feed_head AS head LEFT JOIN kifu.tracking AS seen "
    "ON seen.projection = %b::text AND seen.upstream = 'feed-' || head.partition "
    "WHERE head.position > coalesce(seen.position, 0) ORDER BY head.partition"
)
SELECT = (
    "SELECT partition, position, game_id, version, topic, payload FROM kifu.event "
    "WHERE partition = %b::smallint AND position > %b::bigint ORDER BY position LIMIT %b::bigint"
)

SELECT_VERSION = (
    "SELECT partition, position, game_id, version, topic, payload FROM kifu.event "
    "WHERE partition = %b::smallint AND game_id = %b::uuid AND version = %b::bigint"
)
SELECT_MANY = (
    "SELECT event.* FROM unnest(%b::smallint[], %b::bigint[]) AS seen (partition, position), LATERAL ("
    "SELECT partition, position, game_id, version, topic, payload FROM kifu.event AS e "
    "WHERE e.partition = seen.partition AND e.position > seen.position ORDER BY e.position LIMIT %b::bigint"
    ") AS event"
)


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """One stored event: `position` counts from 1 within `partition`, `version` from 1 within the game."""

    partition: int
    position: int
    game_id: UUID
    version: int
    topic: str
    payload: bytes


class Watch:
    """Rings when a game may have new events. Read after `clear` or after being made, then `wait`: nothing is missed."""

    def __init__(self, game_id: UUID | None) -> None:
        self.game_id = game_id
        self._event = threading.Event()

    def ring(self) -> None:
        """Wake whoever waits, now or next."""
        self._event.set()

    def clear(self) -> None:
        """Forget rings so far; read the feed after this and before `wait`."""
        self._event.clear()

    def wait(self, timeout: float) -> bool:
        """Whether it rang within `timeout` seconds; the ring is used up."""
        rang = self._event.wait(timeout)
        self._event.clear()
        return rang


class Feed:
    """The events of all games, by partition. One of these serves all threads of a process; `close` it at the end.

    Wake-ups are a convenience and may be lost with a connection: waiters read again after their timeout as well. The
    threads and the connection behind them start with the first `wake`, `wait` or `watch`, so build it after a fork.
    """

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self._bell = Bell(datastore.url, self._ring)
        self._lock = threading.Lock()
        self._watches: dict[UUID | None, set[Watch]] = {}
        self._own: Watch | None = None

    def heads(self) -> dict[int, int]:
        """The last position of every partition, 0 for an empty one."""
        return dict(self._datastore.read(HEADS, ()))

    def ahead_of(self, seen: Mapping[int, int]) -> list[int]:
        """The partitions with positions above those `seen`, a mapping of partition to position."""
        return [partition for partition, position in self.heads().items() if position > seen.get(partition, 0)]

    def ahead_of_projection(self, projection: str) -> dict[int, int]:
        """The partitions that `projection` has not read to the end, each with the position it has read: one query."""
        return dict(self._datastore.read(AHEAD, (projection,)))

    def select(self, partition: int, after: int, limit: int) -> list[FeedEvent]:
        """At most `limit` events of a partition with positions above `after`, in order."""
        return self._events(SELECT, (partition, after, limit))

    def select_many(self, seen: Mapping[int, int], limit: int) -> list[FeedEvent]:
        """At most `limit` events of each partition in `seen` with positions above it, by partition, in one query."""
        return self._events(SELECT_MANY, (list(seen), list(seen.values()), limit))

    def wake(self, game_id: UUID) -> None:
        """Tell all processes, soon and without waiting for it, that a game has new events. Call it after the commit."""
        self._ring(frozenset((game_id,)))
        self._bell.announce(game_id)

    def wait(self, timeout: float) -> bool:
        """Whether any event may have been added since the last `wait`, waiting `timeout` seconds at most.

        For one thread, which reads between its calls; it misses nothing if it waits with 0 before it reads first.
        Others use a `watch` of their own.
        """
        if self._own is None:
            self._own = self._add(Watch(None))
        return self._own.wait(timeout)

    @contextmanager
    def watch(self, game_id: UUID | None = None) -> Iterator[Watch]:
        """A bell for one game, or for all, that listens from here to the end of the `with` block."""
        watch = self._add(Watch(game_id))
        try:
            yield watch
        finally:
            with self._lock:
                self._watches[game_id].discard(watch)
                if not self._watches[game_id]:
                    del self._watches[game_id]

    def close(self) -> None:
        """End the threads and wake everyone who waits."""
        self._bell.close()
        self._ring(None)

    def _add(self, watch: Watch) -> Watch:
        with self._lock:
            self._watches.setdefault(watch.game_id, set()).add(watch)
        self._bell.listen()
        return watch

    def _ring(self, game_ids: frozenset[UUID] | None) -> None:
        """Ring for some games, or, after a time in which announcements may have been lost, for all."""
        with self._lock:
            keys = list(self._watches) if game_ids is None else [None, *game_ids]
            ringing = [watch for key in keys for watch in self._watches.get(key, ())]
        for watch in ringing:
            watch.ring()

    def _events(self, statement: str, params: Sequence[object]) -> list[FeedEvent]:
        rows = self._datastore.read(statement, params)
        return [FeedEvent(at, n, game, version, topic, text.encode()) for at, n, game, version, topic, text in rows]

"""Reads the feed worker by worker, so that an unavailable worker of a cluster does not hold up the others'
partitions."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from psycopg.rows import TupleRow

from eventstore.feed import FeedEvent, read_events, read_stored, sort_events, stand_for
from eventstore.postgres.away import AWAY
from eventstore.postgres.datastore import PATIENCE, Datastore
from eventstore.postgres.shards import read_heads
from eventstore.tables.tracking import HEADS, list_heads

LONGEST = 1.0
"""Seconds after which a worker that has not answered counts as unavailable."""
PAUSES = (0.5, 10.0)
"""Seconds before an unavailable worker is asked again, doubled each time up to the second number."""
HEADS_OF = f"{HEADS} WHERE partition = ANY (%s::smallint[])"


@dataclass(frozen=True)
class _Absence:
    pause: float
    until: float


class NodeFeed:
    """The feed of one database, for one thread, on connections of its own: `close` it. Any thread may read `away`.

    A database that is not distributed is one unit, and its errors are raised. With `whole`, so is a cluster, for
    readers that must not leave out the events of a worker.
    """

    def __init__(self, url: str, pooled: str | None = None, *, whole: bool = False) -> None:
        self._whole = whole
        self._datastore = Datastore(url, pool_size=1, longest=LONGEST, pooled=pooled)
        self._absences: dict[str, _Absence] = {}
        self.away: Mapping[str, tuple[int, ...]] = {}
        """The workers that did not answer the last request, with their partitions."""

    def heads(self) -> dict[int, int]:
        """Return the position of the last event of each partition whose worker answers.

        Raises an error of `AWAY` if none does.
        """
        groups = self._groups()
        if not groups:
            return list_heads(self._datastore)
        found: dict[int, int] = {}
        failure: Exception | None = None
        now = time.monotonic()
        for node, partitions in groups.items():
            absence = None if self._whole else self._absences.get(node)
            if absence is not None and now < absence.until:
                continue
            try:
                found |= self._heads_of(partitions)
                self._absences.pop(node, None)
            except AWAY as error:
                self._miss(node)
                failure = error
        self.away = {node: groups[node] for node in groups if node in self._absences}
        if failure is not None and (self._whole or len(self.away) == len(groups)):
            raise failure
        return found

    def read(self, seen: Mapping[int, int], limit: int) -> list[FeedEvent]:
        """Return events like `read_events`; unless the feed is `whole`, without those of workers that do not answer."""
        groups = self._groups()
        if not groups:
            with self._datastore.get_connection(PATIENCE) as connection:
                return read_events(connection, seen, limit)
        stored: list[TupleRow] = []
        for node, partitions in groups.items():
            wanted = {partition: seen[partition] for partition in partitions if partition in seen}
            if not wanted:
                continue
            try:
                with self._datastore.get_connection(PATIENCE, *wanted, local=True) as connection:
                    stored += read_stored(connection, wanted, limit)
            except AWAY:
                if self._whole:
                    raise
                self._miss(node)
        if not stored:
            return []
        with self._datastore.get_connection(PATIENCE) as connection:
            return sort_events(stand_for(connection, stored))

    def close(self) -> None:
        """Close the connection."""
        self._datastore.close()

    def _heads_of(self, partitions: tuple[int, ...]) -> dict[int, int]:
        with self._datastore.get_connection(PATIENCE, *partitions, local=True) as connection:
            found = read_heads(connection, partitions)
        # Citus needs seven times as long, but knows where a shard went.
        left = [partition for partition in partitions if partition not in found]
        if left:
            found |= dict(self._datastore.fetch(HEADS_OF, (left,), PATIENCE, *left))
        return found

    def _groups(self) -> dict[str, tuple[int, ...]]:
        groups: dict[str, tuple[int, ...]] = {}
        for partition, node in sorted(self._datastore.shares.places().items()):
            groups[node] = (*groups.get(node, ()), partition)
        return groups

    def _miss(self, node: str) -> None:
        before = self._absences.get(node)
        pause = min(before.pause * 2, PAUSES[1]) if before is not None else PAUSES[0]
        self._absences[node] = _Absence(pause, time.monotonic() + pause)

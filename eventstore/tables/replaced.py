"""Streams that stand in the place of others: those of better files of imported games."""

from __future__ import annotations

from collections.abc import Callable, Collection
from threading import Lock
from uuid import UUID, uuid5

from psycopg.rows import TupleRow

from eventstore.partition import PARTITIONS, partition_of

ALL = "SELECT stream, number, by FROM kifu.replaced_stream ORDER BY number"


class ReplacedStreams:
    """Which stream is read for a game or its messages: read once, so that a process keeps to what it began with."""

    def __init__(self, read: Callable[[str, tuple[()]], list[TupleRow]]) -> None:
        self._read = read
        self._lock = Lock()
        self._by: dict[UUID, UUID] | None = None
        self._owners: dict[UUID, UUID] = {}

    def in_force(self, stream: UUID) -> UUID:
        """Return the stream that stands in the place of this one, by default itself."""
        return self._loaded().get(stream, stream)

    def known_in_force(self, stream: UUID) -> UUID:
        """As `in_force` for a game that was read before: asks the database nothing, not even the first time."""
        return self._by.get(stream, stream) if self._by is not None else stream

    def owner(self, stream: UUID) -> UUID:
        """Return the stream in whose place this one stands or stood, by default itself."""
        self._loaded()
        return self._owners.get(stream, stream)

    def _loaded(self) -> dict[UUID, UUID]:
        if self._by is None:
            with self._lock:
                rows = self._read(ALL, ())
                self._owners = {by: stream for stream, _, by in rows}
                self._by = {stream: by for stream, _, by in rows}
        return self._by


def new_stream(stream: UUID, number: int, others: Collection[UUID], partitions: int = PARTITIONS) -> UUID:
    """Return the id of a stream that takes the place of this one, in another partition than it and `others`.

    An event of both has the same digest, which earlier schemas take only once in a partition.
    """
    taken = {partition_of(other, partitions) for other in (stream, *others)}
    attempt = 0
    while True:
        found = uuid5(stream, f"import {number}.{attempt}")
        if partition_of(found, partitions) not in taken:
            return found
        attempt += 1

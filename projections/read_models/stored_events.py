"""Stored events through the domain's own reader."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any
from uuid import UUID

from domain.kernel.scoring import Result
from domain.record import words as reading

REMEMBERED_BYTES = 4_000_000
"""Enough for the events of a batch, so that each is decoded once for all read models."""


class StoredReader:
    """The service's `Reader`, built on that of the record. It describes a step as a spectator may see it.

    It caches the latest decoded events, since several read models get the same rows. Threads may share it.
    """

    def __init__(self, reader: reading.Reader) -> None:
        self._reader = reader
        # By the identity of the payload, which is unique while the payload is cached here.
        self._decoded: dict[int, tuple[bytes, Any]] = {}
        self._bytes = 0
        self._lock = Lock()

    def decode(self, topic: str, game_id: UUID, version: int, payload: bytes) -> Any:
        """See `projections.contract.Reader`."""
        known = self._decoded.get(id(payload))
        if known is not None:
            return known[1]
        event = reading.decode_event(topic, game_id, version, payload)
        with self._lock:
            self._remember(payload, event)
        return event

    def _remember(self, payload: bytes, event: Any) -> None:
        # Two threads may have decoded the same one.
        self._bytes += len(payload) if id(payload) not in self._decoded else 0
        self._decoded[id(payload)] = payload, event
        while self._bytes > REMEMBERED_BYTES:
            forgotten, _ = self._decoded.pop(next(iter(self._decoded)))
            self._bytes -= len(forgotten)

    def words(self, event: Any, names: Sequence[str]) -> str:
        """See `projections.contract.Reader`."""
        return self._reader.words(event, names)

    def sides(self, event: Any) -> Sequence[str]:
        """See `projections.contract.Reader`."""
        return self._reader.sides(event)

    def may_end(self, topic: str, payload: bytes) -> bool:
        """See `projections.contract.Reader`."""
        return self._reader.may_end(topic, payload)

    def result(self, event: Any) -> Result | None:
        """See `projections.contract.Reader`."""
        return self._reader.result(event)

    def asked(self, event: Any) -> Sequence[int] | None:
        """See `projections.contract.Reader`."""
        return self._reader.asked(event)

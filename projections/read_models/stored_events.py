"""Stored events through the domain's own reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from domain.kernel.scoring import Result
from domain.record import words as reading
from domain.rulesets import Rulesets


class StoredReader:
    """The `Reader` of the service. What it says of a step is what a spectator may know."""

    def __init__(self, rulesets: Rulesets) -> None:
        self._reader = reading.Reader(rulesets)

    def decode(self, topic: str, game_id: UUID, version: int, payload: bytes) -> Any:
        """See `projections.contract.Reader`."""
        return reading.decode_event(topic, game_id, version, payload)

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

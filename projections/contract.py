"""The definition of a projection, and of what it reads from stored events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias
from uuid import UUID

from psycopg import Connection, Cursor

from domain.kernel.scoring import Result
from eventstore.feed import FeedEvent

Rows: TypeAlias = Cursor[tuple[Any, ...]]
Database: TypeAlias = Connection[tuple[Any, ...]]


class Reader(Protocol):
    """Reads stored events without their rules; `projections.read_models.stored_events.StoredReader` in the service."""

    def decode(self, topic: str, game_id: UUID, version: int, payload: bytes) -> Any:
        """The event of a stored row."""
        ...

    def words(self, event: Any, names: Sequence[str]) -> str:
        """A step in one public line; `names` are the players by seat, then the sides without a seat."""
        ...

    def sides(self, event: Any) -> Sequence[str]:
        """The names of the sides without a seat, from the event that opened their game."""
        ...

    def may_end(self, topic: str, payload: bytes) -> bool:
        """Cheap check on the raw bytes: False means that this event cannot have ended its game."""
        ...

    def result(self, event: Any) -> Result | None:
        """The result, if this event ended the game."""
        ...

    def asked(self, event: Any) -> Sequence[int] | None:
        """The seats asked for a move after this event; None for an event without a new position."""
        ...


class Projection(Protocol):
    """One read model.

    Its tables are in the schema `kifu_read`, or in a shadow schema during a rebuild, so `handle` names no schema.
    """

    @property
    def name(self) -> str:
        """Its name in tracking, in the API and on the command line."""
        ...

    @property
    def tables(self) -> tuple[str, ...]:
        """Its tables, which nobody else writes."""
        ...

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        """Bring the tables up to date with `events`, each seen once, and those of a game in order.

        Runs in the transaction that also records the position in the feed; what it raises undoes both.
        """
        ...


class UnknownToProjection(Exception):
    """An event of a game that the projection does not know."""

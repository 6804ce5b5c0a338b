"""Earlier steps, to which a game is taken back."""

from __future__ import annotations

from typing import Any

from eventstore.feed import FeedEvent, read_event
from projections.contract import Reader, Rows, UnknownToProjection


def read_step(cursor: Rows, reader: Reader, later: FeedEvent, n: int, to: int) -> Any:
    """Return the event of step `to` of the game whose step `n` is `later`; raises UnknownToProjection."""
    # Every event since the set-up is a step.
    version = later.version - n + to
    stored = read_event(cursor, later.partition, later.game_id, version)
    if stored is None:
        raise UnknownToProjection(f"game {later.game_id} has no step {to}")
    return reader.decode(stored.topic, later.game_id, version, stored.payload)

"""The history: every step of every listed game, and the place of its event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import get_args
from uuid import UUID

import msgspec

from domain.record.event import StepKind
from domain.record.events import STEP_KINDS, DisputeRuled, MoveTakenBack
from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows
from projections.read_models import rows
from projections.read_models.seating import Seatings

KINDS: tuple[StepKind, ...] = get_args(StepKind)
"""The kinds of steps by their numbers in `history`: append new ones at the end."""

MARK_TAKEN_BACK = """
INSERT INTO history_undone (game_id, n)
SELECT DISTINCT game_id, n FROM unnest(%s::uuid[], %s::integer[]) AS undone (game_id, n) ON CONFLICT DO NOTHING
"""


class HistoryRow(msgspec.Struct):
    """A row of `history`; `partition` and `position` are those of the event, from which the rest is read."""

    at: datetime
    position: int
    n: int
    partition: int
    kind: int
    game_id: UUID


class HistoryProjection:
    """A step keeps its line for ever.

    Moves taken back or undone by a ruling are marked; the take-back and the ruling have lines of their own.
    """

    name = "history"
    tables = ("history_game", "history", "history_undone")

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        """See `Projection.handle`."""
        seatings = Seatings("history_game", cursor, events, self._reader)
        lines: list[HistoryRow] = []
        undone: list[tuple[UUID, int]] = []
        for stored in events:
            event = self._reader.decode(stored.topic, stored.game_id, stored.version, stored.payload)
            seating = seatings.follow(stored, event)
            if stored.topic not in STEP_KINDS or seating.unlisted:
                continue
            kind = KINDS.index(STEP_KINDS[stored.topic])
            lines.append(HistoryRow(event.timestamp, stored.position, event.n, stored.partition, kind, stored.game_id))
            if stored.topic == MoveTakenBack.TOPIC:
                undone.append((stored.game_id, event.undone))
            elif stored.topic == DisputeRuled.TOPIC:
                undone += [(stored.game_id, n) for n in event.undone]
        seatings.save(cursor)
        # In the order of the index, which then grows at its end and has full pages.
        lines.sort(key=lambda line: line.at)
        rows.insert(cursor, "history", lines)
        if undone:
            games, steps = zip(*undone, strict=True)
            cursor.execute(MARK_TAKEN_BACK, (list(games), list(steps)))

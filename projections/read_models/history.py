"""The history: every step of every listed game in one line of words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from domain.record.events import STEP_KINDS, DisputeRuled, MoveTakenBack
from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows
from projections.read_models import rows
from projections.read_models.seating import Seating, Seatings

MARK_TAKEN_BACK = """
UPDATE history AS h SET taken_back = true
  FROM unnest(%s::uuid[], %s::integer[]) AS undone (game_id, n)
 WHERE h.game_id = undone.game_id AND h.n = undone.n
"""


class HistoryRow(msgspec.Struct):
    """A row of `history`."""

    game_id: UUID
    n: int
    ruleset: str
    kind: str
    seat: int | None
    player: str | None
    words: str
    at: datetime
    taken_back: bool = False


class HistoryProjection:
    """A step keeps its line for ever.

    A move that was taken back, or undone by a ruling, is marked; the take-back and the ruling have lines of their own.
    """

    name = "history"
    tables = ("history_game", "history")

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
            lines.append(self._line(stored, event, seating))
            if stored.topic == MoveTakenBack.TOPIC:
                undone.append((stored.game_id, event.undone))
            elif stored.topic == DisputeRuled.TOPIC:
                undone += [(stored.game_id, n) for n in event.undone]
        seatings.save(cursor)
        rows.store(cursor, "history", ("game_id", "n"), lines)
        if undone:
            games, steps = zip(*undone, strict=True)
            cursor.execute(MARK_TAKEN_BACK, (list(games), list(steps)))

    def _line(self, stored: FeedEvent, event: Any, seating: Seating) -> HistoryRow:
        seat = getattr(event, "seat", None)
        return HistoryRow(
            game_id=stored.game_id,
            n=event.n,
            ruleset=seating.ruleset,
            kind=STEP_KINDS[stored.topic],
            seat=seat,
            player=None if seat is None else seating.players[seat],
            words=self._reader.words(event, seating.names),
            at=event.timestamp,
        )

"""The disputes of all games, and how the arbiter ruled on them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from domain.personal.values import RecordedText, SealedText
from domain.record.disputes import DisputeStatus, show_statement
from domain.record.events import DisputeRaised, DisputeRuled, DisputeWithdrawn, GameOpened, SeatTaken
from domain.record.seating.events import SeatLeft
from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows, UnknownToProjection
from projections.read_models import rows
from projections.read_models.seating import Seating, Seatings

SEATED = frozenset({GameOpened.TOPIC, SeatTaken.TOPIC, SeatLeft.TOPIC})
TOPICS = frozenset({DisputeRaised.TOPIC, DisputeWithdrawn.TOPIC, DisputeRuled.TOPIC})


class DisputeRow(msgspec.Struct):
    """A row of `dispute`. Sealed texts are empty, and `claim_seal` and `words_seal` are the digits of their seals."""

    game_id: UUID
    number: int
    ruleset: str
    step: int
    seat: int
    player: str
    clause: str | None
    claim: str
    status: DisputeStatus
    raised_at: datetime
    unlisted: bool
    closed_at: datetime | None = None
    ruling: str | None = None
    ruling_clause: str | None = None
    words: str | None = None
    arbiter: str | None = None
    claim_seal: str | None = None
    words_seal: str | None = None


class DisputesProjection:
    """One row for each dispute, from its claim to its ruling, even of unlisted games, which readers leave out."""

    name = "disputes"
    tables = ("dispute_game", "dispute")

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        """See `Projection.handle`."""
        events = [event for event in events if event.topic in SEATED or event.topic in TOPICS]
        seatings = Seatings("dispute_game", cursor, events, self._reader)
        disputed = {event.game_id for event in events if event.topic in TOPICS}
        found = rows.load(cursor, "dispute", DisputeRow, disputed) if disputed else []
        disputes = {(row.game_id, row.number): row for row in found}
        touched = set()
        for stored in events:
            event = self._reader.decode(stored.topic, stored.game_id, stored.version, stored.payload)
            seating = seatings.follow(stored, event)
            if stored.topic not in TOPICS:
                continue
            key = stored.game_id, event.dispute
            if stored.topic == DisputeRaised.TOPIC:
                disputes[key] = _new_row(event, seating)
            elif key not in disputes:
                raise UnknownToProjection(f"dispute {event.dispute} of game {stored.game_id} has no row")
            else:
                _close(disputes[key], event, ruled=stored.topic == DisputeRuled.TOPIC)
            touched.add(key)
        seatings.save(cursor)
        rows.store(cursor, "dispute", ("game_id", "number"), [disputes[key] for key in sorted(touched)])


def _new_row(event: Any, seating: Seating) -> DisputeRow:
    return DisputeRow(
        game_id=seating.game_id,
        number=event.dispute,
        ruleset=seating.ruleset,
        step=event.step,
        seat=event.seat,
        player=event.player,
        clause=event.clause,
        claim=show_statement(event.claim),
        claim_seal=_seal_of(event.claim),
        status="open",
        raised_at=event.timestamp,
        unlisted=seating.unlisted,
    )


def _close(dispute: DisputeRow, event: Any, ruled: bool) -> None:
    dispute.closed_at = event.timestamp
    dispute.status = "ruled" if ruled else "withdrawn"
    if ruled:
        dispute.ruling, dispute.ruling_clause = event.ruling, event.clause
        dispute.words, dispute.words_seal = show_statement(event.words), _seal_of(event.words)
        dispute.arbiter = event.arbiter or None


def _seal_of(text: RecordedText) -> str | None:
    return text.sealed if isinstance(text, SealedText) else None

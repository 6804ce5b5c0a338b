"""Verification of the talk of a game: its chain, its receipts, and whether the messages fit the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated
from uuid import UUID

import msgspec
from eventsourcing.persistence import MapperDeserialisationError
from msgspec import Meta

from domain.proof import chain
from domain.proof.chain import Fault
from domain.proof.envelope import Envelope, Unreadable, read_envelope
from domain.proof.import_note import ForeignEvents
from domain.proof.receipts import Keyring
from domain.record.events import MessageSent, SeatTaken
from domain.record.order import OutOfOrder
from domain.record.talk import check_message, decode_message, talk_id
from domain.rows import Row
from domain.verification.receipts import Due, check_receipts


class TalkCheck(msgspec.Struct, frozen=True):
    """The result of checking the talk of a game: how many messages there are, and the first fault.

    `genuine` and `unknown` count receipts as they do for events. The version of the fault is the number of the message.
    """

    messages: Annotated[int, Meta(description="How many messages there are.")]
    genuine: Annotated[int, Meta(description="How many of their receipts are genuine.")]
    fault: Annotated[Fault | None, Meta(description="The first fault; its version is the number of the message.")]
    unknown: Annotated[int, Meta(description="How many of their receipts are by unknown keys.")] = 0


def check_talk(
    talk: Sequence[Row],
    rows: Sequence[Row],
    game_id: UUID,
    keyring: Keyring,
    foreign: ForeignEvents | None = None,
    around: Iterable[Fault | None] = (),
    due: Due | None = None,
) -> TalkCheck | None:
    """Check the messages of a game with these events; None if nobody said anything.

    `around` are faults found in the store around the messages. `foreign` is set for an imported game, whose messages
    all came with the file. From `due` on, each message needs a receipt.
    """
    if not talk:
        return None
    stream = talk_id(game_id)
    # Nothing in a message is hidden, so it is the same in a redacted file.
    followed = chain.check_chain(talk, str(stream), chain.redacted_public_part)
    came = ForeignEvents(len(talk), foreign.keyring) if foreign is not None else None
    receipts = check_receipts(talk, stream, keyring, came, due)
    found = (followed.fault, receipts.fault, _content_fault(talk, rows, game_id), *around)
    fault = min((fault for fault in found if fault is not None), key=lambda fault: fault.version, default=None)
    return TalkCheck(len(talk), receipts.genuine, fault, receipts.unknown)


def _content_fault(talk: Sequence[Row], rows: Sequence[Row], game_id: UUID) -> Fault | None:
    """Find the first message that nobody could have sent in this game."""
    events = [(row.topic, _read(row)) for row in rows]
    players = {(event.seat, event.player or "") for topic, event in events if topic == SeatTaken.TOPIC}
    steps = max((event.n for _, event in events), default=0)
    before: MessageSent | None = None
    for row in talk:
        try:
            message = decode_message(row.topic, game_id, row.version, row.payload)
            check_message(message, before, game_id, players, steps)
        except (OutOfOrder, MapperDeserialisationError) as error:
            return Fault(row.version, None, str(error))
        before = message
    return None


def _read(row: Row) -> Envelope:
    try:
        return read_envelope(row.payload)
    except Unreadable:
        # Faults of the game's events are found when the game is checked.
        return Envelope()

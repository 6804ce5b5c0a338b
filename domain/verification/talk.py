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
from domain.record.talk import check_message, check_text, decode_message, talk_id
from domain.rows import Row
from domain.verification.receipts import Due, check_receipts
from domain.verification.texts import Sealed, check_values


class TalkCheck(msgspec.Struct, frozen=True):
    """The result of checking the talk of a game: how many messages there are, and the first fault.

    `genuine` and `unknown` count receipts as they do for events. The version of the fault is the number of the message.
    An erased text leaves its seal in the message, which the digest covers, so the talk holds without it.
    """

    messages: Annotated[int, Meta(description="How many messages there are.")]
    genuine: Annotated[int, Meta(description="How many of their receipts are genuine.")]
    fault: Annotated[Fault | None, Meta(description="The first fault; its version is the number of the message.")]
    unknown: Annotated[int, Meta(description="How many of their receipts are by unknown keys.")] = 0
    erased: Annotated[int, Meta(description="How many of their texts are sealed, since they were erased.")] = 0


def check_talk(
    talk: Sealed[Row],
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
    said = talk.rows
    if not said:
        return None
    stream = talk_id(game_id)
    # Nothing in a message is hidden, so it is the same in a redacted file.
    followed = chain.check_chain(said, str(stream), chain.redacted_public_part)
    came = ForeignEvents(len(said), foreign.keyring) if foreign is not None else None
    receipts = check_receipts(said, stream, keyring, came, due)
    content, erased = _check_content(talk, rows, game_id)
    found = (followed.fault, receipts.fault, content, *around)
    fault = min((fault for fault in found if fault is not None), key=lambda fault: fault.version, default=None)
    return TalkCheck(len(said), receipts.genuine, fault, receipts.unknown, erased)


def _check_content(talk: Sealed[Row], rows: Sequence[Row], game_id: UUID) -> tuple[Fault | None, int]:
    """Find the first message that nobody could have sent in this game, and count the erased texts before it."""
    events = [(row.topic, _read(row)) for row in rows]
    players = {(event.seat, event.player or "") for topic, event in events if topic == SeatTaken.TOPIC}
    steps = max((event.n for _, event in events), default=0)
    before: MessageSent | None = None
    erased = 0
    for row in talk.rows:
        try:
            message = decode_message(row.topic, game_id, row.version, row.payload)
            check_message(message, before, game_id, players, steps)
            if isinstance(message.text, str):
                check_text(message.text)
            erased += check_values(row, talk)[1]
        except (OutOfOrder, MapperDeserialisationError) as error:
            return Fault(row.version, None, str(error)), erased
        before = message
    return None, erased


def _read(row: Row) -> Envelope:
    try:
        return read_envelope(row.payload)
    except Unreadable:
        # Faults of the game's events are found when the game is checked.
        return Envelope()

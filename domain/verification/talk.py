"""Verification of the talk of a game: its chain, its receipts, and whether the messages fit the game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, Generic, TypeVar
from uuid import UUID

import msgspec
from eventsourcing.persistence import MapperDeserialisationError
from msgspec import Meta

from domain.kernel.language import say
from domain.personal.values import Openings, SealedText, read_text
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

R_co = TypeVar("R_co", bound=Row, covariant=True)


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


class Talk(msgspec.Struct, Generic[R_co], frozen=True):
    """The messages of a game with what opens their seals.

    `erased` are the digits of the seals whose openings were deleted by an erasure; None for a file, in which every text
    that is missing counts as erased.
    """

    rows: Sequence[R_co]
    openings: Openings
    erased: Collection[str] | None = None


def check_talk(
    talk: Talk[Row],
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


def _check_content(talk: Talk[Row], rows: Sequence[Row], game_id: UUID) -> tuple[Fault | None, int]:
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
            erased += not _check_text(message, talk)
        except (OutOfOrder, MapperDeserialisationError) as error:
            return Fault(row.version, None, str(error)), erased
        before = message
    return None, erased


def _check_text(message: MessageSent, talk: Talk[Row]) -> bool:
    """Return whether the text of a message is there, rather than erased.

    Raises OutOfOrder if the text does not fit the seal, could not have been sent, or is gone without an erasure.
    """
    text = read_text(message.text, talk.openings)
    if text is not None:
        check_text(text)
        return True
    assert isinstance(message.text, SealedText)
    if message.text.sealed in talk.openings:
        raise OutOfOrder(say("the text is not the one that was sealed"))
    if talk.erased is not None and message.text.sealed not in talk.erased:
        raise OutOfOrder(say("the text is gone, and no erasure says why"))
    return False


def _read(row: Row) -> Envelope:
    try:
        return read_envelope(row.payload)
    except Unreadable:
        # Faults of the game's events are found when the game is checked.
        return Envelope()

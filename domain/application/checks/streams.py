"""Checks whether a stream of stored events follows from its own digests and has the required receipts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

import msgspec

from domain.application.checks.signed_partition import SignedPartition
from domain.application.stored.store import GameStore
from domain.kernel.language import say, translate
from domain.proof.chain import check_chain
from domain.proof.envelope import Unreadable, decode_json
from domain.proof.import_note import ForeignEvents, check_note, named_keys
from domain.proof.receipts import Keyring
from domain.record.events import MessageSent
from domain.record.talk import talk_id
from domain.rows import STUB, EventRow
from domain.verification.receipts import check_receipts
from domain.verification.record import describe_fault, public_part_by_opening


class TalkOf(msgspec.Struct, frozen=True):
    """The game that a message claims to belong to."""

    game: UUID


def read_game_of_talk(rows: Sequence[EventRow]) -> UUID | None:
    """Return the game whose messages a stream claims to hold; None if its first event is not a message."""
    if not rows or rows[0].topic != MessageSent.TOPIC:
        return None
    try:
        return decode_json(rows[0].payload, TalkOf).game
    except Unreadable:
        return None


class FollowedChain(msgspec.Struct, frozen=True):
    """The result of following a chain: how many events it has, what is wrong, and how many were in unread files."""

    events: int
    why: str | None
    unread: int


def check_stream(
    store: GameStore,
    keyring: Keyring,
    stream: UUID,
    signed: SignedPartition,
    is_moved: Callable[[UUID], bool] | None = None,
) -> FollowedChain:
    """Check the chain, the receipts and the times of a game or a talk; `signed` is its partition.

    With `is_moved`, which says whether a game was moved to its file, no file is read, and receipts only have to be
    present.
    """
    rows, game = store.stream_rows(stream, files=is_moved is None), store.game_of(stream)

    def belongs(stub: bytes) -> bool:
        named = _game_of_stub(stub)
        return (
            named is not None
            and stream in (named, talk_id(named), store.stream_of(named))
            and (is_moved is not None and is_moved(named))
        )

    moved = belongs if is_moved is not None else None
    fault = check_chain(rows, str(game), public_part_by_opening(rows), moved).fault
    unread = sum(row.payload.startswith(STUB) for row in rows) if is_moved is not None else 0
    if fault is not None:
        why: str | None = describe_fault(fault)
    elif unread:
        why = _missing_receipt(store, stream, rows, signed)
    else:
        why = _evidence_fault(store, keyring, stream, rows, signed)
    return FollowedChain(
        len(rows), say("game {stream}: {why}", stream=stream, why=why) if why is not None else None, unread
    )


def _game_of(store: GameStore, stream: UUID, rows: Sequence[EventRow]) -> UUID:
    """Return the game that a stream belongs to: as its events, or as its talk."""
    owner = store.game_of(stream)
    spoken_in = _game_of_stub(rows[0].payload) if rows and rows[0].payload.startswith(STUB) else read_game_of_talk(rows)
    return spoken_in if spoken_in is not None and talk_id(spoken_in) == owner else owner


def _game_of_stub(stub: bytes) -> UUID | None:
    try:
        return UUID(stub[len(STUB) :].partition(b":")[0].decode())
    except ValueError:
        return None


def _missing_receipt(store: GameStore, stream: UUID, rows: Sequence[EventRow], signed: SignedPartition) -> str | None:
    without = [row for row in rows if row.receipt is None]
    due = signed.find_due(stream, without)
    if due is None or store.imports.of_game(_game_of(store, stream, rows)) is not None:
        return None
    version = max(due.version, without[0].version)
    return say("version {version}: the event has no receipt, though {why}", version=version, why=translate(due.why))


def _evidence_fault(
    store: GameStore, keyring: Keyring, stream: UUID, rows: Sequence[EventRow], signed: SignedPartition
) -> str | None:
    game = _game_of(store, stream, rows)
    note = store.imports.of_game(game)
    foreign = None
    if note is not None:
        foreign = ForeignEvents(len(rows), keyring.with_keys(named_keys(note)))
        if stream == store.stream_of(game):
            checked, foreign = check_note(note, rows, store.rows(talk_id(game)), keyring)
            if checked.fault is not None:
                return checked.fault
    due = signed.find_due(stream, rows)
    receipts = check_receipts(rows, store.game_of(stream), keyring, foreign, due)
    fault = receipts.fault or signed.find_misdated(rows, foreign.version if foreign is not None else 0)
    return describe_fault(fault) if fault is not None else None

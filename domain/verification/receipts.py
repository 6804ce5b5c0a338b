"""Verification of receipts: whether those stored with the events of a stream are genuine."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.kernel.language import mark, say, translate
from domain.proof.chain import Fault
from domain.proof.envelope import Envelope, Unreadable, read_envelope
from domain.proof.import_note import ForeignEvents
from domain.proof.receipts import Keyring, unpack_receipt, unpack_signature
from domain.rows import Row

EARLIEST, LATEST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


class _Needed(msgspec.Struct, frozen=True):
    """The time from which events need receipts, and why."""

    since: datetime
    why: str


NOT_NEEDED = _Needed(LATEST, "")
FOLLOWS_ONE = _Needed(EARLIEST, mark("the file has one for an earlier event"))
BY_PLACE = mark("the log places it behind what a key of the service had signed")
UNLISTED = mark("the signed list of what was recorded before there were keys does not name the game")


class Due(msgspec.Struct, frozen=True):
    """From this version on, every event needs a receipt, regardless of its own time; says why."""

    version: int
    why: str


class ReceiptsCheck(msgspec.Struct, frozen=True):
    """The result of checking the receipts of a game: how many are genuine, and the first fault.

    `checked` is false if no key is known. `unknown` counts receipts in an imported game by keys of other services that
    nobody has named. `missing` counts the events without a receipt, whether or not they need one: no service has signed
    that they happened.
    """

    checked: Annotated[bool, Meta(description="False where no key is known.")]
    genuine: Annotated[int, Meta(description="How many receipts are genuine.")]
    fault: Fault | None
    unknown: Annotated[int, Meta(description="How many receipts are by unknown keys.")] = 0
    missing: Annotated[int, Meta(description="How many events have no receipt.")] = 0


def check_receipts(
    rows: Sequence[Row],
    game_id: UUID,
    keyring: Keyring,
    foreign: ForeignEvents | None = None,
    due: Due | None = None,
) -> ReceiptsCheck:
    """Check the stored receipts of a game. Every event recorded since the service has keys must have one.

    Events before `due`, or outside a log, need one depending on their times. Events that came with a file may lack
    receipts up to the first that has one, and may have receipts by other keys.
    """
    missing = sum(row.receipt is None for row in rows)
    if keyring.since is None:
        return ReceiptsCheck(False, 0, None, 0, missing)
    genuine = unknown = 0
    for row in rows:
        keys, needed = keyring, _Needed(keyring.since, mark("the service gave receipts then"))
        if foreign is not None and row.version <= foreign.version:
            keys, needed = foreign.keyring, FOLLOWS_ONE if genuine + unknown else NOT_NEEDED
            if _by_unknown_key(row, keys):
                unknown += 1
                continue
        elif due is not None and row.version >= due.version:
            needed = _Needed(EARLIEST, due.why)
        why = _receipt_fault(row, game_id, keys, needed)
        if why is not None:
            return ReceiptsCheck(True, genuine, Fault(row.version, _read_step(row), why), unknown, missing)
        genuine += row.receipt is not None
    return ReceiptsCheck(True, genuine, None, unknown, missing)


def _by_unknown_key(row: Row, keyring: Keyring) -> bool:
    signed = unpack_signature(row.receipt) if row.receipt is not None else None
    return signed is not None and not keyring.has_key(signed[0])


def _receipt_fault(row: Row, game_id: UUID, keyring: Keyring, needed: _Needed) -> str | None:
    envelope = _read_envelope(row)
    if envelope is None or envelope.time is None:
        return say("the event cannot be read")
    if row.receipt is None:
        return (
            None
            if envelope.time < needed.since
            else say("the event has no receipt, though {why}", why=translate(needed.why))
        )
    receipt = unpack_receipt(row, game_id, envelope)
    if receipt is None:
        return say("the stored receipt of the event is malformed")
    fault = keyring.receipt_fault(receipt)
    return say("the receipt is not genuine: {fault}", fault=fault) if fault is not None else None


def _read_envelope(row: Row) -> Envelope | None:
    try:
        return read_envelope(row.payload)
    except Unreadable:
        return None


def _read_step(row: Row) -> int | None:
    envelope = _read_envelope(row)
    return envelope.n or None if envelope is not None else None

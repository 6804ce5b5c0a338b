"""Verification of one game: its chain, its receipts, its checkpoints, its chance, and its moves carried out again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, cast
from uuid import UUID

import msgspec
from eventsourcing.persistence import MapperDeserialisationError
from msgspec import Meta

from domain.archive.lines import TOPICS, Archive
from domain.archive.reading import check_redacted, events_of, rulesets_of
from domain.errors import ContentMissing, UnknownRuleset
from domain.proof import chain
from domain.proof.chain import Fault, Public, step_of
from domain.proof.import_note import CheckedImport, Foreign
from domain.proof.log_check import CheckedLog
from domain.proof.receipts import Checked as CheckedReceipt
from domain.proof.receipts import Keyring, Receipt, unpacked
from domain.record.events import AnyEvent
from domain.record.words import decode
from domain.rows import Row
from domain.rulesets import Rulesets
from domain.verification import moves as ledger

EARLIEST, LATEST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


class Receipts(msgspec.Struct, frozen=True):
    """What came of the receipts of a game: how many are genuine, and the first fault.

    `checked` is false where no key is known to check them with. `unknown` counts those of an imported game that are by
    keys of other services, which nobody has named.
    """

    checked: Annotated[bool, Meta(description="False where no key is known.")]
    genuine: Annotated[int, Meta(description="How many receipts are genuine.")]
    fault: Fault | None
    unknown: Annotated[int, Meta(description="How many receipts are by unknown keys.")] = 0


class ChanceChecked(msgspec.Struct, frozen=True):
    """How many random outcomes were drawn again with the result that is recorded, and what is wrong with the seed."""

    outcomes: Annotated[int, Meta(description="How many outcomes came out as recorded.")]
    fault: Fault | None


class Verification(msgspec.Struct, frozen=True):
    """What a look at one game found; it holds unless something is at fault.

    `commitment` says whether the seed is the one committed to, `rules` what came of carrying out the moves again,
    `chance` what came of drawing their outcomes again: null for a redacted file, which does not show them. `feed` is at
    fault where the store lacks events behind the game, `checkpoints` say whether it is what was signed into the log:
    null for a file. `imported` is there for a game that was restored from a file.
    """

    holds: Annotated[bool, Meta(description="Whether nothing is at fault.")]
    chain: Annotated[chain.Checked, Meta(description="The chain of digests.")]
    receipts: Annotated[Receipts, Meta(description="The receipts.")]
    commitment: Annotated[bool | None, Meta(description="Whether the seed is the one committed to.")]
    rules: Annotated[ledger.Verification | None, Meta(description="The moves, carried out again.")]
    feed: Annotated[Fault | None, Meta(description="Where the store lacks events behind the game.")] = None
    checkpoints: Annotated[CheckedLog | None, Meta(description="The comparison with the signed log.")] = None
    chance: Annotated[ChanceChecked | None, Meta(description="The random outcomes, drawn again.")] = None
    imported: Annotated[CheckedImport | None, Meta(description="The import; null if the game was played here.")] = None

    @property
    def first(self) -> Fault | None:
        """The first fault of the record; a difference to the rules is in `rules`."""
        logged = self.checkpoints.fault if self.checkpoints is not None else None
        found = [fault for fault in (self.chain.fault, self.receipts.fault, self.feed, logged) if fault is not None]
        return min(found, key=lambda fault: fault.version, default=None)


class _Promised(msgspec.Struct):
    """What an event says that its receipt repeats; `seats` only in the opening."""

    timestamp: str
    n: int = 0


def verify(
    rows: Sequence[Row],
    game_id: UUID,
    rulesets: Rulesets,
    keyring: Keyring,
    feed: Fault | None = None,
    foreign: Foreign | None = None,
    checkpoints: CheckedLog | None = None,
) -> Verification:
    """Verify the stored events of a game, all of them.

    `feed` is what was found at fault in the store around them, `checkpoints` what came of comparing them with the log;
    `foreign` are those that came with a file.

    Raises ContentMissing and UnknownRuleset where the rules of the game are not here.
    """
    checked = chain.check(rows, str(game_id), whole_parts(rows))
    receipts = check_receipts(rows, game_id, keyring, foreign)
    commitment = chain.commitment_holds(rows)
    try:
        rules = _rules(rows, game_id, rulesets)
    except (ContentMissing, UnknownRuleset):
        # Whoever names other rules in the opening must not hide behind their absence.
        if checked.fault is None:
            raise
        rules = None
    faults = (checked.fault, receipts.fault, feed, checkpoints.fault if checkpoints is not None else None)
    holds = commitment and rules is not None and rules.holds and all(fault is None for fault in faults)
    seed = None if commitment else Fault(1, None, "the seed is not the one that was committed to")
    chance = ChanceChecked(rules.outcomes if rules is not None else 0, seed)
    return Verification(holds, checked, receipts, commitment, rules, feed, checkpoints, chance)


def verify_file(archive: Archive, rulesets: Rulesets, keyring: Keyring) -> Verification:
    """Verify an archive; raises BadArchive where its header and its events disagree."""
    header, rows = archive.header, archive.rows
    if not header.redacted:
        found = verify(rows, header.game, rulesets_of(archive, rulesets), keyring)
        if found.holds:
            events_of(archive, rulesets)
        return found
    checked = chain.check(rows, str(header.game), chain.of_redacted)
    receipts = check_receipts(rows, header.game, keyring)
    holds = checked.fault is None and receipts.fault is None
    if holds:
        check_redacted(archive)
    return Verification(holds, checked, receipts, None, None)


def whole_parts(rows: Sequence[Row]) -> Public:
    """How the public parts of a game come from its whole events."""
    seed = chain.seed_of(rows)
    if seed is not None:
        return chain.sealed_by(seed)

    return _without_seed


def _without_seed(_body: bytes, _version: int) -> bytes:
    raise chain.Unchainable("the opening of the game tells no seed")


def _rules(rows: Sequence[Row], game_id: UUID, rulesets: Rulesets) -> ledger.Verification | None:
    """What the rules say of as many events as can be read; None if there is no game to read."""
    events: list[AnyEvent] = []
    for version, row in enumerate(rows, 1):
        if row.topic not in TOPICS or row.version != version:
            break
        try:
            events.append(decode(row.topic, game_id, version, row.payload))
        except (MapperDeserialisationError, RecursionError):
            break
    try:
        return ledger.verify(events, rulesets)
    except ValueError:
        return None


def check_receipts(rows: Sequence[Row], game_id: UUID, keyring: Keyring, foreign: Foreign | None = None) -> Receipts:
    """Check the stored receipts of a game. Since the service has keys, no event is without.

    Those that came with a file may lack receipts, but not behind one that has one, and may have them by other keys.
    """
    if keyring.since is None:
        return Receipts(False, 0, None)
    genuine = unknown = 0
    for row in rows:
        keys, since = keyring, keyring.since
        if foreign is not None and row.version <= foreign.version:
            keys, since = foreign.keyring, (EARLIEST if genuine + unknown else LATEST)
            if _by_unknown_key(row, keys):
                unknown += 1
                continue
        why = _receipt_fault(row, game_id, keys, since)
        if why is not None:
            return Receipts(True, genuine, Fault(row.version, _step(row), why), unknown)
        genuine += row.receipt is not None
    return Receipts(True, genuine, None, unknown)


def _by_unknown_key(row: Row, keyring: Keyring) -> bool:
    signed = unpacked(row.receipt) if row.receipt is not None else None
    return signed is not None and not keyring.knows(signed[0])


def _receipt_fault(row: Row, game_id: UUID, keyring: Keyring, since: datetime) -> str | None:
    promised, digest = _promised(row), chain.split(row.payload)[1]
    if promised is None:
        return "the event cannot be read"
    if row.receipt is None:
        at = msgspec.convert(promised.timestamp, datetime)
        return "the event has no receipt, though the service gave receipts then" if at >= since else None
    signed = unpacked(row.receipt)
    if signed is None or digest is None:
        return "the event has a receipt that cannot be one"
    fault = keyring.fault(Receipt(game_id, promised.n, row.version, digest, promised.timestamp, *signed))
    return f"the receipt is not genuine: {fault}" if fault is not None else None


def _promised(row: Row) -> _Promised | None:
    try:
        found = msgspec.json.decode(row.payload, type=_Promised)
        at = msgspec.convert(found.timestamp, datetime)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError):
        return None
    # A time without its zone cannot be compared with those of keys.
    return found if at.tzinfo is not None else None


def _step(row: Row) -> int | None:
    promised = _promised(row)
    return promised.n or None if promised is not None else None


def in_history(receipt: Receipt, rows: Sequence[Row], public: Public) -> CheckedReceipt:
    """What the events of a game say of a genuine receipt; `rows` reach up to its version at least."""
    before = [row for row in rows if row.version <= receipt.version]
    if not before or before[-1].version != receipt.version:
        last = before[-1].version if before else 0
        return CheckedReceipt("not-in-history", f"The record of the game ends with version {last}.")
    row = before[-1]
    if chain.split(row.payload)[1] != receipt.digest:
        return CheckedReceipt("not-in-history", f"Version {receipt.version} of the record has another digest.")
    fault = chain.check(before, str(receipt.game), public).fault
    if fault is not None:
        return CheckedReceipt("not-in-history", f"The record was changed: {told(fault)}.")
    promised = cast(_Promised, _promised(row))
    if (promised.timestamp, promised.n) != (receipt.time, receipt.step):
        return CheckedReceipt("not-in-history", f"Version {receipt.version} of the record is of another step or time.")
    return CheckedReceipt("in-history", "The receipt is genuine, and the record has what it promises.")


def told(fault: Fault) -> str:
    """A fault in words."""
    return f"{place(fault)}: {fault.why}"


def place(fault: Fault) -> str:
    """Where a fault is, in words."""
    return f"step {fault.step} (version {fault.version})" if fault.step is not None else f"version {fault.version}"


def behind(rows: Sequence[Row], gap: tuple[int, int], seats: int | None) -> Fault:
    """The fault of a game behind whose last event the feed lacks these positions."""
    last = rows[-1].version
    first_gone, last_gone = gap
    why = (
        f"positions {first_gone} to {last_gone} of the feed partition are gone behind this step: "
        "later steps of this game, or of another one in the partition, were deleted"
    )
    return Fault(last, step_of(last, seats), why)

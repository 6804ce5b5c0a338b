"""Verification of one game: its chain, its receipts, its checkpoints, its chance, and its moves replayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec
from eventsourcing.persistence import MapperDeserialisationError
from msgspec import Meta

from domain.archive.lines import Archive
from domain.archive.reading import check_redacted, decode_events, rulesets_with_pack
from domain.kernel.language import say
from domain.kernel.rulesets import ContentMissing, Rulesets, UnknownRuleset
from domain.personal.values import NOTHING_SEALED, Openings
from domain.proof import chain
from domain.proof.chain import Fault, PublicPart, count_before_steps, step_of_version
from domain.proof.envelope import read_envelope
from domain.proof.import_note import ForeignEvents, ImportCheck
from domain.proof.log_check import LogCheck
from domain.proof.receipts import Keyring, Receipt
from domain.proof.receipts import ReceiptCheck as CheckedReceipt
from domain.record.events import TOPICS, AnyEvent, MessageSent
from domain.record.locked_seed import describe_locked, read_locked
from domain.record.words import decode_event
from domain.rows import Row
from domain.verification import moves as ledger
from domain.verification.receipts import Due, ReceiptsCheck, check_receipts
from domain.verification.signatures import KnownKeys, SignaturesCheck, check_signatures
from domain.verification.snapshots import SnapshotsCheck
from domain.verification.talk import TalkCheck, check_talk
from domain.verification.texts import Sealed, TextsCheck, check_texts


class ChanceCheck(msgspec.Struct, frozen=True):
    """How many random outcomes were drawn again with the recorded result, and what is wrong with the seed."""

    outcomes: Annotated[int, Meta(description="How many outcomes came out as recorded.")]
    fault: Fault | None


class Verification(msgspec.Struct, frozen=True):
    """The result of verifying one game; it holds unless something is at fault.

    `commitment` says whether the seed is the one committed to, `rules` is the result of replaying the moves, and
    `chance` that of drawing their outcomes again: null for a redacted file, which does not show them. `feed` is the
    fault if the store lacks events after those of the game, `checkpoints` says whether the game is as signed in the
    log, null for a file. `signatures` is present if seats have keys, `imported` for a game restored from a file, `talk`
    if there are messages, `snapshots` if the store has any, `texts` if claims or rulings are sealed.
    """

    holds: Annotated[bool, Meta(description="Whether nothing is at fault.")]
    chain: Annotated[chain.ChainCheck, Meta(description="The chain of digests.")]
    receipts: Annotated[ReceiptsCheck, Meta(description="The receipts.")]
    commitment: Annotated[bool | None, Meta(description="Whether the seed is the one committed to.")]
    rules: Annotated[ledger.RulesCheck | None, Meta(description="The moves, carried out again.")]
    feed: Annotated[Fault | None, Meta(description="Where the store lacks events behind the game.")] = None
    checkpoints: Annotated[LogCheck | None, Meta(description="The comparison with the signed log.")] = None
    chance: Annotated[ChanceCheck | None, Meta(description="The random outcomes, drawn again.")] = None
    imported: Annotated[ImportCheck | None, Meta(description="The import; null if the game was played here.")] = None
    talk: Annotated[TalkCheck | None, Meta(description="The messages; null if there are none.")] = None
    signatures: Annotated[
        SignaturesCheck | None, Meta(description="What the players signed; null if no seat has keys.")
    ] = None
    snapshots: Annotated[
        SnapshotsCheck | None, Meta(description="The kept snapshots, compared with the events; null if there are none.")
    ] = None
    texts: Annotated[TextsCheck | None, Meta(description="Sealed claims and rulings; null if there are none.")] = None

    @property
    def first(self) -> Fault | None:
        """The first fault of the record; differences from the rules are in `rules`."""
        logged = self.checkpoints.fault if self.checkpoints is not None else None
        signed = self.signatures.fault if self.signatures is not None else None
        texts = self.texts.fault if self.texts is not None else None
        faults = (self.chain.fault, self.receipts.fault, self.feed, logged, signed, texts)
        found = [fault for fault in faults if fault is not None]
        return min(found, key=lambda fault: fault.version, default=None)

    def list_faults(self) -> list[tuple[str, str]]:
        """Return everything that is at fault, as the part of the record and what is wrong with it."""
        logged = self.checkpoints.fault if self.checkpoints is not None else None
        faults = {
            "chain": self.chain.fault,
            "receipts": self.receipts.fault,
            "store": self.feed,
            "checkpoints": logged,
            "chance": self.chance.fault if self.chance is not None else None,
            "signatures": self.signatures.fault if self.signatures is not None else None,
            "texts": self.texts.fault if self.texts is not None else None,
            "snapshots": self.snapshots.fault if self.snapshots is not None else None,
        }
        told = [(name, describe_fault(fault)) for name, fault in faults.items() if fault is not None]
        said = self.talk.fault if self.talk is not None else None
        if said is not None:
            told.append(("talk", say("message {version}: {why}", version=said.version, why=said.why)))
        if self.imported is not None and self.imported.fault is not None:
            told.append(("import", self.imported.fault))
        first = self.rules.first if self.rules is not None else None
        if first is not None:
            # Before the first step, no rules were applied.
            told.append(("rules", _describe_difference(first) if first.rules else first.why))
        return told


class Surroundings(NamedTuple):
    """What is known about the record of a game besides its events.

    `feed` is the fault that was found in the store around them, `checkpoints` the comparison with the log, and
    `foreign` tells which events came with a file. `talk` is the result of checking the messages, `known` are the keys
    of players. From `due` on, each event needs a receipt. `texts` is the result of checking the sealed texts of the
    events, which `openings` open.
    """

    feed: Fault | None = None
    foreign: ForeignEvents | None = None
    checkpoints: LogCheck | None = None
    talk: TalkCheck | None = None
    known: KnownKeys | None = None
    due: Due | None = None
    texts: TextsCheck | None = None
    openings: Openings = NOTHING_SEALED


ALONE = Surroundings()
"""The surroundings of a game about which only its events are known."""


def verify(
    rows: Sequence[Row], game_id: UUID, rulesets: Rulesets, keyring: Keyring, around: Surroundings = ALONE
) -> Verification:
    """Verify all stored events of a game in their surroundings.

    Raises ContentMissing or UnknownRuleset if the rules of the game are not installed.
    """
    checked = chain.check_chain(rows, str(game_id), public_part_by_opening(rows))
    receipts = check_receipts(rows, game_id, keyring, around.foreign, around.due)
    commitment = chain.is_commitment_kept(rows)
    try:
        # Without the seed nothing can be drawn again; the chain says why.
        rules = None if rows and read_locked(rows[0].payload) else _check_rules(rows, game_id, rulesets)
    except (ContentMissing, UnknownRuleset):
        # A changed opening must not hide the change by naming rules that do not exist.
        if checked.fault is None:
            raise
        rules = None
    signatures = check_signatures(rows, game_id, around.known, around.openings)
    feed, checkpoints, talk, texts = around.feed, around.checkpoints, around.talk, around.texts
    others = (check.fault for check in (checkpoints, talk, signatures, texts) if check is not None)
    faults = (checked.fault, receipts.fault, feed, *others)
    holds = commitment and rules is not None and rules.holds and all(fault is None for fault in faults)
    seed = None if commitment else Fault(1, None, say("the seed is not the one that was committed to"))
    chance = ChanceCheck(rules.outcomes if rules is not None else 0, seed)
    return Verification(
        holds,
        checked,
        receipts,
        commitment,
        rules,
        feed,
        checkpoints,
        chance,
        talk=talk,
        signatures=signatures,
        texts=texts,
    )


def verify_archive(
    archive: Archive, rulesets: Rulesets, keyring: Keyring, known: KnownKeys | None = None
) -> Verification:
    """Verify an archive, with the `known` keys of players; raises BadArchive if its header contradicts its events."""
    header, rows = archive.header, archive.rows
    talk = check_talk(Sealed(archive.talk, archive.openings), rows, header.game, keyring)
    texts = check_texts(Sealed(rows, archive.openings))
    if not header.redacted:
        around = Surroundings(talk=talk, known=known, texts=texts, openings=archive.openings)
        found = verify(rows, header.game, rulesets_with_pack(archive, rulesets), keyring, around)
        if found.holds:
            decode_events(archive, rulesets)
        return found
    checked = chain.check_chain(rows, str(header.game), chain.redacted_public_part)
    receipts = check_receipts(rows, header.game, keyring)
    signatures = check_signatures(rows, header.game, known, archive.openings, redacted=True)
    holds = all(check is None or check.fault is None for check in (checked, receipts, talk, signatures, texts))
    if holds:
        check_redacted(archive)
    return Verification(holds, checked, receipts, None, None, talk=talk, signatures=signatures, texts=texts)


def public_part_by_opening(rows: Sequence[Row]) -> PublicPart:
    """Return the function that makes the public parts of the whole events of a game, or of its messages."""
    if rows and rows[0].topic == MessageSent.TOPIC:
        return chain.redacted_public_part
    seed = chain.read_seed(rows)
    if seed is not None:
        return chain.public_part_by_seed(seed)
    locked = read_locked(rows[0].payload) if rows else None
    why = str(describe_locked(locked)) if locked is not None else say("the opening of the game tells no seed")

    def refuse(_body: bytes, _version: int) -> bytes:
        raise chain.Unchainable(why)

    return refuse


def _check_rules(rows: Sequence[Row], game_id: UUID, rulesets: Rulesets) -> ledger.RulesCheck | None:
    """Check the moves of all readable events; None if they do not begin a game."""
    events: list[AnyEvent] = []
    for version, row in enumerate(rows, 1):
        if row.topic not in TOPICS or row.version != version:
            break
        try:
            events.append(decode_event(row.topic, game_id, version, row.payload))
        except MapperDeserialisationError:
            break
    try:
        return ledger.check_moves(events, rulesets)
    except ValueError:
        return None


def check_history(receipt: Receipt, rows: Sequence[Row], public: PublicPart) -> CheckedReceipt:
    """Check a genuine receipt against the events of a game; `rows` reach at least up to its version."""
    before = [row for row in rows if row.version <= receipt.version]
    if not before or before[-1].version != receipt.version:
        last = before[-1].version if before else 0
        return CheckedReceipt("not-in-history", say("The record of the game ends with version {last}.", last=last))
    row = before[-1]
    if chain.split_digest(row.payload)[1] != receipt.digest:
        return CheckedReceipt(
            "not-in-history", say("Version {version} of the record has another digest.", version=receipt.version)
        )
    fault = chain.check_chain(before, str(receipt.game), public).fault
    if fault is not None:
        return CheckedReceipt("not-in-history", say("The record was changed: {fault}.", fault=describe_fault(fault)))
    # The chain up to here holds, so its last event can be read.
    envelope = read_envelope(row.payload)
    if (envelope.timestamp, envelope.n) != (receipt.time, receipt.step):
        return CheckedReceipt(
            "not-in-history",
            say("Version {version} of the record is of another step or time.", version=receipt.version),
        )
    return CheckedReceipt("in-history", say("The receipt is genuine, and the record has what it promises."))


def _describe_difference(found: ledger.Difference) -> str:
    return say(
        "step {step}, made by {rules}, asked of {now}: {why}",
        step=found.step,
        rules=found.rules,
        now=found.now,
        why=found.why,
    )


def describe_fault(fault: Fault) -> str:
    """Describe a fault."""
    return say("{place}: {why}", place=describe_place(fault), why=fault.why)


def describe_place(fault: Fault) -> str:
    """Describe where a fault is."""
    return (
        say("step {step} (version {version})", step=fault.step, version=fault.version)
        if fault.step is not None
        else say("version {version}", version=fault.version)
    )


def feed_gap_fault(rows: Sequence[Row], gap: tuple[int, int]) -> Fault:
    """Return the fault of a game if these positions of the feed are missing after its last event."""
    version = rows[-1].version
    first_gone, last_gone = gap
    why = say(
        "positions {first} to {last} of the feed partition are gone after this step: "
        "later steps of this game, or of another one in the partition, were deleted",
        first=first_gone,
        last=last_gone,
    )
    return Fault(version, step_of_version(version, count_before_steps(rows)), why)

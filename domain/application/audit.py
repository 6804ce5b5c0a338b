"""The audit: what happened in a step and what proves it, as far as the caller may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Annotated, Protocol
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.application.checks.citing import CitedFact, cite_clause
from domain.application.checks.signed_partition import SignedPartition
from domain.application.checks.snapshots import check_stored_snapshots, digest_snapshots
from domain.application.checks.streams import FollowedChain, check_stream, read_game_of_talk
from domain.application.errors import UnknownGame, UnknownStep
from domain.application.log import Log
from domain.application.log_of_heads import Evidence
from domain.application.memory.verified import Verdicts
from domain.application.player_keys import list_keys
from domain.application.queries import Queries
from domain.application.stored.personal import read_sealed
from domain.application.stored.stored_games import StoredGames
from domain.archive import writing
from domain.kernel.audience import Viewer
from domain.kernel.fact import Shown
from domain.kernel.language import later, say
from domain.personal.values import NOTHING_SEALED
from domain.proof.chain import Fault, Unchainable, count_before_steps, split_digest
from domain.proof.checkpoints import Inclusion, TreeHead
from domain.proof.envelope import Unreadable, read_envelope
from domain.proof.import_note import ForeignEvents, ImportCheck, Imported, check_note, describe_import
from domain.proof.log_check import LogCheck, check_log
from domain.proof.receipts import Keyring, Receipt, ReceiptCheck, format_time, unpack_signature
from domain.record import views
from domain.record.damage import damaged_record_error, reading_record
from domain.record.event import Step
from domain.record.events import AnyEvent, MessageSent
from domain.record.game import Game, fold
from domain.record.talk import talk_id
from domain.record.views import ChoiceView, SignatureView, StepSummary
from domain.record.words import decode_event
from domain.rows import EventRow, RefusedMove, Row
from domain.verification.moves import Difference
from domain.verification.record import (
    Surroundings,
    Verification,
    check_history,
    feed_gap_fault,
    public_part_by_opening,
    verify,
)
from domain.verification.signatures import read_players
from domain.verification.talk import TalkCheck, check_talk
from domain.verification.texts import Sealed, check_texts

STREAMS_AT_ONCE = 500


class RefusedAttempt(msgspec.Struct, frozen=True):
    """An attempt that the rules refused before the step."""

    seat: int
    player: str | None
    move: Annotated[str, Meta(description="What was sent, as text; of a long one the beginning.")]
    clause: Annotated[str | None, Meta(description="The clause that forbade it; null if no rule was asked.")]
    why: Annotated[str, Meta(description="Why it was refused.")]
    at: Annotated[datetime, Meta(description="When it was refused.")]
    bytes: Annotated[int | None, Meta(description="How many bytes were sent if `move` is cut; null: it is whole.")]


class StepAudit(StepSummary, frozen=True, kw_only=True):
    """Everything that can be known about one step; its members are those of the steps of a game.

    `rules` is the ruleset that made it, `content` the digest of the pack. `legal` lists the questions that were open
    before it, with all moves legal then, even if the game was waiting for the arbiter. `hidden` lists pointers to the
    values that the digest covers by a seal. `digest` and `receipt` are null for a step recorded without them, `signed`
    if the player signed nothing, `imported` for a game played here.
    """

    game: UUID
    facts: tuple[CitedFact, ...]
    request_id: str
    rules: str
    content: str
    legal: tuple[ChoiceView, ...]
    refused: tuple[RefusedAttempt, ...]
    forgotten: Annotated[
        int, Meta(description="How many attempts in the whole game were refused besides, of which no more is kept.")
    ]
    hidden: tuple[str, ...]
    previous: str | None
    digest: str | None
    signed: SignatureView | None
    receipt: Receipt | None
    imported: Imported | None


class Witness(Protocol):
    """A place outside the database that stores the signed heads of the log."""

    def last(self, partition: int) -> TreeHead | None:
        """Return the last stored head of a partition."""
        ...


class Audit:
    """Looks back at the games of a service; `keyring` has the keys that its receipts were signed with.

    Without a `witness`, the log is compared only with the database itself.
    """

    def __init__(self, stored: StoredGames, queries: Queries, keyring: Keyring, witness: Witness | None = None) -> None:
        self._stored = stored
        self._queries = queries
        self._witness = witness
        self.keyring = keyring
        self._verdicts = Verdicts(stored.caches)
        self.log = Log(stored.store.log, stored.store.partitions, keyring)

    def step(self, game_id: UUID, n: int, viewer: Viewer) -> StepAudit:
        """Audit a step, as far as the viewer may see it; raises UnknownGame, UnknownStep, DamagedRecord."""
        with reading_record():
            return self._step(game_id, n, viewer)

    def _step(self, game_id: UUID, n: int, viewer: Viewer) -> StepAudit:
        seen = self._queries.step(game_id, n, viewer)
        game = self._stored.current(game_id)
        before = self._stored.at_step(game_id, n - 1) if n > 1 else None
        version = game.version_of(n)
        rows = self._rows(game_id, version, gt=version - 2)
        if len(rows) != 2:
            raise Unchainable(say("version {version} or the one before it is missing", version=version))
        previous, row = rows
        event = decode_event(row.topic, game_id, row.version, row.payload)
        assert isinstance(event, Step)
        hidden = event.hidden
        return StepAudit(
            **{name: getattr(seen, name) for name in StepSummary.__struct_fields__},
            game=game_id,
            facts=tuple(self._cited(game, fact) for fact in seen.facts),
            request_id=event.request_id,
            rules=event.rules,
            content=game.opened.content,
            legal=views.legal_choices(before, viewer) if before is not None else (),
            refused=self._refused(game_id, previous, event, viewer),
            forgotten=self._forgotten(game_id, viewer),
            hidden=hidden if isinstance(hidden, tuple) else (),
            previous=split_digest(previous.payload)[1],
            digest=split_digest(row.payload)[1],
            signed=seen.signed,
            receipt=_given_receipt(row, game_id, n, event),
            imported=self._import_of(game_id, row.version),
        )

    def _cited(self, game: Game, fact: Shown) -> CitedFact:
        cited = cite_clause(game, str(fact["clause"]))
        return CitedFact(fact, cited.clause, cited.text, cited.source)

    def _refused(self, game_id: UUID, previous: Row, event: AnyEvent, viewer: Viewer) -> tuple[RefusedAttempt, ...]:
        after = read_envelope(previous.payload).time
        if after is None:
            raise Unreadable(say("version {version} has no valid time", version=previous.version))
        found = self._stored.store.refusals_between(game_id, after, event.timestamp)
        return tuple(_view_attempt(refused) for refused in found if viewer.shares((refused.seat,)))

    def _forgotten(self, game_id: UUID, viewer: Viewer) -> int:
        found = self._stored.store.forgotten_refusals(game_id)
        return sum(moves for seat, moves in found.items() if viewer.shares((seat,)))

    def verification(self, game_id: UUID, by: str | None, arbiter: bool) -> Verification:
        """Verify the whole record of a game, leaving out details that the viewer may not see.

        An `arbiter` sees everything, even if the record is too damaged to read a game from it.

        Raises UnknownGame, ContentMissing.
        """
        # Messages first: one that arrives later may follow a step that was not read.
        talk = self._read_talk(game_id)
        rows = self._rows(game_id)
        sealed = read_sealed(self._stored.store, rows)
        imported, foreign = self._checked_import(game_id, rows, talk.rows)
        signed = self.signed(self._stored.store.partition_of(game_id))
        cut, logged = self._feed_gap(game_id, rows), self._compare_with_log(game_id, rows, foreign, signed)
        said = self._check_talk(game_id, talk, rows, foreign)
        due = signed.find_due(self._stored.store.stream_of(game_id), rows)
        texts = check_texts(sealed)
        around = Surroundings(cut, foreign, logged, said, due=due, texts=texts, openings=sealed.openings)
        found = self._verify(game_id, rows, around)
        if imported is not None:
            found = msgspec.structs.replace(found, imported=imported, holds=found.holds and imported.fault is None)
        if found.rules is None or found.rules.first is None or self._sees_all(game_id, by, arbiter):
            return found
        rules = msgspec.structs.replace(found.rules, first=_without_values(found.rules.first))
        return msgspec.structs.replace(found, rules=rules)

    def _verify(self, game_id: UUID, rows: Sequence[EventRow], around: Surroundings) -> Verification:
        stored = self._stored.stored_snapshots(game_id)
        # The players in a file belong to another service.
        keys = self._stored.store.player_keys
        if around.foreign is None:
            around = around._replace(known={name: list_keys(keys, name) for name in read_players(rows)})

        def work() -> Verification:
            found = verify(rows, game_id, self._stored.rulesets, self.keyring, around)
            snapshots = check_stored_snapshots(stored, rows, game_id, self._stored.rulesets)
            holds = found.holds and (snapshots is None or snapshots.fault is None)
            return msgspec.structs.replace(found, snapshots=snapshots, holds=holds)

        # The events do not say which keys a file came with.
        if around.foreign is not None:
            return work()
        known = msgspec.json.encode(around.known)
        texts = around.talk, around.texts, frozenset(around.openings)
        others = game_id, around.feed, around.checkpoints, texts, digest_snapshots(stored), known, around.due
        return self._verdicts.find(rows, others, work)

    def _import_of(self, game_id: UUID, version: int) -> Imported | None:
        note = self._stored.store.imports.of_game(game_id)
        return describe_import(note) if note is not None and version <= note.version else None

    def _checked_import(
        self, game_id: UUID, rows: Sequence[Row], talk: Sequence[Row]
    ) -> tuple[ImportCheck | None, ForeignEvents | None]:
        note = self._stored.store.imports.of_game(game_id)
        return check_note(note, rows, talk, self.keyring) if note is not None else (None, None)

    def _check_talk(
        self, game_id: UUID, talk: Sealed[EventRow], rows: Sequence[EventRow], foreign: ForeignEvents | None
    ) -> TalkCheck | None:
        """Check the messages of a game; None if nobody said anything."""
        said = talk.rows
        if not said:
            return None
        stream = talk_id(game_id)
        signed = self.signed(self._stored.store.partition_of(stream))
        came = ForeignEvents(len(said), foreign.keyring) if foreign is not None else None
        around = self._feed_gap(stream, said), self._compare_with_log(stream, said, came, signed).fault
        return check_talk(talk, rows, game_id, self.keyring, foreign, around, signed.find_due(stream, said))

    def _sees_all(self, game_id: UUID, by: str | None, arbiter: bool) -> bool:
        if arbiter:
            return True
        try:
            return self._queries.viewer(game_id, by).sees_all
        except Exception:
            return False

    def _feed_gap(self, game_id: UUID, rows: Sequence[EventRow]) -> Fault | None:
        gap = self._stored.store.missing_positions(game_id, rows[-1].position)
        return feed_gap_fault(rows, gap) if gap is not None else None

    def _compare_with_log(
        self, game_id: UUID, rows: Sequence[EventRow], foreign: ForeignEvents | None, signed: SignedPartition
    ) -> LogCheck:
        store = self._stored.store
        partition = store.partition_of(game_id)
        stream = store.stream_of(game_id)
        kept, before = self._kept_head(partition), count_before_steps(rows)
        found = check_log(rows, stream, partition, store.log, self.keyring, kept, before)
        misdated = signed.find_misdated(rows, foreign.version if foreign is not None else 0)
        return msgspec.structs.replace(found, fault=found.fault or misdated)

    def _kept_head(self, partition: int) -> TreeHead | None:
        return self._witness.last(partition) if self._witness is not None else None

    def signed(self, partition: int) -> SignedPartition:
        """Return what the heads of a partition prove about its events."""
        return SignedPartition(self._stored.store.log, self.keyring, partition)

    def check_stream(
        self, stream: UUID, signed: SignedPartition, is_moved: Callable[[UUID], bool] | None = None
    ) -> FollowedChain:
        """Check the chain, the receipts and the times of a game or a talk; `signed` is its partition.

        With `is_moved`, which tells whether a game was moved to its file, no file is read.
        """
        return check_stream(self._stored.store, self.keyring, stream, signed, is_moved)

    def streams(self, partition: int, after: UUID | None = None) -> Iterator[UUID]:
        """Return the ids of a partition's games, and of the talks attached to them, in order."""
        while page := self._stored.store.stream_ids(partition, after, STREAMS_AT_ONCE):
            yield from page
            after = page[-1]

    def games_after(self, partition: int, game_id: UUID | None) -> Iterator[tuple[int, UUID]]:
        """Find all games after this one, with their partitions, by partition and id.

        Talks are left out, since they are verified with their games, unless the game is gone.
        """
        for at in range(partition, self._stored.store.partitions):
            for stream in self.streams(at, game_id if at == partition else None):
                if self._stored.store.game_of(stream) == stream and not self._is_talk_of_game(stream):
                    yield at, stream

    def _is_talk_of_game(self, stream: UUID) -> bool:
        game = read_game_of_talk(self._stored.store.stream_rows(stream, 1))
        return game is not None and talk_id(game) == stream and bool(self._stored.store.rows(game, 1))

    def proof(self, game_id: UUID, n: int, size: int | None = None) -> Inclusion:
        """Prove that a step is in the log, at the checkpoint of this size or at the latest one.

        The proof of a game replaced by a better file names the stream of that file, as the leaf does.

        Raises UnknownGame, UnknownStep, NotCovered, UnknownCheckpoint, DamagedRecord.
        """
        with reading_record():
            game = self._stored.current(game_id)
        if not 1 <= n <= game.step:
            raise UnknownStep(game.describe_missing_step(n))
        version = game.version_of(n)
        rows = self._stored.store.rows(game_id, version, version - 1)
        if not rows:
            raise damaged_record_error(later("step {n} is gone", n=n))
        store = self._stored.store
        return self.log.inclusion(store.stream_of(game_id), store.partition_of(game_id), n, rows[0], size)

    def archive(self, game_id: UUID, viewer: Viewer, evidence: Evidence | None = None, *, texts: bool = True) -> bytes:
        """Write the archive of a game: whole if it is over, otherwise redacted for the viewer.

        With `evidence` it ends with the proof that the game is under a checkpoint that witnesses cosigned. Without
        `texts`, what people wrote stays sealed, so the file need not change if it is erased.

        Raises UnknownGame, DamagedRecord.
        """
        # Messages first: one that arrives later may follow a step that was not read.
        talk = self._read_talk(game_id)
        rows = self._rows(game_id)
        openings = {**talk.openings, **read_sealed(self._stored.store, rows).openings} if texts else NOTHING_SEALED
        with reading_record():
            events = [decode_event(row.topic, game_id, row.version, row.payload) for row in rows]
            game = fold(events, self._stored.rulesets)
            if game is None:
                raise Unchainable(say("the opening of the game is gone"))
            proof = evidence.find(game_id, rows) if evidence is not None else None
            if game.result:
                return b"".join(writing.write_whole(rows, game, talk.rows, proof, openings))
            return b"".join(writing.write_redacted(rows, events, game, viewer, talk.rows, proof, openings))

    def check(self, receipt: Receipt) -> ReceiptCheck:
        """Check whether a receipt is genuine, and whether the record contains what it promises."""
        fault = self.keyring.receipt_fault(receipt)
        if fault is not None:
            return ReceiptCheck("not-genuine", fault)
        rows = self._stored.store.rows(receipt.game, receipt.version)
        return check_history(receipt, rows, public_part_by_opening(rows))

    def _read_talk(self, game_id: UUID) -> Sealed[EventRow]:
        """Read the messages of a game; no rows if nobody said anything."""
        return read_sealed(self._stored.store, self._stored.store.rows(talk_id(game_id)))

    def _rows(self, game_id: UUID, lte: int | None = None, gt: int | None = None) -> Sequence[EventRow]:
        rows = self._stored.store.rows(game_id, lte, gt)
        if not rows or rows[0].topic == MessageSent.TOPIC:
            raise UnknownGame(later("There is no game {game_id}.", game_id=game_id))
        return rows


def _given_receipt(row: Row, game_id: UUID, n: int, event: AnyEvent) -> Receipt | None:
    """Return the receipt as it was given: one signed today would prove nothing about the past."""
    signed = unpack_signature(row.receipt) if row.receipt is not None else None
    digest = split_digest(row.payload)[1]
    if signed is None or digest is None:
        return None
    return Receipt(game_id, n, row.version, digest, format_time(event.timestamp), *signed)


def _view_attempt(refused: RefusedMove) -> RefusedAttempt:
    move = refused.move.decode(errors="replace")
    sent = refused.sent_bytes
    return RefusedAttempt(refused.seat, refused.player, move, refused.clause, refused.why, refused.at, sent)


def _without_values(difference: Difference) -> Difference:
    """Remove the values from a difference, since they may be secret."""
    why = say("the step differs from what the rules give; the values are shown when the game is over")
    if difference.superseded:
        why = say(
            "{now} gives another step than {rules}; the values are shown when the game is over",
            now=difference.now,
            rules=difference.rules,
        )
    return msgspec.structs.replace(difference, why=why, expected=None, recorded=None)

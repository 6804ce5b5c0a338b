"""Makes checkpoints: the log grows by the events since the last ones, and its new heads are signed.

The new heads become a leaf of the log of heads, whose root is signed as well (`service/checkpoints/log_heads.py`). A
head is signed only over a log that begins with what was signed before, in the table and in the file. It enters the file
before anyone can read it in the table, so every head ever shown is in the file.

Large growth is signed in pieces. Each is a complete checkpoint in its own transaction of less than a second, so that a
killed process has made all of a piece or none of it. The next run continues where the last one ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

import msgspec

from domain.application.checks.pieces import MOST_EVENTS
from domain.proof.checkpoints import TreeHead, head_fault, sign_head, tree_head
from domain.proof.heads import Heads
from domain.proof.heads_log import HeadsLog, SignedRoot, default_origin, signed_root, size_of
from domain.proof.log_check import describe_false_head
from domain.proof.receipts import Keyring, Signer
from domain.proof.tiles import BrokenLog
from domain.rows import PARTITIONS, HeadRow
from eventstore.tables.log import FalseHashes, LogTables, LogWriter, PartitionSizes, open_log
from service.checkpoints.checkpoint_file import CheckpointFile
from service.checkpoints.contradiction import Contradiction
from service.checkpoints.early_streams import sign_early
from service.checkpoints.growth import check_count, check_extended, check_whole, grow_tiles
from service.checkpoints.log_heads import HeadsRun, HeadsSigner
from service.checkpoints.missing_receipts import find_missing_receipt
from service.witnesses.asking import Outcome, State

COUNTED_AS_SIGNED = 64
"""How many events can be counted in the time needed to sign one."""


class RefusedPartition(msgspec.Struct, frozen=True):
    """A partition that was not signed because its log does not continue the signed one."""

    partition: int
    why: str


class Notice(msgspec.Struct, frozen=True):
    """A change that somebody made to the log of a partition, which does not stop the signing."""

    partition: int
    what: str


class MadeCheckpoints(msgspec.Struct, frozen=True):
    """The result of making checkpoints: the new heads, the refused partitions, and the notices.

    `log` is the result for the log of heads; `witnesses` are their outcomes, if they were asked.
    """

    heads: tuple[TreeHead, ...]
    refused: tuple[RefusedPartition, ...]
    noticed: tuple[Notice, ...] = ()
    log: HeadsRun = HeadsRun()
    witnesses: tuple[Outcome, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether everything was signed, nothing was noticed, and no witness saw another log."""
        contradicted = any(one.state is State.CONTRADICTED for one in self.witnesses)
        return not (self.refused or self.noticed or self.log.refused or self.log.noticed or contradicted)


class Progress(msgspec.Struct, frozen=True):
    """The progress of a run: how many events it has signed, and how many are left as far as it knows."""

    events: int
    left: int


def join_pieces(pieces: Iterable[MadeCheckpoints]) -> MadeCheckpoints:
    """Return what several pieces made, as if they were one: the last head of each partition."""
    made = MadeCheckpoints((), ())
    for piece in pieces:
        heads = {head.partition: head for head in (*made.heads, *piece.heads)}
        made = MadeCheckpoints(
            tuple(heads[partition] for partition in sorted(heads)),
            made.refused + piece.refused,
            tuple(dict.fromkeys(made.noticed + piece.noticed)),
            _join_runs(made.log, piece.log),
        )
    return made


def _join_runs(first: HeadsRun, then: HeadsRun) -> HeadsRun:
    return HeadsRun(
        then.root or first.root,
        then.refused or first.refused,
        tuple(dict.fromkeys(first.noticed + then.noticed)),
        then.lacking or first.lacking,
    )


@dataclass(frozen=True)
class Checkpoints:
    """Makes the checkpoints of the database at `url`. The log of heads is named `origin`, or after our first key.

    A piece signs at most `most_events` events.
    """

    url: str
    signer: Signer
    keyring: Keyring
    file: CheckpointFile
    clock: Callable[[], datetime]
    origin: str | None = None
    most_events: int = MOST_EVENTS

    def is_due(self, log: LogTables) -> bool:
        """Return whether some partition has grown, or differs from what was signed as far as a quick look can tell."""
        kept, newest = self.file.heads(), {row.partition: row for row in log.latest()}
        if self.file.is_empty() and log.file_since() is not None:
            return True
        if any(self._needs_look(sizes, newest.get(sizes.partition), kept) for sizes in log.sizes()):
            return True
        latest = HeadsLog(log, self.keyring).latest()
        if latest is None:
            return bool(newest)
        grown = any(row.size > size_of(latest, partition) for partition, row in newest.items())
        return grown or self.file.root() != signed_root(latest)

    def _needs_look(self, sizes: PartitionSizes, row: HeadRow | None, kept: dict[int, TreeHead]) -> bool:
        if sizes.last != sizes.position or (row.size if row is not None else 0) != sizes.position:
            return True
        head = tree_head(row) if row is not None else None
        return kept.get(sizes.partition) != head or (head is not None and head_fault(head, self.keyring) is not None)

    def make(self, *, thorough: bool = True, new_file: bool = False) -> MadeCheckpoints:
        """Sign the heads of all partitions that have grown.

        After OSError or psycopg.Error, what was signed remains. A `thorough` run also finds what is missing from
        partitions that have not grown. With `new_file`, the operator declares the file of heads to be new: it begins
        with the table's heads.
        """
        return join_pieces(piece for piece, _ in self.pieces(thorough=thorough, new_file=new_file))

    def pieces(self, *, thorough: bool = True, new_file: bool = False) -> Iterator[tuple[MadeCheckpoints, Progress]]:
        """Make checkpoints like `make`, and yield after each piece what it made and the progress of the run."""
        run = _Run(self, thorough, new_file)
        while not run.is_over:
            with open_log(self.url) as log:
                # In a transaction of its own, so that the file is never more than one root ahead of the table.
                ended_early = self.heads_signer.finish_last(log, self.file.heads(), self.file.root())
                piece = None if ended_early else run.make_piece(log)
            if piece is not None:
                yield piece

    def sign_early(self, log: LogWriter) -> str | None:
        """Sign the list of streams that may lack receipts, if it is due; return its fault, if it has one."""
        return sign_early(log, self.file, self.signer, self.keyring, self.now())

    @property
    def heads_signer(self) -> HeadsSigner:
        """The signer of the roots of the log of heads."""
        origin = self.origin or default_origin(self.keyring, self.signer)
        return HeadsSigner(self.signer, self.keyring, origin, PARTITIONS)

    def now(self) -> datetime:
        """Return the time for new signatures, which is never before the key came into use."""
        return self.keyring.date(self.signer.key, self.clock())

    def sign_partition(
        self, log: LogWriter, partition: int, table: TreeHead | None, kept: TreeHead | None, size: int
    ) -> TreeHead:
        """Extend the log of a partition to this size, and sign it; raises Contradiction, BrokenLog."""
        signed = table.size if table is not None else 0
        tiles, segments = grow_tiles(log, partition, signed, size, kept)
        for where, head in (("table", table), ("file", kept)):
            check_extended(where, head, size, tiles)
        root = tiles.root(size)
        if kept is not None and kept.size == size:
            head = kept  # Signed by a process that ended before it wrote the head into the table.
        else:
            head = sign_head(self.signer, partition, size, root, self.now())
        values = HeadRow(partition, size, root, head.time, head.key, bytes.fromhex(head.signature))
        log.add(partition, segments, values)
        return head

    def check_genuine(self, where: str, head: TreeHead | None, size: int) -> None:
        """Raise Contradiction for a head that our keys did not sign, or that covers more events than there are."""
        if head is None:
            return
        fault = head_fault(head, self.keyring)
        if fault is not None:
            raise Contradiction(f"the {where} has a head of size {head.size} that is not genuine: {fault}")
        if head.size > size:
            raise Contradiction(
                f"the {where} has a signed head of size {head.size}, and the feed ends with position {size}: "
                "events are gone, or an old backup was restored"
            )


class _Run:
    """A run over all partitions, piece by piece."""

    def __init__(self, checkpoints: Checkpoints, thorough: bool, new_file: bool) -> None:
        self._by, self._thorough, self._new_file = checkpoints, thorough, new_file
        self._next = 0
        self._is_counted = False
        self._events = 0

    @property
    def is_over(self) -> bool:
        """Whether all partitions have been checked."""
        return self._next == PARTITIONS

    def make_piece(self, log: LogWriter) -> tuple[MadeCheckpoints, Progress]:
        """Sign as much as fits into one transaction."""
        file, since = self._by.file, log.file_since()
        kept = file.heads()
        missing = None
        if file.is_empty() and since is not None and not self._new_file:
            missing = f"{file.path.name} has no heads, though it was kept from {since:%Y-%m-%d} on: it is gone"
        look = _Look(self._by, log, missing, self._thorough)
        unlisted = None if self._next or missing is not None else self._by.sign_early(log)
        left = self._look_on(look, kept)
        if missing is not None:
            made = HeadsRun(refused=missing)
        else:
            thorough = self._thorough and self.is_over
            made = self._by.heads_signer.add(log, look.current, file.root(), self._by.now(), thorough)
        if unlisted is not None:
            made = msgspec.structs.replace(made, noticed=(*made.noticed, unlisted))
        new: list[TreeHead | SignedRoot] = [*look.new]
        new += [root for root in (made.root, made.lacking) if root is not None]
        if new:
            file.append(new)
        if (new or kept) and (since is None or self._new_file):
            log.remember_file()
            self._new_file = False
        self._events += look.events
        whole = MadeCheckpoints(tuple(look.heads), tuple(look.refused), tuple(look.noticed), made)
        return whole, Progress(self._events, left)

    def _look_on(self, look: _Look, kept: dict[int, TreeHead]) -> int:
        """Check partitions until time is up; return how many of their events and later ones are unsigned."""
        sizes = [one for one in look.log.sizes() if one.partition >= self._next]
        for at, one in enumerate(sizes):
            ended = look.work >= self._by.most_events
            if ended or not look.at(one, kept.get(one.partition), self._is_counted):
                self._next, self._is_counted = one.partition, not ended
                newest = {row.partition: row.size for row in look.log.latest()}
                return sum(max(later.position - newest.get(later.partition, 0), 0) for later in sizes[at:])
            self._is_counted = False
        self._next = PARTITIONS
        return 0


class _Look:
    """The findings while the partitions are checked one by one.

    Nothing is signed if something is `missing`, which says what. A `thorough` look counts the events.
    """

    def __init__(self, checkpoints: Checkpoints, log: LogWriter, missing: str | None, thorough: bool) -> None:
        self._by, self.log = checkpoints, log
        self._missing, self._thorough = missing, thorough
        self.heads: list[TreeHead] = []
        self.current: dict[int, TreeHead] = {}
        self.new: list[TreeHead] = []
        self.refused: list[RefusedPartition] = []
        self.noticed: list[Notice] = []
        self.events = self._counted = 0

    @property
    def work(self) -> int:
        """The work done, in units of signing one event."""
        return self.events + self._counted // COUNTED_AS_SIGNED

    def at(self, sizes: PartitionSizes, kept: TreeHead | None, is_counted: bool) -> bool:
        """Check a partition, and sign it if it has grown and continues what was signed.

        Returns whether all of it is signed, as far as possible. `is_counted` says that the previous piece has counted
        its events.
        """
        heads = Heads(self.log, self._by.keyring)
        row = next(iter(self.log.heads_below(sizes.partition, None, 1)), None)
        if row is None and kept is None and not sizes.position and not sizes.last:
            return True
        if row is not None and (why := heads.fault(row)) is not None:
            self.noticed.append(Notice(sizes.partition, describe_false_head(row, why)))
        table = heads.head(sizes.partition)
        if self._missing is not None:
            self.refused.append(RefusedPartition(sizes.partition, self._missing))
            return True
        try:
            for where, head in (("table", table), ("file", kept)):
                self._by.check_genuine(where, head, sizes.position)
            if self._thorough and not is_counted:
                self._counted += sizes.position
                check_count(self.log, sizes)
            if sizes.position > (table.size if table is not None else 0):
                table = self._sign(sizes, table, kept)
            elif table is not None and (self._thorough or sizes.last != sizes.position or kept != table):
                check_whole(self.log, sizes, table, kept)
                self._keep_again(table, kept)
        except (Contradiction, BrokenLog, FalseHashes) as why:
            self.refused.append(RefusedPartition(sizes.partition, str(why)))
            return True
        if table is not None:
            self.current[sizes.partition] = table
        return table is None or table.size == sizes.position

    def _sign(self, sizes: PartitionSizes, table: TreeHead | None, kept: TreeHead | None) -> TreeHead:
        signed = table.size if table is not None else 0
        size = min(sizes.position, signed + max(self._by.most_events - self.events, 1))
        if kept is not None:
            size = max(size, kept.size)
        missing = find_missing_receipt(self.log, self._by.keyring, sizes.partition, signed, size)
        if missing is not None:
            self.noticed.append(Notice(sizes.partition, missing))
        head = self._by.sign_partition(self.log, sizes.partition, table, kept, size)
        self.events += size - signed
        self.heads.append(head)
        if head != kept:
            self.new.append(head)
        return head

    def _keep_again(self, table: TreeHead, kept: TreeHead | None) -> None:
        if kept is None or kept.size < table.size:
            what = f"the file lacked the head of {table.size} events, signed at {table.time}; it has it again"
            self.noticed.append(Notice(table.partition, what))
            self.new.append(table)

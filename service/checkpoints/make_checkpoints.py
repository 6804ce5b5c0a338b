"""Makes checkpoints: the log grows by the events since the last ones, and its new heads are signed.

The new heads become a leaf of the log of heads, whose root is signed as well (`service/checkpoints/log_heads.py`).
A head is signed only over a log that begins with what was signed before, in the table and in the file. It is in
the file before anyone can read it in the table, so that every head that was ever shown must be in the file. All
partitions are written in one transaction, so that a process that is killed has made all of its checkpoints or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

import msgspec

from domain.proof import merkle
from domain.proof.checkpoints import TreeHead, head_fault, sign_head, stored_leaf_hash, tree_head
from domain.proof.heads import Heads
from domain.proof.heads_log import HeadsLog, SignedRoot, default_origin, signed_root, size_of
from domain.proof.log_check import describe_false_head
from domain.proof.receipts import Keyring, Signer
from domain.proof.tiles import WIDTH, BrokenLog, Tiles, tiles_for_proofs
from domain.rows import PARTITIONS, HeadRow, LeafRow, TileSegment
from eventstore.tables.log import FalseHashes, LogTables, LogWriter, PartitionSizes, open_log
from service.checkpoints.checkpoint_file import CheckpointFile
from service.checkpoints.contradiction import Contradiction
from service.checkpoints.log_heads import HeadsRun, HeadsSigner
from service.witnesses.asking import Outcome, State

AT_ONCE = 4096
"""How many events are read at a time."""


class RefusedPartition(msgspec.Struct, frozen=True):
    """A partition that gets no signature, because its log does not continue the one that was signed before."""

    partition: int
    why: str


class Notice(msgspec.Struct, frozen=True):
    """Something that somebody changed in the log of a partition, and that keeps nothing from being signed."""

    partition: int
    what: str


class MadeCheckpoints(msgspec.Struct, frozen=True):
    """The result of making checkpoints: the new heads, the partitions that were refused, and what was noticed.

    `log` is the result for the log of heads, `witnesses` what came of asking them, where they were asked.
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


@dataclass(frozen=True)
class Checkpoints:
    """Makes the checkpoints of the database at `url`. The log of heads is called `origin`, or by our first key."""

    url: str
    signer: Signer
    keyring: Keyring
    file: CheckpointFile
    clock: Callable[[], datetime]
    origin: str | None = None

    def is_due(self, log: LogTables) -> bool:
        """Whether some partition has grown, or is not what was signed as far as a quick look tells."""
        kept, newest = self.file.heads(), {row.partition: row for row in log.latest()}
        if not kept and log.file_since() is not None:
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
        """Sign the heads of all partitions that have grown. After OSError or psycopg.Error none is signed.

        A `thorough` look also finds what is gone from partitions that have not grown. With `new_file`, the operator
        says that the file of heads is a new one: it begins with the heads of the table.
        """
        with open_log(self.url) as log:
            # In a transaction of its own, so that the file is never more than one root ahead of the table.
            ended_early = self._heads_signer.finish_last(log, self.file.heads(), self.file.root())
            made = None if ended_early else self._make(log, thorough, new_file)
        return made or self.make(thorough=thorough, new_file=new_file)

    def _make(self, log: LogWriter, thorough: bool, new_file: bool) -> MadeCheckpoints:
        look = _Look(self)
        since = log.file_since()
        kept = self.file.heads()
        missing = None
        if not kept and since is not None and not new_file:
            missing = f"{self.file.path.name} has no heads, though it was kept from {since:%Y-%m-%d} on: it is gone"
        for sizes in log.sizes():
            if sizes.position or sizes.last or sizes.partition in kept or log.heads_below(sizes.partition, None, 1):
                look.at(log, sizes, kept.get(sizes.partition), missing, thorough)
        if missing is not None:
            run = HeadsRun(refused=missing)
        else:
            run = self._heads_signer.add(log, look.current, self.file.root(), self.clock(), thorough)
        new: list[TreeHead | SignedRoot] = [*look.new]
        new += [root for root in (run.root, run.lacking) if root is not None]
        if new:
            self.file.append(new)
        if (new or kept) and (since is None or new_file):
            log.remember_file()
        return MadeCheckpoints(tuple(look.heads), tuple(look.refused), tuple(look.noticed), run)

    @property
    def _heads_signer(self) -> HeadsSigner:
        origin = self.origin or default_origin(self.keyring, self.signer)
        return HeadsSigner(self.signer, self.keyring, origin, PARTITIONS)

    def sign_partition(
        self, log: LogWriter, sizes: PartitionSizes, table: TreeHead | None, kept: TreeHead | None
    ) -> TreeHead:
        """Let the log of a partition grow to its last position, and sign it; raises Contradiction, BrokenLog."""
        partition, size = sizes.partition, sizes.position
        signed = table.size if table is not None else 0
        tiles, segments = _grow_tiles(log, partition, signed, size, kept)
        for where, head in (("table", table), ("file", kept)):
            _check_extended(where, head, size, tiles)
        root = tiles.root(size)
        if kept is not None and kept.size == size:
            head = kept  # Signed by a process that ended before it wrote the head into the table.
        else:
            head = sign_head(self.signer, partition, size, root, self.clock())
        values = HeadRow(partition, size, root, head.time, head.key, bytes.fromhex(head.signature))
        log.add(partition, segments, values)
        return head

    def check_genuine(self, where: str, head: TreeHead | None, size: int) -> None:
        """Raise Contradiction for a head that our keys did not sign, or that covers more than there is."""
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


class _Look:
    """What is found while one partition after the other is looked at."""

    def __init__(self, checkpoints: Checkpoints) -> None:
        self._by = checkpoints
        self.heads: list[TreeHead] = []
        self.current: dict[int, TreeHead] = {}
        self.new: list[TreeHead] = []
        self.refused: list[RefusedPartition] = []
        self.noticed: list[Notice] = []

    def at(
        self, log: LogWriter, sizes: PartitionSizes, kept: TreeHead | None, missing: str | None, thorough: bool
    ) -> None:
        """Look at a partition, and sign it if it has grown and continues what was signed."""
        heads = Heads(log, self._by.keyring)
        row = next(iter(log.heads_below(sizes.partition, None, 1)), None)
        if row is not None and (why := heads.fault(row)) is not None:
            self.noticed.append(Notice(sizes.partition, describe_false_head(row, why)))
        table = heads.head(sizes.partition)
        if missing is not None:
            self.refused.append(RefusedPartition(sizes.partition, missing))
            return
        try:
            for where, head in (("table", table), ("file", kept)):
                self._by.check_genuine(where, head, sizes.position)
            if thorough:
                _check_count(log, sizes)
            if sizes.position > (table.size if table is not None else 0):
                table = self._sign(log, sizes, table, kept)
            elif table is not None and (thorough or sizes.last != sizes.position or kept != table):
                _check_whole(log, sizes, table, kept)
                self._keep_again(table, kept)
            if table is not None:
                self.current[sizes.partition] = table
        except (Contradiction, BrokenLog, FalseHashes) as why:
            self.refused.append(RefusedPartition(sizes.partition, str(why)))

    def _sign(self, log: LogWriter, sizes: PartitionSizes, table: TreeHead | None, kept: TreeHead | None) -> TreeHead:
        head = self._by.sign_partition(log, sizes, table, kept)
        self.heads.append(head)
        if head != kept:
            self.new.append(head)
        return head

    def _keep_again(self, table: TreeHead, kept: TreeHead | None) -> None:
        if kept is None or kept.size < table.size:
            what = f"the file lacked the head of {table.size} events, signed at {table.time}; it has it again"
            self.noticed.append(Notice(table.partition, what))
            self.new.append(table)


def _check_whole(log: LogWriter, sizes: PartitionSizes, table: TreeHead, kept: TreeHead | None) -> None:
    """Raise Contradiction or BrokenLog unless events and tiles are there up to the head, and the file's head agrees."""
    tiles, _ = _grow_tiles(log, sizes.partition, table.size, table.size, kept)
    for where, head in (("table", table), ("file", kept)):
        _check_extended(where, head, table.size, tiles)


def _check_count(log: LogWriter, sizes: PartitionSizes) -> None:
    gone = sizes.position - log.count(sizes.partition)
    if gone > 0:
        first, more = log.first_gap(sizes.partition), f", and {gone - 1} more" if gone > 1 else ""
        raise Contradiction(f"position {first} of the feed is gone, of {sizes.position}{more}")
    if sizes.last != sizes.position:
        raise Contradiction(f"the feed was set back to position {sizes.position}: its last event is at {sizes.last}")


def _grow_tiles(
    log: LogWriter, partition: int, signed: int, size: int, kept: TreeHead | None
) -> tuple[Tiles, list[TileSegment]]:
    """The tiles of the log up to `size`, with what was added to them; `kept` is the last head of the file."""
    proven = [head_size - 1 for head_size in (signed, kept.size if kept is not None else 0) if 0 < head_size <= signed]
    # By themselves, hashes behind the head follow from events that were not signed yet: nobody can add others.
    if kept is not None and kept.size > signed and log.has_hashes_beyond(partition, signed):
        raise Contradiction(f"the table has hashes behind the {signed} events of its last head: heads are gone")
    tiles = Tiles(log.tiles(partition, tiles_for_proofs([*proven, max(signed - 1, 0)], signed)))
    segments: list[TileSegment] = []
    # The events of the last tile are compared once more: the end is what a restored backup would have rewritten.
    again = max(signed - 1, 0) // WIDTH * WIDTH
    for leaves in _read_leaves(log, partition, again, size):
        hashes = [stored_leaf_hash(leaf) for leaf in leaves]
        first = leaves[0].position - 1
        known = max(min(signed - first, len(hashes)), 0)
        for index, found in enumerate(hashes[:known], first):
            if tiles.leaf(index) != found:
                raise Contradiction(
                    f"the event at position {index + 1} is not the one that was signed with {signed} events"
                )
        segments += tiles.grow(first + known, hashes[known:])
    return tiles, _join_segments(segments)


def _read_leaves(log: LogWriter, partition: int, after: int, until: int) -> Iterator[list[LeafRow]]:
    """Yield the leaves of a partition in portions that are not empty."""
    while after < until:
        end = min(after + AT_ONCE, until)
        leaves = log.leaves(partition, after, end)
        if [leaf.position for leaf in leaves] != list(range(after + 1, end + 1)):
            there = {leaf.position for leaf in leaves}
            gone = next(position for position in range(after + 1, end + 1) if position not in there)
            raise Contradiction(f"position {gone} of the feed is gone, of {until}")
        yield leaves
        after = end


def _check_extended(where: str, head: TreeHead | None, size: int, tiles: Tiles) -> None:
    """Raise unless the log of this size begins with that of a signed head."""
    if head is None:
        return
    path = merkle.prove_consistency(head.size, size, tiles.subtree)
    if not merkle.is_extension(head.size, bytes.fromhex(head.root), size, tiles.root(size), path):
        raise Contradiction(f"the log of {size} events does not begin with the {head.size} signed in the {where}")


def _join_segments(segments: list[TileSegment]) -> list[TileSegment]:
    """One segment a tile: what it grew by at different times, together."""
    found: dict[tuple[int, int], TileSegment] = {}
    for segment in segments:
        before = found.get((segment.level, segment.index))
        hashes = before.hashes + segment.hashes if before is not None else segment.hashes
        found[segment.level, segment.index] = msgspec.structs.replace(segment, hashes=hashes)
    return list(found.values())

"""Makes checkpoints: the log grows by the events since the last ones, and its new heads are signed.

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
from domain.proof.receipts import Keyring, Signer
from domain.proof.tiles import WIDTH, BrokenLog, Tiles, tiles_for_proofs
from domain.rows import HeadRow, LeafRow, TileSegment
from eventstore.tables.log import LogTables, LogWriter, PartitionSizes, open_log
from service.checkpoint_file import CheckpointFile

AT_ONCE = 4096
"""How many events are read at a time."""


class RefusedPartition(msgspec.Struct, frozen=True):
    """A partition that gets no signature, because its log does not continue the one that was signed before."""

    partition: int
    why: str


class MadeCheckpoints(msgspec.Struct, frozen=True):
    """The result of making checkpoints: the new heads, and the partitions that were refused."""

    heads: tuple[TreeHead, ...]
    refused: tuple[RefusedPartition, ...]


class _Contradiction(Exception):
    """The log does not continue the one that was signed; the message says how."""


@dataclass(frozen=True)
class Checkpoints:
    """Makes the checkpoints of the database at `url`."""

    url: str
    signer: Signer
    keyring: Keyring
    file: CheckpointFile
    clock: Callable[[], datetime]

    def is_due(self, log: LogTables) -> bool:
        """Whether some partition has grown, or contradicts what was signed; costs one query."""
        kept = self.file.heads()
        return any(_needs_checkpoint(sizes, kept.get(sizes.partition)) for sizes in log.sizes())

    def make(self) -> MadeCheckpoints:
        """Sign the heads of all partitions that have grown. After OSError or psycopg.Error none is signed."""
        heads: list[TreeHead] = []
        new: list[TreeHead] = []
        refused: list[RefusedPartition] = []
        with open_log(self.url) as log:
            kept = self.file.heads()
            for sizes in log.sizes():
                last = kept.get(sizes.partition)
                if not _needs_checkpoint(sizes, last):
                    continue
                try:
                    head = self._sign_partition(log, sizes, last)
                except (_Contradiction, BrokenLog) as why:
                    refused.append(RefusedPartition(sizes.partition, str(why)))
                    continue
                heads.append(head)
                if head != last:
                    new.append(head)
            if new:
                self.file.append(new)
        return MadeCheckpoints(tuple(heads), tuple(refused))

    def _sign_partition(self, log: LogWriter, sizes: PartitionSizes, kept: TreeHead | None) -> TreeHead:
        """Let the log of a partition grow to its last position, and sign it."""
        partition, size = sizes.partition, sizes.position
        row = log.head(partition)
        table = tree_head(row) if row is not None else None
        for where, head in (("table", table), ("file", kept)):
            self._check_genuine(where, head, size)
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

    def _check_genuine(self, where: str, head: TreeHead | None, size: int) -> None:
        if head is None:
            return
        fault = head_fault(head, self.keyring)
        if fault is not None:
            raise _Contradiction(f"the {where} has a head of size {head.size} that is not genuine: {fault}")
        if head.size > size:
            raise _Contradiction(
                f"the {where} has a signed head of size {head.size}, and the feed ends with position {size}: "
                "events are gone, or an old backup was restored"
            )


def _grow_tiles(
    log: LogWriter, partition: int, signed: int, size: int, kept: TreeHead | None
) -> tuple[Tiles, list[TileSegment]]:
    """The tiles of the log up to `size`, with what was added to them; `kept` is the last head of the file."""
    proven = [head_size - 1 for head_size in (signed, kept.size if kept is not None else 0) if 0 < head_size <= signed]
    if log.has_hashes_beyond(partition, signed):
        raise _Contradiction(f"the table has hashes behind the {signed} events of its last head: heads are gone")
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
                raise _Contradiction(
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
            raise _Contradiction(f"position {gone} of the feed is gone, of {until}")
        yield leaves
        after = end


def _check_extended(where: str, head: TreeHead | None, size: int, tiles: Tiles) -> None:
    """Raise unless the log of this size begins with that of a signed head."""
    if head is None:
        return
    path = merkle.prove_consistency(head.size, size, tiles.subtree)
    if not merkle.is_extension(head.size, bytes.fromhex(head.root), size, tiles.root(size), path):
        raise _Contradiction(f"the log of {size} events does not begin with the {head.size} signed in the {where}")


def _join_segments(segments: list[TileSegment]) -> list[TileSegment]:
    """One segment a tile: what it grew by at different times, together."""
    found: dict[tuple[int, int], TileSegment] = {}
    for segment in segments:
        before = found.get((segment.level, segment.index))
        hashes = before.hashes + segment.hashes if before is not None else segment.hashes
        found[segment.level, segment.index] = msgspec.structs.replace(segment, hashes=hashes)
    return list(found.values())


def _needs_checkpoint(sizes: PartitionSizes, kept: TreeHead | None) -> bool:
    """Whether there is something to sign, or a contradiction to report."""
    return sizes.position != sizes.signed or (kept is not None and kept.size > sizes.position)

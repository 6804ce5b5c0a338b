"""The log of a service: its signed heads, and the proofs that it gives."""

from __future__ import annotations

from uuid import UUID

from domain.application.errors import NotCovered, UnknownCheckpoint, UnknownPartition
from domain.kernel.language import Later, later
from domain.proof import merkle
from domain.proof.checkpoints import Consistency, Inclusion, TreeHead, leaf_digest, leaf_hash
from domain.proof.heads import Heads
from domain.proof.log_store import LogStore
from domain.proof.receipts import Keyring
from domain.proof.shapes import path_digits
from domain.proof.tiles import BrokenLog, Tiles, tiles_for_proofs
from domain.record.damage import DamagedRecord
from domain.rows import EventRow


class Log:
    """The log of all events; each of the `partitions` has its own tree."""

    def __init__(self, store: LogStore, partitions: int, keyring: Keyring) -> None:
        self._store = store
        self._heads = Heads(store, keyring)
        self._partitions = partitions

    def latest(self) -> list[TreeHead]:
        """Return the latest signed head of each partition that has one."""
        return self._heads.latest()

    def heads(self, partition: int, after: int, limit: int) -> list[TreeHead]:
        """Return at most `limit` heads of sizes above `after`, the oldest first; raises UnknownPartition."""
        self._check(partition)
        return self._heads.after(partition, after, limit)

    def head(self, partition: int, size: int | None = None) -> TreeHead:
        """Return the signed head of this size, or the latest; raises UnknownPartition, UnknownCheckpoint."""
        self._check(partition)
        found = self._heads.head(partition, size)
        if found is None:
            if size is None:
                raise UnknownCheckpoint(
                    later("Partition {partition} of the feed has no checkpoint yet.", partition=partition)
                )
            raise UnknownCheckpoint(
                later(
                    "Partition {partition} of the feed has no checkpoint of size {size}.",
                    partition=partition,
                    size=size,
                )
            )
        return found

    def consistency(self, partition: int, old: int, new: int | None) -> Consistency:
        """Prove that the log at one head (by default the latest) begins with the log of an earlier head; old <= new.

        Raises UnknownPartition, UnknownCheckpoint, and DamagedRecord if the log can no longer prove it.
        """
        earlier, latest = self.head(partition, old), self.head(partition, new)
        tiles = Tiles(self._store.tiles(partition, tiles_for_proofs([earlier.size - 1], latest.size)))
        try:
            path = merkle.prove_consistency(earlier.size, latest.size, tiles.subtree)
        except BrokenLog as broken:
            raise _damaged_log_error(partition, broken) from None
        roots = bytes.fromhex(earlier.root), bytes.fromhex(latest.root)
        if not merkle.is_extension(earlier.size, roots[0], latest.size, roots[1], path):
            raise _damaged_log_error(partition, later("what is kept of it does not lead to what was signed"))
        return Consistency(partition, earlier, latest, path_digits(path))

    def inclusion(self, game_id: UUID, partition: int, step: int, row: EventRow, size: int | None) -> Inclusion:
        """Prove that a step of a game, stored as `row`, is in the log at a head (by default the latest).

        Raises NotCovered, UnknownCheckpoint, and DamagedRecord if the log has another event in its place.
        """
        if size is None and self._heads.head(partition) is None:
            raise NotCovered(
                later("Partition {partition}, in which this game lies, has no checkpoint yet.", partition=partition)
            )
        head, index = self.head(partition, size), row.position - 1
        if head.size < row.position:
            raise NotCovered(
                later(
                    "Step {step} is at position {position} of partition {partition}; this checkpoint covers {size} "
                    "events.",
                    step=step,
                    position=row.position,
                    partition=partition,
                    size=head.size,
                )
            )
        tiles = Tiles(self._store.tiles(partition, tiles_for_proofs([index], head.size)))
        digest = leaf_digest(row)
        found = leaf_hash(game_id, row.version, digest)
        try:
            path = merkle.prove_inclusion(index, head.size, tiles.subtree)
        except BrokenLog as broken:
            raise _damaged_log_error(partition, broken) from None
        if not merkle.is_included(found, index, head.size, path, bytes.fromhex(head.root)):
            raise DamagedRecord(
                later(
                    "Step {step} is not what was signed into the log of partition {partition}. The verification of "
                    "the game says more.",
                    step=step,
                    partition=partition,
                )
            )
        return Inclusion(game_id, step, row.version, digest, partition, index, path_digits(path), head)

    def _check(self, partition: int) -> None:
        if not 0 <= partition < self._partitions:
            raise UnknownPartition(
                later(
                    "The feed has partitions 0 to {last}, no partition {partition}.",
                    last=self._partitions - 1,
                    partition=partition,
                )
            )


def _damaged_log_error(partition: int, why: Later | BrokenLog) -> DamagedRecord:
    return DamagedRecord(later("The log of partition {partition} was changed: {why}.", partition=partition, why=why))

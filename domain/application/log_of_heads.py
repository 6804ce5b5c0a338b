"""The published log of heads of a service: checkpoints as signed notes, tiles, entries, and proofs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

import msgspec

from domain.application.errors import UnknownCheckpoint, UnknownTile
from domain.application.log import Log
from domain.kernel.errors import KifuError
from domain.kernel.language import Later, later
from domain.proof import merkle
from domain.proof.checkpoints import Inclusion, TreeHead
from domain.proof.cosignatures import RECENT, Cosigned
from domain.proof.envelope import Unreadable, read_envelope
from domain.proof.heads_leaf import PartitionRoot
from domain.proof.heads_log import HeadsLog, default_origin, size_of
from domain.proof.heads_proof import HeadsConsistency, HeadsProof
from domain.proof.log_store import LogStore
from domain.proof.notes import LOG_KEY, Checkpoint, Note, NoteKey, NoteSignature, sign_note
from domain.proof.receipts import Keyring, LogName, Signer
from domain.proof.shapes import path_digits
from domain.proof.tiles import HEIGHT, WIDTH, BrokenLog, Tiles
from domain.record.damage import DamagedRecord
from domain.rows import EventRow, LoggedHeadsRow, partition_of

LENGTH = 2
"""Bytes of the length before each entry of a bundle."""


class CosignedPlace(msgspec.Struct, frozen=True):
    """A position of a partition, the size of the first head that covers it, and the size of the checkpoint that proves
    it: the first that more than half of the witnesses cosigned, or otherwise the first that any of them did.
    """

    position: int
    head: int
    checkpoint: int


class LogOfHeads:
    """The log of heads, named `origin` or after its first key. `signer`, the key in use, signs its notes.

    They carry the cosignatures of these `witnesses`, if there are any.
    """

    def __init__(
        self, store: LogStore, keyring: Keyring, signer: Signer, origin: str | None, witnesses: Sequence[NoteKey] = ()
    ) -> None:
        self._tree = HeadsLog(store, keyring)
        self._cosignatures = store.cosignatures
        self._cosigned = Cosigned(store.cosignatures, witnesses)
        self._keyring = keyring
        self._signer = signer
        self._origin = origin

    @property
    def origin(self) -> str:
        """The name of the log."""
        return self._origin or default_origin(self._keyring, self._signer)

    @property
    def name(self) -> LogName:
        """The name of the log, and the key in use as a vkey (see `NoteKey.vkey`)."""
        return LogName(self.origin, NoteKey(self.origin, LOG_KEY, self._signer.public).vkey)

    def note(self, size: int | None = None) -> Note:
        """Return the checkpoint of this size, by default the latest, signed by the key in use.

        The latest is a recent one that more than half of the witnesses cosigned, otherwise the newest. Raises
        UnknownCheckpoint.
        """
        return self._sign(self._row(size))

    def newest(self) -> Note | None:
        """Return the newest checkpoint, cosigned or not; None if there is none."""
        latest = self._tree.latest()
        return self._sign(latest) if latest is not None else None

    def cosigned(self, witness: NoteKey) -> int:
        """Return the size of the last checkpoint that a witness cosigned; 0 if none of the recent ones."""
        latest = self._tree.latest()
        if latest is None:
            return 0
        cosigned = Cosigned(self._cosignatures, [witness])
        rows = self._rows(cosigned.sizes_to(latest.size))
        return next((row.size for row in rows if cosigned.signatures(row.size, self._text(row))), 0)

    def tile(self, level: int, index: int, width: int) -> bytes:
        """Return the first `width` hashes of a tile; raises UnknownTile, DamagedRecord."""
        latest = self._find_tile(level, index, width)
        first = index << HEIGHT * (level + 1)
        return self._load_sound_tiles(latest, first).hashes((level, index), 0, width)

    def entries(self, index: int, width: int) -> bytes:
        """Return `width` entries, each after its length as two bytes; raises UnknownTile, DamagedRecord."""
        self._find_tile(0, index, width)
        first = index * WIDTH
        try:
            leaves = self._tree.leaves(self._tree.rows(first + 1, first + width))
        except BrokenLog as broken:
            raise _damaged_error(broken) from None
        if len(leaves) != width:
            raise _damaged_error(
                later(
                    "{n} of the {width} leaves from {first} on are gone",
                    n=width - len(leaves),
                    width=width,
                    first=first,
                )
            )
        texts = [leaf.text.encode() for leaf in leaves]
        return b"".join(len(text).to_bytes(LENGTH, "big") + text for text in texts)

    def consistency(self, old: int, new: int | None) -> HeadsConsistency:
        """Prove that a checkpoint continues an earlier one; old <= new.

        It is the latest by default, or the newest if the earlier one, cosigned by too few witnesses, is beyond the
        latest. Raises UnknownCheckpoint, DamagedRecord.
        """
        earlier, newer = self._row(old), self._row(new)
        if newer.size < old:
            newer = self._latest()
        path = merkle.prove_consistency(old, newer.size, self._load_sound_tiles(newer, old - 1).subtree)
        if not merkle.is_extension(old, earlier.root, newer.size, newer.root, path):
            raise _damaged_error(later("its hashes do not lead to the root of {size} leaves that was signed", size=old))
        return HeadsConsistency(self._sign(earlier).encode(), self._sign(newer).encode(), path_digits(path))

    def proof(self, head: TreeHead) -> HeadsProof | msgspec.UnsetType:
        """Prove that a head is under the latest checkpoint; unset if no leaf has it. Raises DamagedRecord."""
        newest = self._tree.latest()
        if newest is None:
            return msgspec.UNSET
        latest = self._published(newest)
        if size_of(latest, head.partition) < head.size:
            latest = newest
        return self._prove(head, latest)

    def first_cosigned(self, partition: int, positions: Sequence[int]) -> CosignedPlace | None:
        """Find the last of these positions of a partition that a cosigned checkpoint covers; None if it covers none.

        Raises DamagedRecord.
        """
        latest = self._tree.latest()
        last = next(self._cosigned_rows(self._cosigned.sizes_to(latest.size)), None) if latest is not None else None
        if last is None:
            return None
        covered = [one for one in positions if one <= size_of(last[0], partition)]
        if not covered:
            return None
        try:
            leaf = self._tree.first_covering(partition, max(covered), last[0])
        except BrokenLog as broken:
            raise _damaged_error(broken) from None
        rows = list(self._cosigned_rows(self._cosigned.sizes_from(leaf.size)))
        enough = (row for row, signatures in rows if self._cosigned.is_enough(signatures))
        row = next(enough, rows[0][0] if rows else last[0])
        return CosignedPlace(max(covered), size_of(leaf, partition), row.size)

    def proof_at(self, head: TreeHead, size: int) -> HeadsProof | msgspec.UnsetType:
        """Prove that a head is under the checkpoint of this size, like `proof`; also raises UnknownCheckpoint."""
        return self._prove(head, self._row(size))

    def _cosigned_rows(self, sizes: Sequence[int]) -> Iterator[tuple[LoggedHeadsRow, tuple[NoteSignature, ...]]]:
        found = ((row, self._cosigned.signatures(row.size, self._text(row))) for row in self._rows(sizes))
        return ((row, signatures) for row, signatures in found if signatures)

    def _prove(self, head: TreeHead, latest: LoggedHeadsRow) -> HeadsProof | msgspec.UnsetType:
        try:
            row = self._find_leaf(head, latest)
            if row is None:
                return msgspec.UNSET
            leaf, index = self._tree.leaf(row), row.size - 1
            path = merkle.prove_inclusion(index, latest.size, self._tree.tiles([index], latest.size).subtree)
        except BrokenLog as broken:
            raise _damaged_error(broken) from None
        if leaf.roots[head.partition] != PartitionRoot(head.size, bytes.fromhex(head.root)):
            raise _damaged_error(
                later("leaf {leaf} has another head of partition {partition}", leaf=index, partition=head.partition)
            )
        if not merkle.is_included(leaf.hash, index, latest.size, path, latest.root):
            raise _damaged_error(later("leaf {leaf} is not the one that was signed", leaf=index))
        return HeadsProof(leaf.text, index, path_digits(path), self._sign(latest).encode())

    def _latest(self) -> LoggedHeadsRow:
        latest = self._tree.latest()
        if latest is None:
            raise UnknownCheckpoint(later("The log of heads has no checkpoint yet."))
        return latest

    def _row(self, size: int | None) -> LoggedHeadsRow:
        latest = self._latest()
        if size is None:
            return self._published(latest)
        row = self._tree.row(size) if size <= latest.size else None
        if row is None or self._tree.fault(row) is not None:
            raise UnknownCheckpoint(
                later(
                    "The log of heads has no checkpoint of {size} leaves; it has {latest}.",
                    size=size,
                    latest=latest.size,
                )
            )
        return row

    def _find_leaf(self, head: TreeHead, latest: LoggedHeadsRow) -> LoggedHeadsRow | None:
        if size_of(latest, head.partition) == head.size:
            return latest
        row = self._tree.first_covering(head.partition, head.size, latest)
        return row if size_of(row, head.partition) == head.size else None

    def _published(self, latest: LoggedHeadsRow) -> LoggedHeadsRow:
        """Return the last row that more than half of the witnesses cosigned, if it is recent; otherwise the latest."""
        sizes = [size for size in self._cosigned.sizes_to(latest.size) if size > latest.size - RECENT]
        for row in self._rows(sizes):
            if self._cosigned.is_enough(self._cosigned.signatures(row.size, self._text(row))):
                return row
        return latest

    def _rows(self, sizes: Sequence[int]) -> Iterator[LoggedHeadsRow]:
        found = (self._tree.row(size) for size in sizes)
        return (row for row in found if row is not None and self._tree.fault(row) is None)

    def _text(self, row: LoggedHeadsRow) -> str:
        return Checkpoint(self.origin, row.size, row.root).text

    def _sign(self, row: LoggedHeadsRow) -> Note:
        text = self._text(row)
        return Note(text, (*self._own_signatures(row, text), *self._cosigned.signatures(row.size, text)))

    def _own_signatures(self, row: LoggedHeadsRow, text: str) -> Iterator[NoteSignature]:
        """Yield the signature stored in the row, and one by the key in use: a reader may know only one of the keys."""
        by = next((key for key in self._keyring.sound if key.key == row.key), None)
        # Under an earlier name of the log, the signed text was different.
        stands = row.origin == self.origin
        if by is not None and stands:
            yield NoteSignature(self.origin, NoteKey(self.origin, LOG_KEY, bytes.fromhex(by.public)).id, row.signature)
        if not stands or row.key != self._signer.key:
            yield sign_note(text, self.origin, self._signer)

    def _find_tile(self, level: int, index: int, width: int) -> LoggedHeadsRow:
        """Return the latest row if any checkpoint needs this tile; raises UnknownTile."""
        latest = self._tree.latest()
        end = (index * WIDTH + width) << HEIGHT * level
        if latest is None or not 1 <= width <= WIDTH or end > latest.size:
            size = latest.size if latest is not None else 0
            raise UnknownTile(later("No checkpoint needs this tile: the log of heads has {size} leaves.", size=size))
        return latest

    def _load_sound_tiles(self, latest: LoggedHeadsRow, index: int) -> Tiles:
        """Load the tiles for the proofs of a leaf; raises DamagedRecord unless they lead to the signed root."""
        tiles = self._tree.tiles([index], latest.size)
        try:
            sound = tiles.root(latest.size) == latest.root and tiles.is_attached(latest.size, index)
        except BrokenLog as broken:
            raise _damaged_error(broken) from None
        if not sound:
            raise _damaged_error(
                later("its hashes do not lead to the root of {size} leaves that was signed", size=latest.size)
            )
        return tiles


class Evidence:
    """Finds the proof of a game's events for readers who trust witnesses."""

    def __init__(self, log: Log, heads: LogOfHeads) -> None:
        self._log = log
        self._heads = heads

    def find(self, game_id: UUID, rows: Sequence[EventRow]) -> Inclusion | None:
        """Prove the last event covered by a cosigned checkpoint, using the first such checkpoint.

        None if there is no such checkpoint, or if the log cannot prove what it should.
        """
        partition = partition_of(game_id)
        try:
            place = self._heads.first_cosigned(partition, [row.position for row in rows])
            if place is None:
                return None
            (last,) = (row for row in rows if row.position == place.position)
            step = read_envelope(last.payload).n or 1
            found = self._log.inclusion(game_id, partition, step, last, place.head)
            heads = self._heads.proof_at(found.head, place.checkpoint)
        except (KifuError, Unreadable):
            # The file is still good without it; verification of the game tells what is wrong with the log.
            return None
        return msgspec.structs.replace(found, heads=heads) if heads is not msgspec.UNSET else None


def _damaged_error(why: Later | BrokenLog) -> DamagedRecord:
    return DamagedRecord(later("The log of heads was changed: {why}.", why=why))

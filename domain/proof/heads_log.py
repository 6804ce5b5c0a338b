"""The log of heads of a store: its signed roots, the hashes of its tree, and its leaves, made from signed heads.

Rows that our keys did not sign are ignored, so that nobody in the role of the service can stop or lead it astray.

Each partition has a tree over its events, and one tree covers them all:

    partition 0     e e e e e | e e e |         events in the order of their positions
                         head 5   head 8        signed root of the tree over all events so far
    partition 1     e e       | e e   |
                         head 2   head 4
    log of heads         leaf 1   leaf 2        a leaf names size and root of every partition
                              root 2            signed: the checkpoint that is published and that witnesses cosign
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from domain.kernel.language import later, mark, say
from domain.proof.checkpoints import head_fault, tree_head
from domain.proof.heads_leaf import NO_EVENTS, HeadsLeaf, PartitionRoot
from domain.proof.log_store import LogStore
from domain.proof.merkle import HASH
from domain.proof.notes import Checkpoint
from domain.proof.receipts import Hex16, Hex64, Hex128, Keyring, Signer, Time
from domain.proof.shapes import Size
from domain.proof.tiles import HEIGHT, WIDTH, BrokenLog, Tiles, edge_tiles, tiles_for_proofs
from domain.rows import HeadRow, LoggedHeadsRow, RootRow

AT_ONCE = 64
"""How many rows are read at a time in the search for a genuine one."""

R = TypeVar("R", bound=RootRow)


class SignedRoot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signed root of the log of heads and the inputs of its last leaf, as stored outside the database."""

    origin: Annotated[str, Meta(description="The name of the log.")]
    size: Annotated[Size, Meta(description="How many leaves the log of heads has.")]
    root: Annotated[Hex64, Meta(description="The root of the Merkle tree over them.")]
    time: Annotated[Time, Meta(description="The time of the last leaf.")]
    sizes: Annotated[tuple[int, ...], Meta(description="The sizes of all partitions in the last leaf.")]
    key: Annotated[Hex16, Meta(description="The key, listed at /.well-known/kifu-keys.json.")]
    signature: Annotated[Hex128, Meta(description="Ed25519 over the text of the checkpoint.")]


def sign_root(signer: Signer, origin: str, size: int, root: bytes, time: str, sizes: Sequence[int]) -> SignedRoot:
    """Sign a root of the log of heads."""
    signature = signer.sign(Checkpoint(origin, size, root).text.encode())
    return SignedRoot(origin, size, root.hex(), time, tuple(sizes), signer.key, signature)


def signed_root(row: LoggedHeadsRow) -> SignedRoot:
    """Convert a stored root."""
    return SignedRoot(row.origin, row.size, row.root.hex(), row.time, row.sizes, row.key, row.signature.hex())


def root_fault(root: SignedRoot | RootRow, keyring: Keyring) -> str | None:
    """Return why a root is not genuine; None if it is, or if no key is known."""
    if keyring.since is None:
        return None
    raw = root.root if isinstance(root.root, bytes) else bytes.fromhex(root.root)
    signature = root.signature if isinstance(root.signature, str) else root.signature.hex()
    signed = Checkpoint(root.origin, root.size, raw).text.encode()
    return keyring.signature_fault(signed, root.time, root.key, signature, mark("the root"))


def default_origin(keyring: Keyring, signer: Signer | None = None) -> str:
    """Return the default name of a service's log, which contains its first key, even after a change of keys."""
    first = min(keyring.keys, key=lambda key: key.since, default=None)
    return f"kifu/{first.key if first is not None else signer.key if signer is not None else 'unknown'}"


def describe_false_root(row: RootRow, why: str) -> str:
    """Say that a root in the table is ignored."""
    return say(
        "the log of heads has a row of {size} leaves that is not genuine and is passed over: {why}",
        size=row.size,
        why=why,
    )


class HeadsLog:
    """The log of heads of a store, as far as these keys confirm it."""

    def __init__(self, store: LogStore, keyring: Keyring) -> None:
        self._store = store
        self._keyring = keyring

    def latest(self) -> LoggedHeadsRow | None:
        """Return the row with the largest genuine root."""
        return next((row for row in self._downwards() if self.fault(row) is None), None)

    def false(self) -> Iterator[tuple[RootRow, str]]:
        """Find the rows that are not genuine, each with the reason, the largest first."""
        for row in self._downwards():
            why = self.fault(row)
            if why is not None:
                yield row, why

    def fault(self, row: RootRow) -> str | None:
        """Return why a row is not genuine; None if it is, or if no key is known."""
        return root_fault(row, self._keyring)

    def row(self, size: int) -> LoggedHeadsRow | None:
        """Return the row of this size."""
        return next(iter(self.rows(size, size)), None)

    def rows(self, first: int, last: int) -> list[LoggedHeadsRow]:
        """Return the rows of the sizes from `first` to `last`, one a size."""
        return self._pick(self._store.heads.between(first, last))

    def first_covering(self, partition: int, events: int, latest: LoggedHeadsRow) -> LoggedHeadsRow:
        """Return the first row whose leaf covers these events of a partition; the latest row if no earlier one does.

        Raises BrokenLog if rows are missing.
        """
        low, high, found = 1, latest.size, latest
        while low < high:
            middle = (low + high) // 2
            row = self.row(middle)
            if row is None:
                raise BrokenLog(later("the row of {size} leaves is gone from the log of heads", size=middle))
            if size_of(row, partition) >= events:
                high, found = middle, row
            else:
                low = middle + 1
        return found

    def tiles(self, indices: Iterable[int], size: int) -> Tiles:
        """Load the tiles for every proof of these leaves in the tree of this size, as far as they exist."""
        return self.load(tiles_for_proofs(indices, size), size)

    def load(self, places: Iterable[tuple[int, int]], size: int) -> Tiles:
        """Load tiles of the tree of this size, as far as they exist."""
        wanted = sorted(places)
        ends = {end for place in wanted for end in _entry_ends(place, size)}
        rows = {row.size: row for row in self._pick(self._store.heads.roots(ends))}
        return Tiles({place: _join_entries(place[0], _entry_ends(place, size), rows) for place in wanted})

    def leaf(self, row: LoggedHeadsRow) -> HeadsLeaf:
        """Make the last leaf of a root; raises BrokenLog if its heads are missing or different."""
        (leaf,) = self.leaves([row])
        return leaf

    def leaves(self, rows: Sequence[LoggedHeadsRow]) -> list[HeadsLeaf]:
        """Make the last leaves of some roots; raises BrokenLog if their heads are missing or different."""
        # If they give the hash of the leaf, the slower check of the heads' signatures is not needed.
        for checked in (False, True):
            roots = self.partition_roots({place for row in rows for place in enumerate(row.sizes)}, checked=checked)
            found = [HeadsLeaf(row.time, tuple(roots[place] for place in enumerate(row.sizes))) for row in rows]
            others = [row for row, leaf in zip(rows, found, strict=True) if leaf.hash != row.leaf]
            if not others:
                return found
        raise BrokenLog(later("time and heads do not give leaf {leaf} of the log of heads", leaf=others[0].size - 1))

    def partition_roots(
        self,
        places: Iterable[tuple[int, int]],
        known: Mapping[tuple[int, int], PartitionRoot] | None = None,
        *,
        checked: bool = True,
    ) -> dict[tuple[int, int], PartitionRoot]:
        """Return the roots of partitions at these sizes, from `known`, from signed heads, or otherwise from the tiles.

        With `checked` false, heads count as genuine. Raises BrokenLog for a partition without any of these.
        """
        found = {(partition, size): NO_EVENTS for partition, size in places if size == 0} | dict(known or {})
        wanted = {place for place in places if place not in found}
        for row in self._store.heads.partition_heads(wanted):
            place = (row.partition, row.size)
            if place not in found and (not checked or self._is_genuine_head(row)):
                found[place] = PartitionRoot(row.size, row.root)
        for partition, size in sorted(wanted - found.keys()):
            tiles = Tiles(self._store.tiles(partition, edge_tiles(size)))
            try:
                found[partition, size] = PartitionRoot(size, tiles.root(size))
            except BrokenLog as broken:
                raise BrokenLog(
                    later(
                        "partition {partition} has no head of {size} events, and {broken}",
                        partition=partition,
                        size=size,
                        broken=broken,
                    )
                ) from None
        return found

    def _is_genuine_head(self, row: HeadRow) -> bool:
        return self._keyring.since is None or head_fault(tree_head(row), self._keyring) is None

    def _pick(self, rows: Sequence[R]) -> list[R]:
        """Return one row for each size; signatures are checked only if there are several."""
        found = []
        for _, group in groupby(rows, key=lambda row: row.size):
            same = list(group)
            genuine = (row for row in same if self.fault(row) is None)
            found.append(same[0] if len(same) == 1 else next(genuine, same[0]))
        return found

    def _downwards(self) -> Iterator[LoggedHeadsRow]:
        below: LoggedHeadsRow | None = None
        while rows := self._store.heads.below(below, 1 if below is None else AT_ONCE):
            yield from rows
            below = rows[-1]


def size_of(row: LoggedHeadsRow, partition: int) -> int:
    """Return how many events of a partition the last leaf of a root covers."""
    return row.sizes[partition] if partition < len(row.sizes) else 0


def _entry_ends(place: tuple[int, int], size: int) -> list[int]:
    """Return the sizes of the rows that have the entries of a tile, in a tree of `size` leaves."""
    level, index = place
    span = 1 << HEIGHT * level
    first = index * WIDTH
    return [(first + n) * span for n in range(1, min(WIDTH, size // span - first) + 1)]


def _join_entries(level: int, ends: Sequence[int], rows: Mapping[int, RootRow]) -> bytes:
    """Join the entries of a tile up to the first that is missing."""
    hashes = []
    for end in ends:
        row = rows.get(end)
        own = b"" if row is None else row.leaf if level == 0 else row.above[(level - 1) * HASH : level * HASH]
        if len(own) != HASH:
            break
        hashes.append(own)
    return b"".join(hashes)

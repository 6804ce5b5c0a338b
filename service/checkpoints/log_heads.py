"""Adds the heads of all partitions to the log of heads, and signs its root, after the heads themselves have been
signed. A root is signed only if the log of heads begins with the last signed one, in the table and in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import msgspec

from domain.proof import merkle
from domain.proof.checkpoints import TreeHead, head_fault
from domain.proof.heads_leaf import HeadsLeaf, PartitionRoot
from domain.proof.heads_log import HeadsLog, SignedRoot, describe_false_root, root_fault, sign_root, signed_root
from domain.proof.receipts import Keyring, Signer, format_time
from domain.proof.tiles import BrokenLog, Tiles
from domain.rows import LoggedHeadsRow
from eventstore.tables.log import LogWriter
from service.checkpoints.contradiction import Contradiction


class HeadsRun(msgspec.Struct, frozen=True):
    """The outcome for the log of heads: its new root or why there is none, notices, and what the file lacks."""

    root: SignedRoot | None = None
    refused: str | None = None
    noticed: tuple[str, ...] = ()
    lacking: SignedRoot | None = None


@dataclass(frozen=True)
class HeadsSigner:
    """Signs the roots of the log of heads named `origin`, for this number of partitions."""

    signer: Signer
    keyring: Keyring
    origin: str
    partitions: int

    def add(
        self, log: LogWriter, heads: Mapping[int, TreeHead], kept: SignedRoot | None, now: datetime, thorough: bool
    ) -> HeadsRun:
        """Add a leaf with these heads, if some partition has grown or there is no leaf yet, and sign the root.

        A partition without a head in `heads` is unchanged since the last leaf. `kept` is the last root in the file.
        """
        tree = HeadsLog(log, self.keyring)
        noticed = tuple(describe_false_root(row, why) for row, why in _newest_false(log, tree))
        try:
            latest = tree.latest()
            self._check_kept(latest, kept)
            sizes = self._grown_sizes(latest, heads)
            if latest is None or sizes != latest.sizes:
                return HeadsRun(self._sign(log, tree, latest, kept, sizes, heads, now), noticed=noticed)
            if thorough or kept != signed_root(latest):
                _check_last(tree, latest, kept)
            if kept is None or kept.size < latest.size:
                what = f"the file lacked the root of {latest.size} leaves of the log of heads; it has it again"
                return HeadsRun(noticed=(*noticed, what), lacking=signed_root(latest))
            return HeadsRun(noticed=noticed)
        except (Contradiction, BrokenLog) as why:
            return HeadsRun(refused=str(why), noticed=noticed)

    def finish_last(self, log: LogWriter, heads: Mapping[int, TreeHead], kept: SignedRoot | None) -> bool:
        """Add the leaf of the last root in the file if its run was interrupted before the table had it; return
        whether it was. `heads` are the last ones in the file. If the leaf cannot be rebuilt, the table is left
        unchanged."""
        tree = HeadsLog(log, self.keyring)
        latest = tree.latest()
        before = latest.size if latest is not None else 0
        if kept is None or kept.size != before + 1 or root_fault(kept, self.keyring) is not None:
            return False
        known = {
            (partition, head.size): PartitionRoot(head.size, bytes.fromhex(head.root))
            for partition, head in heads.items()
            if head_fault(head, self.keyring) is None
        }
        try:
            roots = tree.partition_roots(set(enumerate(kept.sizes)), known)
            leaf = HeadsLeaf(kept.time, tuple(roots[place] for place in enumerate(kept.sizes)))
            row = _make_row(tree.tiles([], before), leaf, kept.sizes, before)
        except BrokenLog:
            return False
        # A tampered row is in the way; its fault will be reported.
        if row.root.hex() != kept.root or any(one.key == kept.key for one in log.heads.roots([kept.size])):
            return False
        log.add_logged_heads(_signed(row, kept))
        return True

    def _check_kept(self, latest: LoggedHeadsRow | None, kept: SignedRoot | None) -> None:
        """Raise Contradiction if the file's last root is not ours, or larger than the table's."""
        if kept is None:
            return
        fault = root_fault(kept, self.keyring)
        if fault is not None:
            raise Contradiction(f"the file has a root of {kept.size} leaves that is not genuine: {fault}")
        size = latest.size if latest is not None else 0
        if kept.size > size:
            raise Contradiction(
                f"the file has a signed root of {kept.size} leaves, and the table ends with {size}: "
                "rows are gone, or an old backup was restored"
            )

    def _grown_sizes(self, latest: LoggedHeadsRow | None, heads: Mapping[int, TreeHead]) -> tuple[int, ...]:
        before = latest.sizes if latest is not None else ()
        sizes = [before[n] if n < len(before) else 0 for n in range(self.partitions)]
        return tuple(max(size, heads[n].size) if n in heads else size for n, size in enumerate(sizes))

    def _sign(
        self,
        log: LogWriter,
        tree: HeadsLog,
        latest: LoggedHeadsRow | None,
        kept: SignedRoot | None,
        sizes: tuple[int, ...],
        heads: Mapping[int, TreeHead],
        now: datetime,
    ) -> SignedRoot:
        before = latest.size if latest is not None else 0
        tiles = _check_last(tree, latest, kept) if latest is not None else Tiles({})
        known = {(n, head.size): PartitionRoot(head.size, bytes.fromhex(head.root)) for n, head in heads.items()}
        roots = tree.partition_roots(set(enumerate(sizes)), known)
        leaf = HeadsLeaf(format_time(now), tuple(roots[place] for place in enumerate(sizes)))
        row = _make_row(tiles, leaf, sizes, before)
        signed = sign_root(self.signer, self.origin, row.size, row.root, row.time, sizes)
        log.add_logged_heads(_signed(row, signed))
        return signed


def _newest_false(log: LogWriter, tree: HeadsLog) -> list[tuple[LoggedHeadsRow, str]]:
    """Return the row of the largest size if it is not genuine; a closer check names the others."""
    newest = log.heads.below(None, 1)
    why = tree.fault(newest[0]) if newest else None
    return [(newest[0], why)] if why is not None else []


def _check_last(tree: HeadsLog, latest: LoggedHeadsRow, kept: SignedRoot | None) -> Tiles:
    """Return the tiles at the end of the log of heads; raises Contradiction or BrokenLog if they are not as signed."""
    signed = {"table": signed_root(latest)} | ({"file": kept} if kept is not None else {})
    tiles = tree.tiles([root.size - 1 for root in signed.values()], latest.size)
    for where, root in signed.items():
        _check_extended(where, root, latest.size, tiles)
    tree.leaf(latest)
    return tiles


def _check_extended(where: str, root: SignedRoot, size: int, tiles: Tiles) -> None:
    """Raise unless the log of heads of this size begins with that of a signed root."""
    path = merkle.prove_consistency(root.size, size, tiles.subtree)
    if not merkle.is_extension(root.size, bytes.fromhex(root.root), size, tiles.root(size), path):
        raise Contradiction(
            f"the log of {size} leaves of heads does not begin with the {root.size} signed in the {where}"
        )


def _make_row(tiles: Tiles, leaf: HeadsLeaf, sizes: tuple[int, ...], before: int) -> LoggedHeadsRow:
    """Append a leaf to the tree, and return its row without a signature; raises BrokenLog."""
    segments = tiles.grow(before, [leaf.hash])
    above = b"".join(segment.hashes for segment in segments[1:])
    root = tiles.root(before + 1)
    return LoggedHeadsRow(before + 1, leaf.time, leaf.hash, above, "", root, "", b"", sizes)


def _signed(row: LoggedHeadsRow, by: SignedRoot) -> LoggedHeadsRow:
    return msgspec.structs.replace(row, origin=by.origin, key=by.key, signature=bytes.fromhex(by.signature))

"""Checks the log of heads: compares its leaves with the heads, and its tree with every root."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.kernel.language import fill, mark, say, translate
from domain.proof.heads_leaf import HeadsLeaf
from domain.proof.heads_log import HeadsLog, SignedRoot, describe_false_root, root_fault
from domain.proof.log_store import LogStore
from domain.proof.receipts import Keyring
from domain.proof.tiles import WIDTH, BrokenLog, Tiles
from domain.rows import LoggedHeadsRow


class HeadsCheck(msgspec.Struct, frozen=True):
    """The result of checking the log of heads: how many leaves are as signed, and what is wrong."""

    leaves: int
    fault: str | None


class _Changed(Exception):
    """A leaf differs from the signed one; the message says why."""


def check_heads_log(store: LogStore, keyring: Keyring, kept: SignedRoot | None) -> HeadsCheck | None:
    """Check the log of heads up to the first fault; None if it has no leaf.

    `kept` is its last root stored outside the database.
    """
    tree = HeadsLog(store, keyring)
    latest = tree.latest()
    size = latest.size if latest is not None else 0
    false = next((describe_false_root(*found) for found in tree.false()), None)
    if kept is None and latest is None:
        return HeadsCheck(0, false) if false is not None else None
    check = _Check(tree, kept)
    fault = None
    try:
        for first in range(1, size + 1, WIDTH):
            check.follow(first, min(first + WIDTH - 1, size))
    except _Changed as why:
        fault = str(why)
    return HeadsCheck(check.done, fault or _kept_fault(kept, size, keyring) or false)


def _kept_fault(kept: SignedRoot | None, size: int, keyring: Keyring) -> str | None:
    if kept is None:
        return None
    why = root_fault(kept, keyring)
    if why is not None:
        text = mark("the root of {n} leaves that was kept outside the database is not genuine: {why}")
        return fill(translate(text), n=kept.size, why=why)
    if kept.size > size:
        text = mark("the database ends with the root of {size} leaves, and {signed} were signed")
        return fill(translate(text), size=size, signed=kept.size)
    return None


class _Check:
    """The tree as rebuilt from the leaves; `done` of them are as signed."""

    def __init__(self, tree: HeadsLog, kept: SignedRoot | None) -> None:
        self._tree, self._kept = tree, kept
        self._tiles = Tiles({})
        self._sizes: tuple[int, ...] = ()
        self.done = 0

    def follow(self, first: int, last: int) -> None:
        """Check the leaves of the roots from `first` to `last`; raises _Changed."""
        rows = {row.size: row for row in self._tree.rows(first, last)}
        for row, leaf in zip(rows.values(), self._make_leaves(list(rows.values())), strict=True):
            if row.size != self.done + 1:
                break
            self._take(row, leaf)
        if self.done < last:
            raise _Changed(say("the row of {n} leaves is gone", n=self.done + 1))

    def _make_leaves(self, rows: Sequence[LoggedHeadsRow]) -> list[HeadsLeaf | str]:
        """Return the leaves, or the reason for each that cannot be made."""
        try:
            return [*self._tree.leaves(rows)]
        except BrokenLog:
            return [self._make_leaf(row) for row in rows]

    def _make_leaf(self, row: LoggedHeadsRow) -> HeadsLeaf | str:
        try:
            return self._tree.leaf(row)
        except BrokenLog as broken:
            return str(broken)

    def _take(self, row: LoggedHeadsRow, leaf: HeadsLeaf | str) -> None:
        """Add a leaf to the tree; raises _Changed."""
        why = leaf if isinstance(leaf, str) else self._find_change(row, leaf)
        if why is not None:
            raise _Changed(say("leaf {number}: {why}", number=row.size - 1, why=why))
        self._sizes = row.sizes
        self.done = row.size

    def _find_change(self, row: LoggedHeadsRow, leaf: HeadsLeaf) -> str | None:
        """Add a leaf to the tree; return what is not as it was signed."""
        why = self._tree.fault(row)
        if why is not None:
            return say("the root of {n} leaves is not genuine: {why}", n=row.size, why=why)
        if len(row.sizes) < len(self._sizes) or any(
            new < old for old, new in zip(self._sizes, row.sizes, strict=False)
        ):
            return say("a partition has fewer events than in the leaf before")
        segments = self._tiles.grow(row.size - 1, [leaf.hash])
        if row.above != b"".join(segment.hashes for segment in segments[1:]):
            return say("the hashes above it are not those of the leaves")
        root = self._tiles.root(row.size)
        if row.root != root:
            return say("the leaves do not lead to the root of {n} leaves that was signed", n=row.size)
        if self._kept is not None and self._kept.size == row.size and self._kept.root != root.hex():
            return say("the root of {n} leaves is not the one that was kept outside the database", n=row.size)
        return None

"""Which leaves of the log of heads cover everything that had been recorded: large growth is signed in pieces.

What a piece leaves out may have been recorded long before the piece was signed. Nothing signed names a piece that ended
early, but it has signed as many events as a piece may.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import cached_property

import msgspec

from domain.proof.checkpoints import TreeHead
from domain.proof.heads_log import HeadsLog, size_of
from domain.proof.log_store import LogStore
from domain.proof.receipts import Keyring
from domain.proof.tiles import BrokenLog
from domain.rows import LoggedHeadsRow

MOST_EVENTS = 4096
"""The most events that one piece signs. No version has signed fewer in a piece that ended early."""
AT_ONCE = 64
"""How many rows of the log of heads are read at a time."""


def is_whole(row: LoggedHeadsRow, before: LoggedHeadsRow | None = None) -> bool:
    """Return whether a leaf surely covers everything that had been recorded; `before` is the leaf before it."""
    return sum(row.sizes) - (sum(before.sizes) if before is not None else 0) < MOST_EVENTS


def find_first_whole(tree: HeadsLog) -> LoggedHeadsRow | None:
    """Return the first leaf that surely covers everything; None if there is none or a row is missing before it."""
    before: LoggedHeadsRow | None = None
    number = 1
    while rows := tree.rows(number, number + AT_ONCE - 1):
        for row in rows:
            if row.size != number:
                return None
            if is_whole(row, before):
                return row
            before, number = row, number + 1
    return None


class Pieces:
    """The pieces in which the events of a partition were signed."""

    def __init__(self, store: LogStore, keyring: Keyring, partition: int) -> None:
        self._tree = HeadsLog(store, keyring)
        self._partition = partition
        self._whole: dict[int, int] = {}

    def find_time_before(self, head: TreeHead) -> datetime | None:
        """Return a time before which nothing that this head leaves out was recorded; None if none is known.

        It is that of the last leaf that covered everything, up to the leaf with this head. A head that no leaf has
        counts as one that covered everything.
        """
        own = parse_time(head.time)
        if self._latest is None:
            return own
        try:
            leaf = self._tree.first_covering(self._partition, head.size, self._latest)
        except BrokenLog:
            return own
        number = self._find_whole(leaf.size)
        if number == leaf.size or size_of(leaf, self._partition) != head.size:
            return own
        row = self._tree.row(number)
        return parse_time(row.time) if row is not None else None

    @cached_property
    def _latest(self) -> LoggedHeadsRow | None:
        return self._tree.latest()

    def _find_whole(self, number: int) -> int:
        """Return the number of the last leaf, up to this one, that surely covered everything; 0 if there is none."""
        found, passed = 0, [number]
        for at, whole in self._downwards(number):
            if whole or at in self._whole:
                found = self._whole.get(at, at)
                break
            passed.append(at)
        self._whole |= dict.fromkeys(passed, found)
        return found

    def _downwards(self, number: int) -> Iterator[tuple[int, bool]]:
        """Yield the numbers of this leaf and of those before it, each with whether it surely covered everything.

        Nothing is excused by rows that are missing.
        """
        while number:
            first = max(number - AT_ONCE, 0)
            rows = {row.size: row for row in self._tree.rows(first, number)}
            for at in range(number, first, -1):
                yield at, at not in rows or (at > 1 and at - 1 not in rows) or is_whole(rows[at], rows.get(at - 1))
            number = first


def parse_time(time: str) -> datetime:
    """Read a signed time."""
    return msgspec.convert(time, datetime)

"""The signed heads in the table of a store. Rows that our keys did not sign are ignored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.proof.checkpoints import TreeHead, head_fault, tree_head
from domain.proof.log_store import LogStore
from domain.proof.receipts import Keyring
from domain.rows import HeadRow

AT_ONCE = 64
"""How many rows are read at a time in the search for a genuine one."""


class Heads:
    """The heads of a store that these keys confirm; without any key, all of them."""

    def __init__(self, store: LogStore, keyring: Keyring) -> None:
        self._store = store
        self._keyring = keyring

    def latest(self) -> list[TreeHead]:
        """Return the latest head of each partition that has one, by partition."""
        found = []
        for row in self._store.latest():
            head = tree_head(row) if self.fault(row) is None else self.head(row.partition)
            found += [head] if head is not None else []
        return found

    def head(self, partition: int, size: int | None = None) -> TreeHead | None:
        """Return the head of this size, or the latest."""
        rows = self._downwards(partition) if size is None else self._store.heads_of(partition, size)
        return next(self._genuine(rows), None)

    def after(self, partition: int, size: int, limit: int) -> list[TreeHead]:
        """Return at most `limit` heads of larger sizes, the smallest first."""
        found: list[TreeHead] = []
        rows = self._store.heads_above(partition, size, None, limit)
        while rows and len(found) < limit:
            for head in self._genuine(rows):
                if not found or head.size > found[-1].size:
                    found.append(head)
            rows = self._store.heads_above(partition, size, rows[-1], limit)
        return found[:limit]

    def next(self, partition: int, size: int) -> TreeHead | None:
        """Return the first head of a larger size."""
        return next(iter(self.after(partition, size, 1)), None)

    def before(self, partition: int, size: int) -> TreeHead | None:
        """Return the latest head of a smaller size."""
        return next(self._genuine(self._downwards(partition, _place_of(partition, size))), None)

    def false(self, partition: int) -> Iterator[tuple[HeadRow, str]]:
        """Find the rows that are not genuine, each with the reason, the largest first."""
        for row in self._downwards(partition):
            why = self.fault(row)
            if why is not None:
                yield row, why

    def fault(self, row: HeadRow) -> str | None:
        """Return why a row is not genuine; None if it is, or if no key is known."""
        return head_fault(tree_head(row), self._keyring) if self._keyring.since is not None else None

    def _genuine(self, rows: Iterable[HeadRow]) -> Iterator[TreeHead]:
        return (tree_head(row) for row in rows if self.fault(row) is None)

    def _downwards(self, partition: int, below: HeadRow | None = None) -> Iterator[HeadRow]:
        while rows := self._store.heads_below(partition, below, 1 if below is None else AT_ONCE):
            yield from rows
            below = rows[-1]


def _place_of(partition: int, size: int) -> HeadRow:
    """Return a row that sorts before all rows of this size."""
    return HeadRow(partition, size, b"", "", "", b"")

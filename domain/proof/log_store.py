"""The store of the signed log, as the proofs need it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from domain.rows import HeadRow, LeafRow


class LogStore(Protocol):
    """The stored log: signed heads, tiles of hashes, and the events that its leaves are made of."""

    def latest(self) -> Sequence[HeadRow]:
        """Return the latest signed head of each partition that has one."""
        ...

    def head(self, partition: int, size: int | None = None) -> HeadRow | None:
        """Return the signed head of this size, or the latest."""
        ...

    def heads(self, partition: int, after: int, limit: int) -> Sequence[HeadRow]:
        """Return at most `limit` signed heads of sizes above `after`, by size."""
        ...

    def tiles(self, partition: int, places: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], bytes]:
        """Return the hashes of tiles by level and index."""
        ...

    def leaves(self, partition: int, after: int, until: int) -> Sequence[LeafRow]:
        """Return the rows of the leaves at positions above `after` and up to `until`, by position."""
        ...

    def last_position(self, partition: int) -> int:
        """Return the position of the last stored event; 0 if there is none."""
        ...

"""The store of the signed log, as needed for proofs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from domain.rows import CosignatureRow, EarlyStreamsRow, HeadRow, LeafRow, LoggedHeadsRow, RootRow


class HeadsStore(Protocol):
    """The stored log of heads. Rows are unchecked, and several may have the same size."""

    def roots(self, sizes: Iterable[int]) -> Sequence[RootRow]:
        """Return the roots of these sizes, by size."""
        ...

    def between(self, first: int, last: int) -> Sequence[LoggedHeadsRow]:
        """Return the rows of the sizes from `first` to `last`, by size."""
        ...

    def below(self, before: LoggedHeadsRow | None, limit: int) -> Sequence[LoggedHeadsRow]:
        """Return the next page of at most `limit` rows, the largest first, after the last row of the previous page."""
        ...

    def partition_heads(self, places: Iterable[tuple[int, int]]) -> Sequence[HeadRow]:
        """Return the heads of these partitions and sizes, by partition and size."""
        ...


class CosignatureStore(Protocol):
    """The stored cosignatures of witnesses, by their keys, unchecked."""

    def of(self, size: int, witnesses: Collection[str]) -> Sequence[CosignatureRow]:
        """Return the cosignatures of the root of this size, by witness and time."""
        ...

    def sizes_from(self, size: int, witnesses: Collection[str], limit: int) -> Sequence[int]:
        """Return the first sizes from this one on that have cosignatures."""
        ...

    def sizes_to(self, size: int, witnesses: Collection[str], limit: int) -> Sequence[int]:
        """Return the last sizes up to this one that have cosignatures, the largest first."""
        ...


class LogStore(Protocol):
    """The stored log: signed heads, tiles of hashes, and the events that its leaves are made of."""

    @property
    def cosignatures(self) -> CosignatureStore:
        """The witnesses' signatures of the log of heads."""
        ...

    @property
    def heads(self) -> HeadsStore:
        """The log of heads."""
        ...

    def early_streams(self) -> Sequence[EarlyStreamsRow]:
        """Return the lists of streams that may lack receipts: one, unless somebody added more."""
        ...

    def latest(self) -> Sequence[HeadRow]:
        """Return the row of the largest size of each partition that has one, unchecked."""
        ...

    def heads_of(self, partition: int, size: int) -> Sequence[HeadRow]:
        """Return the heads of this size: one, unless somebody added more."""
        ...

    def heads_below(self, partition: int, before: HeadRow | None, limit: int) -> Sequence[HeadRow]:
        """Return the next page of at most `limit` heads, the largest first; `before` is the last head of the previous
        page.
        """
        ...

    def heads_above(self, partition: int, size: int, after: HeadRow | None, limit: int) -> Sequence[HeadRow]:
        """Return the next page of at most `limit` heads of larger sizes, the smallest first."""
        ...

    def heads_around(self, partition: int, positions: Collection[int]) -> Sequence[HeadRow]:
        """Return for each position a head of the largest size below it, and one of the smallest that covers it."""
        ...

    def tiles(self, partition: int, places: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], bytes]:
        """Return the hashes of tiles by level and index."""
        ...

    def leaves(self, partition: int, after: int, until: int) -> Sequence[LeafRow]:
        """Return the rows of the leaves at positions above `after` and up to `until`, by position."""
        ...

    def file_since(self) -> datetime | None:
        """Return the time since when a file of heads must exist outside the database; None if there never was one."""
        ...

    def last_position(self, partition: int) -> int:
        """Return the position of the last stored event; 0 if there is none."""
        ...

"""The log of heads as stored: a row for each leaf, with its signed root."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import psycopg
from psycopg.rows import TupleRow

from domain.rows import HeadRow, LoggedHeadsRow, RootRow
from eventstore.postgres.datastore import Params

ROOTS = (
    "SELECT size, time, leaf, above, origin, root, key, signature FROM kifu.logged_heads "
    "WHERE size = ANY(%b::bigint[]) ORDER BY size, key, signature"
)
ROWS = "SELECT size, time, leaf, above, origin, root, key, signature, sizes FROM kifu.logged_heads "
BETWEEN = ROWS + "WHERE size >= %b::bigint AND size <= %b::bigint ORDER BY size, key, signature"
DOWN = "ORDER BY size DESC, key DESC, signature DESC LIMIT %b::bigint"
FIRST_BELOW = ROWS + DOWN
NEXT_BELOW = ROWS + f"WHERE (size, key, signature) < (%b::bigint, %b::text, %b::bytea) {DOWN}"
HEADS = (
    "SELECT partition, size, root, time, key, signature FROM kifu.tree_head "
    "JOIN unnest(%b::smallint[], %b::bigint[]) AS wanted (partition, size) USING (partition, size) "
    "ORDER BY partition, size, key, signature"
)
ADD = (
    "INSERT INTO kifu.logged_heads (size, time, leaf, above, origin, root, key, signature, sizes) "
    "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"
)


class Read(Protocol):
    """Executes a read-only statement and returns its rows."""

    def __call__(self, statement: str, params: Params, /) -> list[TupleRow]: ...


class LoggedHeads:
    """Reads the log of heads without checking rows, so there may be several of one size."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def roots(self, sizes: Iterable[int]) -> list[RootRow]:
        """Return the roots of these sizes, by size."""
        wanted = sorted(sizes)
        return [RootRow(*row) for row in self._read(ROOTS, (wanted,))] if wanted else []

    def between(self, first: int, last: int) -> list[LoggedHeadsRow]:
        """Return the rows of the sizes from `first` to `last`, by size."""
        return [_convert(row) for row in self._read(BETWEEN, (first, last))]

    def below(self, before: LoggedHeadsRow | None, limit: int) -> list[LoggedHeadsRow]:
        """Return the next page of at most `limit` rows, the largest first."""
        if before is None:
            return [_convert(row) for row in self._read(FIRST_BELOW, (limit,))]
        place = (before.size, before.key, before.signature)
        return [_convert(row) for row in self._read(NEXT_BELOW, (*place, limit))]

    def partition_heads(self, places: Iterable[tuple[int, int]]) -> list[HeadRow]:
        """Return the heads of these partitions and sizes, by partition and size."""
        wanted = sorted(places)
        if not wanted:
            return []
        partitions, sizes = [partition for partition, _ in wanted], [size for _, size in wanted]
        return [HeadRow(*row) for row in self._read(HEADS, (partitions, sizes))]


def add_logged_heads(connection: psycopg.Connection[TupleRow], row: LoggedHeadsRow) -> None:
    """Add a leaf with its signed root."""
    values: Sequence[object] = (
        *(row.size, row.time, row.leaf, row.above, row.origin, row.root, row.key, row.signature),
        list(row.sizes),
    )
    connection.execute(ADD, values)


def _convert(row: TupleRow) -> LoggedHeadsRow:
    values = (*row[:-1], tuple(row[-1]))
    return LoggedHeadsRow(*values)

"""Rows of values that contain every pair of values, for when all rows would be too many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, product
from typing import TypeAlias

Row: TypeAlias = tuple[int, ...]
"""One value for each column, as an index into that column."""
Cell: TypeAlias = tuple[int, int]
"""A column and the index of a value in it."""

MOST_TRIED = 700
"""How many rows are tried for a pair before it counts as impossible."""


def cover_pairs(sizes: Sequence[int], legal: Callable[[Row], bool], first: Iterable[Row] = ()) -> list[Row]:
    """Find a small set of legal rows that contains every possible pair of values of two columns.

    `sizes` are the numbers of values by column; `first` are legal rows that are always included. The same arguments
    give the same rows. Each pair is searched for among rows that differ from the row of first values in a few columns.
    """
    rows = list(first)
    covered = {pair for row in rows for pair in _pairs(row)}
    columns = range(len(sizes))
    cells: list[list[Cell]] = [[(column, place) for place in range(sizes[column])] for column in columns]
    for left, right in combinations(columns, 2):
        for pair in product(cells[left], cells[right]):
            if pair not in covered and (row := _find(pair, cells, legal, covered)) is not None:
                rows.append(row)
                covered.update(_pairs(row))
    return rows


def _pairs(row: Row) -> Iterator[tuple[Cell, Cell]]:
    return combinations(enumerate(row), 2)


def _find(
    pair: tuple[Cell, Cell],
    cells: Sequence[Sequence[Cell]],
    legal: Callable[[Row], bool],
    covered: set[tuple[Cell, Cell]],
) -> Row | None:
    """Find a legal row with `pair`, and improve it while that adds new pairs."""
    fixed = dict(pair)
    free = [column for column in range(len(cells)) if column not in fixed]
    plain = tuple(fixed.get(column, 0) for column in range(len(cells)))
    rich = _enrich(fixed, cells, covered)
    tried = chain(_near(rich, free, cells, 1), islice(_near(plain, free, cells, len(free)), MOST_TRIED))
    found = next(filter(legal, tried), None)
    return None if found is None else _improve(found, free, cells, legal, covered)


def _improve(
    row: Row,
    free: Sequence[int],
    cells: Sequence[Sequence[Cell]],
    legal: Callable[[Row], bool],
    covered: set[tuple[Cell, Cell]],
) -> Row:
    """Change each free column of a legal row to the value that adds the most new pairs, if the row stays legal."""
    for column in free:
        for place in sorted(
            (place for _, place in cells[column]), key=lambda place: -_gain(row, column, place, covered)
        ):
            changed = (*row[:column], place, *row[column + 1 :])
            if place == row[column] or legal(changed):
                row = changed
                break
    return row


def _gain(row: Row, column: int, place: int, covered: set[tuple[Cell, Cell]]) -> int:
    """Count the new pairs that a value of one column adds to a row."""
    cell = (column, place)
    others = (other for other in enumerate(row) if other[0] != column)
    return sum((min(cell, other), max(cell, other)) not in covered for other in others)


def _enrich(fixed: dict[int, int], cells: Sequence[Sequence[Cell]], covered: set[tuple[Cell, Cell]]) -> Row:
    """Fill the other columns one by one, each with the value that adds the most new pairs."""
    chosen = dict(fixed)
    for column, values in enumerate(cells):
        if column not in chosen:
            held = list(chosen.items())
            new = [sum((min(cell, other), max(cell, other)) not in covered for other in held) for cell in values]
            chosen[column] = new.index(max(new))
    return tuple(chosen[column] for column in range(len(cells)))


def _near(row: Row, free: Sequence[int], cells: Sequence[Sequence[Cell]], most: int) -> Iterator[Row]:
    """Yield a row and those that differ from it in up to `most` free columns, the nearest first."""
    for count in range(most + 1):
        for columns in combinations(free, count):
            others = ([place for _, place in cells[column] if place != row[column]] for column in columns)
            for places in product(*others):
                changed = list(row)
                for column, place in zip(columns, places, strict=True):
                    changed[column] = place
                yield tuple(changed)

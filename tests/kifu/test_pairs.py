"""Pairs of options: a few combinations in which every playable pair occurs."""

from __future__ import annotations

from itertools import combinations as pairs_of
from itertools import pairwise, product
from typing import Literal

import msgspec
import pytest

from domain.kernel.options import BadOptions, GameOptions
from kifu.fuzzing.combinations import MOST_LISTED, combinations
from kifu.fuzzing.pairs import Row, cover_pairs
from tests.domain.kernel.toy import Toy


def anything(_: Row) -> bool:
    return True


def no_equal_neighbours(row: Row) -> bool:
    return all(left != right for left, right in pairwise(row))


def nothing_without_the_first(row: Row) -> bool:
    """Other columns may differ from their first value only if the first column has its second."""
    return row[0] == 1 or not any(row[1:])


def at_most_three_changes(row: Row) -> bool:
    return sum(map(bool, row)) <= 3


@pytest.mark.parametrize("sizes", [(2, 3), (3, 5, 2, 2, 4, 3), (4, 3, 3, 2, 2)])
@pytest.mark.parametrize("legal", [anything, no_equal_neighbours, nothing_without_the_first, at_most_three_changes])
def test_every_pair_that_a_legal_row_holds_occurs_in_a_legal_row(sizes: tuple[int, ...], legal: object) -> None:
    every = [row for row in product(*map(range, sizes)) if legal(row)]
    found = cover_pairs(sizes, legal)
    assert all(map(legal, found))
    assert {p for row in found for p in pairs_of(enumerate(row), 2)} == {
        p for row in every for p in pairs_of(enumerate(row), 2)
    }
    assert len(found) == len(set(found))
    assert found == cover_pairs(sizes, legal)


def test_rows_are_few() -> None:
    sizes = (3, 5, 2, 2, 2, 2, 3, 4, 3, 2, 2)
    assert len(cover_pairs(sizes, anything)) <= 2 * 5 * 4 < 34_560


class ManyOptions(GameOptions, frozen=True, forbid_unknown_fields=True):
    length: Literal["short", "classic", "long"] = "classic"
    sets: Literal["first", "two", "three", "four", "five"] = "first"
    jesuits: bool = False
    powers: bool = False
    specialists: bool = False
    mood: Literal["calm", "angry", "raging"] | None = None


class Rich(Toy):
    """A game of many options for two to five; with a mood it is also for one, and has neither powers nor Jesuits."""

    options_type = ManyOptions
    most_seats = range(1, 6)

    def seats(self, options: msgspec.Struct) -> range:
        return range(1, 5) if options.mood else range(2, 6)

    def check_options(self, options: msgspec.Struct, seats: int) -> None:
        if options.mood and (options.powers or options.jesuits):
            raise BadOptions("/options/mood", "No powers and no Jesuits with a mood.")
        if options.length == "long" and options.sets in ("first", "two"):
            raise BadOptions("/options/sets", "A long game wants more sets.")


def test_a_game_of_many_options_is_played_with_every_pair_of_them_that_is_legal() -> None:
    rules = Rich()
    values = rules.option_values()
    every = []
    for chosen in product(*values.values()):
        options = rules.parse_options(dict(zip(values, chosen, strict=True)))
        for seats in rules.seats(options):
            try:
                rules.check_opening(options, seats)
            except BadOptions:
                continue
            every.append((options, seats))
    found = combinations(rules)
    assert set(found) <= set(every)
    assert pairs(found) == pairs(every)
    assert len(found) < MOST_LISTED / 2 < len(every) / 4
    assert [(each.options, each.seats) for each in found[:4]] == [(rules.parse_options({}), n) for n in range(2, 6)]
    assert found == combinations(Rich())


def pairs(opened: list[tuple[msgspec.Struct, int]]) -> set[object]:
    return {
        pair
        for options, seats in opened
        for pair in pairs_of([*msgspec.structs.asdict(options).items(), ("seats", seats)], 2)
    }

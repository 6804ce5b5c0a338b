"""The ways to open a ruleset: its options and numbers of seats, in every combination or in all pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import NamedTuple

import msgspec

from domain.kernel.options import BadOptions, GameOptions
from domain.kernel.ruleset import AnyRuleset
from kifu.fuzzing.pairs import Row, cover_pairs

MOST_LISTED = 200
"""Up to this many combinations, before the ruleset refuses any, all are listed."""


class Combination(NamedTuple):
    """Options and a number of seats with which a game can be opened."""

    options: GameOptions
    seats: int

    @property
    def words(self) -> str:
        """The options that have a value, and the number of seats, in one line."""
        values: dict[str, object] = msgspec.to_builtins(self.options)
        own = {name: value for name, value in values.items() if name not in GameOptions.__struct_fields__}
        said = [f"{name} {value}" for name, value in own.items() if value not in (None, (), [])]
        return ", ".join([*said, f"seats {self.seats}"])


def combinations(ruleset: AnyRuleset) -> list[Combination]:
    """The combinations that the ruleset can be opened with, the default ones first.

    Options whose values can be listed take each of them; the others keep their default. Of more than MOST_LISTED
    combinations, a selection is returned that contains every legal pair of values, or of a value and a number of seats.
    """
    listed = {name: values for name, values in ruleset.option_values().items() if values}
    if prod(map(len, (*listed.values(), ruleset.most_seats))) > MOST_LISTED:
        return _all_pairs(ruleset, listed)
    found: list[Combination] = []
    for chosen in product(*listed.values()):
        options = _parse(ruleset, dict(zip(listed, chosen, strict=True)))
        if options is not None:
            found += [
                Combination(options, seats) for seats in ruleset.seats(options) if _playable(ruleset, options, seats)
            ]
    return found


def representative(ruleset: AnyRuleset, most: int = 3) -> list[Combination]:
    """Return a few combinations spread over all of them, the default one first."""
    found = combinations(ruleset)
    if len(found) <= most:
        return found
    return [found[place * (len(found) - 1) // (most - 1)] for place in range(most)]


def _all_pairs(ruleset: AnyRuleset, listed: Mapping[str, Sequence[object]]) -> list[Combination]:
    seats = ruleset.most_seats
    sizes = [*map(len, listed.values()), len(seats)]

    @cache
    def opened(row: Row) -> Combination | None:
        chosen = {name: values[place] for (name, values), place in zip(listed.items(), row, strict=False)}
        options = _parse(ruleset, chosen)
        if options is None or not _playable(ruleset, options, seats[row[-1]]):
            return None
        return Combination(options, seats[row[-1]])

    def is_legal(row: Row) -> bool:
        return opened(row) is not None

    default = [(*(0 for _ in listed), place) for place in range(len(seats))]
    rows = cover_pairs(sizes, is_legal, filter(is_legal, default))
    return [found for row in rows if (found := opened(row)) is not None]


def _parse(ruleset: AnyRuleset, values: dict[str, object]) -> GameOptions | None:
    try:
        return ruleset.parse_options(values)
    except BadOptions:
        return None


def _playable(ruleset: AnyRuleset, options: GameOptions, seats: int) -> bool:
    try:
        ruleset.check_opening(options, seats)
    except BadOptions:
        return False
    return True

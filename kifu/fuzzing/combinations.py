"""The ways in which a ruleset can be opened: every combination of its options with every number of seats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import msgspec

from domain.kernel.ruleset import BadOptions, GameOptions
from domain.rulesets import AnyRuleset


class Combination(NamedTuple):
    """Options and a number of seats with which a game can be opened."""

    options: msgspec.Struct
    seats: int

    @property
    def words(self) -> str:
        """The options of the rules that have a value, and the number of seats, in one line."""
        values: dict[str, object] = msgspec.to_builtins(self.options)
        own = {name: value for name, value in values.items() if name not in GameOptions.__struct_fields__}
        said = [f"{name} {value}" for name, value in own.items() if value not in (None, (), [])]
        return ", ".join([*said, f"seats {self.seats}"])


def combinations(ruleset: AnyRuleset) -> list[Combination]:
    """All combinations that the ruleset can be opened with, the default ones first.

    Options whose values can be listed take each of them; the others keep their default.
    """
    found: list[Combination] = []
    for values in _values(ruleset):
        try:
            options = ruleset.parse_options(values)
        except BadOptions:
            continue
        found += [Combination(options, seats) for seats in ruleset.seats(options) if _playable(ruleset, options, seats)]
    return found


def representative(ruleset: AnyRuleset, most: int = 3) -> list[Combination]:
    """A few combinations spread over all of them, the default one first."""
    found = combinations(ruleset)
    if len(found) <= most:
        return found
    return [found[place * (len(found) - 1) // (most - 1)] for place in range(most)]


def _values(ruleset: AnyRuleset) -> Iterator[dict[str, object]]:
    listed = {name: values for name, values in ruleset.option_values().items() if values}
    for chosen in product(*listed.values()):
        yield dict(zip(listed, chosen, strict=True))


def _playable(ruleset: AnyRuleset, options: msgspec.Struct, seats: int) -> bool:
    try:
        ruleset.check_opening(options, seats)
    except BadOptions:
        return False
    return True

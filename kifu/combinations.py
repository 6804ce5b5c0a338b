"""The ways in which a ruleset can be opened: every combination of its options with every number of seats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from domain.kernel.ruleset import BadOptions
from domain.rulesets import AnyRuleset


class Combination(NamedTuple):
    """Options and a number of seats with which a game can be opened."""

    options: msgspec.Struct
    seats: int

    @property
    def words(self) -> str:
        """The options with their values and the number of seats, in one line."""
        values: dict[str, object] = msgspec.to_builtins(self.options)
        return ", ".join([*(f"{name} {value}" for name, value in values.items()), f"seats {self.seats}"])


def combinations(ruleset: AnyRuleset) -> list[Combination]:
    """All combinations that the ruleset can be opened with, the default ones first.

    Options that take one of a few named values, or yes and no, take each; the others stay as they are unasked.
    """
    found: list[Combination] = []
    for values in _values(ruleset.options_type):
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


def _values(options: type[msgspec.Struct]) -> Iterator[dict[str, object]]:
    hints = get_type_hints(options)
    defaults = {field.encode_name: field.default for field in msgspec.structs.fields(options)}
    listed = {
        name: sorted(values, key=lambda value: value != defaults[name])
        for name, hint in hints.items()
        if name in defaults and (values := _listed(hint))
    }
    for chosen in product(*listed.values()):
        yield dict(zip(listed, chosen, strict=True))


def _listed(hint: object) -> tuple[object, ...]:
    if hint is bool:
        return (False, True)
    return get_args(hint) if get_origin(hint) is Literal else ()


def _playable(ruleset: AnyRuleset, options: msgspec.Struct, seats: int) -> bool:
    try:
        ruleset.check_opening(options, seats)
    except BadOptions:
        return False
    return True

"""Draws moves from families that are too large to list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import msgspec

from domain.kernel.choice import Move, Several, Template

FAMILY = 4
"""How many moves are drawn from a family, besides those at the bounds of all arguments."""
MOST_DRAWN = 100
"""How many moves with sets are drawn before giving up on `FAMILY` different ones."""


def draw_family(
    template: Template, decode: Callable[[bytes], Move], allows: Callable[[Move], bool], random: Random
) -> list[Move]:
    """Draw some legal moves of a family, each once; `decode` reads a move from JSON.

    Raises MalformedMove if the move cannot take a value of the template.
    """
    found: dict[Move, None] = {}
    for values in _with_sets(template, random) if template.sets else _within_bounds(template, random):
        move = decode(msgspec.json.encode({"type": template.type, **values}))
        if allows(move):
            found[move] = None
        if template.sets and len(found) == FAMILY:
            break
    return list(found)


def _within_bounds(template: Template, random: Random) -> Iterator[dict[str, object]]:
    for share in (0.0, 1.0, *(random.random() for _ in range(FAMILY))):
        yield {name: round(low + share * (high - low)) for name, (low, high) in template.bounds.items()}


def _with_sets(template: Template, random: Random) -> Iterator[dict[str, object]]:
    """Yield random values for all arguments, from few elements to many."""
    for _ in range(MOST_DRAWN):
        least = random.random()
        numbers = {
            name: low if random.random() < least else random.randint(low, high)
            for name, (low, high) in template.bounds.items()
        }
        yield {**numbers, **{name: _some_of(several, random, least) for name, several in template.sets.items()}}


def _some_of(several: Several, random: Random, least: float) -> list[str | int]:
    count = several.least
    if random.random() >= least:
        count = random.randint(count, min(several.most, len(several.of)))
    return random.sample(several.of, count)

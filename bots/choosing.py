"""How the bots of the service choose among their moves: at random, or by what the service says the moves are worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeAlias

import msgspec

from bots.questions import Option

MOST_COMPARED = 24
"""How many moves the service compares at a time."""


class Adviser(Protocol):
    """The service's estimates of one seat's moves, at the version that they answer."""

    def compare(self, moves: Sequence[msgspec.Raw]) -> Sequence[float | None]:
        """Return the value of each move, None for illegal ones; or nothing if the service gives no estimates."""
        ...


Choose: TypeAlias = Callable[[Sequence[Option], Adviser, Random], Sequence[Option]]
"""Sorts options into the order in which to try them, the best first."""


def choose_at_random(options: Sequence[Option], _adviser: Adviser, random: Random) -> Sequence[Option]:
    """Shuffle the options."""
    return random.sample(options, len(options))


def choose_greedily(options: Sequence[Option], adviser: Adviser, random: Random) -> Sequence[Option]:
    """Sort at most 24 of the options by value, with ties in random order."""
    shuffled = random.sample(options, len(options))
    if len(shuffled) == 1:
        return shuffled
    compared = shuffled[:MOST_COMPARED]
    values = adviser.compare([option.move for option in compared])
    if len(values) != len(compared):
        return shuffled
    known = [(value, option) for value, option in zip(values, compared, strict=True) if value is not None]
    best = sorted(known, key=lambda pair: pair[0], reverse=True)
    # The others may still be legal, since the service judges only by what the seat can know.
    return [*(option for _, option in best), *(option for option in shuffled if option not in compared)]


CHOOSE: dict[str, Choose] = {"random": choose_at_random, "greedy": choose_greedily}
"""The ways to choose, by kind of bot."""

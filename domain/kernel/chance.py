"""Chance: verifiable randomness, drawn from the secret seed of a game.

Steps in which something is drawn have numbers. The n-th number for a purpose in such a step is HMAC-SHA-256(seed,
"number of the step/purpose/n"); its first eight bytes, big-endian, are a whole number x below 2**64. For an outcome
below k, x is rejected (and n + 1 is tried) unless x < 2**64 - 2**64 % k; the outcome is x % k. A shuffle is
Fisher-Yates from the last place to the second: each place is swapped with an outcome below place + 1 (0-based). A pick
takes the item whose index is an outcome below the number of items left.

docs/fair-chance.md specifies the same with test vectors, for checks written in other languages.

Every outcome has an audience: `seen_by` names the seats that may know it while the game runs, EVERYONE or NOBODY. It is
the audience of whatever the outcome decides; a shuffle whose order stays hidden is for NOBODY, even if part of it is
shown later.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeAlias, TypeVar

import msgspec

T = TypeVar("T")
SeenBy: TypeAlias = tuple[int, ...] | None

EVERYONE: SeenBy = None
NOBODY: SeenBy = ()

SEED_BYTES = 32
_RANGE = 1 << 64


class Drawn(msgspec.Struct, frozen=True):
    """One random outcome: `result` lies in 0 <= result < below.

    `counter` is the n of the number that it was made from; `seen_by` names the seats that may know it while the game
    runs.
    """

    purpose: str
    below: int
    result: int
    counter: int
    seen_by: SeenBy = EVERYONE


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed, which is published when the game opens: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class Chance:
    """The random outcomes of one game, step by step. `outcomes` holds those of the current step.

    `step` is the number that its outcomes are drawn under; which number that is, the record of the game decides.
    """

    __slots__ = ("_mac", "_step", "_used", "outcomes")

    def __init__(self, seed: bytes, step: int = 1) -> None:
        self._mac = hmac.new(seed, digestmod=hashlib.sha256)
        self._step = step
        self._used: dict[str, int] = {}
        self.outcomes: list[Drawn] = []

    def begin_step(self, step: int) -> Chance:
        """Move on to `step`, reset the counters, and return self."""
        self._step = step
        if self.outcomes:
            self._used = {}
            self.outcomes = []
        return self

    def below(self, purpose: str, bound: int, seen_by: SeenBy = EVERYONE) -> int:
        """Draw a whole number from 0 to bound - 1, all equally likely. Raises ValueError unless bound is 1 or more."""
        if bound < 1:
            raise ValueError(f"{purpose}: no outcome below {bound}")
        limit = _RANGE - _RANGE % bound
        while (number := self._next(purpose)) >= limit:
            continue
        result = number % bound
        self.outcomes.append(Drawn(purpose, bound, result, self._used[purpose] - 1, seen_by))
        return result

    def roll(self, purpose: str, count: int, sides: int = 6, seen_by: SeenBy = EVERYONE) -> tuple[int, ...]:
        """Roll `count` dice with faces 1 to `sides`."""
        return tuple(self.below(purpose, sides, seen_by) + 1 for _ in range(count))

    def flip(self, purpose: str, seen_by: SeenBy = EVERYONE) -> bool:
        """Draw one of two equally likely outcomes."""
        return self.below(purpose, 2, seen_by) == 1

    def shuffle(self, purpose: str, items: Sequence[T], seen_by: SeenBy = EVERYONE) -> tuple[T, ...]:
        """Return the items in random order, all orders equally likely."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(purpose, place + 1, seen_by)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    def draw(self, purpose: str, pool: Sequence[T], count: int = 1, seen_by: SeenBy = EVERYONE) -> tuple[T, ...]:
        """Draw `count` items of `pool` without replacement, or all of them if there are fewer."""
        return self.shuffle(purpose, pool, seen_by)[:count]

    def pick(self, purpose: str, pool: Sequence[T], count: int = 1, seen_by: SeenBy = EVERYONE) -> tuple[T, ...]:
        """Pick `count` items of `pool` one after the other, or all of them if there are fewer.

        Each item costs one outcome, its index among those left. `draw` costs an outcome for each card of the deck.
        """
        left = list(pool)
        return tuple(left.pop(self.below(purpose, len(left), seen_by)) for _ in range(min(count, len(left))))

    def _next(self, purpose: str) -> int:
        counter = self._used.get(purpose, 0)
        self._used[purpose] = counter + 1
        mac = self._mac.copy()
        mac.update(f"{self._step}/{purpose}/{counter}".encode())
        return int.from_bytes(mac.digest()[:8], "big")

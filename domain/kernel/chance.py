"""Chance: verifiable randomness, drawn from the secret seed of a game.

Steps that draw have numbers. The n-th number for a purpose in such a step is HMAC-SHA-256(seed, "number of the
step/purpose/n"); its first eight bytes, big-endian, are a whole number x below 2**64. For an outcome below k, x is
rejected (and n + 1 is tried) unless x < 2**64 - 2**64 % k; the outcome is x % k. A shuffle is Fisher-Yates from the
last place to the second: each place is swapped with an outcome below place + 1 (0-based). A pick takes the item whose
index is an outcome below the number of items left.

docs/fair-chance.md specifies the same with test vectors, for checks written in other languages.

Rules draw for a `Purpose`, which says what is drawn, when, and in which facts it shows. A game declares its purposes in
one module, and `kifu chance RULESET` and the API list them.

Every outcome has an audience: `seen_by` names the seats that may know it while the game runs, EVERYONE or NOBODY. It is
the audience of whatever the outcome decides; a shuffle whose order stays hidden is for NOBODY, even if part of it is
shown later.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

T = TypeVar("T")
SeenBy: TypeAlias = tuple[int, ...] | None
Kind: TypeAlias = Literal["below", "roll", "flip", "shuffle", "draw", "pick", "pile"]
"""How outcomes are drawn: the name of a method of `Chance`, or "pile" for `Pile.pick`."""

EVERYONE: SeenBy = None
NOBODY: SeenBy = ()

SEED_BYTES = 32
_RANGE = 1 << 64
_VARIES = re.compile(r"\{[a-z]+\}")


class Purpose(msgspec.Struct, frozen=True, kw_only=True):
    """A declaration of what chance decides in a game, with which outsiders can check its outcomes.

    `name` is the text that outcomes are drawn and listed under; braces mark what varies, which `about` fills in. `of`
    says in words what is drawn from, `when` says when. With the content that comes with Kifu, no outcome has a bound
    below `least` or above `most`. A step with an outcome has one of `facts`, and a step with one of `always` has an
    outcome for a purpose that lists this fact there. `clauses` are those that the draw follows from. `seen_by` says who
    may know the outcomes while the game runs, in words if that varies: then each draw names the seats.
    """

    name: str
    kind: Kind
    of: str
    when: str
    least: int
    most: int
    facts: tuple[type[msgspec.Struct], ...]
    always: tuple[type[msgspec.Struct], ...] = ()
    clauses: tuple[str, ...] = ()
    seen_by: SeenBy | str = EVERYONE

    @property
    def pattern(self) -> str:
        """The regular expression of all names covered by this one."""
        return "[a-z0-9-]+".join(map(re.escape, _VARIES.split(self.name)))

    def fits(self, name: str) -> bool:
        """Return whether outcomes under `name` are for this purpose."""
        return re.fullmatch(self.pattern, name) is not None

    def about(self, thing: object) -> Purpose:
        """Return the purpose with `thing` in place of the braces in its name."""
        return msgspec.structs.replace(self, name=_VARIES.sub(str(thing), self.name))


class Redealt(msgspec.Struct, frozen=True):
    """Draws for re-dealing branches of running games: their chance is discarded and never listed."""

    what: str


def find_purposes(module: ModuleType) -> Mapping[str, Purpose]:
    """Return the purposes that a module declares, in order, by their qualified names in the code."""
    return {f"{module.__name__}.{name}": it for name, it in vars(module).items() if isinstance(it, Purpose)}


class Drawn(msgspec.Struct, frozen=True):
    """One random outcome, with 0 <= `result` < `below`.

    `counter` is the n of the number that it was made from; `seen_by` names the seats that may know it while the game
    runs.
    """

    purpose: str
    below: int
    result: int
    counter: int
    seen_by: SeenBy = EVERYONE


class Chance:
    """The random outcomes of one game, step by step. `outcomes` holds those of the current step.

    `step` is the number under which outcomes are drawn; the record of the game decides which number that is.
    """

    __slots__ = ("_mac", "_seed", "_step", "_used", "outcomes")

    def __init__(self, seed: bytes, step: int = 1) -> None:
        self._seed = seed
        self._mac: hmac.HMAC | None = None  # most steps draw nothing, and making one costs as much as two draws
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

    def below(self, purpose: Purpose | Redealt, bound: int, seen_by: SeenBy | UnsetType = UNSET) -> int:
        """Draw a whole number from 0 to bound - 1, all equally likely.

        Like every method that draws, it raises ValueError if the bound is below 1, or if the purpose declares another
        way, does not say what it is about, or does not fit `seen_by`.
        """
        return self._below(_name(purpose, "below", "pile"), bound, _audience(purpose, seen_by))

    def roll(
        self, purpose: Purpose | Redealt, count: int, sides: int = 6, seen_by: SeenBy | UnsetType = UNSET
    ) -> tuple[int, ...]:
        """Roll `count` dice with faces 1 to `sides`."""
        name, audience = _name(purpose, "roll"), _audience(purpose, seen_by)
        return tuple(self._below(name, sides, audience) + 1 for _ in range(count))

    def flip(self, purpose: Purpose | Redealt, seen_by: SeenBy | UnsetType = UNSET) -> bool:
        """Draw one of two equally likely outcomes."""
        return self._below(_name(purpose, "flip"), 2, _audience(purpose, seen_by)) == 1

    def shuffle(
        self, purpose: Purpose | Redealt, items: Sequence[T], seen_by: SeenBy | UnsetType = UNSET
    ) -> tuple[T, ...]:
        """Return the items in random order, all orders equally likely."""
        return self._shuffle(_name(purpose, "shuffle"), items, _audience(purpose, seen_by))

    def draw(
        self, purpose: Purpose | Redealt, pool: Sequence[T], count: int = 1, seen_by: SeenBy | UnsetType = UNSET
    ) -> tuple[T, ...]:
        """Draw `count` items of `pool` without replacement, or all of them if there are fewer."""
        return self._shuffle(_name(purpose, "draw"), pool, _audience(purpose, seen_by))[:count]

    def pick(
        self, purpose: Purpose | Redealt, pool: Sequence[T], count: int = 1, seen_by: SeenBy | UnsetType = UNSET
    ) -> tuple[T, ...]:
        """Pick `count` items of `pool` one after the other, or all of them if there are fewer.

        Each item costs one outcome, its index among those left. `draw` costs an outcome for each card of the deck.
        """
        name, audience, left = _name(purpose, "pick"), _audience(purpose, seen_by), list(pool)
        return tuple(left.pop(self._below(name, len(left), audience)) for _ in range(min(count, len(left))))

    def _shuffle(self, name: str, items: Sequence[T], audience: SeenBy) -> tuple[T, ...]:
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self._below(name, place + 1, audience)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    def _below(self, name: str, bound: int, audience: SeenBy) -> int:
        if bound < 1:
            raise ValueError(f"{name}: no outcome below {bound}")
        limit = _RANGE - _RANGE % bound
        while (number := self._next(name)) >= limit:
            continue
        result = number % bound
        self.outcomes.append(Drawn(name, bound, result, self._used[name] - 1, audience))
        return result

    def _next(self, name: str) -> int:
        counter = self._used.get(name, 0)
        self._used[name] = counter + 1
        if self._mac is None:
            self._mac = hmac.new(self._seed, digestmod=hashlib.sha256)
        mac = self._mac.copy()
        mac.update(f"{self._step}/{name}/{counter}".encode())
        return int.from_bytes(mac.digest()[:8], "big")


def _name(purpose: Purpose | Redealt, *kinds: Kind) -> str:
    """Return the text under which outcomes for a purpose are drawn; raises ValueError if it declares another way."""
    if isinstance(purpose, Redealt):
        return f"redeal-{purpose.what}"
    if purpose.kind not in kinds:
        raise ValueError(f"{purpose.name}: declared as {purpose.kind!r}, but drawn as {kinds[0]!r}")
    if "{" in purpose.name:
        raise ValueError(f"{purpose.name}: say with `about` what is drawn")
    return purpose.name


def _audience(purpose: Purpose | Redealt, seen_by: SeenBy | UnsetType) -> SeenBy:
    if isinstance(purpose, Redealt):
        return NOBODY
    if isinstance(purpose.seen_by, str):
        if seen_by is UNSET:
            raise ValueError(f"{purpose.name}: name the seats in `seen_by`: {purpose.seen_by}")
        return seen_by
    if seen_by is not UNSET:
        raise ValueError(f"{purpose.name}: who sees its outcomes is declared, and no draw can change it")
    return purpose.seen_by

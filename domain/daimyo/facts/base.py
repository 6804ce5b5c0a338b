"""What all facts of Daimyo share."""

from __future__ import annotations

from typing import TypeVar

from domain.daimyo.state import DaimyoState
from domain.kernel.fact import Fact

V = TypeVar("V")


class DaimyoFact(Fact[DaimyoState], frozen=True, gc=False):
    """A fact of Daimyo. `side` in a fact is a seat, or the number of the mercenaries or the empire."""

    def owners(self) -> tuple[int, ...]:
        """The side that sees the private fields."""
        side = getattr(self, "side", None)
        return () if side is None else (side,)


def put(values: tuple[V, ...], place: int, value: V) -> tuple[V, ...]:
    """`values` with another value at one place."""
    return (*values[:place], value, *values[place + 1 :])


def without(values: tuple[V, ...], value: V) -> tuple[V, ...]:
    """`values` without one occurrence of `value`; raises ValueError if there is none."""
    place = values.index(value)
    return values[:place] + values[place + 1 :]


def plus(values: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """`values` and more, sorted: where things lie in no order, equal states are equal."""
    return tuple(sorted((*values, *more)))


def title(thing: str) -> str:
    """An id as a proper name: "old-ferryman" -> "Old Ferryman"."""
    return thing.replace("-", " ").title()


def listed(things: tuple[str, ...]) -> str:
    """Things in a row: "red-1, red-2 and blue-4"."""
    return " and ".join([", ".join(things[:-1]), things[-1]]) if len(things) > 1 else "".join(things)


def place_name(place: str) -> str:
    """A site or shadow space in words: "red-3" -> "site 3 of red"."""
    island, _, rest = place.partition("-")
    kind, _, number = rest.rpartition("-")
    return f"{kind or 'site'} {'space ' if kind else ''}{number} of {island}"

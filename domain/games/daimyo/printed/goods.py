"""Goods: rice, metal and crystal are resources; gold is a currency, not a resource (daimyo.overview.resource-kinds)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from domain.kernel.content import KEPT
from domain.kernel.language import mark, once_a_language, say, say_many
from domain.kernel.words import join_words

Kind: TypeAlias = Literal["rice", "metal", "crystal", "gold"]
RESOURCES: tuple[Kind, ...] = ("rice", "metal", "crystal")
KINDS: tuple[Kind, ...] = (*RESOURCES, "gold")


class Goods(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A number of goods of each kind, never below 0."""

    rice: int = 0
    metal: int = 0
    crystal: int = 0
    gold: int = 0

    def __add__(self, other: Goods) -> Goods:
        return Goods(
            self.rice + other.rice, self.metal + other.metal, self.crystal + other.crystal, self.gold + other.gold
        )

    def __sub__(self, other: Goods) -> Goods:
        return Goods(
            self.rice - other.rice, self.metal - other.metal, self.crystal - other.crystal, self.gold - other.gold
        )

    def covers(self, price: Goods) -> bool:
        """Return whether a price can be paid from these goods."""
        return (
            self.rice >= price.rice
            and self.metal >= price.metal
            and self.crystal >= price.crystal
            and self.gold >= price.gold
        )

    def of(self, kind: Kind) -> int:
        """Return the number of one kind."""
        count: int = getattr(self, kind)
        return count

    @property
    def resources(self) -> int:
        """The number of resources; gold does not count."""
        return self.rice + self.metal + self.crystal

    @property
    def total(self) -> int:
        """The number of goods, gold included."""
        return self.rice + self.metal + self.crystal + self.gold

    def times(self, number: int) -> Goods:
        """Multiply these goods by a number."""
        return Goods(self.rice * number, self.metal * number, self.crystal * number, self.gold * number)

    def __str__(self) -> str:
        """Write the goods in words: "2 rice and 1 gold"."""
        return _name_goods(self)


KIND_NAMES = (mark("rice"), mark("metal"), mark("crystal"), mark("gold"))


def count_goods(kind: Kind, number: int) -> str:
    """Write a number of goods of one kind: "2 rice"."""
    match kind:
        case "rice":
            return say_many("{n} rice", "{n} rice", number)
        case "metal":
            return say_many("{n} metal", "{n} metal", number)
        case "crystal":
            return say_many("{n} crystal", "{n} crystal", number)
    return say_many("{n} gold", "{n} gold", number)


@once_a_language(KEPT)
def _name_goods(goods: Goods) -> str:
    counts = zip(KINDS, (goods.rice, goods.metal, goods.crystal, goods.gold), strict=True)
    return join_words([count_goods(kind, count) for kind, count in counts if count]) or say("nothing")


NOTHING = Goods()


@lru_cache(KEPT)
def one(kind: Kind, count: int = 1) -> Goods:
    """Return `count` goods of one kind."""
    return Goods(**{kind: count})


@lru_cache(KEPT)
def selections(count: int, kinds: tuple[Kind, ...]) -> tuple[Goods, ...]:
    """Return every way to pick `count` goods among these kinds, alike or different."""
    return tuple(_selections(count, kinds))


def _selections(count: int, kinds: tuple[Kind, ...]) -> Iterator[Goods]:
    if len(kinds) == 1:
        yield one(kinds[0], count)
        return
    for first in range(count, -1, -1):
        for rest in selections(count - first, kinds[1:]):
            yield one(kinds[0], first) + rest

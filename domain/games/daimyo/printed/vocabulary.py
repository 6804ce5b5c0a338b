"""The words in which cards and tiles say what they do: one vocabulary for heroes, bonus action tiles, villagers, clan
abilities, goals, solo cards and the empire's abilities.

A card holds a list of effects that are carried out in order. The *owner* is the side that they affect; its seat makes
the decisions, or the human if the owner is the empire or the mercenaries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

from domain.kernel import content
from domain.kernel.content_checks import walk
from domain.kernel.language import Later

PieceKind: TypeAlias = Literal["governor", "shadow", "radio-tower", "techno-farm"]
Direction: TypeAlias = Literal["up", "down", "either"]
"""Which way a die is turned."""
TileSource: TypeAlias = Literal["here", "lands", "market", "anywhere", "bag"]
"""Where relic tiles come from: the owner's scavenger's island, any island, the black market, any of these, the bag."""
Measure: TypeAlias = Literal[
    "governors",
    "shadows",
    "radio-towers",
    "techno-farms",
    "buildings",
    "units",
    "relics",
    "relic-colours",
    "tiles",
    "storage",
    "heroes",
    "army",
    "rice",
    "metal",
    "crystal",
    "gold",
    "resources",
    "islands-led",
    "islands-present",
    "best-influence",
    "governors-on-one-island",
    "popularity",
    "dice-total",
]
"""The measures of a side; see `measures.py` for what each counts."""

S = TypeVar("S")
T = TypeVar("T")
D = TypeVar("D")


class Effect(content.Effect[S, T, D]):
    """An effect of a card or tile: a class next to its rules, with its words."""

    __slots__ = ()
    verb: ClassVar[str]
    """What it does, in a few words, for the fact about a side that cannot do it."""
    harms: ClassVar[bool] = False
    """Whether it harms opponents."""
    of_opponents: ClassVar[bool] = False
    """Whether it uses an opponent's belongings; a solo player has no opponents."""
    of_the_empire: ClassVar[bool] = False
    """Whether the empire, which has no goods and plays no heroes, can do it.

    See daimyo.solo.no-goods and daimyo.solo.no-hero-play.
    """
    is_price: ClassVar[bool] = False
    """Whether it can be the price of other effects, since one knows in advance whether it can be done in full."""
    of_players: ClassVar[bool] = True
    """Whether players can do it."""

    @classmethod
    def tag(cls) -> str:
        """Return the tag of its kind in content: "gain-choice"."""
        raise NotImplementedError

    def is_done(self, state: S, deed: D) -> bool:
        """Return whether doing nothing counts as doing it in full (daimyo.ruling.incomplete-action)."""
        return False

    def can_in_full(self, state: S, deed: D) -> bool:
        """Return whether it can be paid in full as a price."""
        return self.can(state, deed)

    def phrase(self) -> str:
        """Describe it, beginning with a verb if its owner acts."""
        raise NotImplementedError

    def held(self) -> Iterable[Effects]:
        """Return the lists of effects inside this one."""
        return ()

    def fault(self, islands: Collection[str]) -> Later | None:
        """Explain why its fields contradict each other, or return None; `islands` are the permitted names."""
        return None

    def fault_of_empire(self) -> Later | None:
        """Explain why the empire cannot do it in this form, or return None."""
        return None


AnyEffect: TypeAlias = Effect[Any, Any, Any]
Effects: TypeAlias = tuple[AnyEffect, ...]


def parts(effects: Effects) -> Iterator[AnyEffect]:
    """Yield every effect of a list, each before the effects inside it."""
    return walk(effects, lambda effect: effect.held())


def find_verb(tag: str) -> str:
    """Say in a few words what the effects with this tag do."""
    kinds: tuple[type[AnyEffect], ...] = content.find_words(Effect)
    return next(kind.verb for kind in kinds if kind.tag() == tag)

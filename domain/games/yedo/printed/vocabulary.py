"""The words in which the cards of Yedo say what they do.

Missions, Action Cards, Events, Bonus Cards, Favors and Annexes share one vocabulary.

There are three families: *needs* must be met or paid, *effects* are carried out in order, and *modifiers* apply
passively. The *owner* of an effect is the seat that it affects; `for` changes the owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, TypeAlias, TypeVar

from domain.games.yedo.printed.card_word import CardWord
from domain.games.yedo.printed.needs import Needs
from domain.games.yedo.printed.terms import Whom
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.worth import TRIFLE, Prospect
from domain.kernel import content
from domain.kernel.content_checks import walk

S = TypeVar("S")
T = TypeVar("T")
D = TypeVar("D")

TARGET = "yedo.icon.reward-hard-target"


class Effect(CardWord, content.Effect[S, T, D]):
    """An effect of a card: a class next to its rules, with its words and its value for bots."""

    __slots__ = ()
    suits: ClassVar[tuple[str, ...]] = ()
    """The only cards on which it makes sense: the moments of cards, "reward" of Missions, or "jesuits"; () for all."""
    is_swap: ClassVar[bool] = False
    """Whether it exchanges something with another player, whom the card must name."""

    @property
    def whom(self) -> Whom | None:
        """The players that it names; None if it affects its owner."""
        return None

    def phrase(self, voice: Voice = LIST) -> str:
        """Describe the effect in the current language."""
        raise NotImplementedError

    def phrase_declined(self) -> str:
        """Describe what a seat does not do when it declines the effect."""
        return self.phrase()

    def worth(self, prospect: Prospect) -> float:
        """Estimate its value to the affected seat, in Prestige Points, for bots."""
        return TRIFLE

    def held(self) -> Iterable[Effects]:
        """Return the lists of effects inside this one."""
        return ()

    def asks(self) -> Iterable[Needs]:
        """Return the needs and prices that it depends on, without those of nested effects."""
        return ()

    def is_aimed(self) -> bool:
        """Return whether it refers to the target of its card."""
        return False

    def punishing_clause(self) -> str:
        """Return the clause by which it punishes the target of a Mission."""
        return TARGET

    def is_for_the_board(self) -> bool:
        """Return whether it concerns no single player: it changes the board, names players itself or affects all."""
        return False


AnyEffect: TypeAlias = Effect[Any, Any, Any]
Effects: TypeAlias = tuple[AnyEffect, ...]


def parts(effects: Effects) -> Iterator[AnyEffect]:
    """Yield every effect of a list, each before the effects inside it."""
    return walk(effects, lambda effect: effect.held())


def worth_of(effects: Effects, prospect: Prospect) -> float:
    """Estimate the total value of effects."""
    return sum(effect.worth(prospect) for effect in effects)

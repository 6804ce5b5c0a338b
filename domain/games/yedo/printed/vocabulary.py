"""The words in which the cards of Yedo say what they do.

Missions, Action Cards, Events, Bonus Cards, Favors and Annexes share one vocabulary.

There are three families: *needs* must be met or paid, *effects* are carried out in order, and *modifiers* apply
passively. The *owner* of an effect is the seat for which it is done; `for` changes the owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

import msgspec

from domain.games.yedo.printed.need_words import Needs
from domain.games.yedo.printed.terms import (
    AnnexKind,
    Asset,
    Cost,
    District,
    IncomeSource,
    Measure,
    Phase,
    Prohibition,
)
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.worth import TRIFLE, Prospect
from domain.kernel import content
from domain.kernel.content_checks import walk
from domain.kernel.fact import kebab_case

S = TypeVar("S")
T = TypeVar("T")
D = TypeVar("D")


class Effect(content.Effect[S, T, D]):
    """An effect of a card: a class next to its rules, with its words and its value for bots."""

    __slots__ = ()
    special: ClassVar[bool] = False
    """Whether it makes sense only on some kinds of cards."""
    for_others: ClassVar[bool] = False
    """Whether it names the affected players."""

    @property
    def tag(self) -> str:
        """The name of its kind in content."""
        raise NotImplementedError

    def phrase(self, voice: Voice = LIST) -> str:
        """Describe the effect in the current language."""
        raise NotImplementedError

    def worth(self, prospect: Prospect) -> float:
        """Estimate its value to the affected seat, in Prestige Points, for bots."""
        return TRIFLE

    def held(self) -> Iterable[Effects]:
        """Return the lists of effects inside this one."""
        return ()

    def asks(self) -> Iterable[Needs]:
        """Return the needs and prices on which it depends, without those of nested effects."""
        return ()

    def is_for_the_board(self) -> bool:
        """Return whether it concerns no single player: it changes the board, names players itself, or affects all."""
        return False


AnyEffect: TypeAlias = Effect[Any, Any, Any]
Effects: TypeAlias = tuple[AnyEffect, ...]


class Modifier(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="mod", tag=kebab_case):
    """A passive effect."""


class CostLess(Modifier, frozen=True, kw_only=True, tag="cost"):
    """Reduces a cost by `by`, to no less than 0; reductions add up."""

    of: Cost
    by: int
    except_phase: Phase | None = None


class Limit(Modifier, frozen=True, kw_only=True):
    """Raises a limit on what a seat may own."""

    of: Asset | Literal["disciple"]
    by: int


class CountsAs(Modifier, frozen=True, kw_only=True):
    """Substitutes for one thing that a Mission requires.

    With `sends_home`, the Disciple on that own Annex does, and goes home.
    """

    need: Literal["geisha", "blessing", "weapon", "annex"]
    sends_home: AnnexKind | None = None


class Safe(Modifier, frozen=True, kw_only=True):
    """Protects the holder's Disciples from the Watch Patrol, in one place or anywhere."""

    where: District | Literal["anywhere"] = "anywhere"


class EachPreparation(Modifier, frozen=True, kw_only=True):
    """The holder gets these effects in each Preparation."""

    effects: tuple[AnyEffect, ...]


class Closed(Modifier, frozen=True, kw_only=True):
    """No Disciple can be assigned to these Districts and spaces."""

    districts: tuple[District, ...] = ()
    spaces: tuple[str, ...] = ()


class Forbids(Modifier, frozen=True, kw_only=True):
    """Forbids something."""

    what: Prohibition


class Income(Modifier, frozen=True, kw_only=True):
    """Raises the Mon gained from a source; a negative number lowers it."""

    of: IncomeSource
    by: int


class DrawMore(Modifier, frozen=True, kw_only=True):
    """Whenever the holder draws from a deck or the bag, `look` more cards or Weapons are looked at."""

    look: int


class WinsTies(Modifier, frozen=True, kw_only=True):
    """The holder wins every tie."""


class RivalAnnexes(Modifier, frozen=True, kw_only=True):
    """Opponents' Annexes count as the holder's if a Mission requires Annexes."""


class AtEnd(Modifier, frozen=True, kw_only=True):
    """Points at the end of the game for each unit of a measure of the holder, by a clause."""

    measure: Measure
    points: int
    clause: str


class OwnSpace(Modifier, frozen=True, kw_only=True):
    """The holder has a space in a District that no other Disciple enters and nothing closes.

    `luxury` maps the Mon paid there to the points received.
    """

    space: str
    district: District
    luxury: dict[str, int]


class Fee(Modifier, frozen=True, kw_only=True):
    """Others pay the holder Mon for each action of a District that they perform."""

    on: District
    amount: int


class NoFee(Modifier, frozen=True, kw_only=True):
    """The holder pays nobody a fee."""


class LookMore(Modifier, frozen=True, kw_only=True):
    """A Foresight action of this Disciple looks at more cards."""

    look: int


class AfterMission(Modifier, frozen=True, kw_only=True):
    """The holder gets these effects after each Mission that this Disciple completes."""

    effects: tuple[AnyEffect, ...]


class MonToPrestige(Modifier, frozen=True, kw_only=True):
    """After a Mission of this Disciple, Mon gained from it can be converted into points, `rate` Mon each."""

    rate: int


AnyModifier: TypeAlias = (
    CostLess
    | Limit
    | CountsAs
    | Safe
    | EachPreparation
    | Closed
    | Forbids
    | Income
    | Fee
    | NoFee
    | DrawMore
    | WinsTies
    | RivalAnnexes
    | AtEnd
    | OwnSpace
    | LookMore
    | AfterMission
    | MonToPrestige
)
Modifiers: TypeAlias = tuple[AnyModifier, ...]


def parts(effects: Effects) -> Iterator[AnyEffect]:
    """Yield every effect of a list and the effects inside it, each before those inside it."""
    return walk(effects, lambda effect: effect.held())


def worth_of(effects: Effects, prospect: Prospect) -> float:
    """Estimate the total value of effects."""
    return sum(effect.worth(prospect) for effect in effects)

"""The words in which the cards of Yedo say what they do.

Missions, Action Cards, Events, Bonus Cards, Favors and Annexes share one vocabulary.

There are three families. *Needs* say what must be there or is given up, *effects* are done in order, *modifiers* hold
without being done. The *owner* of an effect is the seat for which it is done; `for` changes the owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

from domain.games.yedo.printed.effect_words import (
    ActAgain,
    BecomeSpecialist,
    Blessing,
    BringRonin,
    BuildAnnex,
    BurnChurch,
    Church,
    CloseRandom,
    Draw,
    Effect,
    Foresight,
    GainDisciple,
    Geisha,
    Lose,
    LoseMon,
    LosePrestige,
    Mon,
    MoveDisciple,
    Negate,
    OpenJesuits,
    PatrolColour,
    PatrolMove,
    PatrolTo,
    PlayerOrder,
    Prestige,
    Recruit,
    ReturnDisciple,
    Save,
    Sell,
    SendToReserve,
    Swap,
    TakeWeapon,
)
from domain.games.yedo.printed.need_words import Needs
from domain.games.yedo.printed.terms import (
    ALL,
    AnnexKind,
    Asset,
    Cost,
    District,
    IncomeSource,
    Measure,
    Phase,
    Prohibition,
    Until,
    Whom,
)
from domain.kernel.content_checks import walk
from domain.kernel.fact import kebab_case


class Modifier(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="mod", tag=kebab_case):
    """Something that holds without being done."""


class CostLess(Modifier, frozen=True, kw_only=True, tag="cost"):
    """A cost is so much less, never below 0; several add up."""

    of: Cost
    by: int
    except_phase: Phase | None = None


class Limit(Modifier, frozen=True, kw_only=True):
    """A limit of what a seat may own is so much higher."""

    of: Asset | Literal["disciple"]
    by: int


class CountsAs(Modifier, frozen=True, kw_only=True):
    """Stands in for one thing that a Mission asks for.

    With `sends_home` the Disciple on that own Annex does so, and goes home for it.
    """

    need: Literal["geisha", "blessing", "weapon", "annex"]
    sends_home: AnnexKind | None = None


class Safe(Modifier, frozen=True, kw_only=True):
    """The Watch Patrol does not arrest the holder's Disciples, there or anywhere."""

    where: District | Literal["anywhere"] = "anywhere"


class EachPreparation(Modifier, frozen=True, kw_only=True):
    """The holder gets these effects in each Preparation."""

    effects: tuple[AnyEffect, ...]


class Closed(Modifier, frozen=True, kw_only=True):
    """No Disciple can be assigned to these Districts and spaces."""

    districts: tuple[District, ...] = ()
    spaces: tuple[str, ...] = ()


class Forbids(Modifier, frozen=True, kw_only=True):
    """Something cannot be done."""

    what: Prohibition


class Income(Modifier, frozen=True, kw_only=True):
    """Mon gained from a source is so much more; a negative number makes it less."""

    of: IncomeSource
    by: int


class DrawMore(Modifier, frozen=True, kw_only=True):
    """Whenever the holder draws cards of a deck or Weapons of the bag, `look` more are looked at."""

    look: int


class WinsTies(Modifier, frozen=True, kw_only=True):
    """The holder wins every tie."""


class RivalAnnexes(Modifier, frozen=True, kw_only=True):
    """The Annexes of opponents count as the holder's where a Mission asks for Annexes."""


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
    """After a Mission of this Disciple, Mon gained from it can be turned into points, `rate` of them into each."""

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


class Modify(Effect, frozen=True, kw_only=True):
    """Modifiers hold for a while: for the owner, or on an Event for all who did not ignore it."""

    modifiers: Modifiers
    until: Until


class Choose(Effect, frozen=True, kw_only=True):
    """Do one of several lists of effects, as the owner chooses."""

    options: tuple[tuple[AnyEffect, ...], ...]


class May(Effect, frozen=True, kw_only=True):
    """Do effects, or not, as the owner chooses."""

    effects: tuple[AnyEffect, ...]


class ForPrice(Effect, frozen=True, kw_only=True):
    """Do effects for a price, if the owner can and wants to pay it; otherwise other effects."""

    price: Needs
    effects: tuple[AnyEffect, ...]
    otherwise: tuple[AnyEffect, ...] = ()


class If(Effect, frozen=True, kw_only=True):
    """Do effects if the owner meets needs, of which nothing is given up; otherwise other effects."""

    needs: Needs
    effects: tuple[AnyEffect, ...]
    otherwise: tuple[AnyEffect, ...] = ()


class Per(Effect, frozen=True, kw_only=True):
    """Do effects once for each unit of a measure of the owner: `each` makes a unit, `most` bounds the times."""

    measure: Measure
    effects: tuple[AnyEffect, ...]
    each: int = 1
    most: int = ALL
    of: str = ""


class For(Effect, frozen=True, kw_only=True):
    """Do effects for others, one after the other in Player Order, as far as they meet the needs."""

    whom: Whom
    effects: tuple[AnyEffect, ...]
    needs: Needs = ()


AnyEffect: TypeAlias = (
    Prestige
    | LosePrestige
    | Mon
    | LoseMon
    | Blessing
    | Draw
    | TakeWeapon
    | Lose
    | Swap
    | BuildAnnex
    | Geisha
    | GainDisciple
    | SendToReserve
    | BecomeSpecialist
    | Church
    | BurnChurch
    | OpenJesuits
    | PatrolColour
    | PatrolMove
    | PatrolTo
    | Save
    | ReturnDisciple
    | MoveDisciple
    | Foresight
    | PlayerOrder
    | Sell
    | Negate
    | ActAgain
    | Modify
    | CloseRandom
    | Recruit
    | BringRonin
    | Choose
    | May
    | ForPrice
    | If
    | Per
    | For
)
Effects: TypeAlias = tuple[AnyEffect, ...]


def parts(effects: Effects) -> Iterator[Effect]:
    """Yield every effect of a list and the effects inside it, each before those inside it."""
    return walk(effects, _held)


def _held(effect: Effect) -> Iterable[Effects]:
    match effect:
        case May() | Per() | For():
            return (effect.effects,)
        case ForPrice() | If():
            return (effect.effects, effect.otherwise)
        case Choose():
            return effect.options
        case _:
            return ()

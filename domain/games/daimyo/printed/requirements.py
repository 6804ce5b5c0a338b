"""The requirements of effects: sensible numbers, islands that exist, and an owner who can do them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from domain.games.daimyo.printed.goods import KINDS, Goods
from domain.games.daimyo.printed.vocabulary import (
    Build,
    Choose,
    DiscardHero,
    Effect,
    Effects,
    Eliminate,
    ForPrice,
    Gain,
    GiveTile,
    Hire,
    Lose,
    Measure,
    MovePiece,
    Optional,
    Pay,
    PayChoice,
    Per,
    PlacePiece,
    Points,
    Recruit,
    TakeHelmet,
    TakeTile,
    ToAdvantage,
)
from domain.kernel.content_checks import walk

MAY_BE_NOTHING = {"collect", "discount", "exactly"}
"""The numbers of effects that may be 0; all others are 1 or more."""
OF_THE_EMPIRE = (
    PlacePiece,
    MovePiece,
    TakeTile,
    Eliminate,
    Points,
    TakeHelmet,
    Lose,
    Hire,
    Per,
    Choose,
    ToAdvantage,
)
"""The empire's effects; it has no goods and plays no heroes (daimyo.solo.no-goods, daimyo.solo.no-hero-play)."""
PRICES: tuple[type[Effect], ...] = (Pay, PayChoice, DiscardHero, GiveTile)
"""The effects that can be a price: it is known in advance whether they can be paid in full."""
NOT_OF_THE_EMPIRE: tuple[Measure, ...] = ("storage", "rice", "metal", "crystal", "gold", "resources", "dice-total")
"""The measures that cannot be taken of the empire."""


def parts(effects: Effects) -> Iterator[Effect]:
    """Yield every effect of a list and the effects inside it, each before those inside it."""
    return walk(effects, _held)


def _held(effect: Effect) -> tuple[Effects, ...]:
    match effect:
        case Optional() | Per() | ToAdvantage():
            return (effect.effects,)
        case ForPrice():
            return (effect.price, effect.effects)
        case Choose():
            return effect.options
        case _:
            return ()


def harms(effects: Effects) -> bool:
    """Return whether effects harm opponents, so that a hero is marked (daimyo.component.hero-card-aggressive-mark)."""
    return any(isinstance(effect, Lose | Eliminate) for effect in parts(effects))


def fault(effects: Effects, islands: Iterable[str]) -> str:
    """Explain why a list of effects makes no sense, or return ""; `islands` are those that may be named."""
    if not effects:
        return "at least one effect is needed"
    known = tuple(islands)
    return next((why for effect in parts(effects) if (why := _fault_of(effect, known))), "")


def empire_fault(effects: Effects) -> str:
    """Explain why the empire cannot do these effects, or return "" if it can."""
    for effect in parts(effects):
        if not isinstance(effect, OF_THE_EMPIRE):
            return f"the empire cannot do {name(effect)!r}"
        if isinstance(effect, TakeTile) and effect.source == "here":
            return "the empire has no scavenger, so it cannot take a tile here"
        if isinstance(effect, Per) and effect.measure in NOT_OF_THE_EMPIRE:
            return f"the empire has no {effect.measure} to count"
        if isinstance(effect, ToAdvantage) and any(isinstance(part, Choose) for part in parts(effect.effects)):
            return "to-advantage goes inside the options of a choose, not around them"
    return ""


def seat_fault(effects: Effects) -> str:
    """Explain why a player cannot do these effects, or return "" if all can be done."""
    return "only the empire acts to-advantage" if any(isinstance(each, ToAdvantage) for each in parts(effects)) else ""


def name(effect: Effect) -> str:
    """Return the word by which content names a kind of effect: "gain-choice"."""
    return _tag(type(effect))


def _tag(kind: type[Effect]) -> str:
    return str(kind.__struct_config__.tag)


def goods_fault(goods: Goods) -> str:
    """Explain why goods make no sense, or return ""."""
    return next((f"{goods.of(kind)} {kind} is negative" for kind in KINDS if goods.of(kind) < 0), "")


def _fault_of(effect: Effect, islands: tuple[str, ...]) -> str:
    for field, value in msgspec.structs.asdict(effect).items():
        if isinstance(value, int) and value < (field not in MAY_BE_NOTHING):
            return f"{name(effect)} with {field} = {value}"
        if value == () and field not in {"islands"}:
            return f"{name(effect)} with nothing in {field}"
    return _special_fault(effect, islands)


def _special_fault(effect: Effect, islands: tuple[str, ...]) -> str:
    match effect:
        case Gain() | Pay():
            return goods_fault(effect.goods) or ("" if effect.goods.total else f"{name(effect)} of nothing")
        case Recruit() if effect.exactly is not None and effect.discount:
            return "recruit with a discount and an exact price"
        case Build() if effect.in_good is not None and effect.discount:
            return "build with a discount and in one good"
        case PayChoice() if "gold" in effect.of:
            return "pay-choice of gold, which could be spent on a reset of the track before it is paid"
        case ForPrice() if len(effect.price) > 1 or not isinstance(effect.price[0], PRICES):
            return f"the price of for-price is one of {', '.join(map(_tag, PRICES))}"
        case Choose() if len(effect.options) == 1 or () in effect.options:
            return "choose needs two or more options, none of them empty"
        case PlacePiece():
            unknown = [island for island in effect.islands if island not in islands]
            return f"there is no {unknown[0]} island" if unknown else ""
        case _:
            return ""

"""Checks of effects: sensible numbers, islands that exist, and an owner who can carry them out."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.games.daimyo.printed.goods import KINDS, Goods
from domain.games.daimyo.printed.vocabulary import AnyEffect, Effects, parts
from domain.kernel.language import Later, later

MAY_BE_NOTHING = {"collect", "discount", "exactly"}
"""The numbers of effects that may be 0; all others are 1 or more."""


def harms(effects: Effects) -> bool:
    """Return whether effects harm opponents, so that a hero is marked (daimyo.component.hero-card-aggressive-mark)."""
    return any(effect.harms for effect in parts(effects))


def fault(effects: Effects, islands: Iterable[str]) -> Later | None:
    """Explain why a list of effects makes no sense, or return None; `islands` are the permitted names."""
    if not effects:
        return later("at least one effect is needed")
    known = tuple(islands)
    return next((why for effect in parts(effects) if (why := _fault_of(effect, known))), None)


def empire_fault(effects: Effects) -> Later | None:
    """Explain why the empire cannot carry out these effects, or return None if it can."""
    for effect in parts(effects):
        if not effect.of_the_empire:
            return later("the empire cannot do {effect!r}", effect=effect.tag())
        if why := effect.fault_of_empire():
            return why
    return None


def seat_fault(effects: Effects) -> Later | None:
    """Explain why a player cannot carry out these effects, or return None if all are possible."""
    return None if all(effect.of_players for effect in parts(effects)) else later("only the empire acts to-advantage")


def goods_fault(goods: Goods) -> Later | None:
    """Explain why goods make no sense, or return None."""
    return next(
        (
            later("{amount} {kind} is negative", amount=goods.of(kind), kind=kind)
            for kind in KINDS
            if goods.of(kind) < 0
        ),
        None,
    )


def _fault_of(effect: AnyEffect, islands: tuple[str, ...]) -> Later | None:
    assert isinstance(effect, msgspec.Struct)
    for field, value in msgspec.structs.asdict(effect).items():
        if isinstance(value, int) and value < (field not in MAY_BE_NOTHING):
            return later("{effect} with {field} = {value}", effect=effect.tag(), field=field, value=value)
        if value == () and field not in {"islands"}:
            return later("{effect} with nothing in {field}", effect=effect.tag(), field=field)
    return effect.fault(islands)

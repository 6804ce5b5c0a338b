"""Checks of effects: sensible numbers, islands that exist, and an owner who can carry them out."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.games.daimyo.printed.goods import KINDS, Goods
from domain.games.daimyo.printed.vocabulary import AnyEffect, Effects, parts

MAY_BE_NOTHING = {"collect", "discount", "exactly"}
"""The numbers of effects that may be 0; all others are 1 or more."""


def harms(effects: Effects) -> bool:
    """Return whether effects harm opponents, so that a hero is marked (daimyo.component.hero-card-aggressive-mark)."""
    return any(effect.harms for effect in parts(effects))


def fault(effects: Effects, islands: Iterable[str]) -> str:
    """Explain why a list of effects makes no sense, or return ""; `islands` are the permitted names."""
    if not effects:
        return "at least one effect is needed"
    known = tuple(islands)
    return next((why for effect in parts(effects) if (why := _fault_of(effect, known))), "")


def empire_fault(effects: Effects) -> str:
    """Explain why the empire cannot carry out these effects, or return "" if it can."""
    for effect in parts(effects):
        if not effect.of_the_empire:
            return f"the empire cannot do {effect.tag()!r}"
        if why := effect.fault_of_empire():
            return why
    return ""


def seat_fault(effects: Effects) -> str:
    """Explain why a player cannot carry out these effects, or return "" if all are possible."""
    return "" if all(effect.of_players for effect in parts(effects)) else "only the empire acts to-advantage"


def goods_fault(goods: Goods) -> str:
    """Explain why goods make no sense, or return ""."""
    return next((f"{goods.of(kind)} {kind} is negative" for kind in KINDS if goods.of(kind) < 0), "")


def _fault_of(effect: AnyEffect, islands: tuple[str, ...]) -> str:
    assert isinstance(effect, msgspec.Struct)
    for field, value in msgspec.structs.asdict(effect).items():
        if isinstance(value, int) and value < (field not in MAY_BE_NOTHING):
            return f"{effect.tag()} with {field} = {value}"
        if value == () and field not in {"islands"}:
            return f"{effect.tag()} with nothing in {field}"
    return effect.fault(islands)

"""The units of a trade in Shogun Must Die, where only like is traded for like (yedo.coop.trade-equal)."""

from __future__ import annotations

from domain.games.yedo.printed.parts import Goods
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.course import Trading
from domain.kernel.errors import IllegalMove
from domain.kernel.language import mark, say
from domain.kernel.words import count_noun

NOTE = mark(
    "Both sides give the same number of units: a Weapon, a Geisha, a card or 5 Mon is one. Nobody gets a fourth Geisha."
)


def mon_of_a_unit(state: YedoState) -> int:
    """Return how much Mon equals one asset; the game must be cooperative."""
    return state.coop_content.game.trade_unit


def units(state: YedoState, goods: Goods) -> int:
    """Count the units on one side of a trade; Mon count in whole units."""
    return goods.mon // mon_of_a_unit(state) + len(goods.weapons) + len(goods.geishas) + goods.blackmail + goods.cards


def asking_prices(state: YedoState) -> tuple[tuple[int, ...], int]:
    """Return the suggested sale prices of a Weapon and an Action Card: a unit for each."""
    unit = mon_of_a_unit(state)
    return (unit,), unit


def why_not_equal(state: YedoState, given: Goods, wanted: Goods) -> IllegalMove | None:
    """Explain why two sides are not like for like, or return None if they are."""
    unit = mon_of_a_unit(state)
    if given.mon % unit or wanted.mon % unit:
        return IllegalMove(
            "yedo.coop.trade-many", say("Mon are traded in amounts of {unit}, with nothing left over.", unit=unit)
        )
    gives, gets = units(state, given), units(state, wanted)
    if not gives or not gets:
        return IllegalMove("yedo.coop.trade-many", say("Nothing is given away: name something on either side."))
    if gives != gets:
        why = say(
            "Both sides give the same number of units, not {gives} and {gets}; {unit} Mon are {units}.",
            gives=gives,
            gets=gets,
            unit=unit,
            units=count_noun(1, "unit"),
        )
        return IllegalMove("yedo.coop.trade-equal", why)
    return None


def why_closed() -> IllegalMove:
    """Explain why cooperating players cannot trade now."""
    return IllegalMove("yedo.coop.exchange-only-trade", say("Things change hands in the Trade Phase only."))


TRADING = Trading(
    note=NOTE,
    why_not=why_not_equal,
    asking=asking_prices,
    why_closed=why_closed,
)
"""How cooperating players trade."""

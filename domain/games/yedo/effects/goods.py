"""Effects on Prestige Points, Mon, Blessings and the Church.

As rewards of Missions they are yedo.icon.reward-prestige, yedo.icon.reward-mon, yedo.icon.reward-blessing and
yedo.icon.reward-church.
"""

from __future__ import annotations

from domain.games.yedo.facts.base import card_name
from domain.games.yedo.facts.goods import ChurchBurnt, ChurchFilled
from domain.games.yedo.printed.effect_words import Blessing, BurnChurch, Church, LoseMon, LosePrestige, Mon, Prestige
from domain.games.yedo.printed.terms import IncomeSource
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, can, perform
from domain.games.yedo.verbs.modifiers import income
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.language import say


@perform.register
def _(effect: Prestige, table: YedoTable, deed: Deed) -> None:
    table.gain_prestige(deed.owner, effect.points, reason(deed))


@can.register
def _(effect: Prestige, state: YedoState, deed: Deed) -> bool:
    return True


@perform.register
def _(effect: LosePrestige, table: YedoTable, deed: Deed) -> None:
    table.lose_prestige(deed.owner, effect.points, reason(deed))


@can.register
def _(effect: LosePrestige, state: YedoState, deed: Deed) -> bool:
    return state.points[deed.owner] > 0


@perform.register
def _(effect: Mon, table: YedoTable, deed: Deed) -> None:
    table.receive(deed.owner, _source(table.state, deed), effect.amount)


@can.register
def _(effect: Mon, state: YedoState, deed: Deed) -> bool:
    return income(state, deed.owner, _source(state, deed), effect.amount) > 0


@perform.register
def _(effect: LoseMon, table: YedoTable, deed: Deed) -> None:
    owner, purse = deed.owner, table.state.mon[deed.owner]
    amount = purse if effect.amount == "all" else min(effect.amount, purse)
    if effect.to == "owner":
        table.hand_over_mon(owner, deed.seat, amount)
    elif effect.to == "church" and not table.state.church_burnt:
        table.emit(ChurchFilled(table.clause, amount, by=owner))
    else:
        table.pay(owner, amount)


@can.register
def _(effect: LoseMon, state: YedoState, deed: Deed) -> bool:
    return state.mon[deed.owner] > 0 and (effect.to != "owner" or deed.seat != deed.owner)


@perform.register
def _(effect: Blessing, table: YedoTable, deed: Deed) -> None:
    table.take_blessing(deed.owner)


@can.register
def _(effect: Blessing, state: YedoState, deed: Deed) -> bool:
    """Return whether the owner has no Blessing: they may not take a second one (yedo.limit.blessing)."""
    return not state.blessings[deed.owner]


@perform.register
def _(effect: Church, table: YedoTable, deed: Deed) -> None:
    if effect.put:
        table.fill_church(effect.put)
    else:
        table.empty_church(deed.owner)


@can.register
def _(effect: Church, state: YedoState, deed: Deed) -> bool:
    """Return whether there is a Church to put Mon on, or Mon to take (yedo.ruling.burnt-church)."""
    return not state.church_burnt if effect.put else state.church > 0


@perform.register
def _(effect: BurnChurch, table: YedoTable, deed: Deed) -> None:
    with table.citing("yedo.event.burnt-church"):
        table.emit(ChurchBurnt(table.clause))


@can.register
def _(effect: BurnChurch, state: YedoState, deed: Deed) -> bool:
    return not state.church_burnt


def reason(deed: Deed) -> str:
    """Say what points are gained or lost for: the title of the card, if it is one."""
    return card_name(deed.source) if deed.source else say("an action")


def _source(state: YedoState, deed: Deed) -> IncomeSource:
    return "mission" if deed.source in state.content.missions else "any"


MOVES = ()

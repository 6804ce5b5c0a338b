"""The Red Light District: a Geisha for Mon or Prestige Points, and an Action Card for Mon."""

from __future__ import annotations

from domain.games.yedo.districts.district import Action, DistrictActions, no_cards
from domain.games.yedo.effects.annexes import can_take_geisha
from domain.games.yedo.effects.cards import draw_from
from domain.games.yedo.facts import sources
from domain.games.yedo.facts.base import points
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed
from domain.games.yedo.verbs.modifiers import price, too_dear
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say

GEISHA = "yedo.red-light.geisha"
FORFEIT = "yedo.red-light.geisha-cannot-pay"
GEISHA_PRICE = "yedo.ruling.geisha-price"
BUY = "yedo.red-light.buy-action"


def _no_geisha(state: YedoState, seat: int) -> IllegalMove | None:
    """Return why a seat can take no Geisha for any price, or None."""
    if not can_take_geisha(state, seat):
        have = len(state.belongings.geishas[seat])
        why = (
            say("You have {have} Geishas already.", have=have)
            if state.belongings.geisha_supply
            else say("No Geisha is left.")
        )
        return IllegalMove("yedo.red-light.geisha-limit", why)
    due = price(state, seat, "geisha", state.content.prices.geisha)
    if state.belongings.mon[seat] < due and state.scoring.points[seat] < state.content.prices.geisha_points:
        why = say(
            "A Geisha costs {due} Mon or {points}, and you have neither.",
            due=due,
            points=points(state.content.prices.geisha_points),
        )
        return IllegalMove(FORFEIT, why)
    return None


def _no_geisha_for_mon(state: YedoState, seat: int) -> IllegalMove | None:
    printed = state.content.prices.geisha
    return _no_geisha(state, seat) or too_dear(state, seat, "geisha", printed, GEISHA_PRICE)


def _geisha_for_mon(table: YedoTable, deed: Deed) -> None:
    table.pay_price(deed.owner, "geisha", table.state.content.prices.geisha)
    _take_geisha(table, deed.owner)


def _no_geisha_for_prestige(state: YedoState, seat: int) -> IllegalMove | None:
    due = state.content.prices.geisha_points
    if (barred := _no_geisha(state, seat)) is not None or state.scoring.points[seat] >= due:
        return barred
    return IllegalMove(
        GEISHA_PRICE,
        say("This costs {points}, and you have {seat}.", points=points(due), seat=state.scoring.points[seat]),
    )


def _geisha_for_prestige(table: YedoTable, deed: Deed) -> None:
    table.lose_prestige(deed.owner, table.state.content.prices.geisha_points, sources.GEISHA_PRICE)
    _take_geisha(table, deed.owner)


def _take_geisha(table: YedoTable, seat: int) -> None:
    table.take_geisha(seat, min(table.state.belongings.geisha_supply))


def _no_action_card(state: YedoState, seat: int) -> IllegalMove | None:
    if not state.pile("action").size:
        return no_cards(say("The Action Card deck is empty."))
    return too_dear(state, seat, "action-card", state.content.prices.action_card, BUY)


def _buy_action_card(table: YedoTable, deed: Deed) -> None:
    table.pay_price(deed.owner, "action-card", table.state.content.prices.action_card)
    draw_from(table, deed, "action", 1)


RED_LIGHT = DistrictActions(
    {
        "geisha-mon": Action(GEISHA, _no_geisha_for_mon, _geisha_for_mon),
        "geisha-prestige": Action(GEISHA, _no_geisha_for_prestige, _geisha_for_prestige),
        "buy-action": Action(BUY, _no_action_card, _buy_action_card),
    }
)

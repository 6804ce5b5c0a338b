"""The Harbor District: the Church, luxury goods, and Foresight of Bonus Cards."""

from __future__ import annotations

from functools import partial

from domain.games.yedo.districts.district import Action, DistrictActions, foresight_action, no_cards
from domain.games.yedo.effects.cards import draw_from
from domain.games.yedo.effects.goods import Church
from domain.games.yedo.facts.sources import LUXURY
from domain.games.yedo.printed.terms import JESUITS_DECKS, JesuitsDeck
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, do
from domain.games.yedo.verbs.modifiers import forbidden, price, too_dear
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say

CHEAP, DEAR = 4, 9
"""The printed prices of luxury goods, which name the actions."""


def _no_church(state: YedoState, seat: int) -> IllegalMove | None:
    if state.belongings.church_burnt:
        return IllegalMove("yedo.harbor.church-unavailable", say("The Church has burnt down."))
    if not state.belongings.church:
        return IllegalMove("yedo.harbor.church-unavailable", say("There is no Mon on the Church."))
    return forbidden(state, seat, "church")


def _church(table: YedoTable, deed: Deed) -> None:
    do(table, deed, (Church(),))


def _no_luxury(printed: int, clause: str, state: YedoState, seat: int) -> IllegalMove | None:
    if (event := forbidden(state, seat, "luxury")) is not None:
        return event
    least = price(state, seat, "luxury", CHEAP)
    return too_dear(
        state, seat, "luxury", printed, "yedo.harbor.luxury-min" if state.belongings.mon[seat] < least else clause
    )


def _luxury(printed: int, table: YedoTable, deed: Deed) -> None:
    table.pay_price(deed.owner, "luxury", printed)
    table.gain_prestige(deed.owner, table.state.content.prices.luxury[str(printed)], LUXURY)


def _luxury_action(printed: int, clause: str) -> Action:
    return Action(clause, partial(_no_luxury, printed, clause), partial(_luxury, printed))


def _no_jesuits(deck: JesuitsDeck, state: YedoState, seat: int) -> IllegalMove | None:
    if state.jesuits != "open":
        return IllegalMove("yedo.jesuits.new-action", say("There are no Missions of the Jesuits at the Harbor now."))
    return None if state.pile(deck).size else no_cards(say("No Mission of the Jesuits of this colour is left."))


def _jesuits(deck: JesuitsDeck, table: YedoTable, deed: Deed) -> None:
    draw_from(table, deed, deck, 1)


HARBOR = DistrictActions(
    {
        "church": Action("yedo.harbor.church", _no_church, _church),
        "luxury-4": _luxury_action(CHEAP, "yedo.harbor.luxury-4"),
        "luxury-9": _luxury_action(DEAR, "yedo.harbor.luxury-9"),
        "foresight": foresight_action("yedo.harbor.foresight-bonus", "bonus"),
        **{
            deck.replace("-", "/"): Action(
                "yedo.jesuits.new-action", partial(_no_jesuits, deck), partial(_jesuits, deck)
            )
            for deck in JESUITS_DECKS
        },
    }
)

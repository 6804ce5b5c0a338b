"""What the winner of an auction receives."""

from __future__ import annotations

from domain.games.yedo.effects.annexes import BuildAnnex, Geisha
from domain.games.yedo.effects.cards import Draw
from domain.games.yedo.effects.goods import Prestige
from domain.games.yedo.effects.pieces import GainDisciple
from domain.games.yedo.effects.weapons import TakeWeapon
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.terms import Lot
from domain.games.yedo.printed.vocabulary import Effects
from domain.games.yedo.verbs.asking import can_any, deed_of, do
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.table import YedoTable


def reward(content: YedoContent, lot: Lot) -> Effects:
    """Return the reward of a lot.

    Drawing handles short or empty decks (yedo.reward.auction-missions-short), and taking handles the limit of Disciples
    (yedo.reward.auction-disciples-limit). Weapons come from the bag, not from the Market
    (yedo.round.market-before-event).
    """
    look = content.bidding.look
    match lot:
        case "action" | "bonus":
            return (Draw(deck=lot, look=look),)
        case "missions":
            return (Draw(deck="mission", look=look),)
        case "weapons":
            return (TakeWeapon(source="bag", look=look),)
        case "annexes":
            return (BuildAnnex(), Prestige(points=content.prices.annex_points))
        case "geishas":
            return (Geisha(which="highest"),)
        case "disciples":
            return (GainDisciple(),)


CLAUSES: dict[Lot, str] = {
    "action": "yedo.reward.auction-action",
    "bonus": "yedo.reward.auction-bonus",
    "weapons": "yedo.reward.auction-weapons",
    "annexes": "yedo.reward.auction-annexes",
    "geishas": "yedo.reward.auction-geishas",
    "disciples": "yedo.reward.auction-disciples",
    "missions": "yedo.reward.auction-missions",
}
"""The clause of each reward."""


def give_reward(table: YedoTable, seat: int, lot: Lot) -> None:
    """Give the winner of a lot its reward, as far as possible (yedo.bidding.useless-win)."""
    if (take := course_of(table.state).lot_rewards.get(lot)) is not None:
        take(table, seat)
        return
    effects = reward(table.state.content, lot)
    deed = deed_of(seat, CLAUSES[lot])
    if not can_any(effects, table.state, deed):
        deed = deed_of(seat, "yedo.bidding.useless-win")
    elif lot == "annexes" and not can_any(effects[:1], table.state, deed):
        deed = deed_of(seat, "yedo.reward.auction-annexes-none")
    do(table, deed, effects)

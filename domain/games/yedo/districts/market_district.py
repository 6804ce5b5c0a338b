"""The Market District: buying a Weapon, and selling a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal, TypeAlias

from domain.games.yedo.districts.district import Action, DistrictActions
from domain.games.yedo.facts.base import card_name, mon
from domain.games.yedo.facts.weapons import WeaponTaken
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, Question
from domain.games.yedo.verbs.modifiers import limit, price, too_dear
from domain.games.yedo.verbs.moves import GiveUpCard, GiveUpWeapon
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say

BUY = "yedo.market.buy-weapon"
FULL = "yedo.market.buy-weapon-full"
SELL = "yedo.market.sell-card"
BUY_WEAPON = "buy-weapon"
"""The prefix of actions that buy a Weapon; the number of the space follows."""
PLACES = 4
"""The spaces of the Market (yedo.ruling.market-row), which actions count from 1."""
SoldDeck: TypeAlias = Literal["action", "bonus"]


class ReplaceWeapon(Question[GiveUpWeapon], frozen=True, gc=False):
    """Give up an old Weapon for the one bought at a place of the Market."""

    place: int

    clause = FULL
    prompt = "Choose the Weapon that you replace by the one you buy."

    def moves(self, state: YedoState) -> Iterator[GiveUpWeapon]:
        return map(GiveUpWeapon, dict.fromkeys(state.weaponry.weapons[self.seat]))

    def label(self, state: YedoState, move: GiveUpWeapon, names: Sequence[str]) -> str:
        return say("replace the {weapon}", weapon=card_name(move.weapon))

    def resolve(self, table: YedoTable, move: GiveUpWeapon) -> None:
        table.discard_weapon(self.seat, move.weapon)
        with table.citing(BUY):
            _take(table, self.seat, self.place)

    def why_not(self, state: YedoState, move: GiveUpWeapon) -> IllegalMove | None:
        return IllegalMove(FULL, say("You have no {weapon} to replace.", weapon=card_name(move.weapon)))


class SellCard(Question[GiveUpCard], frozen=True, gc=False):
    """Choose the card to sell."""

    deck: SoldDeck

    clause = SELL
    prompt = "Choose the card that you sell."
    public = False
    automatic = False

    def moves(self, state: YedoState) -> Iterator[GiveUpCard]:
        return (GiveUpCard(self.deck, card) for card in dict.fromkeys(state.hand(self.seat, self.deck)))

    def label(self, state: YedoState, move: GiveUpCard, names: Sequence[str]) -> str:
        return say("sell {card}", card=card_name(move.card))

    def resolve(self, table: YedoTable, move: GiveUpCard) -> None:
        _sell(table, self.seat, self.deck, move.card)

    def why_not(self, state: YedoState, move: GiveUpCard) -> IllegalMove | None:
        return IllegalMove(SELL, say("Sell one of the {noun} of your hand.", noun=_noun(self.deck)))


def purchase(state: YedoState, seat: int, action: str) -> str | None:
    """Return the Weapon that an action buys and its price, or None if it buys none."""
    what, _, number = action.partition("/")
    if what != BUY_WEAPON or not number.isdecimal() or not 1 <= int(number) <= len(state.weaponry.market):
        return None
    weapon = state.weaponry.market[int(number) - 1]
    if weapon is None:
        return None
    due = price(state, seat, "weapon", state.content.market[int(number) - 1].price)
    return say("buy the {weapon} for {mon}", weapon=card_name(weapon), mon=mon(due))


def _no_weapon(place: int, state: YedoState, seat: int) -> IllegalMove | None:
    if place >= len(state.weaponry.market) or state.weaponry.market[place] is None:
        return IllegalMove(BUY, say("Space {place} of the Market is empty.", place=place + 1))
    return too_dear(state, seat, "weapon", state.content.market[place].price, BUY)


def _buy_weapon(place: int, table: YedoTable, deed: Deed) -> None:
    if len(table.state.weaponry.weapons[deed.owner]) < limit(table.state, deed.owner, "weapon"):
        _take(table, deed.owner, place)
    else:
        table.then(ReplaceWeapon(seat=deed.owner, place=place))


def _take(table: YedoTable, seat: int, place: int) -> None:
    """Pay for the Weapon at a place of the Market and take it.

    Each place has its price (yedo.market.price-steps), which a Kobudo-Ryu lowers (yedo.market.kobudo-discount,
    yedo.annex.kobudo-passive).
    """
    weapon = table.state.weaponry.market[place]
    assert weapon is not None
    table.pay_price(seat, "weapon", table.state.content.market[place].price)
    table.emit(WeaponTaken(table.clause, seat, weapon, place))


def _no_sale(deck: SoldDeck, state: YedoState, seat: int) -> IllegalMove | None:
    if state.hand(seat, deck):
        return None
    return IllegalMove(SELL, say("You have no {noun} to sell.", noun=_noun(deck)))


def _sell_one(deck: SoldDeck, table: YedoTable, deed: Deed) -> None:
    hand = table.state.hand(deed.owner, deck)
    if len(hand) == 1:
        _sell(table, deed.owner, deck, hand[0])
    else:
        table.then(SellCard(seat=deed.owner, deck=deck))


def _sell(table: YedoTable, seat: int, deck: SoldDeck, card: str) -> None:
    table.discard(seat, deck, card)
    table.receive(seat, "sell-card", table.state.content.prices.sell_card)


def _noun(deck: SoldDeck) -> str:
    return say("Action Cards") if deck == "action" else say("Bonus Cards")


MARKET = DistrictActions(
    {
        **{
            f"{BUY_WEAPON}/{place + 1}": Action(BUY, partial(_no_weapon, place), partial(_buy_weapon, place))
            for place in range(PLACES)
        },
        "sell/action": Action(SELL, partial(_no_sale, "action"), partial(_sell_one, "action")),
        "sell/bonus": Action(SELL, partial(_no_sale, "bonus"), partial(_sell_one, "bonus")),
    }
)

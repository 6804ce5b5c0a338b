"""The Trade Phase: players with Disciples in the same District of trade make offers and exchange assets.

Earlier agreements are not binding (yedo.trade.proposals-earlier): only an exchange moves assets, as in
yedo.trade.example-red-green.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.games.yedo.facts.base import card_names, goods_text
from domain.games.yedo.facts.trade import (
    AssetsHandedOver,
    CardsHandedOver,
    FloorGiven,
    FloorPassed,
    TradeDeclined,
    TradeDone,
    TradeOffered,
)
from domain.games.yedo.phases import offers
from domain.games.yedo.phases.offers import CounterOffer, OfferTrade, Terms
from domain.games.yedo.printed.parts import Card, Goods, Offer
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question, Step
from domain.games.yedo.verbs.course import Trading, course_of
from domain.games.yedo.verbs.subjects import goods_needed
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.audience import Private
from domain.kernel.choice import Move, Subject, Template
from domain.kernel.errors import IllegalMove
from domain.kernel.language import mark, say, translate

MOST_REFUSED = 20
"""How many offers in a row may be refused before the floor moves on (yedo.ruling.trade-floor)."""
WEAPON_PRICES = (3, 6)
CARD_PRICE = 4
"""What bots ask for a Weapon and for an Action Card, in Mon."""
NOTE = mark("Both sides have what they give, each gives something, and nobody gets a fourth Geisha.")


class PassTrade(Move, frozen=True, gc=False):
    """Give up the floor: you make no more offers in this phase, but may still answer those of others."""

    def label(self) -> str:
        return say("make no more offers")


class AcceptTrade(Move, frozen=True, gc=False):
    """Accept an offer, and give these cards for those requested."""

    cards: Private[tuple[str, ...]] = ()

    def label(self) -> str:
        return say("accept and give {cards}", cards=card_names(self.cards)) if self.cards else say("accept")


class DeclineTrade(Move, frozen=True, gc=False):
    """Decline an offer."""

    def label(self) -> str:
        return say("decline")


TRADING = Trading(
    note=NOTE, why_not=offers.why_no_gift, asking=lambda _: (WEAPON_PRICES, CARD_PRICE), why_closed=lambda: None
)
"""How competing players trade."""
PASS_TRADE = PassTrade()
DECLINE_TRADE = DeclineTrade()


class TradePhase(Step, frozen=True, gc=False):
    """Give the floor to the first seat in Player Order that can trade and has not had it; without one, the phase
    ends."""

    clause = "yedo.ruling.trade-floor"

    def run(self, table: YedoTable) -> None:
        state = table.state
        waiting = (seat for seat in state.order if seat not in state.trade.passed_floor)
        holder = next((seat for seat in waiting if offers.partners(state, seat)), None)
        if holder is not None:
            table.emit(FloorGiven(table.clause, holder))
            table.then(TradeMenu(seat=holder))


class TradeMenu(Question[Move], frozen=True, gc=False):
    """The seat with the floor offers a trade, or passes."""

    clause = "yedo.ruling.trade-floor"
    prompt = "Offer a trade, or pass."
    public = False
    automatic = False
    interruptible = True

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield PASS_TRADE

    def suggestions(self, state: YedoState) -> Iterator[Move]:
        """List simple sales and passing, until an offer is refused."""
        yield PASS_TRADE
        if not state.trade.refused:
            yield from (offer for offer in _sales(state, self.seat) if self.allows(state, offer))

    def template(self, state: YedoState) -> Template | None:
        partners = offers.partners(state, self.seat)
        if not partners:
            return None
        family = offers.template(state, self.seat, partners, "offer-trade", translate(course_of(state).trading.note))
        return msgspec.structs.replace(family, bounds={"partner": (min(partners), max(partners)), **family.bounds})

    def allows(self, state: YedoState, move: Move) -> bool:
        return move == PASS_TRADE or (isinstance(move, OfferTrade) and self.why_not(state, move) is None)

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        if isinstance(move, OfferTrade):
            return say("offer {who} {words}", who=names[move.partner], words=move.words(state))
        return move.label()

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, OfferTrade):
            _offer(table, self.seat, move.partner, move)
        else:
            table.emit(FloorPassed(table.clause, self.seat))
            table.then(TradePhase())

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, OfferTrade):
            return None
        refusal = offers.why_no_partner(state, self.seat, move.partner)
        return refusal or offers.why_not(state, self.seat, move.partner, move)


class AnswerOffer(Question[Move], frozen=True, gc=False):
    """The partner accepts an offer, declines it, or makes another one."""

    clause = "yedo.ruling.trade-floor"
    prompt = "Accept the offer, decline it, or make another one."
    window = True
    public = False
    automatic = False

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        offer = _open_offer(state)
        text = say("{goods} for {goods2}", goods=goods_text(offer.given), goods2=goods_text(offer.wanted))
        return (Subject("offer", "", say("The offer"), text, needs=goods_needed(state, self.seat, offer.wanted)),)

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield DECLINE_TRADE
        yield from map(AcceptTrade, self._selections(state))

    def suggestions(self, state: YedoState) -> Iterator[Move]:
        """List the moves, and a counter-offer for 1 Mon more to the first offer."""
        yield from self.moves(state)
        counter = _dearer(_open_offer(state), next(self._selections(state), ()))
        if not state.trade.refused and self.allows(state, counter):
            yield counter

    def template(self, state: YedoState) -> Template | None:
        if _is_last(state):
            return None
        return offers.template(
            state, self.seat, (_open_offer(state).giver,), "counter-offer", translate(course_of(state).trading.note)
        )

    def allows(self, state: YedoState, move: Move) -> bool:
        if isinstance(move, CounterOffer):
            return self.why_not(state, move) is None
        return move in self.moves(state)

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        offer = _open_offer(state)
        if isinstance(move, CounterOffer):
            return say("offer {who} {words}", who=names[offer.giver], words=move.words(state))
        if isinstance(move, AcceptTrade):
            return say(
                "{label}: {goods} for {goods2}",
                label=move.label(),
                goods=goods_text(offer.wanted),
                goods2=goods_text(offer.given),
            )
        return move.label()

    def resolve(self, table: YedoTable, move: Move) -> None:
        offer = _open_offer(table.state)
        if isinstance(move, CounterOffer):
            _offer(table, self.seat, offer.giver, move)
            return
        if isinstance(move, AcceptTrade):
            exchange(table, offer, move.cards)
        else:
            table.emit(TradeDeclined(table.clause, self.seat))
        _keep_floor(table)

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        offer = _open_offer(state)
        if isinstance(move, CounterOffer):
            if _is_last(state):
                why = say(
                    "Accept this offer or decline it: {refused} offers were refused in a row.",
                    refused=state.trade.refused,
                )
                return IllegalMove("yedo.ruling.trade-floor", why)
            return offers.why_not(state, self.seat, offer.giver, move, offer.fixed)
        if isinstance(move, AcceptTrade):
            why = say(
                "Give cards for what is asked for, which is {goods}, and keep to those you fixed.",
                goods=goods_text(offer.wanted),
            )
            return IllegalMove("yedo.ruling.traded-cards", why)
        return None

    def _selections(self, state: YedoState) -> Iterator[tuple[Card, ...]]:
        offer = _open_offer(state)
        return offers.selections(state, self.seat, offer.wanted, offer.fixed)


def exchange(table: YedoTable, offer: Offer, cards: tuple[Card, ...]) -> None:
    """Carry out a trade; `cards` are those of the partner. The Disciples stay (yedo.trade.disciples-stay)."""
    table.emit(TradeDone(table.clause, offer.partner, offer.giver))
    _hand_over(table, offer.giver, offer.partner, offer.given, offer.cards)
    _hand_over(table, offer.partner, offer.giver, offer.wanted, cards)


def _hand_over(table: YedoTable, seat: int, to: int, goods: Goods, cards: tuple[Card, ...]) -> None:
    if goods.mon or goods.weapons or goods.geishas or goods.blackmail:
        with table.citing("yedo.trade.assets"):
            table.emit(
                AssetsHandedOver(table.clause, seat, to, goods.mon, goods.weapons, goods.geishas, goods.blackmail)
            )
    if cards:
        decks = tuple(sorted(map(table.state.content.deck_of, cards)))
        with table.citing("yedo.trade.cards-face-down"):
            table.emit(CardsHandedOver(table.clause, seat, to, decks, cards))


def _offer(table: YedoTable, seat: int, partner: int, terms: Terms) -> None:
    """Make an offer, and ask the partner."""
    given, cards = terms.given(table.state), tuple(sorted(terms.cards))
    with table.citing("yedo.trade.public"):
        table.emit(TradeOffered(table.clause, seat, partner, given, terms.wanted, cards, terms.suits))
    table.then(AnswerOffer(seat=partner))


def _keep_floor(table: YedoTable) -> None:
    """Ask the seat with the floor again, unless too many of its offers were refused."""
    holder = table.state.trade.floor
    assert holder is not None
    if table.state.trade.refused >= MOST_REFUSED:
        table.emit(FloorPassed(table.clause, holder, table.state.trade.refused))
        table.then(TradePhase())
    else:
        table.then(TradeMenu(seat=holder))


def _open_offer(state: YedoState) -> Offer:
    assert state.trade.offer is not None
    return state.trade.offer


def _is_last(state: YedoState) -> bool:
    """Return whether another refusal would move the floor on."""
    return state.trade.refused + 1 >= MOST_REFUSED


def _sales(state: YedoState, seat: int) -> Iterator[OfferTrade]:
    """Yield sales to the first partner: a Weapon and an Action Card at the course's prices."""
    weapon_prices, card_price = course_of(state).trading.asking(state)
    for partner in offers.partners(state, seat)[:1]:
        for weapon in state.weaponry.weapons[seat][:1]:
            yield from (OfferTrade(partner=partner, weapons=(weapon,), for_mon=price) for price in weapon_prices)
        for card in state.hands.actions[seat][:1]:
            yield OfferTrade(partner=partner, cards=(card,), for_mon=card_price)


def _dearer(offer: Offer, cards: tuple[Card, ...]) -> CounterOffer:
    """Return the counter-offer of the partner, for 1 Mon more."""
    given, wanted = offer.given, offer.wanted
    return CounterOffer(
        mon=wanted.mon,
        for_mon=given.mon + 1,
        weapons=wanted.weapons,
        for_weapons=given.weapons,
        geishas=wanted.geishas,
        for_geishas=given.geishas,
        blackmail=wanted.blackmail,
        for_blackmail=given.blackmail,
        cards=cards,
        for_actions=given.actions,
        for_bonus=given.bonus,
        for_missions=given.missions,
    )

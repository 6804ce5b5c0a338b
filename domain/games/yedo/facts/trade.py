"""Facts about the Trade Phase: who may offer, what is offered, and what changes hands.

Everyone sees the kinds of assets in a trade; cards are named only to their giver, and after the deal to both seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domain.games.yedo.facts.base import YedoFact, card_names, card_noun, goods_text
from domain.games.yedo.printed.parts import Goods, Offer
from domain.games.yedo.printed.terms import Deck, WeaponKind
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Private, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.multiset import plus, without
from domain.kernel.words import join_words


class FloorGiven(YedoFact, frozen=True, gc=False):
    """A seat gets the floor: it may offer trades until it passes."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.trade.floor = self.seat
        state.trade.refused = 0

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} may offer trades.", who=names[self.seat])


class FloorPassed(YedoFact, frozen=True, gc=False):
    """A seat gives up the floor, or loses it after `refused` refused offers in a row."""

    seat: Public[int]
    refused: Public[int] = 0

    def evolve(self, state: YedoState) -> None:
        state.trade.floor = None
        state.trade.refused = 0
        state.trade.passed_floor = (*state.trade.passed_floor, self.seat)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.refused:
            return say(
                "After {refused} refused offers in a row {who} makes no more offers.",
                refused=self.refused,
                who=names[self.seat],
            )
        return say("{who} makes no more offers.", who=names[self.seat])


class TradeOffered(YedoFact, frozen=True, gc=False):
    """A seat offers a trade, or refuses the partner's offer and makes a counter-offer."""

    seat: Public[int]
    partner: Public[int]
    given: Public[Goods]
    wanted: Public[Goods]
    cards: Private[tuple[str, ...]]
    suits: Public[bool] = False

    def evolve(self, state: YedoState) -> None:
        fixed: tuple[str, ...] = ()
        if state.trade.offer is not None:
            fixed = state.trade.offer.cards
            state.trade.refused += 1
        state.trade.offer = Offer(self.seat, self.partner, self.given, self.wanted, self.cards, fixed, self.suits)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        giver, partner = names[self.seat], names[self.partner]
        words = say(
            "{giver} offers {partner} {goods} for {goods2}.",
            giver=giver,
            partner=partner,
            goods=goods_text(self.given),
            goods2=goods_text(self.wanted),
        )
        if self.cards and viewer.shares((self.seat,)):
            words += say(" The cards: {cards}.", cards=card_names(self.cards))
        return (
            say("{words} A card would suit {partner}, says {giver}.", words=words, partner=partner, giver=giver)
            if self.suits
            else words
        )


class TradeDeclined(YedoFact, frozen=True, gc=False):
    """A seat declines the offer that was made to it."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.trade.offer = None
        state.trade.refused += 1

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} declines.", who=names[self.seat])


class TradeDone(YedoFact, frozen=True, gc=False):
    """Two seats agree on a trade: `seat` accepts the offer of `partner`. The exchanges are separate facts."""

    seat: Public[int]
    partner: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.trade.offer = None
        state.trade.refused = 0

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} accepts the offer of {whom}.", who=names[self.seat], whom=names[self.partner])


class CardsHandedOver(YedoFact, frozen=True, gc=False):
    """Cards are passed face down from one seat to another; both now know them.

    `decks` names the deck of each, sorted.
    """

    seat: Public[int]
    to: Public[int]
    decks: Public[tuple[Deck, ...]]
    cards: Private[tuple[str, ...]]

    reveals = True

    def owners(self) -> tuple[int, ...]:
        return (self.seat, self.to)

    def evolve(self, state: YedoState) -> None:
        for card in self.cards:
            deck = state.content.deck_of(card)
            state.put_hand(self.seat, deck, without(state.hand(self.seat, deck), card))
            state.put_hand(self.to, deck, plus(state.hand(self.to, deck), card))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        kinds = join_words(card_noun(deck, count) for deck, count in Counter(self.decks).items())
        named = f" ({card_names(self.cards)})" if viewer.shares(self.owners()) else ""
        return say(
            "{who} receives {kinds}{named} from {whom}.",
            who=names[self.to],
            kinds=kinds,
            named=named,
            whom=names[self.seat],
        )


class AssetsHandedOver(YedoFact, frozen=True, gc=False):
    """Mon, Weapons, Geishas and Blackmail Cards pass from one seat to another, without a Geisha's Prestige Points."""

    seat: Public[int]
    to: Public[int]
    mon: Public[int]
    weapons: Public[tuple[WeaponKind, ...]]
    geishas: Public[tuple[int, ...]]
    blackmail: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.belongings.mon = _move_number(state.belongings.mon, self.seat, self.to, self.mon)
        state.hands.blackmail = _move_number(state.hands.blackmail, self.seat, self.to, self.blackmail)
        for weapon in self.weapons:
            left = replace_at(state.weaponry.weapons, self.seat, without(state.weaponry.weapons[self.seat], weapon))
            state.weaponry.weapons = replace_at(left, self.to, tuple(sorted((*left[self.to], weapon))))
        # No Prestige Points change: they came with the Geisha's first owner (yedo.trade.geisha-no-points).
        for value in self.geishas:
            rest = replace_at(state.belongings.geishas, self.seat, without(state.belongings.geishas[self.seat], value))
            state.belongings.geishas = replace_at(rest, self.to, tuple(sorted((*rest[self.to], value))))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        goods = Goods(mon=self.mon, weapons=self.weapons, geishas=self.geishas, blackmail=self.blackmail)
        return say(
            "{who} receives {goods} from {whom}.",
            who=names[self.to],
            goods=goods_text(goods),
            whom=names[self.seat],
        )


def _move_number(held: tuple[int, ...], seat: int, to: int, number: int) -> tuple[int, ...]:
    left = replace_at(held, seat, held[seat] - number)
    return replace_at(left, to, left[to] + number)

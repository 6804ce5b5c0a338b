"""Offers of the Trade Phase: their contents, whether both sides can meet them, and with which cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product

from domain.games.yedo.facts.base import card_name, card_noun, goods_text, mon
from domain.games.yedo.printed.parts import Card, Goods
from domain.games.yedo.printed.terms import ANNEXES, COLOURS, Colour, Deck, District, WeaponKind
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Unasked
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.modifiers import is_forbidden, limit
from domain.kernel.audience import Private, Public
from domain.kernel.choice import Several, Template
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import count_noun

PLACES: tuple[District, ...] = ("tavern", "market")
"""The Districts in which players trade (yedo.trade.where)."""
NOT_TRADABLE = (*ANNEXES, "annex", "blessing", "disciple")
"""Things that players might list among the cards, but that cannot be traded (yedo.trade.not-tradable)."""


class Terms(Unasked, frozen=True, gc=False, kw_only=True):
    """What you give and, with `for`, what you want; name the cards that you give, and only count those you want.

    With `suits` you say that one of your cards suits the other player, but nothing else about it.
    """

    mon: Public[int] = 0
    for_mon: Public[int] = 0
    weapons: Public[tuple[WeaponKind, ...]] = ()
    for_weapons: Public[tuple[WeaponKind, ...]] = ()
    geishas: Public[tuple[int, ...]] = ()
    for_geishas: Public[tuple[int, ...]] = ()
    blackmail: Public[int] = 0
    for_blackmail: Public[int] = 0
    cards: Private[tuple[str, ...]] = ()
    for_actions: Public[int] = 0
    for_bonus: Public[int] = 0
    for_missions: Public[tuple[Colour, ...]] = ()
    suits: Public[bool] = False

    def why_not(self, state: YedoState, seat: int) -> IllegalMove | None:
        """Explain why cooperating players cannot trade now."""
        return None if state.turns.phase == "trade" else course_of(state).trading.why_closed()

    @property
    def wanted(self) -> Goods:
        """What the other player is to give."""
        return Goods(
            mon=self.for_mon,
            weapons=tuple(sorted(self.for_weapons)),
            geishas=tuple(sorted(self.for_geishas)),
            blackmail=self.for_blackmail,
            actions=self.for_actions,
            bonus=self.for_bonus,
            missions=tuple(sorted(self.for_missions)),
        )

    def given(self, state: YedoState) -> Goods:
        """Return what the player gives; raises KeyError for a card that does not exist."""
        decks = Counter(map(state.content.deck_of, self.cards))
        return Goods(
            mon=self.mon,
            weapons=tuple(sorted(self.weapons)),
            geishas=tuple(sorted(self.geishas)),
            blackmail=self.blackmail,
            actions=decks["action"],
            bonus=decks["bonus"],
            missions=tuple(sorted(chain.from_iterable((colour,) * decks[colour] for colour in COLOURS))),
        )

    def words(self, state: YedoState) -> str:
        """Say the offer, with the names of the cards."""
        given = goods_text(self.given(state))
        named = f" ({', '.join(map(card_name, self.cards))})" if self.cards else ""
        return say("{given}{named} for {goods}", given=given, named=named, goods=goods_text(self.wanted))


class OfferTrade(Terms, frozen=True, gc=False, kw_only=True):
    """Offer a trade to another player."""

    partner: Public[int]

    def label(self) -> str:
        return say("offer seat {partner} a trade", partner=self.partner + 1)


class CounterOffer(Terms, frozen=True, gc=False):
    """Answer an offer with another one."""

    def label(self) -> str:
        return say("make another offer")


def partners(state: YedoState, seat: int) -> tuple[int, ...]:
    """Return the seats that a seat can trade with, in Player Order: both have a Disciple in one District of trade.

    The Disciples of the Daimyo do not count (yedo.coop.trade-daimyo).
    """
    here = [place for place in PLACES if state.placed_in(place, seat)]
    if not here or is_forbidden(state, seat, "trade"):
        return ()
    there = {placed.seat for place in here for placed in state.placed_in(place)}
    return tuple(
        other for other in state.order if other in there and other != seat and not is_forbidden(state, other, "trade")
    )


def why_no_partner(state: YedoState, seat: int, partner: int) -> IllegalMove | None:
    """Explain why a seat cannot trade with another one, or return None if it can."""
    if partner in partners(state, seat):
        return None
    if partner == state.daimyo:
        return IllegalMove(
            "yedo.coop.trade-daimyo", say("The Daimyo does not trade; its Disciples are not there for that.")
        )
    if is_forbidden(state, seat, "trade") or (partner in state.order and is_forbidden(state, partner, "trade")):
        return IllegalMove("yedo.event.duration", say("An Event forbids this trade in this round."))
    why = say("You trade only with another player who has a Disciple in the Tavern or in the Market, as you have.")
    return IllegalMove("yedo.trade.where", why)


def why_not(
    state: YedoState, seat: int, partner: int, terms: Terms, fixed: tuple[Card, ...] = ()
) -> IllegalMove | None:
    """Explain why a seat cannot offer these terms to its partner, or return None if it can.

    `fixed` are the cards that the seat has committed to earlier. Depends only on what the seat can see.
    """
    if (refusal := _why_not_cards(state, seat, terms)) is not None:
        return refusal
    given, wanted = terms.given(state), terms.wanted
    if (lacking := _lacking(state, seat, given)) is not None:
        return IllegalMove("yedo.trade.assets", say("You do not have {lacking} to give.", lacking=lacking))
    if (lacking := _lacking(state, partner, wanted)) is not None:
        why = say("The other player does not have {lacking} to give.", lacking=lacking)
        return IllegalMove("yedo.trade.assets", why)
    if (refusal := course_of(state).trading.why_not(state, given, wanted)) is not None:
        return refusal
    if terms.suits and not given.cards:
        return IllegalMove("yedo.trade.no-specifics", say("Only a card that you give can suit the other player."))
    for side, gets, gives in ((seat, wanted, given), (partner, given, wanted)):
        geishas = len(state.belongings.geishas[side]) + len(gets.geishas) - len(gives.geishas)
        if gets.geishas and geishas > (most := limit(state, side, "geisha")):
            return IllegalMove(
                "yedo.trade.geisha-limit", say("Nobody can have more than {most} Geishas after a trade.", most=most)
            )
    if not keeps(state, terms.cards, fixed):
        why = say(
            "You have fixed cards already: keep to {what} where you give cards like them.",
            what=", ".join(map(card_name, fixed)),
        )
        return IllegalMove("yedo.ruling.trade-floor", why)
    return None


def why_no_gift(state: YedoState, given: Goods, wanted: Goods) -> IllegalMove | None:
    """Explain why one side of a trade must give something; return None if both do or gifts are allowed."""
    if Goods() not in (given, wanted) or (state.options.gifts and given != wanted):
        return None
    why = say("Both sides of a trade give something: name at least one asset on either side.")
    return IllegalMove("yedo.ruling.gifts", why)


def _why_not_cards(state: YedoState, seat: int, terms: Terms) -> IllegalMove | None:
    """Explain which of the named cards a seat cannot give."""
    held = Counter(chain(state.hands.actions[seat], state.hands.bonus[seat], state.hands.missions[seat]))
    for card in (Counter(terms.cards) - held).elements():
        if card in NOT_TRADABLE or any(card in done for done in state.completion.done):
            why = say(
                "{card} cannot be traded: no Annex, Blessing, Disciple or completed Mission can.", card=card_name(card)
            )
            return IllegalMove("yedo.trade.not-tradable", why)
        return IllegalMove("yedo.trade.assets", say("You do not hold the card {card!r}.", card=card_name(card)))
    return None


def _lacking(state: YedoState, seat: int, goods: Goods) -> str | None:
    """Return an item of the goods that a seat lacks, judged by what everyone can see, or None."""
    if not 0 <= goods.mon <= state.belongings.mon[seat]:
        return mon(goods.mon)
    if not 0 <= goods.blackmail <= state.hands.blackmail[seat]:
        return count_noun(goods.blackmail, "Blackmail Card")  # yedo.blackmail.tradable
    for deck, count, held in (
        ("action", goods.actions, len(state.hands.actions[seat])),
        ("bonus", goods.bonus, len(state.hands.bonus[seat])),
    ):
        if not 0 <= count <= held:
            return card_noun(deck, count)
    for weapon in Counter(goods.weapons) - Counter(state.weaponry.weapons[seat]):
        return say("the {weapon}", weapon=card_name(weapon))
    for value in Counter(goods.geishas) - Counter(state.belongings.geishas[seat]):
        return say("a Geisha of value {value}", value=value)
    for colour, count in (Counter(goods.missions) - Counter(state.mission_colours(seat))).items():
        return (
            say("{cards} more", cards=card_noun(colour, count))
            if colour in state.mission_colours(seat)
            else card_noun(colour, count)
        )
    return None


def keeps(state: YedoState, cards: Sequence[Card], fixed: Sequence[Card]) -> bool:
    """Return whether cards respect the earlier commitment: for each deck some of those, or all of them and more."""
    if not fixed:
        return True
    for deck in set(map(state.content.deck_of, fixed)):
        now = Counter(card for card in cards if state.content.deck_of(card) == deck)
        before = Counter(card for card in fixed if state.content.deck_of(card) == deck)
        if now - before and before - now:
            return False
    return True


def selections(state: YedoState, seat: int, wanted: Goods, fixed: tuple[Card, ...] = ()) -> Iterator[tuple[Card, ...]]:
    """Yield the sets of its cards, sorted, that a seat can give for what is wanted (yedo.ruling.traded-cards)."""
    counts: dict[Deck, int] = {"action": wanted.actions, "bonus": wanted.bonus, **Counter(wanted.missions)}
    choices = [_choices(state, seat, deck, count, fixed) for deck, count in counts.items() if count]
    return (tuple(sorted(chain.from_iterable(chosen))) for chosen in product(*choices))


def _choices(state: YedoState, seat: int, deck: Deck, count: int, fixed: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """List the different sets of `count` cards of one deck that respect its committed cards."""
    before = _of(state, fixed, deck)
    found = dict.fromkeys(combinations(_of(state, state.hand(seat, deck), deck), count))
    return [cards for cards in found if keeps(state, cards, before)]


def _of(state: YedoState, cards: tuple[Card, ...], deck: Deck) -> tuple[Card, ...]:
    """Return the cards that belong to a deck."""
    return tuple(card for card in cards if state.content.deck_of(card) == deck)


def template(state: YedoState, seat: int, others: Sequence[int], kind: str, note: str) -> Template:
    """Return the family of offers of a seat to any of the others; the choice checks that both sides have the goods."""

    def most(values: Sequence[int]) -> tuple[int, int]:
        return 0, max(values[other] for other in others)

    own = tuple(sorted((*state.hands.actions[seat], *state.hands.bonus[seat], *state.hands.missions[seat])))
    bounds = {
        "mon": (0, state.belongings.mon[seat]),
        "for_mon": most(state.belongings.mon),
        "blackmail": (0, state.hands.blackmail[seat]),
        "for_blackmail": most(state.hands.blackmail),
        "for_actions": most([*map(len, state.hands.actions)]),
        "for_bonus": most([*map(len, state.hands.bonus)]),
    }
    sets = {
        "weapons": _any_of(state.weaponry.weapons[seat]),
        "for_weapons": _any_of(*(state.weaponry.weapons[other] for other in others)),
        "geishas": _any_of(state.belongings.geishas[seat]),
        "for_geishas": _any_of(*(state.belongings.geishas[other] for other in others)),
        "cards": _any_of(own),
        "for_missions": _any_of(*(state.mission_colours(other) for other in others)),
    }
    return Template(kind, bounds, note, sets, tuple(others))


def _any_of(*held: Iterable[str | int]) -> Several:
    """Return the union of these sets of values."""
    most: Counter[str | int] = Counter()
    for values in held:
        most |= Counter(values)
    values = tuple(most.elements())
    return Several(values, 0, len(values))

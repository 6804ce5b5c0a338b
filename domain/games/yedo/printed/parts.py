"""The parts of a state of Yedo: plain immutable values."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.games.yedo.printed.emperor_entries import EmperorColour
from domain.games.yedo.printed.modifiers import Modifiers
from domain.games.yedo.printed.terms import (
    SPECIALISTS,
    AnyLot,
    Colour,
    Deck,
    SpecialistKind,
    Until,
    WeaponKind,
)

Card: TypeAlias = str
"""The id of a Mission, an Action Card, a Bonus Card or an Event, from which its title follows."""
Figure: TypeAlias = Literal["disciple", "ronin", "errand-boy"] | SpecialistKind
"""A figure that is assigned to spaces: a regular Disciple, a Specialist, the Ronin whom a Character brings, or the
Errand Boy of a player who plays alone."""
FIGURES: tuple[Figure, ...] = ("disciple", *SPECIALISTS, "ronin", "errand-boy")
"""All kinds of figures, in the order in which they are listed."""
UNCOUNTED: tuple[Figure, ...] = ("ronin", "errand-boy")
"""The figures that are exempt from limits and from the rule on the last two (yedo.ruling.errand-boy-spaces)."""
JesuitsState: TypeAlias = Literal["aside", "open", "gone"]
"""Whether the Jesuits' Missions are set aside, available at the Harbor, or out of the game."""
PatrolColour: TypeAlias = Literal["gold", "silver"]
"""The gold Watch Patrol goes clockwise, the silver one counter-clockwise."""


class Points(msgspec.Struct, frozen=True, gc=False):
    """Points gained or lost by a seat, with their clause and source."""

    seat: int
    clause: str
    what: str
    points: int


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A figure of a seat on a space of the board, or on its Annex: "annex/SEAT/KIND"."""

    space: str
    seat: int
    figure: Figure = "disciple"


class Auction(msgspec.Struct, frozen=True, gc=False):
    """A running auction: the lot, its opener, the highest bid and bidder, and who has yet to answer."""

    lot: AnyLot
    opener: int
    bid: int
    bidder: int
    waiting: tuple[int, ...]


class Won(msgspec.Struct, frozen=True, gc=False):
    """A lot, or a category of lots, that a seat won in this round."""

    lot: AnyLot
    seat: int


class Looking(msgspec.Struct, frozen=True, gc=False):
    """Cards or Weapons from a deck that a seat is looking at, top first; if `open`, everyone sees them."""

    seat: int
    deck: Deck
    cards: tuple[str, ...]
    open: bool = False


class InPlay(msgspec.Struct, frozen=True, gc=False):
    """A played Action Card that is not yet resolved; a negated one will have no effect.

    `target` is the seat at which it is aimed, None before it is aimed, or if it is aimed at nobody.
    """

    seat: int
    card: Card
    negated: bool = False
    target: int | None = None


class Saved(msgspec.Struct, frozen=True, gc=False):
    """Safe figures of a seat in the patrol's District in this round: `count` of them, or all if None."""

    seat: int
    count: int | None = None


class Lasting(msgspec.Struct, frozen=True, gc=False):
    """Modifiers that last for some seats: their source, and how long they last."""

    source: str
    seats: tuple[int, ...]
    until: Until
    modifiers: Modifiers


class Teahouse(msgspec.Struct, frozen=True, gc=False):
    """The Characters, all of which are face up or known to be in the deck.

    `beside` are next to the Favors in set-up. `deck` is sorted, since nobody knows its order; `display` is face up, and
    the last card of `discard` is on top. By seat, `active` is the Character that can be used in this round, and
    `recruited` the one for the next round.
    """

    beside: tuple[Card, ...]
    deck: tuple[Card, ...]
    active: tuple[Card | None, ...]
    recruited: tuple[Card | None, ...]
    display: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()


class Draft(msgspec.Struct, frozen=True, gc=False):
    """The draft of the Clan Powers; all cards are secret, and lists by seat have a place for every seat.

    `deck` are the cards that nobody has drawn, sorted, and `hand` those between which the seat `drafting` chooses. Once
    everyone has chosen, `drafting` is None, and `hand` is the card that was left over. Each seat knows the card that it
    `kept` and the one that it `passed` on.
    """

    deck: tuple[str, ...]
    kept: tuple[str | None, ...]
    passed: tuple[str | None, ...]
    drafting: int | None = None
    hand: tuple[str, ...] = ()


class DisplaySlot(msgspec.Struct, frozen=True, gc=False):
    """A card in the Daimyo's display, None while face down, and whether a Disciple is still on it."""

    card: Card | None = None
    figure: bool = True


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """A seat that refused to contribute to an Errand during the current activation."""

    seat: int
    errand: Card


class Coop(msgspec.Struct, frozen=True, gc=False):
    """What Shogun Must Die adds to a game: the cooperative board and the cards of the Daimyo.

    `stack` has the colours of the face-down Emperor Cards on Upcoming Errand, the next one first; `upcoming` and
    `current` are the face-up cards there and on Current Errand. `shogun` is the Kill the Shogun card on Winning
    Conditions, `bonus_hidden` the number of face-down cards below it, and `bonus` the one that was turned up. `errands`
    are the Emperor Cards with completed Errands and `gone` those that left the game, in order. `display` has the cards
    of the Daimyo from left to right and `discard` those of earlier rounds, in order; the others are in its deck, except
    that `first` are the last cards of a deck that ran out, which come first in the display. `coins` raise the price of
    Annexes for good. `stakes` are the secret bids by seat: None before a seat has chosen, 0 for nothing. `refused` says
    who gives nothing for an Errand, until a figure is activated.
    """

    stakes: tuple[int | None, ...]
    stack: tuple[EmperorColour, ...] = ()
    upcoming: Card | None = None
    current: Card | None = None
    shogun: Card | None = None
    bonus_hidden: int = 0
    bonus: Card | None = None
    errands: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    display: tuple[DisplaySlot, ...] = ()
    discard: tuple[Card, ...] = ()
    first: tuple[Card, ...] = ()
    coins: int = 0
    geishas_gone: tuple[int, ...] = ()
    refused: tuple[Refusal, ...] = ()

    @property
    def seen(self) -> tuple[Card, ...]:
        """The Emperor Cards that have been turned up, wherever they are."""
        open_cards = (self.upcoming, self.current, self.bonus)
        return (*(card for card in open_cards if card is not None), *self.errands, *self.gone)

    @property
    def open_errands(self) -> tuple[Card, ...]:
        """The Emperor Cards whose Errands can be resolved now (yedo.coop.errand-both-open)."""
        return tuple(card for card in (self.upcoming, self.current, self.bonus) if card is not None)


class Goods(msgspec.Struct, frozen=True, gc=False):
    """One side of a trade as everyone sees it: cards by number only, Missions by colour; lists are sorted."""

    mon: int = 0
    weapons: tuple[WeaponKind, ...] = ()
    geishas: tuple[int, ...] = ()
    blackmail: int = 0
    actions: int = 0
    bonus: int = 0
    missions: tuple[Colour, ...] = ()

    @property
    def cards(self) -> int:
        """The number of cards that stay face down until the deal is done."""
        return self.actions + self.bonus + len(self.missions)


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A trade on the table: the giver's `given`, with fixed `cards`, for the partner's `wanted`.

    In a counter-offer, `fixed` are the cards that the partner had fixed in the earlier offer. Only the giver knows
    `cards`, and only the partner knows `fixed`. With `suits` the giver says that a card suits the partner.
    """

    giver: int
    partner: int
    given: Goods
    wanted: Goods
    cards: tuple[Card, ...] = ()
    fixed: tuple[Card, ...] = ()
    suits: bool = False

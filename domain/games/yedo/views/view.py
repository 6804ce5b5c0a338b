"""A viewer's view of a game, built from scratch: hands and the order of decks are hidden."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec
from msgspec.structs import replace

from domain.games.yedo.facts.base import card_name
from domain.games.yedo.printed.parts import Auction, Figure, Goods, JesuitsState, Lasting, PatrolColour
from domain.games.yedo.printed.terms import (
    ANNEXES,
    WEAPONS,
    AnnexKind,
    Deck,
    District,
    Lot,
    LotGroup,
    Phase,
    Until,
    WeaponKind,
)
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.modifiers import closed_spaces, own_spaces
from domain.games.yedo.views.view_coop import CoopView
from domain.games.yedo.views.view_seats import (
    CardView,
    Guest,
    MissionView,
    YedoSeatView,
    view_card,
    view_favor,
    view_mission,
    view_seat,
)
from domain.games.yedo.views.view_specialists import SpecialistsView
from domain.games.yedo.views.view_teahouse import TeahouseView, view_character
from domain.games.yedo.words.describe import describe_lasting
from domain.kernel.audience import ARBITER, Viewer
from domain.kernel.language import say, translate
from domain.kernel.scoring import Result


class SpaceView(msgspec.Struct, frozen=True):
    """A space for a Disciple: the seat and kind of the Disciple there, and the seats to which it is closed."""

    space: str
    seat: int | None
    closed_to: tuple[int, ...]
    figure: Figure | None


class DistrictView(msgspec.Struct, frozen=True):
    """A District and the spaces of it that are in play."""

    district: District
    spaces: tuple[SpaceView, ...]


class MarketSpaceView(msgspec.Struct, frozen=True):
    """A space of the Market, counted from 1 at the left: the Weapon there, and its price in Mon."""

    place: int
    weapon: WeaponKind | None
    price: int


class LotView(msgspec.Struct, frozen=True):
    """A type of assets for auction: its category, its opening price in Mon, and the seat that won it in this round.

    With Shogun Must Die the price is that of the face-up Emperor Card plus the Daimyo's surcharge, null without such a
    card. Then `least` and `most` bound the next card's price, and `surcharge` is what the Daimyo adds now, in Mon.
    """

    lot: Lot
    title: str
    group: LotGroup
    price: int | None
    won_by: int | None
    least: int | None = None
    most: int | None = None
    surcharge: int = 0

    def price_text(self) -> str:
        """Say what it costs, or the range of its price, and the Daimyo's surcharge: "5-7 +1".

        Empty once the last Emperor Card was completed, since bidding has ended.
        """
        if self.price is not None:
            return str(self.price)
        if self.least is None:
            return ""
        return f"{self.least}-{self.most}{f' +{self.surcharge}' if self.surcharge else ''}"


class KnownCardView(msgspec.Struct, frozen=True):
    """A card of a deck that the viewer knows, and its position from the top, counted from 1."""

    place: int
    card: CardView


class DeckView(msgspec.Struct, frozen=True):
    """A deck, or the bag of Weapons: its size, and the cards whose place the viewer knows, from the top.

    A seat knows the cards that Foresight showed it as long as they stay there (yedo.ruling.foresight-remembered).
    `cards` are all its cards, sorted, for viewers who see everything.
    """

    deck: Deck
    size: int
    known: tuple[KnownCardView, ...]
    cards: tuple[str, ...] | None


class LookingView(msgspec.Struct, frozen=True):
    """Cards that a seat took from the top of a deck to look at; null for viewers who may not see them."""

    seat: int
    deck: Deck
    count: int
    cards: tuple[CardView, ...] | None


class LastingView(msgspec.Struct, frozen=True):
    """A lasting effect for some seats: its source and duration, both in words."""

    source: str
    title: str
    seats: tuple[int, ...]
    until: Until
    text: str


class InPlayView(msgspec.Struct, frozen=True):
    """A played Action Card that is not yet resolved; a negated one will do nothing.

    `target` is the seat at which it is aimed, null if it is aimed at nobody or not aimed yet.
    """

    seat: int
    card: CardView
    negated: bool
    target: int | None


class ShownMissionView(msgspec.Struct, frozen=True):
    """A Mission being completed, and the seats chosen as partner and target."""

    seat: int
    mission: MissionView
    partner: int | None
    target: int | None


class SavedView(msgspec.Struct, frozen=True):
    """How many Disciples of a seat the Watch Patrol does not arrest in its District; null for all."""

    seat: int
    count: int | None


class OfferView(msgspec.Struct, frozen=True):
    """An offered trade: the giver's goods for the partner's.

    Only the giver sees which `cards` these are, and only the partner sees which of their cards an earlier offer
    `fixed`. With `suits` the giver says that a card suits the partner.
    """

    giver: int
    partner: int
    given: Goods
    wanted: Goods
    cards: tuple[str, ...] | None
    fixed: tuple[str, ...] | None
    suits: bool


class YedoView(msgspec.Struct, frozen=True):
    """A game as one viewer sees it.

    Everything on the tracks and places of the board is public (yedo.board.tracks). `order` has the seats on the Player
    Order Track, `bidding` those on the Bidding Track, `egress` those that left it. `acting` is the seat that activates
    a Disciple, `floor` the one that may offer a trade, and `passed_floor` those that had the floor before in this
    phase. `unseen_weapons` counts the Weapons in the bag, which are neither face up nor owned by a player. `patrol` is
    null before it is placed and in the last round. `ignored` are the seats that ignore the Event. `favors` can still be
    taken in set-up. `jesuits` says whether the Missions of that module are set aside, at the Harbor, or gone; null
    without the module. `teahouse` and `specialists` are null without their modules, and `coop` without Shogun Must Die,
    in which `order` includes the Daimyo, numbered after the seats.
    """

    round: int
    rounds: int
    is_last_round: bool
    phase: Phase | None
    order: tuple[int, ...]
    bidding: tuple[int, ...]
    egress: tuple[int, ...]
    groups: bool
    lots: tuple[LotView, ...]
    auction: Auction | None
    acting: int | None
    church: int
    church_burnt: bool
    market: tuple[MarketSpaceView, ...]
    weapon_discard: tuple[WeaponKind, ...]
    unseen_weapons: dict[WeaponKind, int]
    geisha_supply: tuple[int, ...]
    annex_supply: dict[AnnexKind, int]
    temple_blessings: int
    patrol: District | None
    patrol_colour: PatrolColour
    saved: tuple[SavedView, ...]
    districts: tuple[DistrictView, ...]
    event: CardView | None
    past_events: tuple[str, ...]
    ignored: tuple[int, ...]
    lasting: tuple[LastingView, ...]
    in_play: tuple[InPlayView, ...]
    shown: ShownMissionView | None
    looking: LookingView | None
    floor: int | None
    passed_floor: tuple[int, ...]
    offer: OfferView | None
    favors: tuple[CardView, ...]
    specialists: SpecialistsView | None
    jesuits: JesuitsState | None
    decks: tuple[DeckView, ...]
    seats: tuple[YedoSeatView, ...]
    result: Result | None
    teahouse: TeahouseView | None
    coop: CoopView | None

    @property
    def guests(self) -> tuple[Guest, ...]:
        """The figures from modules, wherever they are."""
        return tuple(chain.from_iterable(part.guests for part in (self.teahouse, self.coop) if part is not None))


def view(state: YedoState, viewer: Viewer) -> YedoView:
    """Build a viewer's view of a state; once the game is over, everything is visible."""
    if state.result is not None:
        viewer = ARBITER
    seen = YedoView(
        round=state.turns.round,
        rounds=state.parameters.rounds,
        is_last_round=state.is_last_round,
        phase=state.turns.phase,
        order=state.turns.track,
        bidding=state.bids.bidding,
        egress=state.bids.egress,
        groups=state.parameters.groups,
        lots=tuple(_lots(state)),
        auction=state.bids.auction,
        acting=state.turns.acting,
        church=state.belongings.church,
        church_burnt=state.belongings.church_burnt,
        market=tuple(
            MarketSpaceView(place, weapon, space.price)
            for place, (weapon, space) in enumerate(zip(state.weaponry.market, state.content.market, strict=True), 1)
        ),
        weapon_discard=state.weaponry.weapon_discard,
        unseen_weapons=_unseen_weapons(state),
        geisha_supply=state.belongings.geisha_supply,
        annex_supply={kind: state.annex_supply(kind) for kind in ANNEXES},
        temple_blessings=state.temple_blessings,
        patrol=state.watch.patrol,
        patrol_colour=state.watch.patrol_colour,
        saved=tuple(SavedView(saved.seat, saved.count) for saved in state.watch.saved),
        districts=tuple(_districts(state)),
        event=None if state.events.event is None else view_card(state, "events", state.events.event),
        past_events=state.events.past_events,
        ignored=state.events.ignored,
        lasting=tuple(map(_lasting, state.playing.lasting)),
        in_play=tuple(
            InPlayView(played.seat, view_card(state, "action", played.card), played.negated, played.target)
            for played in state.playing.in_play
        ),
        shown=None if state.completion.shown is None else _shown(state, *state.completion.shown),
        looking=_looking(state, viewer),
        floor=state.trade.floor,
        passed_floor=state.trade.passed_floor,
        offer=_offer(state, viewer),
        favors=tuple(_favors(state)),
        specialists=None,
        jesuits=state.jesuits,
        decks=tuple(_decks(state, viewer)),
        seats=tuple(view_seat(state, seat, viewer) for seat in range(state.seats)),
        result=state.result,
        teahouse=None,
        coop=None,
    )
    return replace(seen, **{name: part(state, viewer) for name, part in course_of(state).views.items()})


def _lots(state: YedoState) -> Iterator[LotView]:
    winners = {won.lot: won.seat for won in state.bids.won}
    for lot in state.content.lots.values():
        prices = course_of(state).lot_prices(state, lot.id)
        won_by = winners.get(lot.id, winners.get(lot.group))
        yield LotView(
            lot.id, translate(lot.title), lot.group, prices.now, won_by, prices.least, prices.most, prices.more
        )


def _districts(state: YedoState) -> Iterator[DistrictView]:
    closed = [closed_spaces(state, seat) for seat in range(state.seats)]
    owned = [(own, _all_but(state, seat)) for seat in state.order for own in own_spaces(state, seat)]
    for district, printed in state.content.spaces_of.items():
        spaces = [(space, tuple([seat for seat, shut in enumerate(closed) if space in shut])) for space in printed]
        spaces = [(space, to) for space, to in spaces if space in state.parameters.spaces]
        spaces += [(own.space, others) for own, others in owned if own.district == district]
        yield DistrictView(district, tuple([_view_space(state, space, to) for space, to in spaces]))


def _all_but(state: YedoState, seat: int) -> tuple[int, ...]:
    return tuple(other for other in range(state.seats) if other != seat)


def _view_space(state: YedoState, space: str, closed: tuple[int, ...]) -> SpaceView:
    placed = state.on(space)
    if placed is None:
        return SpaceView(space, None, closed, None)
    return SpaceView(space, placed.seat, closed, placed.figure)


def _unseen_weapons(state: YedoState) -> dict[WeaponKind, int]:
    """Count the Weapons that are not face up. Their order is hidden, except from a seat that arranged them."""
    looking = state.stacks.looking
    drawn = looking.cards if looking is not None and looking.deck == "weapons" and looking.open else ()
    owned = [weapon for weapons in state.weaponry.weapons for weapon in weapons]
    seen = [*state.weaponry.market, *state.weaponry.weapon_discard, *owned, *drawn]
    return {kind: state.content.weapons[kind].count - seen.count(kind) for kind in WEAPONS}


def _lasting(held: Lasting) -> LastingView:
    text = describe_lasting(held.until, held.modifiers)
    return LastingView(held.source, card_name(held.source), held.seats, held.until, text)


def _shown(state: YedoState, seat: int, mission: str) -> ShownMissionView:
    return ShownMissionView(seat, view_mission(state, mission), state.completion.partner, state.completion.target)


def _looking(state: YedoState, viewer: Viewer) -> LookingView | None:
    looking = state.stacks.looking
    if looking is None:
        return None
    sees = looking.open or viewer.shares((looking.seat,))
    cards = tuple(view_card(state, looking.deck, card) for card in looking.cards) if sees else None
    return LookingView(looking.seat, looking.deck, len(looking.cards), cards)


def _offer(state: YedoState, viewer: Viewer) -> OfferView | None:
    offer = state.trade.offer
    if offer is None:
        return None
    cards = offer.cards if viewer.shares((offer.giver,)) else None
    fixed = offer.fixed if viewer.shares((offer.partner,)) else None
    return OfferView(offer.giver, offer.partner, offer.given, offer.wanted, cards, fixed, offer.suits)


def _favors(state: YedoState) -> Iterator[CardView]:
    """Yield the untaken Favors while a player still has none."""
    if None in state.hands.favors:
        for favor in state.content.favors:
            if favor not in state.hands.favors:
                yield _favor(state, favor)


def _favor(state: YedoState, favor: str) -> CardView:
    """Build the view of a Favor, with the Character that comes with it."""
    card = view_favor(state.content, favor)
    comes = course_of(state).favor_character(state, favor)
    if comes is None:
        return card
    character = view_character(state.content, comes)
    return CardView(
        card.card,
        card.title,
        say("{words} With {title}: {words2}", words=card.text, title=character.title, words2=character.text),
    )


def _decks(state: YedoState, viewer: Viewer) -> Iterator[DeckView]:
    for deck, pile in zip(state.decks, state.stacks.piles, strict=True):
        below = pile.size - len(pile.under)
        placed = (*enumerate(pile.over, 1), *enumerate(pile.under, below + 1))
        known = tuple(
            KnownCardView(place, view_card(state, deck, known.card)) for place, known in placed if known.to(viewer)
        )
        yield DeckView(deck, pile.size, known, pile.cards if viewer.sees_all else None)

"""The verbs of Daimyo: what can be done at the table, each writing its facts."""

from __future__ import annotations

from domain.games.daimyo import draws, versions
from domain.games.daimyo.facts import goods as goods_facts
from domain.games.daimyo.facts import heroes, pieces, tiles, turn
from domain.games.daimyo.facts.sources import FULL_STORAGE, name_source
from domain.games.daimyo.printed.goods import Goods, one
from domain.games.daimyo.state import DaimyoState, Tile
from domain.kernel.table import Table


class DaimyoTable(Table[DaimyoState]):
    """One move of Daimyo being carried out."""

    __slots__ = ()

    def pay(self, side: int, goods: Goods, to: int | None = None) -> None:
        """Return goods to the supply or hand them to another side; the side must have them."""
        if goods.total:
            self.emit(goods_facts.Paid(self.clause, side, goods, to))

    def gain(self, side: int, goods: Goods) -> None:
        """Take goods from the supply, which never runs out (daimyo.setup.supply, daimyo.ruling.supplies).

        The empire never gets goods (daimyo.solo.no-goods).
        """
        if goods.total and self.state.may(side).holds_goods:
            self.emit(goods_facts.Gained(self.clause, side, goods))

    def score(self, side: int, points: int, source: str) -> None:
        """Give popularity points from a source to a side that keeps points."""
        if points and self.state.may(side).scores_points:
            what = source if self.state.rules >= versions.FACTS_HOLD_IDS else name_source(source)
            self.emit(goods_facts.Scored(self.clause, side, points, what))

    def raise_storage(self, side: int, count: int) -> None:
        """Raise the storage capacity, whatever the source (daimyo.storage.sources).

        daimyo.storage.start-and-max gives its start and its end; each further step is a point.
        """
        state, most = self.state, self.state.content.numbers.storage_most
        raised = min(count, most - state.holdings.capacity[side])
        if raised:
            self.emit(goods_facts.StorageRaised(self.clause, side, state.holdings.capacity[side] + raised))
        if raised < count:
            with self.citing("daimyo.storage.overflow-pp"):
                self.score(side, count - raised, FULL_STORAGE)

    def draw(self, side: int, count: int) -> None:
        """Draw heroes from the side's deck; the discard pile becomes the deck when it is empty."""
        for number in range(count):
            state = self.state
            if not state.hands.deck[side]:
                if not state.hands.discard[side]:
                    clause = "daimyo.hero.faq.empty-deck-and-discard"
                    self.emit(heroes.NothingDrawn(clause, side, count - number))
                    return
                self.emit(heroes.DeckReshuffled("daimyo.hero.deck-reshuffle", side))
            deck = self.state.hands.deck[side]
            (drawn,) = self.chance.pick(draws.HERO_OF_SEAT.about(side), deck, seen_by=(side,))
            self.emit(heroes.HeroDrawn(self.clause, side, drawn))

    def refill(self, island: str, count: int) -> None:
        """Refill a no man's land from the bag, while the bag has tiles (daimyo.ruling.supplies)."""
        drawn = self.from_bag(count)
        if drawn:
            self.emit(tiles.LandFilled(self.clause, island, drawn))

    def from_bag(self, count: int) -> tuple[Tile, ...]:
        """Pick random tiles from the bag; they stay there until a fact takes them out."""
        return self.chance.pick(draws.RELIC_BAG, self.state.relic_tiles.bag, count)

    def take_tile(self, side: int, tile: Tile, origin: str, seller: int | None = None) -> None:
        """Take a tile from an island (which is refilled at once), the black market, the bag or another side."""
        self.emit(tiles.TileTaken(self.clause, side, tile, origin, seller))
        if origin in self.state.parameters.islands and seller is None:
            with self.citing("daimyo.relic.refill"):
                self.refill(origin, 1)

    def give_up_tile(self, side: int, tile: Tile, to: str = tiles.BLACK_MARKET) -> None:
        """Put a tile of the side into the black market or the bag."""
        self.emit(tiles.TileGivenUp(self.clause, side, tile, to))

    def place_governor(self, side: int, site: str) -> None:
        """Put a governor on a site, which determines its influence."""
        self.emit(pieces.GovernorPlaced(self.clause, side, site))

    def remove_governor(self, side: int, site: str, by: int) -> None:
        """Take a governor off the board; a player gets the compensation, the mercenaries do not."""
        self.emit(pieces.GovernorRemoved(self.clause, side, site, by))
        if side < self.state.seats:
            with self.citing("daimyo.recruitment.shadow.compensation"):
                self.gain(side, self.state.content.prices.compensation)

    def collect(self, side: int, site: str, times: int = 1) -> None:
        """Take the resource of a site."""
        self.gain(side, one(self.state.content.sites[site].resource, times))

    def advance_recruitment(self, side: int) -> None:
        """Move the recruitment pawn on by a space, unless it is on the last one (daimyo.recruitment.last-space).

        A unit paid on the last space opens the reset of 2019, whatever its price (daimyo.ruling.reset-after-discount).
        """
        last = len(self.state.content.numbers.recruitment) - 1
        now = self.state.clan_boards.recruitment[side]
        paid_last = self.state.clan_boards.paid_last[side] or now == last
        self.emit(pieces.RecruitmentAdvanced(self.clause, side, min(now + 1, last), paid_last))

    def reset_recruitment(self, side: int) -> None:
        """Put the recruitment pawn back on the first space."""
        self.emit(pieces.RecruitmentReset(self.clause, side))

    def refill_market(self, place: int) -> None:
        """Bring the visible hero to a place of the market and turn up the next (daimyo.hire.refill).

        If no card is left to turn up, the deck shows no hero (daimyo.ruling.supplies).
        """
        state, top = self.state, None
        newcomer = state.offers.top_hero
        if len(state.offers.hero_deck) > state.offers.face_down:
            (top,) = self.chance.pick(draws.HERO_DECK, state.offers.hero_deck)
        if newcomer is None and top is None:
            return
        if state.rules < versions.NEWCOMER_TAKES_THE_PLACE or newcomer is None:
            self.emit(heroes.MarketRefilled(self.clause, top))
        else:
            self.emit(heroes.MarketPlaceFilled(self.clause, place, newcomer, top))

    def hire(self, side: int, hero: str) -> None:
        """Give a hero from the market to a side; the place is refilled at once."""
        place = self.state.offers.market.index(hero)
        self.emit(heroes.HeroHired(self.clause, side, hero))
        with self.citing("daimyo.hire.refill"):
            self.refill_market(place)

    def fall_short(self, side: int) -> None:
        """Record that something was not done in full, if that counts for the side (daimyo.solo.incomplete-action)."""
        if self.state.may(side).consoled_when_incomplete and not self.state.solo.fell_short:
            self.emit(turn.Shortfall("daimyo.solo.incomplete-action", side))

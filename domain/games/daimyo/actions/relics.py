"""The Relic action: the scavenger moves, takes a tile, searches the no man's land and shops; twice.

See daimyo.example.relic-action.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from domain.games.daimyo.actions.storage import may_decline, receive, takeable_tiles, why_not_take
from domain.games.daimyo.facts.base import island_name
from domain.games.daimyo.facts.pieces import ScavengerMoved
from domain.games.daimyo.facts.tiles import BLACK_MARKET, LandSearched, tile_names
from domain.games.daimyo.printed.goods import Kind, one
from domain.games.daimyo.state import DaimyoState, Tile
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, deed_of
from domain.games.daimyo.verbs.describe import UP_TO_TILES, some
from domain.games.daimyo.verbs.moves import TakeTileFrom
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.moves import DECLINE, Decline
from domain.kernel.words import title

MOVES_OF_THE_ACTION = 2
MOST_SEARCHED = 2


class MoveScavenger(Move, frozen=True, gc=False):
    """Send the scavenger to another island."""

    island: Public[str]

    def label(self) -> str:
        return say("scavenger to {island}", island=island_name(self.island))


class SearchLand(Move, frozen=True, gc=False):
    """Pay a resource and send one or two tiles of the no man's land to the black market."""

    resource: Public[Kind]
    tiles: Public[tuple[str, ...]]

    def label(self) -> str:
        return say(
            "search for 1 {resource}: {tiles} to the black market",
            resource=translate(self.resource),
            tiles=tile_names(self.tiles),
        )


class Shop(Move, frozen=True, gc=False):
    """Buy a tile of the black market."""

    tile: Public[str]

    def label(self) -> str:
        return say("buy {tile} at the black market", tile=title(self.tile))


class BuyFromMercenaries(Move, frozen=True, gc=False):
    """Buy a tile of the mercenaries."""

    tile: Public[str]

    def label(self) -> str:
        return say("buy {tile} from the mercenaries", tile=title(self.tile))


class ScavengerMove(Question[MoveScavenger], frozen=True, gc=False):
    """Move the scavenger to another island, `left` times in all in this action.

    `takes` tiles may be taken there; `extras` opens searching and shopping, which belong to the Relic action alone
    (daimyo.relic.shop-only-in-relic-action). Nothing is taken, searched or bought before the first move
    (daimyo.relic.faq.no-collect-before-move, daimyo.relic.faq.no-extras-before-move).
    """

    deed: Deed
    left: int
    takes: int
    extras: bool

    clause = "daimyo.relic.move-first"
    prompt = "Move your scavenger to another island."

    def moves(self, state: DaimyoState) -> Iterator[MoveScavenger]:
        here = state.pieces.scavengers[self.deed.owner]
        for island in state.parameters.islands:
            if island != here:
                yield MoveScavenger(island)

    def resolve(self, table: DaimyoTable, move: MoveScavenger) -> None:
        table.emit(ScavengerMoved(table.clause, self.deed.owner, move.island))
        table.then(Visit(seat=self.seat, deed=self.deed, takes=self.takes, extras=self.extras))
        if self.left > 1:
            table.then(replace(self, left=self.left - 1))

    def why_not(self, state: DaimyoState, move: MoveScavenger) -> IllegalMove | None:
        if move.island == state.pieces.scavengers[self.deed.owner]:
            return IllegalMove(self.clause, say("The scavenger has to move to a different island."))
        return IllegalMove(self.clause, say("The island {island!r} is not in play.", island=move.island))

    def refuse(self, state: DaimyoState, move: Move) -> IllegalMove:
        if isinstance(move, TakeTileFrom):
            return IllegalMove(
                "daimyo.relic.faq.no-collect-before-move", say("Move the scavenger before you take a tile.")
            )
        if isinstance(move, SearchLand | Shop | BuyFromMercenaries):
            return IllegalMove(
                "daimyo.relic.faq.no-extras-before-move", say("Move the scavenger before you search or shop.")
            )
        return super().refuse(state, move)


class Visit(Question[Move], frozen=True, gc=False):
    """The scavenger has reached a no man's land, where `takes` tiles may be taken and `taken` have been.

    Searching and shopping are open before and after taking, each once (daimyo.relic.extras-window).
    """

    deed: Deed
    takes: int
    extras: bool
    taken: bool = False
    searched: bool = False
    shopped: bool = False

    clause = "daimyo.relic.take-one"
    prompt = "Take a relic tile here, search, or shop."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        owner = self.deed.owner
        island = self._island(state)
        tiles = takeable_tiles(state, owner, state.land(island)) if self.takes else []
        for tile in tiles:
            yield TakeTileFrom(tile, island)
        if self.extras:
            if not self.searched:
                yield from self._searches(state, island)
            if not self.shopped:
                yield from self._purchases(state)
        if not tiles or self.taken or may_decline(state, owner):
            yield DECLINE

    def _island(self, state: DaimyoState) -> str:
        island = state.pieces.scavengers[self.deed.owner]
        assert island is not None
        return island

    def _searches(self, state: DaimyoState, island: str) -> Iterator[Move]:
        tiles = state.land(island)
        picks = distinct_picks(tiles)
        for resource in state.content.prices.search:
            if state.holdings.purses[self.deed.owner].of(resource):
                for pick in picks:
                    yield SearchLand(resource, pick)

    def _purchases(self, state: DaimyoState) -> Iterator[Move]:
        owner, prices = self.deed.owner, state.content.prices
        gold = state.holdings.purses[owner].gold
        if gold >= prices.shop_gold:
            yield from map(Shop, takeable_tiles(state, owner, state.relic_tiles.black_market))
        seller = state.mercenaries
        if seller is not None and gold >= prices.mercenary_tile_gold:
            yield from map(BuyFromMercenaries, takeable_tiles(state, owner, state.holdings.tiles[seller]))

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        match move:
            case TakeTileFrom(tile, origin):
                with table.citing(self.deed.clause):
                    receive(table, self.deed, tile, origin)
                table.then(replace(self, takes=self.takes - 1, taken=True))
            case SearchLand(resource, tiles):
                self._search(table, resource, tiles)
                table.then(replace(self, searched=True))
            case Shop(tile):
                self._buy(table, tile, None)
                table.then(replace(self, shopped=True))
            case BuyFromMercenaries(tile):
                self._buy(table, tile, table.state.mercenaries)
                table.then(replace(self, shopped=True))
            case _:
                pass

    def _search(self, table: DaimyoTable, resource: Kind, tiles: tuple[Tile, ...]) -> None:
        owner, island = self.deed.owner, self._island(table.state)
        with table.citing("daimyo.relic.search"):
            table.pay(owner, one(resource))
            table.emit(LandSearched(table.clause, owner, island, tiles))
            table.refill(island, len(tiles))

    def _buy(self, table: DaimyoTable, tile: Tile, seller: int | None) -> None:
        prices = table.state.content.prices
        if seller is None:
            clause, gold, origin = "daimyo.relic.shop", prices.shop_gold, BLACK_MARKET
        else:
            clause, gold = "daimyo.mercenaries.sell-tiles", prices.mercenary_tile_gold
            origin = table.state.parameters.sides[seller]
        with table.citing(clause):
            table.pay(self.deed.owner, one("gold", gold), seller)
            receive(table, replace(self.deed, clause=clause), tile, origin, seller)

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        match move:
            case TakeTileFrom(tile, origin):
                if not self.takes:
                    return IllegalMove(self.clause, say("You have taken your tile here."))
                island = self._island(state)
                if origin != island:
                    return IllegalMove(
                        self.clause,
                        say("The scavenger stands on {island} and takes what lies there.", island=island_name(island)),
                    )
                return why_not_take(state, self.deed.owner, tile, state.land(island))
            case SearchLand():
                return self._why_no_search(state, move)
            case Shop() | BuyFromMercenaries():
                return self._why_no_purchase(state, move)
            case Decline():
                return IllegalMove("daimyo.ruling.take-compulsory", say("You have room: take a tile here first."))
            case MoveScavenger():
                return IllegalMove(self.clause, say("Finish this visit before the scavenger moves on."))
        return None

    def _why_no_search(self, state: DaimyoState, move: SearchLand) -> IllegalMove:
        if not self.extras:
            return IllegalMove("daimyo.tile.scavenge", say("Searching belongs to the Relic main action."))
        if self.searched:
            return IllegalMove("daimyo.relic.extras-window", say("You have already searched this no man's land."))
        prices = state.content.prices.search
        if move.resource not in prices or not state.holdings.purses[self.deed.owner].of(move.resource):
            return IllegalMove(
                "daimyo.relic.search",
                say("Searching costs {goods}.", goods=f" {translate('or')} ".join(str(one(kind)) for kind in prices)),
            )
        why = say("Name one or two of the tiles that lie here, in order; they go to the black market.")
        return IllegalMove("daimyo.relic.search", why)

    def _why_no_purchase(self, state: DaimyoState, move: Shop | BuyFromMercenaries) -> IllegalMove:
        if not self.extras:
            return IllegalMove(
                "daimyo.relic.shop-only-in-relic-action", say("Buying belongs to the Relic main action.")
            )
        prices, mercenaries = state.content.prices, isinstance(move, BuyFromMercenaries)
        seller = state.mercenaries
        if mercenaries and seller is None:
            return IllegalMove("daimyo.mercenaries.module", say("There are no mercenaries in this game."))
        if self.shopped:
            clause = "daimyo.mercenaries.sell-instead-of-shop" if mercenaries else "daimyo.relic.extras-window"
            return IllegalMove(clause, say("You have already bought a tile at this stop."))
        price = prices.mercenary_tile_gold if mercenaries else prices.shop_gold
        clause = "daimyo.mercenaries.sell-tiles" if mercenaries else "daimyo.relic.shop"
        if state.holdings.purses[self.deed.owner].gold < price:
            return IllegalMove(clause, say("That tile costs {price} gold.", price=price))
        offered = state.holdings.tiles[seller] if mercenaries and seller is not None else state.relic_tiles.black_market
        if move.tile not in offered:
            return IllegalMove(clause, say("No tile {tile!r} is for sale there.", tile=move.tile))
        return why_not_take(state, self.deed.owner, move.tile, offered)


def distinct_picks(tiles: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """List every way to pick one or two of the tiles, without duplicates."""
    picks = [pick for count in range(1, MOST_SEARCHED + 1) for pick in combinations(tiles, count)]
    return list(dict.fromkeys(picks))


def begin(table: DaimyoTable, seat: int) -> None:
    """Begin the Relic main action (daimyo.relic.twice, daimyo.relic.second-move-may-return)."""
    deed = deed_of(seat, "daimyo.relic.take-one")
    table.then(ScavengerMove(seat=seat, deed=deed, left=MOVES_OF_THE_ACTION, takes=1, extras=True))


class Scavenge(CardEffect, frozen=True):
    """Move the scavenger to another island and take tiles there: one, or up to `takes`."""

    verb = "send out the scavenger"

    takes: int = 1

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(ScavengerMove(seat=deed.seat, deed=deed, left=1, takes=self.takes, extras=False))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return state.pieces.scavengers[deed.owner] is not None

    def phrase(self) -> str:
        return say("move the scavenger and take {tiles} there", tiles=some(self.takes, UP_TO_TILES))

"""Effects on relic tiles: taking them from islands, the black market or the bag, and giving them up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from domain.games.daimyo.actions.advantage import pick_completing_tiles
from domain.games.daimyo.actions.relics import BuyFromMercenaries, Shop
from domain.games.daimyo.actions.storage import (
    DrawFromBag,
    can_take_any,
    distinct_tiles,
    may_decline,
    receive,
    takeable_tiles,
    why_not_take,
)
from domain.games.daimyo.facts.tiles import BAG, BLACK_MARKET
from domain.games.daimyo.printed.vocabulary import TileSource
from domain.games.daimyo.state import DaimyoState, Tile
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed, Step
from domain.games.daimyo.verbs.describe import SOURCES, TILES, some
from domain.games.daimyo.verbs.moves import GiveUpTile, TakeTileFrom
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import Later, later, say, translate
from domain.kernel.moves import DECLINE, Decline


class ChooseTile(RaisedByDeed, Question[Move], frozen=True, gc=False):
    """Take relic tiles, one at a time, from the places that a card names."""

    deed: Deed
    source: TileSource
    left: int

    clause = "daimyo.relic.take-one"
    prompt = "Choose a relic tile."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        for origin, tile in self._offers(state):
            yield TakeTileFrom(tile, origin)
        if may_decline(state, self.deed.owner):
            yield DECLINE

    def _offers(self, state: DaimyoState) -> list[tuple[str, Tile]]:
        offers = offered_tiles(state, self.deed.owner, self.source)
        if not self.deed.advantage:
            return offers
        best = set(pick_completing_tiles(state, self.deed.owner, [tile for _, tile in offers], self.left))
        return [(origin, tile) for origin, tile in offers if tile in best]

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        if not isinstance(move, TakeTileFrom):
            return
        with table.citing(self.deed.clause):
            receive(table, self.deed, move.tile, move.origin)
        if self.left > 1:
            table.then(TakeMoreTiles(deed=self.deed, source=self.source, left=self.left - 1))

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if isinstance(move, Decline):
            return IllegalMove("daimyo.ruling.take-compulsory", say("You have room: take a tile."))
        if isinstance(move, Shop | BuyFromMercenaries):
            return IllegalMove(
                "daimyo.relic.shop-only-in-relic-action", say("Buying belongs to the Relic main action.")
            )
        if not isinstance(move, TakeTileFrom):
            return None
        if (move.origin, move.tile) in offered_tiles(state, self.deed.owner, self.source):
            return IllegalMove("daimyo.solo.to-its-advantage", say("The empire completes a relic where it can."))
        if move.origin == BLACK_MARKET and self.source not in ("market", "anywhere"):
            why = say("The black market can be shopped in a Relic action only.")
            return IllegalMove("daimyo.relic.shop-only-in-relic-action", why)
        offered = [tile for origin, tile in _tiles_at(state, self.deed.owner, self.source) if origin == move.origin]
        return why_not_take(state, self.deed.owner, move.tile, offered)


class TakeMoreTiles(Step, frozen=True, gc=False):
    """Ask for the next tile, if there is one to take."""

    deed: Deed
    source: TileSource
    left: int

    clause = "daimyo.relic.take-one"

    def run(self, table: DaimyoTable) -> None:
        if offered_tiles(table.state, self.deed.owner, self.source):
            table.then(ChooseTile(seat=self.deed.seat, deed=self.deed, source=self.source, left=self.left))
        else:
            table.fall_short(self.deed.owner)


class GiveTiles(RaisedByDeed, Question[GiveUpTile], frozen=True, gc=False):
    """Give up a number of loose tiles."""

    deed: Deed
    to: str
    left: int

    clause = "daimyo.hero-card.sample-relic-swap"
    prompt = "Choose a relic tile to give up."

    def moves(self, state: DaimyoState) -> Iterator[GiveUpTile]:
        return map(GiveUpTile, distinct_tiles(state.holdings.tiles[self.deed.owner]))

    def resolve(self, table: DaimyoTable, move: GiveUpTile) -> None:
        with table.citing(self.deed.clause):
            table.give_up_tile(self.deed.owner, move.tile, self.to)
        if self.left > 1 and table.state.holdings.tiles[self.deed.owner]:
            table.then(replace(self, left=self.left - 1))

    def why_not(self, state: DaimyoState, move: GiveUpTile) -> IllegalMove | None:
        return IllegalMove(self.deed.clause, say("You have no loose tile {tile!r}.", tile=move.tile))


def _tiles_at(state: DaimyoState, side: int, source: TileSource) -> list[tuple[str, Tile]]:
    """Return the tiles of a source, each with its place."""
    islands = state.parameters.islands
    found: list[tuple[str, Tile]] = []
    here = state.pieces.scavengers[side]
    if source == "here" and here is not None:
        found += [(here, tile) for tile in state.land(here)]
    if source in ("lands", "anywhere"):
        found += [(island, tile) for island in islands for tile in state.land(island)]
    if source in ("market", "anywhere"):
        found += [(BLACK_MARKET, tile) for tile in state.relic_tiles.black_market]
    return list(dict.fromkeys(found))


def offered_tiles(state: DaimyoState, side: int, source: TileSource) -> list[tuple[str, Tile]]:
    """Return the tiles of a source that a side may take (daimyo.solo.relic-source)."""
    lying = _tiles_at(state, side, source)
    allowed = set(takeable_tiles(state, side, [tile for _, tile in lying]))
    return [(origin, tile) for origin, tile in lying if tile in allowed]


class TakeTile(CardEffect, frozen=True):
    """Take relic tiles without moving the scavenger."""

    verb = "take a relic tile"
    of_the_empire = True

    source: TileSource = "here"
    count: int = 1

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        if self.source == BAG:
            table.then(DrawFromBag(deed=deed, left=self.count))
        else:
            table.then(ChooseTile(seat=deed.seat, deed=deed, source=self.source, left=self.count))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        if self.source == BAG:
            return bool(state.relic_tiles.bag) and can_take_any(state, deed.owner)
        return bool(offered_tiles(state, deed.owner, self.source))

    def phrase(self) -> str:
        return say("take {tiles} {place}", tiles=some(self.count, TILES), place=translate(SOURCES[self.source]))

    def fault_of_empire(self) -> Later | None:
        if self.source != "here":
            return None
        return later("the empire has no scavenger, so it cannot take a tile here")


class GiveTile(CardEffect, frozen=True):
    """Put loose relic tiles of the owner into the black market or back into the bag."""

    verb = "give up a relic tile"
    is_price = True

    to: Literal["market", "bag"] = "market"
    count: int = 1

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        to = BAG if self.to == "bag" else BLACK_MARKET
        table.then(GiveTiles(seat=deed.seat, deed=deed, to=to, left=self.count))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return bool(state.holdings.tiles[deed.owner])

    def can_in_full(self, state: DaimyoState, deed: Deed) -> bool:
        return len(state.holdings.tiles[deed.owner]) >= self.count

    def phrase(self) -> str:
        tiles = some(self.count, TILES)
        if self.to == "market":
            return say("put {tiles} of one's own into the black market", tiles=tiles)
        return say("put {tiles} of one's own back into the bag", tiles=tiles)

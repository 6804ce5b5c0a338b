"""Storage: loose relic tiles and restored relics, up to the capacity of the side (daimyo.storage.limit)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.games.daimyo.facts.tiles import BAG, BagTileDrawn, BagTileLaidDown, RoomWanted
from domain.games.daimyo.state import DaimyoState, Tile
from domain.games.daimyo.verbs.asking import Deed, Question, RaisedByDeed, Step
from domain.games.daimyo.verbs.moves import GiveUpTile
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.moves import Decline


class MakeRoom(RaisedByDeed, Question[GiveUpTile], frozen=True, gc=False):
    """Make room in a full storage: one of the owner's tiles goes to the black market before the new one is taken.

    This also applies to the piece that completes a relic (daimyo.storage.fourth-tile-needs-room,
    daimyo.storage.fourth-tile-cannot-exceed). A tile drawn from the bag is seen first (daimyo.storage.full-bag-draw).
    """

    deed: Deed
    tile: Tile
    origin: str
    seller: int | None = None

    clause = "daimyo.storage.full-discard-first"
    prompt = "Your storage is full: choose the tile that goes to the black market."

    def moves(self, state: DaimyoState) -> Iterator[GiveUpTile]:
        return map(GiveUpTile, distinct_tiles(state.holdings.tiles[self.deed.owner]))

    def resolve(self, table: DaimyoTable, move: GiveUpTile) -> None:
        table.give_up_tile(self.deed.owner, move.tile)
        with table.citing(self.deed.clause):
            table.take_tile(self.deed.owner, self.tile, self.origin, self.seller)

    def why_not(self, state: DaimyoState, move: GiveUpTile) -> IllegalMove | None:
        return IllegalMove(self.clause, say("You have no loose tile {tile!r}.", tile=move.tile))

    def refuse(self, state: DaimyoState, move: Move) -> IllegalMove:
        if isinstance(move, Decline):
            return IllegalMove(
                "daimyo.storage.full-discard-first", say("You have chosen the new tile: make room for it.")
            )
        return super().refuse(state, move)


class DrawFromBag(Step, frozen=True, gc=False):
    """Draw a number of tiles from the bag, one after the other."""

    deed: Deed
    left: int

    clause = "daimyo.storage.full-bag-draw"

    def run(self, table: DaimyoTable) -> None:
        owner = self.deed.owner
        if not table.state.relic_tiles.bag or not can_take_any(table.state, owner):
            table.fall_short(owner)
            return
        with table.citing(self.deed.clause):
            (tile,) = table.from_bag(1)
            table.emit(BagTileDrawn(table.clause, owner, tile))
            if tile in table.state.holdings.tiles[owner]:
                table.emit(BagTileLaidDown("daimyo.ruling.bag-duplicate", owner, tile))
                table.fall_short(owner)
            else:
                receive(table, self.deed, tile, BAG)
        if self.left > 1:
            table.then(DrawFromBag(deed=self.deed, left=self.left - 1))


def receive(table: DaimyoTable, deed: Deed, tile: Tile, origin: str, seller: int | None = None) -> None:
    """Take a tile that the owner may hold; if storage is full, ask for room first."""
    if table.state.has_room(deed.owner):
        table.take_tile(deed.owner, tile, origin, seller)
    else:
        table.emit(RoomWanted("daimyo.storage.full-discard-first", deed.owner, tile))
        table.then(MakeRoom(seat=deed.seat, deed=deed, tile=tile, origin=origin, seller=seller))


def distinct_tiles(tiles: Iterable[Tile]) -> list[Tile]:
    """Return the tiles in order without duplicates, since equal tiles are the same choice."""
    return list(dict.fromkeys(tiles))


def can_take_any(state: DaimyoState, side: int) -> bool:
    """Return whether a side can take a tile at all: it has room, or a loose tile to make room with.

    Storage full of restored relics cannot take a tile (daimyo.ruling.storage-of-relics).
    """
    return state.has_room(side) or bool(state.holdings.tiles[side])


def takeable_tiles(state: DaimyoState, side: int, tiles: Iterable[Tile]) -> list[Tile]:
    """Return the tiles that a side may take: those it holds no loose copy of (daimyo.relic.no-duplicates).

    A copy in a restored relic does not count (daimyo.relic.duplicate-after-restoring). The rule binds mercenaries and
    empire too (daimyo.ruling.duplicates-bind-all).
    """
    if not can_take_any(state, side):
        return []
    held = state.holdings.tiles[side]
    return [tile for tile in distinct_tiles(tiles) if tile not in held]


def why_not_take(state: DaimyoState, side: int, tile: Tile, offered: Iterable[Tile]) -> IllegalMove:
    """Explain why a side may not take a tile."""
    if tile not in offered:
        return IllegalMove("daimyo.relic.take-one", say("The tile {tile!r} does not lie there.", tile=tile))
    if not can_take_any(state, side):
        return IllegalMove("daimyo.ruling.storage-of-relics", say("Your storage is full and holds no loose tile."))
    return IllegalMove("daimyo.relic.no-duplicates", say("You already hold a loose {tile}.", tile=tile))


def may_decline(state: DaimyoState, side: int) -> bool:
    """Return whether a tile may be left because storage is full (daimyo.ruling.take-compulsory)."""
    return not state.has_room(side)

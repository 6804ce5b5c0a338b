"""Facts of relic tiles: the bag, the no man's lands, the black market, and restored relics."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.daimyo.facts.base import DaimyoFact, island_name
from domain.games.daimyo.state import DaimyoState, Relic, Tile
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.multiset import plus, without
from domain.kernel.words import join_words, title

BLACK_MARKET = "black-market"
BAG = "bag"


def tile_names(tiles: tuple[Tile, ...]) -> str:
    """List relic tiles in words: "Red 1, Red 2 and Blue 4"."""
    return join_words(map(title, tiles))


class LandFilled(DaimyoFact, frozen=True, gc=False):
    """Tiles from the bag come to the no man's land of an island."""

    island: Public[str]
    tiles: Public[tuple[Tile, ...]]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        for tile in self.tiles:
            state.relic_tiles.bag = without(state.relic_tiles.bag, tile)
        place = state.parameters.islands.index(self.island)
        state.relic_tiles.lands = replace_at(
            state.relic_tiles.lands, place, plus(state.relic_tiles.lands[place], *self.tiles)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        tiles, island = tile_names(self.tiles), island_name(self.island)
        one, many = mark("{tiles} turns up on {island}."), mark("{tiles} turn up on {island}.")
        return fill(translate(one if len(self.tiles) == 1 else many), tiles=tiles, island=island)


class BlackMarketFilled(DaimyoFact, frozen=True, gc=False):
    """Tiles from the bag come to the black market."""

    tiles: Public[tuple[Tile, ...]]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        for tile in self.tiles:
            state.relic_tiles.bag = without(state.relic_tiles.bag, tile)
        state.relic_tiles.black_market = plus(state.relic_tiles.black_market, *self.tiles)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The black market holds {tiles}.", tiles=tile_names(self.tiles))


class TileTaken(DaimyoFact, frozen=True, gc=False):
    """A side takes a tile from an island, the black market, the bag, or a side that sells it.

    The origin is the island, "black-market", "bag", or the kind of the selling side: "mercenaries".
    """

    side: Public[int]
    tile: Public[Tile]
    origin: Public[str]
    seller: Public[int | None] = None

    def evolve(self, state: DaimyoState) -> None:
        if self.seller is not None:
            state.holdings.tiles = replace_at(
                state.holdings.tiles, self.seller, without(state.holdings.tiles[self.seller], self.tile)
            )
        elif self.origin == BLACK_MARKET:
            state.relic_tiles.black_market = without(state.relic_tiles.black_market, self.tile)
        elif self.origin == BAG:
            state.relic_tiles.bag = without(state.relic_tiles.bag, self.tile)
        else:
            place = state.parameters.islands.index(self.origin)
            state.relic_tiles.lands = replace_at(
                state.relic_tiles.lands, place, without(state.relic_tiles.lands[place], self.tile)
            )
        state.holdings.tiles = replace_at(
            state.holdings.tiles, self.side, plus(state.holdings.tiles[self.side], self.tile)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.seller is not None:
            where = names[self.seller]
        elif self.origin == BAG:
            where = say("the bag")
        else:
            where = say("the black market") if self.origin == BLACK_MARKET else island_name(self.origin)
        return say(
            "{who} takes {tile} from {where}.",
            who=names[self.side],
            tile=title(self.tile),
            where=where,
        )


class BagTileDrawn(DaimyoFact, frozen=True, gc=False):
    """A tile is drawn from the bag and seen, but not stored yet."""

    side: Public[int]
    tile: Public[Tile]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the tile stays in the bag until it is taken or laid down."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} draws {tile} from the bag.", who=names[self.side], tile=title(self.tile))


class BagTileLaidDown(DaimyoFact, frozen=True, gc=False):
    """A drawn tile goes to the black market, since its side holds a copy."""

    side: Public[int]
    tile: Public[Tile]

    def evolve(self, state: DaimyoState) -> None:
        state.relic_tiles.bag = without(state.relic_tiles.bag, self.tile)
        state.relic_tiles.black_market = plus(state.relic_tiles.black_market, self.tile)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} holds {tile} already, so it goes to the black market.", who=names[self.side], tile=title(self.tile)
        )


class RoomWanted(DaimyoFact, frozen=True, gc=False):
    """A side has chosen a tile but must first make room for it."""

    side: Public[int]
    tile: Public[Tile]

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the tile stays where it is until there is room."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} makes room for {tile}.", who=names[self.side], tile=title(self.tile))


class TileGivenUp(DaimyoFact, frozen=True, gc=False):
    """A side puts one of its loose tiles into the black market or the bag."""

    side: Public[int]
    tile: Public[Tile]
    to: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.holdings.tiles = replace_at(
            state.holdings.tiles, self.side, without(state.holdings.tiles[self.side], self.tile)
        )
        if self.to == BAG:
            state.relic_tiles.bag = plus(state.relic_tiles.bag, self.tile)
        else:
            state.relic_tiles.black_market = plus(state.relic_tiles.black_market, self.tile)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.to == BAG:
            return say("{who} gives {tile} to the bag.", who=names[self.side], tile=title(self.tile))
        return say("{who} gives {tile} to the black market.", who=names[self.side], tile=title(self.tile))


class LandSearched(DaimyoFact, frozen=True, gc=False):
    """Tiles of an island go to the black market."""

    side: Public[int]
    island: Public[str]
    tiles: Public[tuple[Tile, ...]]

    def evolve(self, state: DaimyoState) -> None:
        place = state.parameters.islands.index(self.island)
        left = state.relic_tiles.lands[place]
        for tile in self.tiles:
            left = without(left, tile)
        state.relic_tiles.lands = replace_at(state.relic_tiles.lands, place, left)
        state.relic_tiles.black_market = plus(state.relic_tiles.black_market, *self.tiles)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} searches {island}: {tiles} to the black market.",
            who=names[self.side],
            island=island_name(self.island),
            tiles=tile_names(self.tiles),
        )


class TileSetAside(DaimyoFact, frozen=True, gc=False):
    """A tile is taken off an island, or goes back to the bag once the island has been refilled."""

    side: Public[int]
    island: Public[str]
    tile: Public[Tile]
    returned: Public[bool] = False

    def evolve(self, state: DaimyoState) -> None:
        if self.returned:
            state.relic_tiles.bag = plus(state.relic_tiles.bag, self.tile)
        else:
            place = state.parameters.islands.index(self.island)
            state.relic_tiles.lands = replace_at(
                state.relic_tiles.lands, place, without(state.relic_tiles.lands[place], self.tile)
            )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.returned:
            return say("{tile} goes into the bag.", tile=title(self.tile))
        return say("{tile} is taken off {island}.", tile=title(self.tile), island=island_name(self.island))


class RelicRestored(DaimyoFact, frozen=True, gc=False):
    """Four pieces become a relic; its pawn goes to the altar of that influence, to none if it is 0."""

    side: Public[int]
    colour: Public[str]
    altar: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        left = state.holdings.tiles[self.side]
        for tile in state.content.relic[self.colour]:
            left = without(left, tile)
        state.holdings.tiles = replace_at(state.holdings.tiles, self.side, left)
        state.holdings.relics = replace_at(
            state.holdings.relics, self.side, (*state.holdings.relics[self.side], Relic(self.colour, self.altar))
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        who, colour, altar = names[self.side], translate(self.colour), self.altar
        if not altar:
            return say("{who} restores the {colour} relic without an altar.", who=who, colour=colour)
        return say("{who} restores the {colour} relic on altar {altar}.", who=who, colour=colour, altar=altar)


class TilesReturned(DaimyoFact, frozen=True, gc=False):
    """All loose tiles of the empire go back into the bag."""

    side: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.relic_tiles.bag = plus(state.relic_tiles.bag, *state.holdings.tiles[self.side])
        state.holdings.tiles = replace_at(state.holdings.tiles, self.side, ())

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The loose relic tiles of {who} go back into the bag.", who=names[self.side])

"""Facts of relic tiles: the bag, the no man's lands, the black market, and restored relics."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.daimyo.facts.base import DaimyoFact
from domain.games.daimyo.state import DaimyoState, Relic, Tile
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import replace_at
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
            state.bag = without(state.bag, tile)
        place = state.parameters.islands.index(self.island)
        state.lands = replace_at(state.lands, place, plus(state.lands[place], *self.tiles))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{tile_names(self.tiles)} {'turns' if len(self.tiles) == 1 else 'turn'} up on {self.island}."


class BlackMarketFilled(DaimyoFact, frozen=True, gc=False):
    """Tiles from the bag come to the black market."""

    tiles: Public[tuple[Tile, ...]]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        for tile in self.tiles:
            state.bag = without(state.bag, tile)
        state.black_market = plus(state.black_market, *self.tiles)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"The black market holds {tile_names(self.tiles)}."


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
            state.tiles = replace_at(state.tiles, self.seller, without(state.tiles[self.seller], self.tile))
        elif self.origin == BLACK_MARKET:
            state.black_market = without(state.black_market, self.tile)
        elif self.origin == BAG:
            state.bag = without(state.bag, self.tile)
        else:
            place = state.parameters.islands.index(self.origin)
            state.lands = replace_at(state.lands, place, without(state.lands[place], self.tile))
        state.tiles = replace_at(state.tiles, self.side, plus(state.tiles[self.side], self.tile))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        origin = names[self.seller] if self.seller is not None else self.origin
        where = origin if self.seller is not None or self.origin not in (BAG, BLACK_MARKET) else f"the {origin}"
        return f"{names[self.side]} takes {title(self.tile)} from {where.replace('-', ' ')}."


class BagTileDrawn(DaimyoFact, frozen=True, gc=False):
    """A tile is drawn from the bag and seen; it has not been stored yet."""

    side: Public[int]
    tile: Public[Tile]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the tile stays in the bag until it is taken or laid down."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.side]} draws {title(self.tile)} from the bag."


class BagTileLaidDown(DaimyoFact, frozen=True, gc=False):
    """A drawn tile of which its side holds a copy goes to the black market."""

    side: Public[int]
    tile: Public[Tile]

    def evolve(self, state: DaimyoState) -> None:
        state.bag = without(state.bag, self.tile)
        state.black_market = plus(state.black_market, self.tile)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.side]} holds {title(self.tile)} already, so it goes to the black market."


class RoomWanted(DaimyoFact, frozen=True, gc=False):
    """A side has chosen a tile for which it has to make room first."""

    side: Public[int]
    tile: Public[Tile]

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the tile stays where it is until there is room."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.side]} makes room for {title(self.tile)}."


class TileGivenUp(DaimyoFact, frozen=True, gc=False):
    """A side puts one of its loose tiles into the black market or the bag."""

    side: Public[int]
    tile: Public[Tile]
    to: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.tiles = replace_at(state.tiles, self.side, without(state.tiles[self.side], self.tile))
        if self.to == BAG:
            state.bag = plus(state.bag, self.tile)
        else:
            state.black_market = plus(state.black_market, self.tile)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.side]} gives {title(self.tile)} to the {self.to.replace('-', ' ')}."


class LandSearched(DaimyoFact, frozen=True, gc=False):
    """Tiles of an island go to the black market."""

    side: Public[int]
    island: Public[str]
    tiles: Public[tuple[Tile, ...]]

    def evolve(self, state: DaimyoState) -> None:
        place = state.parameters.islands.index(self.island)
        left = state.lands[place]
        for tile in self.tiles:
            left = without(left, tile)
        state.lands = replace_at(state.lands, place, left)
        state.black_market = plus(state.black_market, *self.tiles)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.side]} searches {self.island}: {tile_names(self.tiles)} to the black market."


class TileSetAside(DaimyoFact, frozen=True, gc=False):
    """A tile is taken off an island, or returned to the bag once the island has been refilled."""

    side: Public[int]
    island: Public[str]
    tile: Public[Tile]
    returned: Public[bool] = False

    def evolve(self, state: DaimyoState) -> None:
        if self.returned:
            state.bag = plus(state.bag, self.tile)
        else:
            place = state.parameters.islands.index(self.island)
            state.lands = replace_at(state.lands, place, without(state.lands[place], self.tile))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.returned:
            return f"{title(self.tile)} goes into the bag."
        return f"{title(self.tile)} is taken off {self.island}."


class RelicRestored(DaimyoFact, frozen=True, gc=False):
    """Four pieces become a relic; its pawn stands on the altar of that influence, on none if it is 0."""

    side: Public[int]
    colour: Public[str]
    altar: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        left = state.tiles[self.side]
        for tile in state.content.relic[self.colour]:
            left = without(left, tile)
        state.tiles = replace_at(state.tiles, self.side, left)
        state.relics = replace_at(state.relics, self.side, (*state.relics[self.side], Relic(self.colour, self.altar)))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        where = f"on altar {self.altar}" if self.altar else "without an altar"
        return f"{names[self.side]} restores the {self.colour} relic {where}."


class TilesReturned(DaimyoFact, frozen=True, gc=False):
    """All loose tiles of the empire go back into the bag."""

    side: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.bag = plus(state.bag, *state.tiles[self.side])
        state.tiles = replace_at(state.tiles, self.side, ())

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"The loose relic tiles of {names[self.side]} go back into the bag."


FACTS = (
    LandFilled,
    BlackMarketFilled,
    TileTaken,
    BagTileDrawn,
    BagTileLaidDown,
    RoomWanted,
    TileGivenUp,
    LandSearched,
    TileSetAside,
    RelicRestored,
    TilesReturned,
)

""" "To its advantage": the empire completes a relic where it can, and overtakes the human where it can.

Where neither is possible every way to do the action is as good (daimyo.solo.to-its-advantage-still-complete).
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.daimyo.influence import influence
from domain.daimyo.state import DaimyoState, Tile

HUMAN = 0


def overtaking(state: DaimyoState, side: int, places: Iterable[str], gain: int) -> list[str]:
    """Those of the sites or spaces where `gain` more influence brings a side above the human.

    All of them, if there is none (daimyo.solo.to-its-advantage).
    """
    every = list(places)
    overtaken = {
        island
        for island in {state.content.island_of[place] for place in every}
        if influence(state, side, island) <= influence(state, HUMAN, island) < influence(state, side, island) + gain
    }
    return [place for place in every if state.content.island_of[place] in overtaken] or every


def completing(state: DaimyoState, side: int, tiles: Iterable[Tile], count: int) -> list[Tile]:
    """Those of the tiles with which a side gets on with a relic that `count` of them complete; all if none does."""
    every = list(tiles)
    on_offer, owned = set(every), set(state.tiles[side])
    wanted: set[Tile] = set()
    for colour in state.parameters.islands:
        missing = set(state.content.relic[colour]) - owned
        if len(missing) <= count and missing <= on_offer:
            wanted |= missing
    return [tile for tile in every if tile in wanted] or every

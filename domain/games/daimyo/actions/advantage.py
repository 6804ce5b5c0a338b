"""The human's choices for the empire: picks to its advantage (daimyo.solo.to-its-advantage).

The empire completes a relic if it can, and overtakes the human on an island if it can. An action of several tiles or
pieces is judged as a whole: a pick is ruled out only if the later picks could then achieve less. If nothing can be
achieved, every pick is equally good (daimyo.solo.to-its-advantage-still-complete).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple, TypeVar

from domain.games.daimyo.actions.restoring import free_altars
from domain.games.daimyo.printed.vocabulary import PieceKind
from domain.games.daimyo.state import DaimyoState, Tile
from domain.games.daimyo.verbs.influence import by_island

P = TypeVar("P")
HUMAN = 0


class Aim(NamedTuple):
    """A relic or an island within reach: the picks still needed, and its relative worth."""

    picks: int
    worth: int


def pick_completing_tiles(state: DaimyoState, side: int, tiles: Iterable[Tile], count: int) -> list[Tile]:
    """Return the tiles with which `count` picks still complete the most relics.

    If not all relics can be completed, those whose altar overtakes the human come first.
    """
    every = list(tiles)
    owned, relic, behind = set(state.holdings.tiles[side]), state.content.relic, _influence_gaps(state, side)
    more_than_all_islands = len(state.parameters.islands) + 1
    aims: dict[str, Aim] = {}
    for colour in state.parameters.islands:
        missing = set(relic[colour]) - owned
        if missing <= set(every):
            gain = max(free_altars(state, colour), default=0)
            aims[colour] = Aim(len(missing), more_than_all_islands + (0 <= behind[colour] < gain))
    colour_of = {tile: colour for colour in state.parameters.islands for tile in relic[colour]}
    return _pick_best({tile: colour_of[tile] for tile in every}, aims, count)


def pick_overtaking_places(
    state: DaimyoState, side: int, kind: PieceKind, places: Iterable[str], count: int
) -> list[str]:
    """Return the free sites or spaces with which `count` pieces still overtake the human on the most islands."""
    island_of = {place: state.content.island_of[place] for place in places}
    behind, aims = _influence_gaps(state, side), dict[str, Aim]()
    for island, room in Counter(island_of.values()).items():
        picks = _pieces_to_overtake(state, kind, island, room, behind[island])
        if picks:
            aims[island] = Aim(picks, 1)
    return _pick_best(island_of, aims, count)


def pick_overtaking_moves(
    state: DaimyoState, side: int, kind: PieceKind, ways: Iterable[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return the ways to move a piece, (from, to), that overtake the human; all of them if none does."""
    every, island_of = list(ways), state.content.island_of
    gain = influence_of(state, kind)
    good = {island for island, behind in _influence_gaps(state, side).items() if 0 <= behind < gain}
    return [way for way in every if island_of[way[1]] in good - {island_of[way[0]]}] or every


def pick_overtaking_removals(state: DaimyoState, side: int, sites: Iterable[str]) -> list[str]:
    """Return the sites of the human's governors whose removal lets a side overtake; all of them if none does."""
    every, island_of, behind = list(sites), state.content.island_of, _influence_gaps(state, side)
    lost = state.content.pieces.governor_influence
    return [site for site in every if 0 <= behind[island_of[site]] < lost] or every


def influence_of(state: DaimyoState, kind: PieceKind) -> int:
    """Return the influence that a piece of a kind gives."""
    pieces = state.content.pieces
    given = {
        "governor": pieces.governor_influence,
        "shadow": pieces.shadow_influence,
        "radio-tower": pieces.radio_tower_influence,
    }
    return given.get(kind, 0)


def _influence_gaps(state: DaimyoState, side: int) -> dict[str, int]:
    """Return how far a side's influence is behind the human's on each island, negative if it is ahead.

    A gain overtakes the human if 0 <= behind < gain.
    """
    own = by_island(state, side)
    return {island: held - own[island] for island, held in by_island(state, HUMAN).items()}


def _pieces_to_overtake(state: DaimyoState, kind: PieceKind, island: str, room: int, behind: int) -> int | None:
    """Count the pieces of a kind that take a side from `behind` past the human on an island with `room` free places.

    Each shadow removes a governor of the human as well.
    """
    if behind < 0:
        return None
    governors = sum(state.content.island_of[site] == island for site in state.pieces.governors[HUMAN])
    for number in range(1, room + 1):
        behind -= influence_of(state, kind)
        if kind == "shadow" and number <= governors:
            behind -= state.content.pieces.governor_influence
        if behind < 0:
            return number
    return None


def _pick_best(aim_of: Mapping[P, str], aims: Mapping[str, Aim], count: int) -> list[P]:
    """Return the picks for aims after which the rest of `count` picks can still achieve the most."""
    reached = {aim: _greatest_worth(_advance_aim(aims, aim), count - 1) for aim in set(aim_of.values())}
    best = max(reached.values(), default=0)
    return [pick for pick, aim in aim_of.items() if reached[aim] == best]


def _advance_aim(aims: Mapping[str, Aim], picked: str) -> list[Aim]:
    return [Aim(aim.picks - (name == picked), aim.worth) for name, aim in aims.items()]


def _greatest_worth(aims: list[Aim], picks: int) -> int:
    """Compute the greatest total worth of aims that a number of picks can reach."""
    return max(
        sum(aim.worth for aim in chosen)
        for number in range(len(aims) + 1)
        for chosen in combinations(aims, number)
        if sum(aim.picks for aim in chosen) <= picks
    )

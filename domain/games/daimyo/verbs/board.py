"""The board: which sites and spaces are free (daimyo.island.site-available), and the pieces a side has left.

The governor space and the building space of a site are independent, whichever side's piece is on the other one
(daimyo.island.site-slots, daimyo.island.site-shared-with-opponents). Scavengers take up no space: any number of them
may be in a no man's land (daimyo.island.no-mans-land, daimyo.island.no-mans-land.scavengers-unlimited).
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.daimyo.printed.vocabulary import PieceKind
from domain.games.daimyo.state import DaimyoState


def sites(state: DaimyoState, islands: Iterable[str] = ()) -> list[str]:
    """Return the sites of those of these islands that are in play, or of all islands in play if none is named."""
    return [site for island in _islands_in_play(state, islands) for site in state.content.sites_of[island]]


def _islands_in_play(state: DaimyoState, islands: Iterable[str]) -> Iterable[str]:
    """Return those of these islands that are in play, or all islands in play if none is named."""
    in_play = state.parameters.islands
    return [island for island in islands if island in in_play] if islands else in_play


def free_governor_sites(state: DaimyoState, islands: Iterable[str] = ()) -> list[str]:
    """Return the sites whose governor space is empty."""
    taken = {site for held in state.pieces.governors for site in held}
    return [site for site in sites(state, islands) if site not in taken]


def free_building_sites(state: DaimyoState, islands: Iterable[str] = ()) -> list[str]:
    """Return the sites whose building space is empty (daimyo.construction.place)."""
    taken = {site for held in (*state.pieces.farms, *state.pieces.towers) for site in held}
    return [site for site in sites(state, islands) if site not in taken]


def free_shadow_spaces(state: DaimyoState, islands: Iterable[str] = ()) -> list[str]:
    """Return the empty spaces of rough neighborhoods (daimyo.recruitment.shadow.place)."""
    taken = {space for held in state.pieces.shadows for space in held}
    of = state.content.shadow_spaces_of
    return [space for island in _islands_in_play(state, islands) for space in of[island] if space not in taken]


def pieces_of(state: DaimyoState, side: int, kind: PieceKind) -> tuple[str, ...]:
    """Return the places of a side's pieces of a kind."""
    if kind == "governor":
        return state.pieces.governors[side]
    if kind == "shadow":
        return state.pieces.shadows[side]
    return state.buildings(kind)[side]


def pieces_left(state: DaimyoState, side: int, kind: PieceKind) -> int | None:
    """Return how many pieces of a kind a side has in its supply; None if they never run out.

    The clan of a player has a number of each kind: daimyo.component.governors, daimyo.component.shadows,
    daimyo.component.techno-farms, daimyo.component.radio-towers. A removed governor is back in the supply
    (daimyo.recruitment.governor.reusable), a shadow never is (daimyo.recruitment.shadow.limit). The pieces of the
    empire never run out (daimyo.solo.no-piece-limit), and the mercenaries have no techno-farms
    (daimyo.mercenaries.setup).
    """
    if not state.may(side).limited_pieces:
        return None
    pieces = state.content.pieces
    match kind:
        case "governor":
            owned = pieces.governors
        case "shadow":
            owned = pieces.shadows
        case "radio-tower":
            owned = pieces.radio_towers
        case "techno-farm":
            owned = pieces.techno_farms if side < state.seats else 0
    return owned - len(pieces_of(state, side, kind))


def has_left(state: DaimyoState, side: int, kind: PieceKind) -> bool:
    """Return whether a side has a piece of a kind in its supply."""
    left = pieces_left(state, side, kind)
    return left is None or left > 0


def places_on_island(state: DaimyoState, places: Iterable[str], island: str) -> list[str]:
    """Return the sites or spaces that are on an island."""
    return [place for place in places if state.content.island_of[place] == island]

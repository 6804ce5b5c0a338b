"""Influence: what a side gets on an island from its pieces and its relics' altars, and who leads.

Influence is never stored: the pieces determine the place of an influence pawn (daimyo.island.influence-track,
daimyo.island.influence-adjust-on-move, daimyo.setup.player.influence-pawns, daimyo.influence.governor-loss).
"""

from __future__ import annotations

from domain.games.daimyo.state import DaimyoState


def by_island(state: DaimyoState, side: int) -> dict[str, int]:
    """Return the influence of a side on every island in play (daimyo.influence.sources).

    Techno-farms give none (daimyo.construction.no-techno-farm-influence). A new piece counts at once
    (daimyo.recruitment.governor.influence, daimyo.recruitment.shadow.influence).
    """
    pieces, island_of = state.content.pieces, state.content.island_of
    found = dict.fromkeys(state.parameters.islands, 0)
    for site in state.pieces.governors[side]:
        found[island_of[site]] += pieces.governor_influence
    for space in state.pieces.shadows[side]:
        found[island_of[space]] += pieces.shadow_influence
    for site in state.pieces.towers[side]:
        found[island_of[site]] += pieces.radio_tower_influence
    for relic in state.holdings.relics[side]:
        found[relic.colour] += relic.altar
    return found


def shadows_on(state: DaimyoState, side: int, island: str) -> int:
    """Count the shadows of a side on an island; they break ties of influence (daimyo.influence.tie-shadows)."""
    return sum(state.content.island_of[space] == island for space in state.pieces.shadows[side])


def rankings(state: DaimyoState) -> dict[str, list[tuple[int, ...]]]:
    """Rank the sides with influence on each island in play, the strongest first; sides that remain tied share a place.

    A side without influence has no place (daimyo.ruling.no-influence-no-rank). The mercenaries are ranked like a player
    (daimyo.mercenaries.influence-ranking, daimyo.ruling.mercenary-ties).
    """
    held = [by_island(state, side) for side in range(state.sides)]
    return {island: _rank_island(state, island, [by[island] for by in held]) for island in state.parameters.islands}


def _rank_island(state: DaimyoState, island: str, held: list[int]) -> list[tuple[int, ...]]:
    present = [side for side, count in enumerate(held) if count]
    if len({held[side] for side in present}) == len(present):
        return [(side,) for side in sorted(present, key=held.__getitem__, reverse=True)]
    groups: dict[tuple[int, int], list[int]] = {}
    for side in present:
        groups.setdefault((held[side], shadows_on(state, side, island)), []).append(side)
    return [tuple(groups[key]) for key in sorted(groups, reverse=True)]


def count_islands_led(state: DaimyoState, side: int) -> int:
    """Count the islands on which a side alone has first place."""
    return sum(bool(ranks) and ranks[0] == (side,) for ranks in rankings(state).values())

"""How good a state is for a seat, for bots that look ahead: points now, and what present holdings promise."""

from __future__ import annotations

from math import sqrt

from domain.daimyo import army
from domain.daimyo.end_of_round import standard_points
from domain.daimyo.final_scoring import final_points, scoring_sides
from domain.daimyo.influence import rankings
from domain.daimyo.state import DaimyoState

HERO = 0.6
TILE = 0.5
PAIR = 0.7
CAPACITY = 0.4
GOODS = 0.35
HARVEST = 0.35
LAID_TILE = 0.5


def value(state: DaimyoState, seat: int) -> float:
    """The worth of a state for a seat: its prospects minus the best of the others'."""
    sides = scoring_sides(state)
    if state.result is not None:
        worth = {side: float(state.points[side]) for side in sides}
    else:
        armies = army.points(state)
        rounds = _rounds_to_score(state)
        islands = _island_points(state)
        worth = {
            side: prospects(state, side, armies[side]) + rounds * islands[side] if side in sides else 0.0
            for side in sides
        }
    others = [points for side, points in worth.items() if side != seat]
    return worth[seat] - max(others, default=0.0)


def prospects(state: DaimyoState, side: int, army_points: int) -> float:
    """Points so far, final scoring as it would be now, and something for what may become points."""
    left = state.content.numbers.rounds - state.round
    purse = state.purses[side]
    now = state.points[side] + sum(points for _, points, _ in final_points(state, side, army_points))
    goods = GOODS * min(purse.total, 10) + 0.1 * max(0, purse.total - 10)
    growth = HARVEST * left * (len(state.governors[side]) + len(state.farms[side])) + CAPACITY * state.capacity[side]
    cards = HERO * len(state.hand[side]) + LAID_TILE * len(state.laid[side])
    return now + goods + growth + cards + _relic_hopes(state, side)


def _relic_hopes(state: DaimyoState, side: int) -> float:
    """Loose tiles are worth more, the more of a colour lie together."""
    colours = [state.content.tile_colour[tile] for tile in state.tiles[side]]
    alike = [colours.count(colour) for colour in colours]
    return sum(TILE + (PAIR * float(sqrt(count)) if count > 1 else 0.0) for count in alike)


def _rounds_to_score(state: DaimyoState) -> int:
    return state.content.numbers.rounds - max(1, state.round) + 1


def _island_points(state: DaimyoState) -> list[int]:
    found = [0] * state.sides
    for island, ranks in rankings(state).items():
        for side, points, _ in standard_points(state, island, ranks):
            found[side] += points
    return found

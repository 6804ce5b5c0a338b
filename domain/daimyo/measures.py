"""What can be counted of a side: for goals, and for effects that happen once for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from domain.daimyo import army
from domain.daimyo.influence import by_island, leads
from domain.daimyo.state import DaimyoState
from domain.daimyo.vocabulary import Measure


def measure(state: DaimyoState, side: int, what: Measure) -> int:
    """How much of something a side has now."""
    return MEASURES[what](state, side)


def _most_governors_on_one_island(state: DaimyoState, side: int) -> int:
    counts = Counter(state.content.island_of[site] for site in state.governors[side])
    return max(counts.values(), default=0)


MEASURES: dict[Measure, Callable[[DaimyoState, int], int]] = {
    "governors": lambda state, side: len(state.governors[side]),
    "shadows": lambda state, side: len(state.shadows[side]),
    "radio-towers": lambda state, side: len(state.towers[side]),
    "techno-farms": lambda state, side: len(state.farms[side]),
    "buildings": lambda state, side: len(state.towers[side]) + len(state.farms[side]),
    "units": lambda state, side: len(state.governors[side]) + len(state.shadows[side]),
    "relics": lambda state, side: len(state.relics[side]),
    "relic-colours": lambda state, side: len({relic.colour for relic in state.relics[side]}),
    "tiles": lambda state, side: len(state.tiles[side]),
    "storage": lambda state, side: state.capacity[side],
    "heroes": lambda state, side: len(state.heroes_of(side)),
    "army": army.value,
    "rice": lambda state, side: state.purses[side].rice,
    "metal": lambda state, side: state.purses[side].metal,
    "crystal": lambda state, side: state.purses[side].crystal,
    "gold": lambda state, side: state.purses[side].gold,
    "resources": lambda state, side: state.purses[side].resources,
    "islands-led": leads,
    "islands-present": lambda state, side: sum(map(bool, by_island(state, side).values())),
    "best-influence": lambda state, side: max(by_island(state, side).values()),
    "governors-on-one-island": _most_governors_on_one_island,
    "popularity": lambda state, side: state.points[side],
    "dice-total": lambda state, side: state.dice_total(side),
}
"""How each measure is taken."""

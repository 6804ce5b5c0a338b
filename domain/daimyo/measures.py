"""What can be counted of a side: for goals, and for effects that happen once for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

from domain.daimyo import army
from domain.daimyo.influence import by_island, leads
from domain.daimyo.state import DaimyoState
from domain.daimyo.vocabulary import Measure


def measure(state: DaimyoState, side: int, what: Measure) -> int:
    """How much of something a side has now."""
    return MEASURES[what](state, side)


def touched(state: DaimyoState, before: DaimyoState) -> frozenset[Measure]:
    """The measures of which anything that they count has been touched between two states of one game."""
    fields = [field for field in FIELDS if getattr(state, field) is not getattr(before, field)]
    return _counting(tuple(fields))


@cache
def _counting(fields: tuple[str, ...]) -> frozenset[Measure]:
    return frozenset(what for what, counted in COUNTED.items() if not set(counted).isdisjoint(fields))


def _heroes(state: DaimyoState, side: int) -> int:
    """All heroes of a side, the one that is being played among them."""
    return len(state.heroes_of(side)) + (len(state.in_play) if state.active == side else 0)


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
    "heroes": _heroes,
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

_CARDS = ("hand", "deck", "discard", "in_play")
_INFLUENCE = ("governors", "shadows", "towers", "relics")
COUNTED: dict[Measure, tuple[str, ...]] = {
    "governors": ("governors",),
    "shadows": ("shadows",),
    "radio-towers": ("towers",),
    "techno-farms": ("farms",),
    "buildings": ("towers", "farms"),
    "units": ("governors", "shadows"),
    "relics": ("relics",),
    "relic-colours": ("relics",),
    "tiles": ("tiles",),
    "storage": ("capacity",),
    "heroes": _CARDS,
    "army": (*_CARDS, "purses"),
    "rice": ("purses",),
    "metal": ("purses",),
    "crystal": ("purses",),
    "gold": ("purses",),
    "resources": ("purses",),
    "islands-led": _INFLUENCE,
    "islands-present": _INFLUENCE,
    "best-influence": _INFLUENCE,
    "governors-on-one-island": ("governors",),
    "popularity": ("points",),
    "dice-total": ("placed",),
}
"""The fields of the state that each measure counts."""
FIELDS = tuple(sorted({field for counted in COUNTED.values() for field in counted}))
"""All of them."""

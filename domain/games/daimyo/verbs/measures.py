"""Measures: what can be counted of a side, for goals and for effects that happen once for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import NamedTuple

from domain.games.daimyo.printed.vocabulary import Measure
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs import army
from domain.games.daimyo.verbs.influence import by_island, count_islands_led


class Counted(NamedTuple):
    """The function that takes a measure of a side, and the fields of the state that it reads."""

    take: Callable[[DaimyoState, int], int]
    fields: tuple[str, ...]


def measure(state: DaimyoState, side: int, what: Measure) -> int:
    """Return how much of something a side has now."""
    return MEASURES[what].take(state, side)


def changed_measures(state: DaimyoState, before: DaimyoState) -> frozenset[Measure]:
    """Return the measures whose fields differ between two states of one game."""
    fields = zip(FIELDS, _counted(state), _counted(before), strict=True)
    return _counting(tuple([field for field, now, then in fields if now is not then]))


@cache
def _counting(fields: tuple[str, ...]) -> frozenset[Measure]:
    return frozenset(what for what, counted in MEASURES.items() if not set(counted.fields).isdisjoint(fields))


def _number_of(*fields: str) -> Counted:
    """Make a measure that counts what a side has in these fields."""
    return Counted(lambda state, side: sum(len(getattr(state, field)[side]) for field in fields), fields)


def _heroes(state: DaimyoState, side: int) -> int:
    """Count all heroes of a side, including the one being played."""
    return len(state.heroes_of(side)) + (len(state.in_play) if state.active == side else 0)


def _most_governors_on_one_island(state: DaimyoState, side: int) -> int:
    counts = Counter(state.content.island_of[site] for site in state.governors[side])
    return max(counts.values(), default=0)


CARDS = ("hand", "deck", "discard", "in_play")
INFLUENCE = ("governors", "shadows", "towers", "relics")
MEASURES: dict[Measure, Counted] = {
    "governors": _number_of("governors"),
    "shadows": _number_of("shadows"),
    "radio-towers": _number_of("towers"),
    "techno-farms": _number_of("farms"),
    "buildings": _number_of("towers", "farms"),
    "units": _number_of("governors", "shadows"),
    "relics": _number_of("relics"),
    "relic-colours": Counted(lambda state, side: len({relic.colour for relic in state.relics[side]}), ("relics",)),
    "tiles": _number_of("tiles"),
    "storage": Counted(lambda state, side: state.capacity[side], ("capacity",)),
    "heroes": Counted(_heroes, CARDS),
    "army": Counted(army.value, (*CARDS, "purses")),
    "rice": Counted(lambda state, side: state.purses[side].rice, ("purses",)),
    "metal": Counted(lambda state, side: state.purses[side].metal, ("purses",)),
    "crystal": Counted(lambda state, side: state.purses[side].crystal, ("purses",)),
    "gold": Counted(lambda state, side: state.purses[side].gold, ("purses",)),
    "resources": Counted(lambda state, side: state.purses[side].resources, ("purses",)),
    "islands-led": Counted(count_islands_led, INFLUENCE),
    "islands-present": Counted(lambda state, side: sum(map(bool, by_island(state, side).values())), INFLUENCE),
    "best-influence": Counted(lambda state, side: max(by_island(state, side).values()), INFLUENCE),
    "governors-on-one-island": Counted(_most_governors_on_one_island, ("governors",)),
    "popularity": Counted(lambda state, side: state.points[side], ("points",)),
    "dice-total": Counted(DaimyoState.dice_total, ("placed",)),
}
FIELDS = tuple(sorted({field for counted in MEASURES.values() for field in counted.fields}))
"""All fields that any measure reads."""
_counted = attrgetter(*FIELDS)

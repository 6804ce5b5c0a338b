"""Measures of a side, for goals and for effects once for each unit."""

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
    """The function that measures a side, and the fields of the state that it reads."""

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
    held = tuple(map(attrgetter, fields))
    return Counted(lambda state, side: sum(len(take(state)[side]) for take in held), fields)


def _heroes(state: DaimyoState, side: int) -> int:
    """Count all heroes of a side, including the one being played."""
    return len(state.heroes_of(side)) + (len(state.hands.in_play) if state.turns.active == side else 0)


def _most_governors_on_one_island(state: DaimyoState, side: int) -> int:
    counts = Counter(state.content.island_of[site] for site in state.pieces.governors[side])
    return max(counts.values(), default=0)


CARDS = ("hands.hand", "hands.deck", "hands.discard", "hands.in_play")
INFLUENCE = ("pieces.governors", "pieces.shadows", "pieces.towers", "holdings.relics")
MEASURES: dict[Measure, Counted] = {
    "governors": _number_of("pieces.governors"),
    "shadows": _number_of("pieces.shadows"),
    "radio-towers": _number_of("pieces.towers"),
    "techno-farms": _number_of("pieces.farms"),
    "buildings": _number_of("pieces.towers", "pieces.farms"),
    "units": _number_of("pieces.governors", "pieces.shadows"),
    "relics": _number_of("holdings.relics"),
    "relic-colours": Counted(
        lambda state, side: len({relic.colour for relic in state.holdings.relics[side]}), ("holdings.relics",)
    ),
    "tiles": _number_of("holdings.tiles"),
    "storage": Counted(lambda state, side: state.holdings.capacity[side], ("holdings.capacity",)),
    "heroes": Counted(_heroes, CARDS),
    "army": Counted(army.value, (*CARDS, "holdings.purses")),
    "rice": Counted(lambda state, side: state.holdings.purses[side].rice, ("holdings.purses",)),
    "metal": Counted(lambda state, side: state.holdings.purses[side].metal, ("holdings.purses",)),
    "crystal": Counted(lambda state, side: state.holdings.purses[side].crystal, ("holdings.purses",)),
    "gold": Counted(lambda state, side: state.holdings.purses[side].gold, ("holdings.purses",)),
    "resources": Counted(lambda state, side: state.holdings.purses[side].resources, ("holdings.purses",)),
    "islands-led": Counted(count_islands_led, INFLUENCE),
    "islands-present": Counted(lambda state, side: sum(map(bool, by_island(state, side).values())), INFLUENCE),
    "best-influence": Counted(lambda state, side: max(by_island(state, side).values()), INFLUENCE),
    "governors-on-one-island": Counted(_most_governors_on_one_island, ("pieces.governors",)),
    "popularity": Counted(lambda state, side: state.scoring.points[side], ("scoring.points",)),
    "dice-total": Counted(DaimyoState.dice_total, ("dice.placed",)),
}
FIELDS = tuple(sorted({field for counted in MEASURES.values() for field in counted.fields}))
"""All fields that any measure reads."""


def _counted(state: DaimyoState) -> tuple[object, ...]:
    """Return the values of FIELDS, in order."""
    # Spelled out, since every move asks twice, and a getter by name takes four times as long.
    hands, holdings, pieces = state.hands, state.holdings, state.pieces
    return (
        state.dice.placed,
        hands.deck,
        hands.discard,
        hands.hand,
        hands.in_play,
        holdings.capacity,
        holdings.purses,
        holdings.relics,
        holdings.tiles,
        pieces.farms,
        pieces.governors,
        pieces.shadows,
        pieces.towers,
        state.scoring.points,
    )

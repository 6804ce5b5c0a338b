"""Armies: their value, and how equal ones are ranked."""

from __future__ import annotations

from domain.games.daimyo.state import DaimyoState
from domain.kernel.scoring import rank_seats

COSTS_THAT_COUNT = (5, 4, 3, 2)


def value(state: DaimyoState, side: int) -> int:
    """Add the gold cost of all heroes in hand, deck and discard pile to the gold left (daimyo.scoring.army-value).

    A hero being played counts too. The number of heroes does not (daimyo.scoring.army-count-irrelevant).
    """
    heroes = state.content.heroes
    in_play = state.hands.in_play if state.turns.active == side else ()
    return sum(heroes[hero].cost for hero in (*state.heroes_of(side), *in_play)) + state.holdings.purses[side].gold


def tie_break(state: DaimyoState, side: int) -> tuple[int, ...]:
    """Return the key that ranks armies: value, then fewer heroes (daimyo.scoring.army-tie-fewer-heroes), then costs.

    More heroes of cost 5 win, then of 4, 3 and 2 (daimyo.scoring.army-tie-costs). See daimyo.example.army.
    """
    owned = state.heroes_of(side)
    costs = [state.content.heroes[hero].cost for hero in owned]
    return value(state, side), -len(owned), *(costs.count(cost) for cost in COSTS_THAT_COUNT)


def ranking(state: DaimyoState) -> dict[int, int]:
    """Rank the army of each side, 1 for the best.

    Mercenaries and empire are ranked too (daimyo.mercenaries.end-of-game, daimyo.solo.scoring.usual). Armies equal in
    everything share the better place (daimyo.ruling.army-tie-unbroken).
    """
    return rank_seats({side: tie_break(state, side) for side in range(state.sides)})


def points(state: DaimyoState) -> dict[int, int]:
    """Return the points of each side for its army, by the table of the edition and the number of players.

    The mercenaries take a place whose points nobody scores (daimyo.ruling.army-points-two-players).
    """
    parameters = state.parameters
    table = next(
        entry.points
        for entry in state.content.army_points
        if entry.edition == parameters.edition and parameters.seats in entry.seats
    )
    return {side: table[rank - 1] if rank <= len(table) else 0 for side, rank in ranking(state).items()}

"""An estimate of how good a state is for a seat, for bots that look one move ahead."""

from __future__ import annotations

from domain.games.yedo.bot.mission_worth import rounds_left
from domain.games.yedo.bot.seat_worth import own_prospects, prospects
from domain.games.yedo.state import YedoState

ORDER, ROUNDS_AHEAD = 0.35, 3
"""The value of one place ahead in Player Order in each coming round, and the most rounds for which it counts."""


def value(state: YedoState, seat: int) -> float:
    """Estimate a state for a seat that plays against the others: its prospects minus the best of theirs."""
    worth = [prospects(state, each) for each in range(state.seats)]
    own = worth.pop(seat) + own_prospects(state, seat)
    return own - max(worth) - _behind(state, seat)


def _behind(state: YedoState, seat: int) -> float:
    """Return what the places of the seats ahead in Player Order cost a seat."""
    rounds = min(rounds_left(state), ROUNDS_AHEAD)
    return ORDER * rounds * state.turns.track.index(seat) if rounds else 0.0

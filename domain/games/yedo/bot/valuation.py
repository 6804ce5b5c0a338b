"""An estimate of how good a state is for a seat, for bots that look one move ahead."""

from __future__ import annotations

from domain.games.yedo.bot.mission_worth import rounds_left
from domain.games.yedo.bot.seat_worth import own_prospects, prospects
from domain.games.yedo.state import YedoState

ORDER, ROUNDS_AHEAD = 0.35, 3
"""The value of one place ahead in Player Order in each remaining round, and the most rounds that count."""


def value(state: YedoState, seat: int) -> float:
    """Estimate a state for a competing seat: its prospects minus the best of the others'."""
    worth = [prospects(state, each) for each in range(state.seats)]
    own = worth.pop(seat) + own_prospects(state, seat)
    return own - max(worth) - _behind(state, seat)


def _behind(state: YedoState, seat: int) -> float:
    """Return the cost to a seat of the seats ahead in Player Order."""
    rounds = min(rounds_left(state), ROUNDS_AHEAD)
    return ORDER * rounds * state.turns.track.index(seat) if rounds else 0.0

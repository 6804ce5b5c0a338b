"""Games with Specialists, for tests of that module."""

from __future__ import annotations

from domain.games.yedo.phases.acting import NextToAct
from domain.games.yedo.phases.final_scoring import LastCall
from tests.domain.games.yedo.game import Position, given

OPTIONS = {"rounds": 8, "sets": "classic", "specialists": True}
NEXT = LastCall(seat=0)
"""A question that follows, so that the game waits before it."""


def play(seats: int = 3, **fields: object) -> Position:
    """Return a game with Specialists; every seat has its 2 Disciples."""
    return given(seats, options=OPTIONS, **fields)


def acting(game: Position) -> Position:
    """Let seat 0 activate a figure; seat 1 has one left when it is done."""
    return game.placed(("shogun", 1)).asking(NextToAct()).running()

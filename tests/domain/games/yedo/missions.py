"""Positions in which a seat is about to complete a Mission."""

from __future__ import annotations

from domain.games.yedo.phases.acting import NextToAct
from tests.domain.games.yedo.game import Position, given


def acting(game: Position) -> Position:
    """Let seat 0 activate a Disciple; seat 1 has one left when it is done."""
    return game.placed(("temple-2" if game.state.seats > 2 else "gates-2", 1)).asking(NextToAct()).running()


def mission(card: str, *spaces: str, **having: object) -> Position:
    """Let seat 0, with this Mission and Disciples on these spaces, activate one of them."""
    game = given(3).having(0, missions=(card,), **having).placed(*((space, 0) for space in spaces))
    return acting(game)

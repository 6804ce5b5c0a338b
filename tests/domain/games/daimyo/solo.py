"""The empire's turns and actions for tests: a card with a die to place, or effects that are one action of a card."""

from __future__ import annotations

from domain.games.daimyo.automated.empire import ActionOver, DieForEmpire, EmpireDie
from domain.games.daimyo.state import Die
from domain.games.daimyo.verbs.asking import Deed, DoEffects
from tests.domain.games.daimyo.game import Position, given

EMPIRE = 1
DICE = (Die("blue", 1), Die("green", 2), Die("red", 3))
SITES = tuple(f"{island}-{number}" for island in ("blue", "red", "yellow", "purple") for number in range(1, 6))
SPACES = tuple(f"{island}-shadow-{number}" for island in ("blue", "red", "yellow", "purple") for number in range(1, 4))


def empire(card: str = "two-banners", round: int = 1, **fields: object) -> Position:
    """Return the empire's first turn of a round, with this card face up, before a die is taken for it."""
    return given(1, active=EMPIRE, turn=2, round=round, pool=DICE, solo_seen=(card,), **fields)


def asked_for_die(game: Position) -> Position:
    return game.asking(EmpireDie(seat=0, side=EMPIRE))


def die_on(game: Position, colour: str) -> Position:
    """Take the die of this colour for the empire: the actions of the two other colours happen."""
    game = asked_for_die(game)
    (move,) = [move for move in game.offered(0, DieForEmpire) if move.colour == colour]
    return game.when(0, move)


def action(game: Position, *effects: object) -> Position:
    """Let the empire do these effects as one action of a solo card, up to the first question."""
    deed = Deed(EMPIRE, 0, "daimyo.solo.empire-turn")
    return game.asking(DoEffects(deed, tuple(effects)), ActionOver(side=EMPIRE)).running()

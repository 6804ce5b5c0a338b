"""Positions for tests of Action Cards: all six sets are in play, and a question may be interrupted."""

from __future__ import annotations

from domain.games.yedo.phases.patrol import Influence
from domain.games.yedo.phases.playing import PlayCard
from tests.domain.games.yedo.game import Position, given

OPTIONS = {
    "rounds": 8,
    "sets": "own",
    "action_sets": ("neutrals", "resources", "rule-changers", "disciple", "watch-patrol", "hard"),
    "event_sets": ("neutral", "resources"),
    "mission_sets": ("neutral", "money"),
}
WALLS = PlayCard("walls-have-ears")
GIFTS = PlayCard("gifts-for-the-council")


def all_cards(seats: int = 4, *, phase: str = "patrol", **fields: object) -> Position:
    """Return a game with all Action Cards in a phase, with nothing asked yet."""
    return given(seats, phase=phase, options=OPTIONS, **fields)


def interruptible(seats: int = 4, **hands: tuple[str, ...]) -> Position:
    """Return a game in which seat 0 is asked in step B of the patrol; `seat_1=(...)` are the Action Cards of seat 1."""
    game = all_cards(seats)
    for name, cards in hands.items():
        game = game.having(int(name.removeprefix("seat_")), actions=cards)
    return game.asking(Influence(seat=0))

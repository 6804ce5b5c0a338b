"""Games of Shogun Must Die with open Errands, for the tests of Errands, of the Errand Boy and of Kill the Shogun."""

from __future__ import annotations

from domain.games.yedo.phases.acting import NextToAct
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.printed.parts import Card
from tests.domain.games.yedo.game import CONTENT, Position, given

OPTIONS = {"shogun_must_die": True, "sets": "classic"}
SMOKE, FRIENDS, MARKET = "smoke-and-geishas", "what-friends-are-for", "death-in-the-market"
TEA, SHRINE, BLADE = "a-gift-of-tea", "sweep-the-shrine", "a-blade-for-the-page"
MUSIC, ROADS, EXAMPLE = "music-behind-screens", "closed-roads", "an-example-made"
NEXT = LastCall(seat=0)
"""A question that follows, so that the game waits before it."""


def together(seats: int = 2, *, options: dict[str, object] | None = None, **board: object) -> Position:
    """Return the Actions Phase of a game with these things on the cooperative board, such as `upcoming`."""
    game = given(seats, options={**OPTIONS, **(options or {})})
    return game.on_board(**board)


def acting(game: Position, seat: int = 0) -> Position:
    """Let a seat activate a Disciple next; the Daimyo has none on the board."""
    return game.with_state(acting=(seat - 1) % game.state.seats).asking(NextToAct()).running()


def errand(card: Card) -> str:
    """Return the space of an Errand."""
    assert CONTENT.emperor_cards[card].errand.space
    return f"errand/{card}"

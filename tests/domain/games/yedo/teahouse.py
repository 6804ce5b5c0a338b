"""Games with the Teahouse, with Characters where a test wants them."""

from __future__ import annotations

from domain.games.yedo.printed.parts import Teahouse
from tests.domain.games.yedo.game import CONTENT, Position, given

OPTIONS: dict[str, object] = {"rounds": 8, "sets": "classic", "teahouse": True}


def with_teahouse(
    seats: int = 3,
    *,
    active: dict[int, str] | None = None,
    recruited: dict[int, str] | None = None,
    display: tuple[str, ...] = ("abbot", "magistrate", "matchmaker", "swordsmith"),
    discard: tuple[str, ...] = (),
    **fields: object,
) -> Position:
    """Return a game with these Characters by seat, on display and discarded; the others are in the deck."""
    held, coming = active or {}, recruited or {}
    display = tuple(character for character in display if character not in (*held.values(), *coming.values()))
    lying = {*held.values(), *coming.values(), *display, *discard}
    return given(seats, **{"options": OPTIONS, **fields}).with_state(
        teahouse=Teahouse(
            beside=(),
            deck=tuple(sorted({*CONTENT.characters} - lying)),
            active=tuple(held.get(seat) for seat in range(seats)),
            recruited=tuple(coming.get(seat) for seat in range(seats)),
            display=display,
            discard=discard,
        )
    )


def characters(game: Position) -> Teahouse:
    """Return the places of the Characters."""
    assert game.state.teahouse is not None
    return game.state.teahouse

"""The next turn in Player Order."""

from __future__ import annotations

from domain.games.yedo.state import YedoState


def sides_after(state: YedoState, side: int | None) -> tuple[int, ...]:
    """Return all sides in Player Order, from the one after `side` around to `side`; with None, from the first."""
    track = state.turns.track
    begin = 0 if side is None else track.index(side) + 1
    return (*track[begin:], *track[:begin])

"""Whose turn is next in Player Order."""

from __future__ import annotations

from domain.games.yedo.state import YedoState


def seats_after(state: YedoState, seat: int | None) -> tuple[int, ...]:
    """Return all seats in Player Order, beginning behind `seat` and ending with it; with None from the first place."""
    order = state.order
    begin = 0 if seat is None else order.index(seat) + 1
    return (*order[begin:], *order[:begin])

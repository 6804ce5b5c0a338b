"""The looks of a game: as text in a terminal and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

import msgspec

from domain.kernel.drawing.parts import Parts
from domain.kernel.drawing.tree import Drawing

V = TypeVar("V", bound=msgspec.Struct)


class Holding(NamedTuple):
    """How much of something a seat has, such as 7 Mon, and the symbol or art that means it."""

    what: str
    amount: int
    symbol: str


class Looks(Generic[V]):
    """Draws views of one game and nothing else, so no picture shows more than its viewer may see.

    The `names` of all calls are the players by seat, then the sides without a seat.
    """

    def board(self, view: V, names: Sequence[str]) -> str:
        """Draw a view as text for a terminal."""
        raise NotImplementedError

    def draw(self, view: V, names: Sequence[str]) -> Drawing:
        """Draw a view as a picture."""
        raise NotImplementedError

    def draw_next(self, view: V, names: Sequence[str], parts: Parts[V]) -> Drawing:
        """Draw a view as the picture after the one that `parts` are from.

        A game with large pictures takes over from there what looks the same.
        """
        return self.draw(view, names)

    def shown_points(self, view: V) -> tuple[int, ...]:
        """Return the points that a view shows: of the seats, then of the sides without a seat."""
        raise NotImplementedError

    def holdings(self, view: V, seat: int) -> tuple[Holding, ...]:
        """Return a seat's countable possessions as a view shows them: always the same things in the same order.

        A game that counts nothing has none.
        """
        return ()

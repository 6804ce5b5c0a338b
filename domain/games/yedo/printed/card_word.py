"""The base of all that the cards of Yedo say: effects, needs and modifiers."""

from __future__ import annotations

from domain.games.yedo.printed.terms import Measure
from domain.kernel.content import Word


class CardWord(Word):
    """An effect, a need or a modifier of a card."""

    __slots__ = ()

    @property
    def tag(self) -> str:
        """The name of its kind in content."""
        raise NotImplementedError

    @property
    def counted(self) -> tuple[Measure, str] | None:
        """The measure that it counts, and of which kind, category or District; None if it counts nothing."""
        return None

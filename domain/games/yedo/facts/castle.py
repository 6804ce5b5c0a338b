"""Facts about the Bower, where the Player Order changes."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.yedo.facts.base import YedoFact
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.language import say
from domain.kernel.words import inside, join_words


class MarkersShifted(YedoFact, frozen=True, gc=False):
    """All markers leave the Player Order Track and wait next to it in their order."""

    order: Public[tuple[int, ...]]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the old order holds until all markers are back."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        waiting = join_words(inside(names[side]) for side in self.order)
        return say("The markers of {waiting} leave the Player Order Track.", waiting=waiting)


class PlaceTaken(YedoFact, frozen=True, gc=False):
    """A seat puts its marker on a free place of the Player Order Track, counted from 1."""

    seat: Public[int]
    place: Public[int]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the old order holds until all markers are back."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes place {place} on the Player Order Track.", who=names[self.seat], place=self.place)

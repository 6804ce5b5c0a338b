"""The base of the moves that activate a Disciple."""

from __future__ import annotations

from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import title

IDLE = "go-home"
"""The purpose of activating a Disciple to do nothing."""


class Activation(Move, frozen=True, gc=False):
    """A move that activates the Disciple on a space."""

    space: Public[str]

    def label(self) -> str:
        return say("{space}: {deed}", space=title(self.space), deed=self.deed())

    def deed(self) -> str:
        """Describe the action without the space."""
        raise NotImplementedError

    def priced_deed(self, state: YedoState, seat: int) -> str:
        """Describe the action of a seat's Disciple with its cost."""
        return self.deed()

    def aim(self) -> tuple[str, str]:
        """Return the purpose of the move, regardless of the Disciple, with the space if that matters, otherwise ""."""
        raise NotImplementedError

    def activate(self, table: YedoTable, seat: int) -> None:
        """Carry out the move for a seat; it must be possible. The figure then goes home."""
        raise NotImplementedError

    def why_not(self, state: YedoState, seat: int) -> IllegalMove | None:
        """Explain why a seat with a figure on the space cannot do this; None if it can."""
        raise NotImplementedError

"""Facts of what a side chose where a card or tile lets it choose."""

from __future__ import annotations

from collections.abc import Sequence

from domain.daimyo.facts.base import DaimyoFact
from domain.daimyo.state import DaimyoState
from domain.kernel.audience import Public, Viewer


class OptionChosen(DaimyoFact, frozen=True, gc=False):
    """A side takes one of the things that a card offers, counted from 1; `what` it is, in words."""

    side: Public[int]
    option: Public[int]
    what: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        """Nothing to remember: what was chosen lies on the agenda."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.side]} chooses to {self.what}."


FACTS = (OptionChosen,)

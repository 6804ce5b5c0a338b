"""Facts of what a side chose where a card or tile lets it choose."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.games.daimyo.facts.base import DaimyoFact, retell
from domain.games.daimyo.state import DaimyoState
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.language import say


class OptionChosen(DaimyoFact, frozen=True, gc=False):
    """A side takes one of the things that a card offers, counted from 1, and what that is in words.

    Rules version 2 added the seat that chose it for another side, and the name of the card.
    """

    side: Public[int]
    option: Public[int]
    what: Public[English]
    by: Public[int | msgspec.UnsetType] = msgspec.UNSET
    card: Public[English | msgspec.UnsetType] = msgspec.UNSET

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: what was chosen is on the agenda."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.by is not msgspec.UNSET:
            return say(
                "{by} chooses for {who}: {what} ({card}).",
                by=names[self.by],
                who=names[self.side],
                what=retell(self.what),
                card=retell(self.card or ""),
            )
        if self.card:
            what, card = retell(self.what), retell(self.card)
            return say("{who} chooses: {what} ({card}).", who=names[self.side], what=what, card=card)
        return say("The choice for {who}: {what}.", who=names[self.side], what=retell(self.what))

"""Facts about sides' choices among what a card or tile offers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.games.daimyo.facts.base import DaimyoFact
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.vocabulary import Effects
from domain.games.daimyo.state import DaimyoState
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.language import say


class OptionChosen(DaimyoFact, frozen=True, gc=False):
    """A side takes one of a card's options, counted from 1: effects, or a step named by `what`.

    Version 2 of the rules added the seat that chose it for another side, and the card. Before version 3, `what` was the
    choice in English, and `card` was a name.
    """

    side: Public[int]
    option: Public[int]
    what: Public[English | msgspec.UnsetType] = msgspec.UNSET
    by: Public[int | msgspec.UnsetType] = msgspec.UNSET
    card: Public[English | msgspec.UnsetType] = msgspec.UNSET
    effects: Public[Effects | msgspec.UnsetType] = msgspec.UNSET

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: what was chosen is on the agenda."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.by is not msgspec.UNSET:
            return say(
                "{by} chooses for {who}: {what} ({card}).",
                by=names[self.by],
                who=names[self.side],
                what=self.what or "",
                card=self.card or "",
            )
        if self.card:
            return say("{who} chooses: {what} ({card}).", who=names[self.side], what=self.what or "", card=self.card)
        return say("The choice for {who}: {what}.", who=names[self.side], what=self.what or "")

    def find_effects(self, content: DaimyoContent) -> Effects:
        return self.effects or ()

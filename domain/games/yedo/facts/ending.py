"""Facts of the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.yedo.facts.base import YedoFact, card_names
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.language import say


class BonusCardsShown(YedoFact, frozen=True, gc=False):
    """A seat shows its Bonus Cards for the final scoring."""

    seat: Public[int]
    cards: Public[tuple[Card, ...]]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the cards stay with the seat."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} shows {cards}.", who=names[self.seat], cards=card_names(self.cards))

"""Facts of the solo game: the cards of the empire, and the feats of a victory over it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.games.daimyo.facts.base import DaimyoFact
from domain.games.daimyo.state import DaimyoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.words import join_words, title

ALL_RELICS, ALL_BUILDINGS, ALL_UNITS = "all-relics", "all-buildings", "all-units"
WORDS = {
    ALL_RELICS: "restored every relic",
    ALL_BUILDINGS: "built every building",
    ALL_UNITS: "recruited every unit",
}


class SoloCardRevealed(DaimyoFact, frozen=True, gc=False):
    """The next solo card lies face up."""

    card: Public[str]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        state.solo_seen = (*state.solo_seen, self.card)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"The empire's next card: {title(self.card)}."


class EmpireAbilityCame(DaimyoFact, frozen=True, gc=False):
    """The total of the empire's dice names the ability that it uses; what that does, since rules version 2."""

    side: Public[int]
    total: Public[int]
    does: Public[str | msgspec.UnsetType] = msgspec.UNSET

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the ability is on the agenda."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        does = f", so its ability is: {self.does}" if self.does else ""
        return f"The dice of {names[self.side]} total {self.total}{does}."


class FeatsAchieved(DaimyoFact, frozen=True, gc=False):
    """The feats of a victory over the empire: the clan that was played, and what else is worth a mark."""

    side: Public[int]
    difficulty: Public[str]
    feats: Public[tuple[str, ...]]

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the feats follow from how the game ended."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.side]} {join_words(map(feat_words, self.feats))} ({self.difficulty})."


def feat_words(feat: str) -> str:
    """Name a feat as something that a player did: "won as Nature", "restored every relic"."""
    return WORDS.get(feat) or f"won as {title(feat)}"


FACTS = (SoloCardRevealed, EmpireAbilityCame, FeatsAchieved)

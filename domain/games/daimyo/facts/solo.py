"""Facts of the solo game: the cards of the empire, and the feats of a victory over it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.games.daimyo.facts.base import DaimyoFact
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.vocabulary import Effects
from domain.games.daimyo.state import DaimyoState
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import join_words, title

ALL_RELICS, ALL_BUILDINGS, ALL_UNITS = "all-relics", "all-buildings", "all-units"
WORDS = {
    ALL_RELICS: mark("restored every relic"),
    ALL_BUILDINGS: mark("built every building"),
    ALL_UNITS: mark("recruited every unit"),
}
DIFFICULTIES = (mark("easy"), mark("normal"), mark("difficult"))


class SoloCardRevealed(DaimyoFact, frozen=True, gc=False):
    """The next solo card is turned up."""

    card: Public[str]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        state.solo.solo_seen = (*state.solo.solo_seen, self.card)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The empire's next card: {card}.", card=title(self.card))


class EmpireAbilityCame(DaimyoFact, frozen=True, gc=False):
    """The total of the empire's dice determines its ability; version 2 stored what that does."""

    side: Public[int]
    total: Public[int]
    does: Public[English | msgspec.UnsetType] = msgspec.UNSET

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the ability is on the agenda."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        who, total = names[self.side], self.total
        if not self.does:
            return say("The dice of {who} total {total}.", who=who, total=total)
        text = mark("The dice of {who} total {total}, so its ability is: {does}.")
        return fill(translate(text), who=who, total=total, does=self.does)

    def find_effects(self, content: DaimyoContent) -> Effects:
        found = content.empire_abilities.get(self.total)
        return () if found is None else found.effects


class FeatsAchieved(DaimyoFact, frozen=True, gc=False):
    """The feats of a victory over the empire: the clan that was played, and other feats that earn a mark."""

    side: Public[int]
    difficulty: Public[str]
    feats: Public[tuple[str, ...]]

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the feats follow from how the game ended."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} {feats} ({difficulty}).",
            who=names[self.side],
            feats=join_words(map(feat_words, self.feats)),
            difficulty=translate(self.difficulty),
        )


def feat_words(feat: str) -> str:
    """Name a feat as something that a player did: "won as Nature", "restored every relic"."""
    return translate(WORDS[feat]) if feat in WORDS else say("won as {clan}", clan=title(feat))

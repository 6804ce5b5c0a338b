"""Facts of the villager tiles."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.games.daimyo.facts.base import DaimyoFact
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.vocabulary import Effects
from domain.games.daimyo.state import DaimyoState
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.words import join_words, title


class VillagersLaidOut(DaimyoFact, frozen=True, gc=False):
    """The visible faces of the villager tiles."""

    faces: Public[tuple[str, ...]]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        state.offers.villagers = self.faces

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The villager tiles show {faces}.", faces=join_words(map(face_name, self.faces)))


class VillagerUsed(DaimyoFact, frozen=True, gc=False):
    """A side uses a villager tile with this face up; version 2 of the rules stored what it does."""

    side: Public[int]
    face: Public[str]
    does: Public[English | msgspec.UnsetType] = msgspec.UNSET

    def evolve(self, state: DaimyoState) -> None:
        """Change nothing: the tile turns over once its face has been carried out."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} uses the villager tile {face}{does}.",
            who=names[self.side],
            face=face_name(self.face),
            does=_does(self.does),
        )

    def find_effects(self, content: DaimyoContent) -> Effects:
        found = content.villager_faces.get(self.face)
        return () if found is None else found.effects


class VillagerTurned(DaimyoFact, frozen=True, gc=False):
    """A villager tile was used and shows its other face; version 2 of the rules stored what that does."""

    side: Public[int]
    used: Public[str]
    shows: Public[str]
    does: Public[English | msgspec.UnsetType] = msgspec.UNSET

    def evolve(self, state: DaimyoState) -> None:
        state.offers.villagers = replace_at(state.offers.villagers, state.offers.villagers.index(self.used), self.shows)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        used, shows = face_name(self.used), face_name(self.shows)
        return say(
            "The villager tile {used} is turned over and shows {shows}{does}.",
            used=used,
            shows=shows,
            does=_does(self.does),
        )

    def find_effects(self, content: DaimyoContent) -> Effects:
        found = content.villager_faces.get(self.shows)
        return () if found is None else found.effects


def face_name(face: str) -> str:
    """Name a face of a villager tile: "draw" -> "Draw" in quotation marks, since the names are common words."""
    return say("\u201c{face}\u201d", face=title(face))


def _does(words: str | msgspec.UnsetType) -> str:
    return f" ({words})" if words else ""

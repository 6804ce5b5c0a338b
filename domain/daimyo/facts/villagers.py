"""Facts of the villager tiles."""

from __future__ import annotations

from collections.abc import Sequence

from domain.daimyo.facts.base import DaimyoFact
from domain.daimyo.state import DaimyoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import put
from domain.kernel.words import listed, title


class VillagersLaidOut(DaimyoFact, frozen=True, gc=False):
    """The faces of the villager tiles that are up."""

    faces: Public[tuple[str, ...]]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        state.villagers = self.faces

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"The villagers offer {listed(map(title, self.faces))}."


class VillagerUsed(DaimyoFact, frozen=True, gc=False):
    """A side uses a villager tile with this face up."""

    side: Public[int]
    face: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        """Nothing to remember: the tile turns over when its face has been carried out."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.side]} asks the villagers: {title(self.face)}."


class VillagerTurned(DaimyoFact, frozen=True, gc=False):
    """A villager tile was used and shows its other face."""

    side: Public[int]
    used: Public[str]
    shows: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.villagers = put(state.villagers, state.villagers.index(self.used), self.shows)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"The villagers turn from {title(self.used)} to {title(self.shows)}."


FACTS = (VillagersLaidOut, VillagerUsed, VillagerTurned)

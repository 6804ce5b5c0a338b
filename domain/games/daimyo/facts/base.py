"""The base of all facts of Daimyo, and helpers for their words."""

from __future__ import annotations

from domain.games.daimyo.state import DaimyoState
from domain.kernel.fact import Fact
from domain.kernel.words import title


class DaimyoFact(Fact[DaimyoState], frozen=True, gc=False):
    """A fact of Daimyo. `side` in a fact is a seat, or the number of the mercenaries or the empire."""

    def owners(self) -> tuple[int, ...]:
        """Return the side that sees the private fields."""
        side = getattr(self, "side", None)
        return () if side is None else (side,)


def piece_name(kind: str) -> str:
    """Name a kind of piece: "radio-tower" -> "radio tower"; a techno-farm is written with its hyphen."""
    return kind if kind == "techno-farm" else kind.replace("-", " ")


def action_name(action: str) -> str:
    """Name a main action or another space for dice: "villagers" -> "Help from Villagers"."""
    return "Help from Villagers" if action == "villagers" else title(action)


def place_name(place: str) -> str:
    """Name a site or shadow space: "red-3" -> "site 3 of red"."""
    island, _, rest = place.partition("-")
    kind, _, number = rest.rpartition("-")
    return f"{kind or 'site'} {'space ' if kind else ''}{number} of {island}"

"""The base of all facts of Daimyo, and helpers for their words."""

from __future__ import annotations

from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.vocabulary import Effects
from domain.games.daimyo.state import DaimyoState
from domain.kernel.fact import Fact
from domain.kernel.language import ENGLISH, current_language, mark, say, translate
from domain.kernel.words import title


class DaimyoFact(Fact[DaimyoState], frozen=True, gc=False):
    """A fact of Daimyo. `side` is a seat, or the number of the mercenaries or the empire."""

    def owners(self) -> tuple[int, ...]:
        """Return the side that sees the private fields."""
        side = getattr(self, "side", None)
        return () if side is None else (side,)

    def find_effects(self, content: DaimyoContent) -> Effects:
        """Return what its card does; nothing if it has no card that the content knows."""
        return ()


PIECES: dict[str, tuple[str, str]] = {
    "governor": (mark("governor"), mark("a governor")),
    "shadow": (mark("shadow"), mark("a shadow")),
    "radio-tower": (mark("radio tower"), mark("a radio tower")),
    "techno-farm": (mark("techno-farm"), mark("a techno-farm")),
}
"""The kinds of pieces, alone and with an article."""
COLOURS = (mark("blue"), mark("red"), mark("green"), mark("yellow"), mark("purple"), mark("black"))
"""The colours of dice and relics."""
ISLANDS = (
    mark("blue island"),
    mark("red island"),
    mark("green island"),
    mark("yellow island"),
    mark("purple island"),
    mark("black island"),
)
"""The islands within a sentence. English names them by their colour alone."""
SPACES = (
    mark("Clan Ability"),
    mark("Revenue"),
    mark("Villagers"),
    mark("Production"),
    mark("Relic"),
    mark("Recruitment"),
    mark("Construction"),
    mark("Tax"),
    mark("Tower"),
    mark("Governor"),
    mark("Shadow"),
)
"""The spaces for dice and tiles, as `title` writes them."""
SUPPLIES = (
    mark("governors"),
    mark("shadows"),
    mark("scavengers"),
    mark("radio towers"),
    mark("techno farms"),
    mark("relic pawns"),
)
"""The names of a side's remaining pieces, as in the view."""
ORIGINS = {"black-market": mark("black market"), "bag": mark("bag"), "mercenaries": mark("mercenaries")}
"""The places that tiles come from, other than islands."""


def piece_name(kind: str) -> str:
    """Name a kind of piece: "radio-tower" -> "radio tower"; a techno-farm is written with its hyphen."""
    return translate(PIECES[kind][0]) if kind in PIECES else kind.replace("-", " ")


def a_piece(kind: str) -> str:
    """Name a kind of piece with its article: "a radio tower"."""
    return translate(PIECES[kind][1])


def action_name(action: str) -> str:
    """Name a main action or another space for dice: "villagers" -> "Help from Villagers"."""
    return say("Help from Villagers") if action == "villagers" else title(action)


def island_name(island: str) -> str:
    """Name an island within a sentence: "red", which other languages write with an article and a noun."""
    return island if current_language() == ENGLISH else translate(f"{island} island")


def origin_name(origin: str) -> str:
    """Name the place that a tile comes from: an island, or "black-market" -> "black market"."""
    return translate(ORIGINS[origin]) if origin in ORIGINS else island_name(origin)


def place_name(place: str) -> str:
    """Name a site or shadow space: "red-3" -> "site 3 of red"."""
    island, _, rest = place.partition("-")
    kind, _, number = rest.rpartition("-")
    if not kind:
        return say("site {n} of {island}", n=number, island=island_name(island))
    return say("{kind} space {n} of {island}", kind=piece_name(kind), n=number, island=island_name(island))

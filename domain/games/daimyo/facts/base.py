"""What all facts of Daimyo share."""

from __future__ import annotations

from typing import TypeVar

from domain.games.daimyo.state import DaimyoState
from domain.kernel.fact import Fact

V = TypeVar("V")


class DaimyoFact(Fact[DaimyoState], frozen=True, gc=False):
    """A fact of Daimyo. `side` in a fact is a seat, or the number of the mercenaries or the empire."""

    def owners(self) -> tuple[int, ...]:
        """The side that sees the private fields."""
        side = getattr(self, "side", None)
        return () if side is None else (side,)


CANNOT = {
    "gain": "gain goods",
    "gain-choice": "gain goods",
    "pay": "pay",
    "pay-choice": "pay",
    "points": "score",
    "storage": "raise the storage",
    "draw": "draw a hero",
    "discard-hero": "discard a hero",
    "give-tile": "give up a relic tile",
    "recruit": "recruit a unit",
    "build": "construct a building",
    "hire": "hire a hero",
    "reset-recruitment": "reset the recruitment track",
    "scavenge": "send out the scavenger",
    "take-tile": "take a relic tile",
    "move-governor": "move a governor",
    "place-piece": "place a piece",
    "move-piece": "move a piece",
    "eliminate": "remove a governor",
    "collect": "collect at a site",
    "villager-tile": "use a villager tile",
    "villager-steps": "ask the villagers",
    "adjust-die": "turn a die",
    "play-hero": "play a hero",
    "use-clan-ability": "use the ability of a clan",
    "take-helmet": "take the Mighty Helmet",
    "lose": "make anybody return goods",
    "optional": "do what the card offers",
    "for-price": "pay what the card asks",
    "choose": "do what the card offers",
    "per": "do what the card counts",
    "to-advantage": "do what the card says",
}
"""What a side cannot do, by the tag of the effect that comes to nothing."""


def without(values: tuple[V, ...], value: V) -> tuple[V, ...]:
    """`values` without one occurrence of `value`; raises ValueError if there is none."""
    place = values.index(value)
    return values[:place] + values[place + 1 :]


def plus(values: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """`values` and more, sorted: where things lie in no order, equal states are equal."""
    return tuple(sorted((*values, *more)))


def piece_name(kind: str) -> str:
    """A kind of piece in words: "radio-tower" -> "radio tower"; a techno-farm is written with its hyphen."""
    return kind if kind == "techno-farm" else kind.replace("-", " ")


def place_name(place: str) -> str:
    """A site or shadow space in words: "red-3" -> "site 3 of red"."""
    island, _, rest = place.partition("-")
    kind, _, number = rest.rpartition("-")
    return f"{kind or 'site'} {'space ' if kind else ''}{number} of {island}"

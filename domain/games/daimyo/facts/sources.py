"""Sources: what points are for and which card causes an effect, as ids in facts and in words."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.daimyo.facts.base import island_name
from domain.kernel import retelling
from domain.kernel.fact import is_id
from domain.kernel.language import mark, say, translate
from domain.kernel.words import title

CARD, VILLAGER_TILE, FULL_STORAGE, INCOMPLETE_ACTION = "card", "villager-tile", "full-storage", "incomplete-action"
SOURCES = {
    CARD: mark("the effect of a card"),
    VILLAGER_TILE: mark("the villager tile"),
    FULL_STORAGE: mark("storage that is full"),
    INCOMPLETE_ACTION: mark("an incomplete action"),
    "relics": mark("restored relics"),
    "techno-farms": mark("techno-farms"),
    "radio-towers": mark("radio towers"),
    "army": mark("the army"),
    "helmet": mark("the Mighty Helmet"),
    "resources": mark("leftover resources"),
}
"""The unique sources."""
STEP_WORDS = {
    "storage": mark("raise the storage"),
    "draw": mark("draw a hero"),
    "helmet": mark("take the Mighty Helmet"),
    "tile": mark("use a villager tile"),
}
"""The steps of Help from Villagers."""
KINDS: dict[str, Callable[[str], str]] = {
    "tile": lambda tile: say("the tile {tile}", tile=title(tile)),
    "clan": lambda clan: say("the ability of the {id} clan", id=title(clan)),
    "goal": lambda goal: say("the goal {id}", id=title(goal)),
    "empire-ability": lambda total: say("the Empire Ability for {total}", total=total),
    "influence": lambda island: say("influence on {island}", island=island_name(island)),
    "hero": title,
    "solo-card": title,
    "step": lambda step: translate(STEP_WORDS.get(step, step)),
}
"""The kinds of sources with several members: the prefix before the slash, and a function that names such a source."""


def name_source(source: str) -> str:
    """Name a source in the current language: "tile/amber-2" -> "the tile Amber 2".

    Versions 1 and 2 of the rules stored the words in English; they are retold.
    """
    kind, _, one = source.partition("/")
    if is_id(source) and one and kind in KINDS:
        return KINDS[kind](one)
    return translate(SOURCES[source]) if source in SOURCES else retell(source)


def retell(text: str) -> str:
    """Translate an English phrase from a fact of version 1 or 2 into the current language."""
    return retelling.retell(text, "daimyo")

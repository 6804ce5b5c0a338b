"""The words for the parts of the game: resources, meeples, buildings, and what points are for."""

from __future__ import annotations

from domain.kernel.fact import is_id
from domain.kernel.language import ENGLISH, current_language, mark, say_many, translate
from domain.kernel.words import join_words, title

DONATION, GIFT = "donation", "gift"
DEEDS = {DONATION: mark("donation"), GIFT: mark("gift to the town")}
"""The words for deeds that score points."""
WITH_ARTICLES = (
    mark("the Sumo"),
    mark("the Ninja"),
    mark("the Geisha"),
    mark("the Samurai"),
    mark("the Barracks"),
    mark("the Broker"),
    mark("the Castle"),
    mark("the Gold Mine"),
    mark("the Guard House"),
    mark("the Market"),
    mark("the Rice Paddy"),
    mark("the School"),
    mark("the Shrine"),
    mark("the Stables"),
    mark("the Statue"),
    mark("the Yatai"),
)
"""The meeples and the printed buildings within a sentence: other languages have more than one article."""


def the(thing: str) -> str:
    """Name a meeple or a building within a sentence, by its id: "the Gold Mine"."""
    return translate(f"the {thing.replace('-', ' ').title()}")


def amount(gold: int, food: int) -> str:
    """Write gold and food in words: "2 gold and 1 food"."""
    parts = [say_many("{n} gold", "{n} gold", gold)] if gold else []
    parts += [say_many("{n} food", "{n} food", food)] if food else []
    return join_words(parts) or translate(mark("nothing"))


def name_source(what: str) -> str:
    """Say what points were for, as named in a fact: a deed, or the id of a card, which English leaves unchanged.

    Version 1 of the rules stored the words of deeds.
    """
    if what in DEEDS or not is_id(what):
        return translate(DEEDS.get(what, what))
    return what if current_language() == ENGLISH else title(what)

"""Adds phrases in the current language to facts: what cards do, and what points were for.

Facts name cards and hold effects; cards speak in sentences, in the third person where they say "you".
"""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.state import YedoState
from domain.games.yedo.views.phrases import name_or_retell
from domain.kernel.fact import Fact, english_fields
from domain.kernel.language import ENGLISH, speaking


def with_phrases(fact: Fact[YedoState], content: YedoContent) -> Fact[YedoState]:
    """Return a fact with its field of type `English` in the current language: a name, or what a card does.

    A phrase stored under version 1 or 2 of the rules is retold if it is not the card's.
    """
    fields = english_fields(type(fact))
    if not fields or not isinstance(fact, YedoFact):
        return fact
    (field,) = fields
    stored = getattr(fact, field)
    if isinstance(stored, str) and not _is_of_card(fact, stored, content):
        return replace(fact, **{field: name_or_retell(stored, content)})
    return replace(fact, **{field: fact.say_effects(content) or ""})


def _is_of_card(fact: YedoFact, text: str, content: YedoContent) -> bool:
    """Return whether a stored phrase lists the effects of the fact's card, which are shown as sentences."""
    with speaking(ENGLISH):
        return text == fact.list_effects(content)

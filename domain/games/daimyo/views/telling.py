"""Adds phrases to facts: stored ones are translated, others follow from the content."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.daimyo.facts.base import DaimyoFact
from domain.games.daimyo.facts.sources import name_source
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.describe import describe
from domain.kernel.fact import Fact, english_fields


def with_phrases(fact: Fact[DaimyoState], content: DaimyoContent) -> Fact[DaimyoState]:
    """Return a fact with its fields of type `English` in the current language: names, and what a card does.

    Versions 1 and 2 of the rules stored such phrases, which are retold; others follow from the content.
    """
    fields = english_fields(type(fact))
    if not fields or not isinstance(fact, DaimyoFact):
        return fact
    phrases = {field: name_source(text) for field in fields if isinstance(text := getattr(fact, field), str)}
    effects = fact.find_effects(content)
    if effects:
        phrases.setdefault("does" if "does" in fields else "what", describe(effects))
    return replace(fact, **phrases)

"""Translates the English phrases that versions 1 and 2 of the rules stored in facts.

Since version 3, facts hold ids and effects, which `telling` puts into words without this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from domain.games.yedo.facts.base import card_name, card_noun
from domain.games.yedo.facts.sources import is_source, name_source
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.effect_words import describe, tell
from domain.games.yedo.printed.needs import Need
from domain.games.yedo.printed.terms import COLOURS, JESUITS_DECKS
from domain.games.yedo.printed.vocabulary import Effect
from domain.games.yedo.voice import ALL_PLAYERS
from domain.games.yedo.words.describe_cards import tell_event
from domain.games.yedo.words.describe_coop import penalty_text
from domain.games.yedo.words.describe_needs import describe_needs
from domain.kernel import retelling
from domain.kernel.language import ENGLISH, current_language, say, speaking
from domain.kernel.words import join_parts, title

KEPT = 8
"""How many contents' phrases are cached, counting each language."""


class _Same:
    """A content that equals only itself, since comparing two takes as long as making the phrases."""

    def __init__(self, content: YedoContent) -> None:
        self.content = content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.content is other.content

    def __hash__(self) -> int:
        return id(self.content)


def name_or_retell(what: str, content: YedoContent) -> str:
    """Name a source of points by its id; an older fact's phrase is retold."""
    return name_source(what) if is_source(what) else retell(what, content)


def retell(text: str, content: YedoContent) -> str:
    """Translate a stored phrase; it stays English if no card of this content has it."""
    language = current_language()
    if language == ENGLISH:
        return text
    known = _list_phrases(_Same(content), language)
    # A list that belongs to no single card is translated item by item.
    return known.get(text) or join_parts(known.get(item) or _say_anew(item) for item in text.split("; "))


def _say_anew(item: str) -> str:
    """Translate a stored text that is on no card: one from the code, or a card title made from its id."""
    if (said := retelling.retell(item, "yedo")) != item:
        return said
    as_name = title(item)
    return item if as_name == item.replace("-", " ").title() else as_name


@lru_cache(KEPT)
def _list_phrases(same: _Same, language: str) -> Mapping[str, str]:
    """Map the English phrases of a content's cards to the current language."""
    with speaking(ENGLISH):
        english = tuple(_say_all(same.content))
    return dict(zip(english, _say_all(same.content), strict=True))


def _say_all(content: YedoContent) -> Iterator[str]:
    """Say every phrase that facts can hold, always in the same order."""
    # Many cards have the same texts.
    yield from map(_describe, dict.fromkeys(_find_words(tuple(vars(content).values()))))
    for deck in ("mission", "action", "bonus", *COLOURS, *JESUITS_DECKS):
        yield say("swap {cards}", cards=card_noun(deck))
    for event in content.events.values():
        yield from (tell_event(event, jesuits) for jesuits in (False, True))
    for emperor in content.emperor_cards.values():
        yield tell(emperor.event, ALL_PLAYERS)
        yield penalty_text(emperor.penalty)
    for card in (
        *content.missions,
        *content.action_cards,
        *content.events,
        *content.characters,
        *content.emperor_cards,
    ):
        yield card_name(card)
    for card in content.bonus_cards:
        yield say("the Bonus Card {card}", card=card_name(card))
    for annex in content.annexes:
        yield say("the {kind}", kind=title(annex))


def _describe(words: tuple[msgspec.Struct, ...]) -> str:
    effects = tuple(word for word in words if isinstance(word, Effect))
    return describe(effects) if effects else describe_needs(words)  # type: ignore[arg-type]


def _find_words(value: object) -> Iterator[tuple[msgspec.Struct, ...]]:
    """Yield every list of effects and of needs in a value, and each effect and need by itself."""
    if isinstance(value, tuple):
        for kind in (Effect, Need):
            if value and all(isinstance(item, kind) for item in value):
                yield value
                yield from ((item,) for item in value)
        for item in value:
            yield from _find_words(item)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _find_words(getattr(value, name))
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _find_words(item)

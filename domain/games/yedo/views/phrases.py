"""The phrases that facts hold in English, such as what a card does, in the language spoken now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from domain.games.yedo.facts.base import card_noun
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.effect_words import Effect
from domain.games.yedo.printed.need_words import Need
from domain.games.yedo.printed.terms import COLOURS, JESUITS_DECKS
from domain.games.yedo.words.describe import describe
from domain.games.yedo.words.describe_needs import describe_needs
from domain.kernel.language import ENGLISH, current_language, say, speaking, translate

KEPT = 8
"""Contents whose phrases are kept in memory, one for each language."""


class _Same:
    """A content that is equal to itself alone, since comparing two takes as long as making the phrases."""

    def __init__(self, content: YedoContent) -> None:
        self.content = content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.content is other.content

    def __hash__(self) -> int:
        return id(self.content)


def retell(text: str, content: YedoContent) -> str:
    """Return a stored phrase in the language spoken now; in English if no card of this content says so."""
    language = current_language()
    if language == ENGLISH:
        return text
    return _list_phrases(_Same(content), language).get(text) or translate(text)


@lru_cache(KEPT)
def _list_phrases(same: _Same, language: str) -> Mapping[str, str]:
    """Map what the cards of a content do in English to what that is in a language, which is the one spoken now."""
    found = {}
    # Many cards say the same.
    for words in dict.fromkeys(_find_words(same.content)):
        with speaking(ENGLISH):
            english = _describe(words)
        found[english] = _describe(words)
    for deck in ("mission", "action", "bonus", *COLOURS, *JESUITS_DECKS):
        with speaking(ENGLISH):
            english = say("swap {cards}", cards=card_noun(deck))
        found[english] = say("swap {cards}", cards=card_noun(deck))
    return found


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

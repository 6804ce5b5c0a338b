"""Translates phrases that were stored in English: only for facts with fields of type `English`.

Such a field holds a phrase, for example what a card does, which stays in the record for ever. New facts hold ids
instead, which their `words` put into words. The phrases were made from the texts of the catalogues, so the same texts
take them apart: a phrase that matches a text, with values that match texts or are numbers, gets its translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from string import Formatter
from typing import NamedTuple

from domain.kernel.language import ENGLISH, current_language, fill, list_texts, translate, translate_many

KEPT = 4096
"""How many phrases are cached; the cards of a game have some hundreds."""
LONGEST = 400
"""The longest phrase that is taken apart: no card says more."""
NUMBER = "n"
"""The value of a text that is a number, and nothing else."""
MOST_PARTS = 1000
"""A phrase of more parts than this, counting every attempt, stays English."""
JOINED = (" and ", " or ", ", ")


class Template(NamedTuple):
    """An English text with values: the words around them, one more than there are names."""

    text: str
    words: tuple[str, ...]
    names: tuple[str, ...]


def retell(text: str, game: str) -> str:
    """Translate a phrase that a game stored in English; it stays English if the game did not make it.

    `game` is the name of its package: a phrase is made from the texts of that game alone.
    """
    language = current_language()
    if language == ENGLISH or len(text) > LONGEST:
        return text
    return _retell(language, game, text) or text


@lru_cache(KEPT)
def _retell(language: str, game: str, text: str) -> str | None:
    """Translate a phrase into the current language, which is not English; None if no text matches it."""
    return _Retelling(language, game).find(text)


class _Retelling:
    """One phrase being taken apart: the translations of its parts so far, and how many more parts may be tried.

    Phrases can come from strangers' files, so the cost of one is bounded.
    """

    def __init__(self, language: str, game: str) -> None:
        self._texts = list_texts(language, game)
        self._templates = _list_templates(language, game)
        self._found: dict[str, str | None] = {}

    def find(self, text: str) -> str | None:
        """Translate a phrase or a part of it; None if no text matches it, or if it costs too much."""
        if text not in self._found:
            if len(self._found) >= MOST_PARTS:
                return None
            self._found[text] = None
            self._found[text] = self._find(text)
        return self._found[text]

    def _find(self, text: str) -> str | None:
        if re.fullmatch(r"[+-]?[0-9]+", text):
            return text
        if (whole := translate(text)) != text or text in self._texts:
            return whole
        for template in self._templates:
            for values in _match(template, text):
                said = {name: retold for name, value in values.items() if (retold := self.find(value))}
                if len(said) == len(values):
                    return self._say(template.text, said)
        return self._find_list(text) or self._find_numbered(text)

    def _say(self, text: str, values: Mapping[str, str]) -> str:
        forms = self._texts[text]
        if forms is None:
            return fill(translate(text), **values)
        return fill(translate_many(*forms, int(values.get(NUMBER, 0))), **values)

    def _find_list(self, text: str) -> str | None:
        for joint in JOINED:
            before, found, after = text.rpartition(joint)
            if found and (first := self.find(before)) and (last := self.find(after)):
                return f"{first}, {last}" if joint == ", " else f"{first} {translate(joint.strip())} {last}"
        return None

    def _find_numbered(self, text: str) -> str | None:
        """Translate a phrase with a number before or after it: "3 own shadows", "Amber 2"."""
        if (counted := re.fullmatch(r"([0-9]+) (.+)", text)) and (thing := self.find(counted[2])):
            return f"{counted[1]} {thing}"
        if (named := re.fullmatch(r"(.+) ([0-9]+)", text)) and (name := self.find(named[1])):
            return f"{name} {named[2]}"
        return None


@cache
def _list_templates(language: str, game: str) -> tuple[Template, ...]:
    """List the texts with values, those with the most fixed words first."""
    found = []
    for text in list_texts(language, game):
        parts = list(Formatter().parse(text))
        names = tuple(name for _, name, _, _ in parts if name is not None)
        words = tuple(word for word, _, _, _ in parts)
        words = words if len(words) > len(names) else (*words, "")
        # A text is skipped if a value occurs twice or has a format, or if it has no fixed words.
        plain = len(set(names)) == len(names) and not any(spec or conversion for _, _, spec, conversion in parts)
        if names and plain and any(map(str.strip, words)):
            found.append(Template(text, words, names))
    return tuple(sorted(found, key=lambda template: -sum(map(len, template.words))))


def _match(template: Template, text: str) -> Iterator[Mapping[str, str]]:
    """Yield every way in which a text can be made from a template, with its values."""
    first = template.words[0]
    if text.startswith(first):
        yield from _match_rest(template, text[len(first) :], 0, {})


def _match_rest(template: Template, text: str, place: int, values: dict[str, str]) -> Iterator[Mapping[str, str]]:
    name, words = template.names[place], template.words[place + 1]
    if place == len(template.names) - 1:
        if text.endswith(words) and len(text) > len(words):
            value = text[: len(text) - len(words)]
            if name != NUMBER or value.isdecimal():
                yield {**values, name: value}
        return
    start = text.find(words, 1)
    while start > 0:
        if name != NUMBER or text[:start].isdecimal():
            rest = text[start + len(words) :]
            yield from _match_rest(template, rest, place + 1, {**values, name: text[:start]})
        start = text.find(words, start + 1)

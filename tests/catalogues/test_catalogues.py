"""The catalogues hold a complete translation of every text, and nothing else."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from domain.games.yedo.verbs.modifiers import too_dear
from domain.kernel.language import find_catalogues, say, say_many, speaking, translate
from domain.kernel.words import count_noun, join_words, title
from tests.catalogues.extracting import find_texts
from tests.catalogues.writing import find_file, list_catalogues, read_catalogue, renew
from tests.domain.games.yedo.game import given

CATALOGUES = list(list_catalogues())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def values_of(room: Path) -> dict[str, frozenset[str]]:
    """The names of the values that every call gives with a text."""
    given_values: dict[str, frozenset[str]] = {}
    for found in find_texts(room):
        for text in [found.text] if isinstance(found.text, str) else found.text:
            given_values[text] = given_values.get(text, found.values) & found.values
    return given_values


def fits(english: str, other: str, values: frozenset[str]) -> bool:
    """Whether a translation has the values of its text, or others in their place that are given with it."""
    ours, theirs = placeholders(english), placeholders(other)
    return theirs == ours or (len(theirs) == len(ours) and theirs <= ours | values)


def forms(message: Message) -> list[tuple[str, str]]:
    """The pairs of an English text and its translation; for a plural, the text that names the number."""
    if isinstance(message.id, tuple):
        return [(message.id[1], text) for text in message.string]
    return [(message.id, str(message.string))]


@pytest.mark.parametrize(("room", "language"), CATALOGUES, ids=lambda part: getattr(part, "name", part))
def test_a_catalogue_is_as_make_words_writes_it(room: Path, language: str) -> None:
    assert find_file(room, language).read_bytes() == renew(room, language), "run `make words` and translate what is new"


@pytest.mark.parametrize(("room", "language"), CATALOGUES, ids=lambda part: getattr(part, "name", part))
def test_every_text_has_a_translation_with_the_same_values(room: Path, language: str) -> None:
    messages = [message for message in read_catalogue(find_file(room, language), language) if message.id]
    pairs = [pair for message in messages for pair in forms(message)]
    assert [english for english, other in pairs if not other.strip()] == []
    values = values_of(room)
    assert [english for english, other in pairs if not fits(english, other, values[english])] == []
    assert [message.id for message in messages if message.fuzzy] == []


def test_catalogues_that_share_a_text_translate_it_alike() -> None:
    for language in {language for _, language in CATALOGUES}:
        found: dict[str, set[object]] = {}
        for room, _ in CATALOGUES:
            for message in read_catalogue(find_file(room, language), language):
                found.setdefault(str(message.id), set()).add(message.string if message.id else "")
        assert {text: others for text, others in found.items() if len(others) > 1} == {}


def test_texts_are_said_in_the_language_spoken_now_and_in_english_otherwise() -> None:
    assert say("{who} withdraws dispute {dispute}.", who="Anna", dispute=1) == "Anna withdraws dispute 1."
    with speaking("fr"):
        assert say("{who} withdraws dispute {dispute}.", who="Anna", dispute=1) == "Anna retire le litige 1."
        with speaking("en"):
            assert say("{who} withdraws dispute {dispute}.", who="Anna", dispute=1) == "Anna withdraws dispute 1."
        assert translate("no catalogue has this") == "no catalogue has this"
        assert translate("") == ""
    assert say("{who} withdraws dispute {dispute}.", who="Anna", dispute=1) == "Anna withdraws dispute 1."


def test_a_reason_for_later_is_said_in_the_language_of_whoever_reads_the_refusal() -> None:
    refusal = too_dear(given(2, mon=(3, 0)).state, 0, "luxury", 4, "yedo.harbor.luxury-4")
    assert refusal is not None
    assert refusal.why == "This costs 4 Mon, and you have 3 Mon."
    with speaking("fr"):
        assert refusal.why == "Ceci coûte 4 mon, et vous avez 3 mon."
        assert str(refusal) == "Ceci coûte 4 mon, et vous avez 3 mon. (yedo.harbor.luxury-4)"


def test_numbers_and_lists_follow_the_rules_of_the_language() -> None:
    assert [count_noun(n, "step") for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]
    assert join_words(["a", "b", "c"]) == "a, b and c"
    with speaking("fr"):
        assert [count_noun(n, "step") for n in (0, 1, 2)] == ["0 étape", "1 étape", "2 étapes"]
        assert join_words(["a", "b", "c"]) == "a, b et c"
        assert say_many("{n} step", "{n} steps", 5) == "5 étapes"
        assert title("no-such-card") == "No Such Card"


def test_a_language_without_catalogues_cannot_be_spoken() -> None:
    with pytest.raises(ValueError, match="'tlh' is not one of en, fr"), speaking("tlh"):
        pass
    assert len(find_catalogues("fr")) == len(CATALOGUES)


def test_no_line_of_french_begins_with_a_mark_that_belongs_to_the_word_before() -> None:
    for room, language in CATALOGUES:
        if language == "fr":
            messages = read_catalogue(find_file(room, language), language)
            texts = [text for message in messages if message.id for _, text in forms(message)]
            assert [text for text in texts if re.search("« | [;:!?»]", text)] == []

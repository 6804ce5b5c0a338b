"""Colours in a language with genders: an adjective agrees with its noun."""

from __future__ import annotations

import re

from domain.games.yedo.printed.term_words import MISSIONS, measure_noun, name_missions
from domain.kernel.language import speaking
from tests.catalogues.writing import find_file, list_catalogues, read_catalogue

FEMININE = r"(?:[Mm]issions?|[Cc]artes?|[Tt]uiles?|[Îî]les?|[Pp]ioches?|[Gg]ardes?)"


def test_a_mission_of_a_colour_is_feminine_in_french() -> None:
    with speaking("fr"):
        assert [name_missions(colour)[1] for colour in MISSIONS] == [
            "Missions vertes",
            "Missions jaunes",
            "Missions rouges",
            "Missions noires",
        ]
        assert measure_noun("missions-done", "green") == ("Mission verte accomplie", "Missions vertes accomplies")
        assert measure_noun("missions-held", "black") == ("Mission noire en main", "Missions noires en main")
    assert measure_noun("missions-done", "green") == ("completed Green Mission", "completed Green Missions")


def test_no_colour_of_a_feminine_noun_is_left_masculine_in_french() -> None:
    wrong = re.compile(rf"\b{FEMININE} \(?(?:vert|bleu|violet|noir)s?\b|\b{FEMININE} \(\{{colour\}}\)")
    for room, language in list_catalogues():
        if language == "fr":
            messages = [message for message in read_catalogue(find_file(room, language), language) if message.id]
            texts = [form for m in messages for form in ([m.string] if isinstance(m.string, str) else m.string)]
            assert [text for text in texts if wrong.search(text)] == []

"""French elides words before values: "de" and "Anna" are "d’Anna"."""

from __future__ import annotations

import json
import tomllib
from importlib import resources

import pytest

from domain.kernel.language import LANGUAGES, fill, later, say, speaking


@pytest.mark.parametrize(
    "value", ["Anna", "anna", "Élodie", "Ida", "Oda", "Yves", "Hugo", "Hélène", "Henri", "heures", "honneur", "hôte"]
)
def test_a_word_is_elided_before_a_vowel_and_a_mute_h(value: str) -> None:
    with speaking("fr"):
        assert fill("Main de {name}", name=value) == f"Main d’{value}"


@pytest.mark.parametrize(
    "value", ["Bela", "Yann", "Yedo", "Hans", "Hideyoshi", "Honda", "huit", "héros", "onze", "8", "", "« Anna »"]
)
def test_a_word_stays_before_any_other_value(value: str) -> None:
    with speaking("fr"):
        assert fill("Main de {name}", name=value) == f"Main de {value}"


def test_every_word_of_a_text_is_elided_for_its_own_value() -> None:
    with speaking("fr"):
        text = fill("Que {one} de {other} le {one}, et que {other} la {n}.", one="Anna", other="Bela", n=8)
    assert text == "Qu’Anna de Bela l’Anna, et que Bela la 8."


def test_the_end_of_a_longer_word_is_not_elided() -> None:
    with speaking("fr"):
        assert fill("la grande {name} à elle {name}", name="Anna") == "la grande Anna à elle Anna"


def test_a_value_stays_as_it_was_written() -> None:
    with speaking("fr"):
        assert fill("{name} de {name}", name="la Ena de {name}") == "la Ena de {name} de la Ena de {name}"


def test_a_text_that_is_said_later_elides_for_the_value_as_it_is_said_then() -> None:
    who = later("{who}", who="Anna")
    with speaking("fr"):
        assert fill("Main de {who}", who=who) == "Main d’Anna"


def test_texts_of_the_catalogues_are_elided() -> None:
    with speaking("fr"):
        assert say("Clan board of {name}", name="Anna") == "Plateau de Clan d’Anna"
        assert say("Clan board of {name}", name="Bela") == "Plateau de Clan de Bela"


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "fr"])
def test_other_languages_elide_nothing(language: str) -> None:
    with speaking(language):
        assert fill("Main de {name}", name="Anna") == "Main de Anna"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_elides_as_the_service_does(language: str) -> None:
    page = json.loads(resources.files("page").joinpath("catalogues", language, "frame.json").read_text("utf-8"))
    file = resources.files("domain") / "kernel" / "catalogues" / f"{language}.toml"
    rule = tomllib.loads(file.read_text("utf-8"))["elision"] if file.is_file() else {"words": [], "before": ""}
    assert (page["elision.words"], page["elision.before"]) == (" ".join(rule["words"]), rule["before"])

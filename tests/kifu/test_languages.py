"""The language that commands write in: the option, the environment, and what stays English."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from domain.kernel.language import LANGUAGES
from domain.rulesets import registry
from kifu.main import SECTIONS, main
from kifu.shared.languages import choose_language
from tests.kifu.command import kifu
from tests.support.foreign import english, pairs

OTHERS = LANGUAGES[1:]
SPOKEN = {name for section in ("Play", "Look", "Prove") for name in SECTIONS[section]} - {"fuzz", "key"}
"""The commands for people who play and check; those for operators and developers, and `key`, are English."""
MICRO_DOJO = Path(__file__).parents[2] / "service/demo/micro-dojo.kifu"
ANSWERS = "help\n1\nnonsense\nu\nb\n" + "1\n" * 60


NAMES = frozenset(pair for ruleset in registry() for pair in pairs(ruleset.title))
"""Games are called the same in every language."""


def find_english(text: str, language: str) -> list[str]:
    return [line for line in text.splitlines() if pairs(line) & english(language) - NAMES]


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CA@euro"}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "de:fr:en"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": ""}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_environment_names_the_language_as_for_gettext(environ: dict[str, str], language: str) -> None:
    assert choose_language(None, environ) == language


def test_the_option_counts_more_than_the_environment(tmp_path: Path) -> None:
    assert choose_language("fr", {"LANG": "en_GB.UTF-8"}) == "fr"
    told = kifu("replay", str(MICRO_DOJO), "--language", "en", data=tmp_path, LANGUAGE="fr")
    assert told.out == kifu("replay", str(MICRO_DOJO), data=tmp_path).out


def test_a_language_without_catalogues_is_refused_with_those_that_have_them(tmp_path: Path) -> None:
    ran = kifu("rulesets", "--language", "tlh", data=tmp_path)
    assert (ran.exit_code, ran.err) == (2, "Error: There is no language 'tlh'. The languages are: en, fr.\n")


def test_every_command_for_people_who_play_and_check_has_the_option() -> None:
    commands = {name: main.get_command(click.Context(main), name) for names in SECTIONS.values() for name in names}
    found = {name for name, one in commands.items() if one and any(p.name == "language" for p in one.params)}
    assert found == SPOKEN


@pytest.mark.parametrize("game", ["micro-dojo", "daimyo", "yedo"])
@pytest.mark.parametrize("language", OTHERS)
def test_a_game_in_the_terminal_has_no_english(language: str, game: str, tmp_path: Path) -> None:
    played = kifu("play", game, "--seed", "a", "--language", language, data=tmp_path, typed=ANSWERS)
    assert played.exit_code == 0
    assert find_english(played.out, language) == []
    assert len(played.out) > 5000


def test_a_game_is_recorded_alike_in_every_language(tmp_path: Path) -> None:
    wrote = []
    for language in LANGUAGES:
        file = tmp_path / f"{language}.kifu"
        ran = kifu(
            *("play", "yedo", "--seed", "a", "--language", language, "--record", str(file)),
            data=tmp_path,
            typed=ANSWERS,
        )
        assert ran.exit_code == 0
        kept = re.sub(r'"(id|game|at|time|timestamp|opened_at)":"[^"]*"', "", file.read_text("utf-8"))
        wrote.append([set(re.findall(r'"words":"[^"]*"|"why":"[^"]*"', kept)), len(kept.splitlines())])
    assert wrote[0] == wrote[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("rulesets",),
        ("replay", str(MICRO_DOJO)),
        ("replay", str(MICRO_DOJO), "--at", "40"),
        ("verify", str(MICRO_DOJO), "--unsigned"),
        ("chance", str(MICRO_DOJO)),
        ("selfplay", "yedo", "--games", "2", "--bots", "random,greedy"),
        ("selfplay", "yedo", "--seats", "2", "--games", "1", "-o", "shogun_must_die=true"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("language", OTHERS)
def test_what_a_command_prints_has_no_english(language: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    ran = kifu(*arguments, "--language", language, data=tmp_path)
    assert ran.exit_code == 0
    assert ran.out
    assert find_english(ran.out, language) == []


@pytest.mark.parametrize("game", ["micro-dojo", "daimyo", "yedo"])
@pytest.mark.parametrize("language", OTHERS)
def test_a_rulebook_has_no_english_but_the_places_in_print(language: str, game: str, tmp_path: Path) -> None:
    ran = kifu("clauses", game, "--language", language, data=tmp_path)
    texts = "\n".join("│".join(line.split("│")[:3]) for line in ran.out.splitlines())
    assert find_english(texts, language) == []
    assert len(texts) > 5000


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "chess"),
        ("play", "yedo", "-o", "teahouse"),
        ("play", "yedo", "-o", "teahouse=perhaps"),
        ("play", "yedo", "--seat", "9"),
        ("play", "yedo", "--seats", "9"),
        ("play", "yedo", "--bots", "random,greedy,random"),
        ("play", "yedo", "--name", "x" * 99),
        ("clauses", "yedo", "no-such-clause"),
        ("replay", "no-such-game"),
        ("replay", str(MICRO_DOJO), "--at", "999"),
        ("replay", str(MICRO_DOJO), "--as", "seat:9"),
        ("verify", "no-such-game"),
        ("verify", str(MICRO_DOJO), "--quorum", "2"),
        ("chance",),
        ("receipt", str(MICRO_DOJO)),
        ("proof", str(MICRO_DOJO)),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("language", OTHERS)
def test_what_a_command_refuses_is_said_without_english(
    language: str, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    english_ran = kifu(*arguments, data=tmp_path)
    ran = kifu(*arguments, "--language", language, data=tmp_path)
    assert (ran.exit_code, english_ran.exit_code) == (2, 2)
    assert ran.err != english_ran.err
    assert find_english(ran.err, language) == []


def test_json_is_for_programs_and_english(tmp_path: Path) -> None:
    for arguments in (("replay", str(MICRO_DOJO), "--json"), ("clauses", "micro-dojo", "--json")):
        ran = kifu(*arguments, "--language", "fr", data=tmp_path, LANGUAGE="fr")
        assert ran.out == kifu(*arguments, data=tmp_path).out

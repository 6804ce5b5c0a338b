"""Errors are for people: one line that says what is wrong, exit code 2."""

from pathlib import Path

import pytest

from kifu.shared.explaining import explain
from kifu.shared.faults import as_sentence
from tests.kifu.command import kifu
from tests.support.rulesets import product_rulesets

RULESETS = ", ".join(sorted(ruleset.id for ruleset in product_rulesets()))
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["clauses", "chess"], f"There is no ruleset 'chess'. The rulesets are: {RULESETS}."),
        (["clauses", "micro-dojo", "build.payy"], "Did you mean micro-dojo.build.pay?"),
        (["clauses", "micro-dojo", "zzz"], "has no clause 'zzz'. `kifu clauses micro-dojo` lists them."),
        (["selfplay", "go"], f"There is no ruleset 'go'. The rulesets are: {RULESETS}."),
        (
            ["selfplay", "micro-dojo", "--option", "movement=3C"],
            "'3C' is not one of none, 1A, 1B, 2A, 2B.",
        ),
        (
            ["selfplay", "micro-dojo", "-o", "speed=9"],
            "There is no option 'speed'; there are: objectives, movement, pause_on_dispute, on_resignation, "
            "signed_moves, clock.",
        ),
        (["selfplay", "micro-dojo", "-o", "movement"], "The option 'movement' has no value. Write it as name=value."),
        (["selfplay", "micro-dojo", "--seats", "3"], "Micro Dojo is for 2 players, not 3."),
        (["play", "--name", "two\nlines"], "cannot be a name. A name has 1 to 40 characters"),
        (["play", "--record", "pyproject.toml"], "pyproject.toml exists already. Name a new file."),
        (["play", "--record", "nowhere/game.kifu"], "cannot be written: No such file or directory."),
        (["play", "--bots", "greedy,random"], "2 bots cannot take 1 seat."),
        (["play", "--seat", "3"], "The game has seats 1 to 2, no seat 3."),
        (["replay", "7"], "There is no game '7'. A game is a .kifu file, or an id"),
        (["replay", NOBODY], "There is no database in"),
        (["rebuild"], "There is no database in"),
    ],
)
def test_what_a_person_gets_wrong_is_one_line_and_exit_code_2(arguments: list[str], said: str, tmp_path: Path) -> None:
    ran = kifu(*arguments, data=tmp_path / "none")
    assert ran.exit_code == 2
    assert ran.out == ""
    assert ran.err.startswith("Error: ")
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("command", ["migrate", "rebuild", "replay"])
def test_a_database_that_is_away_is_said_in_one_line(command: str, tmp_path: Path) -> None:
    arguments = [command, NOBODY] if command == "replay" else [command]
    ran = kifu(*arguments, data=tmp_path, KIFU_DATABASE_URL="postgresql://127.0.0.1:1/kifu?connect_timeout=2")
    assert ran.exit_code == 2
    assert ran.err.startswith("Error: The database cannot be reached: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["serve", "migrate", "rulesets"])
def test_all_bad_settings_are_said_together(command: str, tmp_path: Path) -> None:
    ran = kifu(command, data=tmp_path, KIFU_PORT="99999", KIFU_LOG_LEVEL="loud")
    assert ran.exit_code == 2
    assert ran.err.count("\n") == 1
    assert "KIFU_PORT" in ran.err
    assert "KIFU_LOG_LEVEL" in ran.err


def test_data_that_cannot_be_kept_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = kifu("serve", data=tmp_path / "file" / "data", KIFU_PORT="1")
    assert ran.exit_code == 2
    assert "KIFU_DATA: Nothing can be kept in " in ran.err
    assert ran.err.count("\n") == 1


def test_a_content_pack_that_cannot_be_used_is_said_with_its_file(tmp_path: Path) -> None:
    pack = tmp_path / "micro-dojo"
    pack.mkdir()
    (pack / "board.toml").write_text("spaces = 9", "utf-8")
    ran = kifu("rulesets", data=tmp_path, KIFU_CONTENT=str(tmp_path))
    assert ran.exit_code == 2
    assert ran.err.startswith("Error: board.toml: ")
    assert ran.err.count("\n") == 1


def test_a_defect_of_ours_is_not_explained_away() -> None:
    assert explain(ZeroDivisionError("a defect")) is None


def test_messages_of_other_rooms_become_sentences_and_names_stay_as_they_are() -> None:
    assert as_sentence("something answers") == "Something answers."
    assert as_sentence("board.toml: no number") == "board.toml: no number."
    assert as_sentence("KIFU_PORT: 1 to 65535.") == "KIFU_PORT: 1 to 65535."


def test_a_command_that_does_not_exist_is_answered_with_a_similar_one(tmp_path: Path) -> None:
    ran = kifu("verfiy", data=tmp_path)
    assert (ran.exit_code, ran.out) == (2, "")
    assert "Error: There is no command 'verfiy'. Did you mean verify?\n" in ran.err

"""`kifu import`, and files whose content is not installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.kifu.command import kifu
from tests.support.archives import FORMATS, edit_line, house_game, record_file, split_lines
from tests.support.rulesets import product_rulesets

pytestmark = pytest.mark.long


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The file of a game whose content is not installed anywhere."""
    path = tmp_path / "house.kifu"
    path.write_bytes(house_game(tmp_path))
    return path


@pytest.mark.long
def test_a_file_has_all_that_its_game_needs(house: Path, tmp_path: Path) -> None:
    verified = kifu("verify", str(house), "--unsigned", data=tmp_path)
    assert (verified.exit_code, verified.err) == (0, "")
    assert "0 changed, 0 illegal" in verified.out
    told = kifu("replay", str(house), data=tmp_path).out
    assert told.startswith("Micro Dojo: player 0 against player 1, finished")
    assert "   1  The meeples take the corners." in told
    board = kifu("replay", str(house), "--at", "4", data=tmp_path).out
    assert "|" in board
    state = json.loads(kifu("replay", str(house), "--at", "4", "--json", data=tmp_path).out)
    assert (state["step"], state["version"]) == (4, 7)
    assert json.loads(kifu("chance", str(house), "--json", data=tmp_path).out)["changed"] == []
    assert kifu("replay", str(house), "--at", "9999", data=tmp_path).exit_code == 2


def test_a_bad_content_is_named_by_every_command_that_reads_files(house: Path, tmp_path: Path) -> None:
    house.write_bytes(edit_line(house.read_bytes(), 2, lambda pack: pack["files"].pop("board.toml")))
    for command in ("verify", "replay", "chance"):
        ran = kifu(command, str(house), data=tmp_path)
        assert (ran.exit_code, ran.out) == (2, "")
        assert "line 2: the digest of the files" in ran.err


def test_a_redacted_file_cannot_be_told(tmp_path: Path) -> None:
    ran = kifu("replay", str(FORMATS / "micro-dojo-2-redacted.kifu"), data=tmp_path)
    assert (ran.exit_code, ran.err.count("\n")) == (2, 1)
    assert "redacted" in ran.err


@pytest.mark.long
def test_files_are_imported_and_archived_again_as_they_were(house: Path, tmp_path: Path, database_url: str) -> None:
    data, url = tmp_path / "data", database_url
    game = json.loads(split_lines(house.read_bytes())[0])["game"]
    ran = kifu("import", str(house), data=data, KIFU_DATABASE_URL=url)
    assert (ran.exit_code, ran.err) == (0, "")
    assert ran.out.startswith(f"{game}: ")
    again = kifu("import", "-", data=data, typed=house.read_text("utf-8"), KIFU_DATABASE_URL=url)
    assert again.out == f"{game}: was here already\n"
    file = tmp_path / "again.kifu"
    assert kifu("archive", game, "-o", str(file), data=data, KIFU_DATABASE_URL=url).exit_code == 0
    assert file.read_bytes() == house.read_bytes()
    verified = kifu("verify", game, data=data, KIFU_DATABASE_URL=url)
    assert verified.exit_code == 0, verified.out
    assert "events were imported at" in verified.out
    assert kifu("replay", game, data=data, KIFU_DATABASE_URL=url).out == kifu("replay", str(house), data=data).out


@pytest.mark.long
def test_receipts_of_another_service_are_checked_by_the_keys_that_are_named(tmp_path: Path, database_url: str) -> None:
    file, keys = FORMATS / "micro-dojo-2.kifu", str(FORMATS / "keys.json")
    forged = tmp_path / "forged.kifu"
    forged.write_bytes(edit_line(file.read_bytes(), 9, lambda line: line["receipt"].update(signature="0" * 128)))
    ran = kifu("import", str(forged), "--keys", keys, data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert (ran.exit_code, ran.out) == (2, "")
    assert "line 9: the receipt is not genuine" in ran.err
    assert kifu("import", str(file), "--keys", keys, data=tmp_path, KIFU_DATABASE_URL=database_url).exit_code == 0
    game = json.loads(split_lines(file.read_bytes())[0])["game"]
    found = json.loads(kifu("verify", game, "--json", data=tmp_path, KIFU_DATABASE_URL=database_url).out)
    assert (found["holds"], found["receipts"]["genuine"]) == (True, found["chain"]["events"])


def test_the_first_bad_file_ends_the_import_with_its_name_and_line(tmp_path: Path, database_url: str) -> None:
    good, bad = tmp_path / "good.kifu", tmp_path / "bad.kifu"
    good.write_bytes(record_file(product_rulesets()))
    bad.write_bytes(good.read_bytes()[:-50])
    ran = kifu("import", str(good), str(bad), data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert ran.exit_code == 2
    assert "steps restored" in ran.out
    assert f"{bad}, line " in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.long
def test_an_import_leaves_the_key_of_the_service_in_use(house: Path, tmp_path: Path, database_url: str) -> None:
    data, url = tmp_path / "data", database_url
    assert kifu("import", str(house), data=data, KIFU_DATABASE_URL=url).exit_code == 0
    public = data / "keys" / "public.json"
    before = public.read_bytes()
    ran = kifu("import", str(house), data=data, KIFU_DATABASE_URL=url, KIFU_SIGNING_KEY="01" * 32)
    assert ran.exit_code == 2
    assert "give the same key" in ran.err
    assert public.read_bytes() == before

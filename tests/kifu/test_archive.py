"""`kifu selfplay --record`, `kifu verify` and `kifu archive`."""

from __future__ import annotations

import json
import re
import secrets
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from domain.application.commands import Request
from domain.application.games import Games
from domain.application.stored.stored_games import Keys, StoredGames
from service.keys import signing
from service.settings import Settings
from tests.kifu.command import kifu
from tests.support.archives import FORMATS
from tests.support.rulesets import product_rulesets
from tests.support.services import ROOT

pytestmark = pytest.mark.long


def test_recorded_games_are_the_same_for_the_same_seed_and_verify(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        ran = kifu(
            "selfplay", "micro-dojo", "--games", "2", "--seed", "7", "--record", str(tmp_path / folder), data=tmp_path
        )
        assert ran.exit_code == 0, ran.err
    files = sorted((tmp_path / "one").iterdir())
    assert [file.name for file in files] == ["micro-dojo-7-1.kifu", "micro-dojo-7-2.kifu"]
    for file in files:
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()
        ran = kifu("verify", str(file), "--unsigned", data=tmp_path)
        assert (ran.exit_code, ran.err) == (0, "")
        assert "0 changed, 0 illegal" in ran.out


def test_verify_ends_with_1_and_shows_the_first_difference(tmp_path: Path) -> None:
    kifu("selfplay", "micro-dojo", "--games", "1", "--record", str(tmp_path), data=tmp_path)
    file = tmp_path / "micro-dojo-1-1.kifu"
    file.write_bytes(file.read_bytes().replace(b'"gold":2,"food":0', b'"gold":3,"food":0', 1))
    ran = kifu("verify", str(file), data=tmp_path)
    assert ran.exit_code == 1
    assert "First difference: step" in ran.out
    assert '"gold":2' in ran.out
    assert '"gold":3' in ran.out
    found = json.loads(kifu("verify", str(file), "--json", data=tmp_path).out)
    assert found["rules"]["changed"] >= 1
    assert found["rules"]["first"]["recorded"]["gold"] == 3
    assert found["chain"]["fault"]["step"] == found["rules"]["first"]["step"]
    assert f"Fault (chain): step {found['chain']['fault']['step']}" in ran.out


def test_verify_says_in_one_line_why_a_file_is_no_archive(tmp_path: Path) -> None:
    file = tmp_path / "zeros.kifu"
    file.write_bytes(bytes(1000))
    ran = kifu("verify", str(file), data=tmp_path)
    assert (ran.exit_code, ran.out) == (2, "")
    assert "line 1" in ran.err
    assert ran.err.count("\n") == 1
    assert "A game is a .kifu file, or an id" in kifu("verify", "nothing", data=tmp_path).err


def test_a_file_without_receipts_is_not_called_whole_unless_that_is_accepted(tmp_path: Path) -> None:
    genuine, keys = FORMATS / "micro-dojo-2.kifu", ("--keys", str(FORMATS / "keys.json"))
    assert kifu("verify", str(genuine), *keys, data=tmp_path).exit_code == 0
    robbed = tmp_path / "robbed.kifu"
    robbed.write_bytes(re.sub(rb',"receipt":\{[^}]*\}\}$', b"}", genuine.read_bytes(), flags=re.MULTILINE))
    ran = kifu("verify", str(robbed), data=tmp_path)
    assert (ran.exit_code, "whole" in ran.out) == (3, False)
    assert "events without a receipt." in ran.out
    assert "Unproven: no service has signed all of these events." in ran.out
    found = json.loads(kifu("verify", str(robbed), "--json", data=tmp_path).out)
    assert (found["receipts"]["genuine"], found["receipts"]["missing"]) == (0, found["chain"]["events"])
    assert kifu("verify", str(robbed), "--unsigned", data=tmp_path).exit_code == 0
    ran = kifu("verify", str(robbed), "--unsigned", *keys, data=tmp_path)
    assert (ran.exit_code, "Fault (receipts): version 1: the event has no receipt" in ran.out) == (1, True)


def test_verify_says_of_a_file_of_before_digests_that_it_has_none(tmp_path: Path) -> None:
    ran = kifu("verify", str(ROOT / "tests/games/formats/micro-dojo-1.kifu"), "--unsigned", data=tmp_path)
    assert ran.exit_code == 0, ran.err
    assert "No digests" in ran.out


@pytest.mark.long
def test_verify_and_receipt_say_in_one_line_what_is_no_document_of_keys_and_no_receipt(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    for text in ("", "[]", '{"keys":[{}]}', "[" * 100_000):
        bad.write_text(text)
        for arguments in (["verify", "tests/games/micro-dojo-1A-1.kifu", "--keys", str(bad)], ["receipt", str(bad)]):
            ran = kifu(*arguments, data=tmp_path)
            assert (ran.exit_code, ran.out) == (2, ""), arguments
            assert ran.err.count("\n") == 1


@pytest.mark.long
@pytest.mark.slow
def test_a_game_of_the_database_is_archived_redacted_and_whole_once_it_is_over(
    tmp_path: Path, database_url: str
) -> None:
    signer, keyring = signing.load_or_make(Settings(data=tmp_path))
    (tmp_path / "keys.json").write_bytes(msgspec.json.encode(keyring.document()))
    with Games(
        StoredGames(
            product_rulesets(),
            keys=Keys(signer=signer),
            clock=lambda: datetime.now(UTC),
            entropy=secrets.token_bytes,
            env={"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": database_url},
        )
    ) as games:
        opened = games.lobby.open_game(Request(by="ann"), "micro-dojo", {}, 2)
        game = str(opened.game_id)
        for player in ("ann", "bob"):
            games.lobby.take_seat(Request(by=player), UUID(game))
        running = tmp_path / "running.kifu"
        ran = kifu("archive", game, "-o", str(running), data=tmp_path, KIFU_DATABASE_URL=database_url)
        assert ran.exit_code == 0, ran.err
        assert b'"seed":{"sealed":' in running.read_bytes()
        told = kifu("verify", str(running), data=tmp_path)
        assert (told.exit_code, told.out.partition("\n")[0]) == (
            0,
            "A redacted file: its moves cannot be carried out again.",
        )
        answer = tmp_path / "answer.json"
        answer.write_bytes(msgspec.json.encode(games.recording.resign(Request(by="ann"), UUID(game), 0).answer))
    assert kifu("verify", game, data=tmp_path, KIFU_DATABASE_URL=database_url).exit_code == 0
    file = tmp_path / "game.kifu"
    assert kifu("archive", game, "-o", str(file), data=tmp_path, KIFU_DATABASE_URL=database_url).exit_code == 0
    assert kifu("archive", game, data=tmp_path, KIFU_DATABASE_URL=database_url).out.encode() == file.read_bytes()
    keys = ("--keys", str(tmp_path / "keys.json"))
    verified = kifu("verify", str(file), *keys, data=tmp_path / "elsewhere")
    assert verified.out.startswith("2 steps: 2 unchanged, 0 changed, 0 illegal")
    assert "5 genuine receipts" in verified.out
    elsewhere = kifu("receipt", str(answer), *keys, "--archive", str(file), data=tmp_path / "elsewhere")
    assert (elsewhere.exit_code, elsewhere.out.partition(":")[0]) == (0, "Genuine, and in the history")
    # The file of the running game ends before the receipt.
    earlier = kifu("receipt", str(answer), *keys, "--archive", str(running), data=tmp_path / "elsewhere")
    assert (earlier.exit_code, earlier.out.partition(":")[0]) == (1, "Genuine, and NOT in the history")
    inside = kifu("receipt", str(answer), data=tmp_path, KIFU_DATABASE_URL=database_url)
    assert (inside.exit_code, inside.out.partition(":")[0]) == (0, "Genuine, and in the history")

"""`kifu key` makes keys and signs what a service asks for; `kifu verify` compares a file with keys of players."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from flask import Flask

from domain.proof.signatures import PlayerKeys
from kifu.main import main
from tests.api.house import Person, app_on
from tests.support.signed_games import SignedGame


def kifu(*arguments: str, typed: bytes = b"") -> Result:
    ran = CliRunner().invoke(main, arguments, input=typed)
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
    return ran


@pytest.fixture
def app(database_url: str, tmp_path: Path) -> object:
    with app_on(database_url, tmp_path) as app:
        yield app


def test_a_key_is_made_and_signs_what_the_service_asks_for(app: Flask, tmp_path: Path) -> None:
    ada, path = Person(app.test_client(), "Ada"), tmp_path / "ada.key"
    made = kifu("key", "new", str(path), "--player", "Ada")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert ada.post("/v1/me/keys", json.loads(made.stdout)).status_code == 201
    game = ada.open(options={"signed_moves": True})
    asked = ada.post(f"{game}/seats", {"seat": 0})
    assert asked.get_json()["code"] == "signature-required"
    signed = kifu("key", "sign", str(path), "-", typed=asked.data)
    assert "kifu seat 1" in signed.stderr
    answer = ada.post(f"{game}/seats", {"seat": 0}, Kifu_Signature=signed.stdout.strip())
    assert answer.status_code == 201, answer.data
    again = kifu("key", "new", str(path), "--player", "Ada")
    assert (again.exit_code, "exists already" in again.output) == (2, True)


def test_what_cannot_be_signed_is_said_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "x.key"
    path.write_text("no key")
    assert "is not a key, which is" in kifu("key", "sign", str(path), "-", typed=b"{}").output
    path.write_text("00" * 32)
    for typed in (b"", b"{}", b"[" * 5000, b'{"to_sign": 7}'):
        ran = kifu("key", "sign", str(path), "-", typed=typed)
        assert (ran.exit_code, "This answer does not say what to sign" in ran.output) == (2, True)
    other = b'{"to_sign": {"text": "content x", "content": "{}", "keys": []}}'
    assert "is not a key of this seat" in kifu("key", "sign", str(path), "-", typed=other).output


def test_a_file_is_compared_with_the_keys_that_players_published(tmp_path: Path) -> None:
    genuine = SignedGame().moves(3).resign(0, signed=False)
    invented = SignedGame(signers=list(reversed(genuine.signers))).moves(3).resign(0)
    keys, files = tmp_path / "anna.json", [tmp_path / "genuine.kifu", tmp_path / "invented.kifu"]
    keys.write_bytes(msgspec.json.encode(PlayerKeys("anna", tuple(genuine.known["anna"]))))
    for path, game in zip(files, (genuine, invented), strict=True):
        path.write_bytes(game.file())
    good = kifu("verify", str(files[0]), "--unsigned", "--player-keys", str(keys))
    assert good.exit_code == 0, good.output
    assert "5 genuine signatures of players." in good.output
    assert "Not signed by the player of the seat, and need not be: step 5." in good.output
    assert kifu("verify", str(files[1]), "--unsigned").exit_code == 0
    bad = kifu("verify", str(files[1]), "--player-keys", str(keys))
    assert (bad.exit_code, "Fault (signatures): version 2: the key" in bad.output) == (1, True), bad.output
    keys.write_text("[]")
    assert "holds no keys of a player" in kifu("verify", str(files[0]), "--player-keys", str(keys)).output

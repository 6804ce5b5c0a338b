"""The second verifier checks what players signed, and the client in JavaScript signs what the service accepts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.kernel.audience import SPECTATOR
from domain.proof.signatures import PlayerKeys, PlayerSigner, content_digest, deed_text, encode_canonically
from tests.domain.verification.test_signatures import hidden_move
from tests.support.archives import chain_again, edit_line
from tests.support.services import ROOT, running_service
from tests.support.signed_games import SignedGame

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="the examples run in Node, and there is no `node` on the PATH")


def node(script: str, *arguments: str, typed: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [NODE or "", str(ROOT / "examples" / script), *arguments]
    env = {**os.environ, **environment}
    return subprocess.run(command, input=typed, capture_output=True, timeout=60, check=False, env=env)


@pytest.fixture(scope="module")
def sound() -> SignedGame:
    return SignedGame(options={"signed_moves": True}).moves(5).resign(1, signed=False)


@pytest.fixture(scope="module")
def published(sound: SignedGame, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file with the keys of Anna."""
    path = tmp_path_factory.mktemp("keys") / "anna.json"
    path.write_bytes(msgspec.json.encode(PlayerKeys("anna", tuple(sound.known["anna"]))))
    return str(path)


def test_the_second_verifier_counts_genuine_signatures(sound: SignedGame, published: str) -> None:
    done = node("verify_archive.js", "-", typed=sound.file())
    assert done.returncode == 0, done.stderr
    assert b"7 genuine signatures of players." in done.stdout
    alone = node("verify_signatures.js", "-", published, typed=sound.file())
    assert (alone.returncode, b"Steps 7 of seats" in alone.stdout) == (0, True), alone.stderr
    assert b"Receipts, digests and moves were not checked" in alone.stdout


def test_the_second_verifier_reads_hidden_moves_as_sealed() -> None:
    game = hidden_move()
    redacted = node("verify_archive.js", "-", typed=game.redacted(SPECTATOR))
    assert (redacted.returncode, b"1 are over moves" in redacted.stdout) == (0, True), redacted.stderr
    assert b"are over moves" not in node("verify_archive.js", "-", typed=game.file()).stdout


@pytest.mark.parametrize(
    ("line", "change", "why"),
    [
        (7, lambda event: event.pop("signed"), "line 7: seat"),
        (7, lambda event: event["signed"].update(salt="00" * 32), "line 7: the player of seat"),
        (7, lambda event: event["signed"].update(signature="00" * 64), "line 7: the signature of seat"),
        (4, lambda event: [event.pop("keys"), event.pop("signed")], "line 4: seat 0 was taken without a key"),
    ],
)
def test_the_second_verifier_names_what_was_forged(
    sound: SignedGame, line: int, change: Callable[[dict[str, Any]], object], why: str
) -> None:
    file = chain_again(edit_line(sound.file(), line, lambda filed: change(filed["event"])))
    done = node("verify_archive.js", "-", typed=file)
    assert (done.returncode, done.stderr.startswith(f"Fault: {why}".encode())) == (1, True), done.stderr


def test_the_second_verifier_names_a_game_with_keys_of_somebody_else(sound: SignedGame, published: str) -> None:
    invented = SignedGame(signers=list(reversed(sound.signers))).moves(2).resign(0)
    assert node("verify_signatures.js", "-", typed=invented.file()).returncode == 0
    done = node("verify_signatures.js", "-", published, typed=invented.file())
    assert (done.returncode, b"are not those of anna" in done.stderr) == (1, True), done.stderr


def test_the_vector_of_the_document_holds() -> None:
    document = (ROOT / "docs/tampering.md").read_text("utf-8")
    signer, salt = PlayerSigner(bytes(range(32))), "11" * 32
    game, digest = "00000000-0000-4000-8000-000000000001", "22" * 32
    move = {"type": "place", "space": 3}
    text = deed_text("move", game, 4, digest, 0, content_digest(salt, encode_canonically(move))).decode()
    assert f"```text\n{text}```" in document
    assert f"\n{signer.sign('move', game, 4, digest, 0, move, salt).signature}\n" in document
    assert f"`{signer.public}`, called `{signer.key}`" in document


def registered(address: str, name: str) -> str:
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(f"{address}/v1/players", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(json.load(answer)["token"])


@pytest.mark.long
def test_the_client_in_javascript_registers_keys_sits_down_and_moves(database_url: str, tmp_path: Path) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as address:
        tokens = [registered(address, name) for name in ("Ada", "Zoë")]
        keys = [str(tmp_path / f"{seat}.jwk") for seat in (0, 1)]

        def act(seat: int, *arguments: str) -> dict[str, Any]:
            done = node("sign_move.js", keys[seat], *arguments, KIFU=f"{address}/v1", TOKEN=tokens[seat])
            assert done.returncode == 0, done.stderr
            return dict(json.loads(done.stdout))

        body = json.dumps({"ruleset": "micro-dojo", "seats": 2, "options": {"signed_moves": True}}).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {tokens[0]}"}
        with urllib.request.urlopen(urllib.request.Request(f"{address}/v1/games", body, headers), timeout=60) as answer:
            game = str(json.load(answer)["id"])
        for seat in (0, 1):
            act(seat, "register")
            found = act(seat, "sit", game, str(seat))
        with urllib.request.urlopen(f"{address}/v1/games/{game}", timeout=60) as answer:
            (mover,) = json.load(answer)["to_move"]
        assert act(mover, "move", game, str(mover))["version"] == found["version"] + 1
        with urllib.request.urlopen(f"{address}/v1/games/{game}/verification", timeout=60) as answer:
            checked = json.load(answer)
        assert checked["holds"], checked
        assert checked["signatures"]["signed"] == 3

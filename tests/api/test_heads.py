"""The log of heads over HTTP: checkpoints as C2SP signed notes, tiles, entries, and proofs that lead to its root."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from flask.testing import FlaskClient

from domain.proof import merkle
from domain.proof.heads_leaf import parse_leaf
from domain.proof.notes import LOG_KEY, NoteKey, parse_checkpoint, parse_note, parse_vkey, verify_note
from service.settings import BadSettings, read_settings
from tests.api.house import Person, app_on, play_on
from tests.api.test_checkpoints import checkpoint, kifu, verdict
from tests.support.heads import grow_log
from tests.support.services import ROOT

__all__ = ["checkpoint"]

LEAVES = 300
VERIFIER, NODE = ROOT / "examples/verify_proof.js", shutil.which("node")


@pytest.fixture
def proof(ada: Person, bob: Person, game: str, checkpoint: Any) -> dict[str, Any]:
    """The proof of step 3 of the game, after three runs of the checkpointer."""
    for _ in range(3):
        play_on([ada, bob], game, 3)
        checkpoint()
    return dict(ada.get(f"{game}/proofs/3").get_json())


def read_note(client: FlaskClient) -> tuple[str, int, bytes]:
    """Origin, size and root of the checkpoint, as read by somebody who knows the vkey."""
    answer = client.get("/checkpoint")
    assert answer.status_code == 200, answer.data
    key = parse_vkey(client.get("/.well-known/kifu-keys.json").get_json()["log"]["vkey"])
    note = parse_note(answer.text)
    assert [found.key for found in verify_note(note, [key])] == [key]
    found = parse_checkpoint(note.text)
    assert found.origin == key.name
    return found.origin, found.size, found.root


def test_the_checkpoint_is_a_signed_note(client: FlaskClient, proof: dict[str, Any], tmp_path: Path) -> None:
    origin, size, root = read_note(client)
    keys = client.get("/.well-known/kifu-keys.json").get_json()
    assert (origin, size) == (f"kifu/{keys['keys'][0]['key']}", 3)
    assert keys["log"]["origin"] == origin
    key = NoteKey(origin, LOG_KEY, bytes.fromhex(keys["keys"][0]["public"]))
    assert keys["log"]["vkey"] == key.vkey
    answer = client.get("/checkpoint")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=5"
    assert client.get("/tile/0/000.p/3").data[-32:] == merkle.leaf_hash(leaves(client, 0, 3)[2])
    assert root == merkle.root(3, lambda height, index: subtree(client.get("/tile/0/000.p/3").data, height, index))


def subtree(hashes: bytes, height: int, index: int) -> bytes:
    return merkle.fold_hashes(hashes[32 * (index << height) : 32 * ((index + 1) << height)])


def leaves(client: FlaskClient, tile: int, width: int) -> list[bytes]:
    """The entries of a bundle."""
    name = f"{tile:03}" if width == 256 else f"{tile:03}.p/{width}"
    raw, found = client.get(f"/tile/entries/{name}").data, []
    while raw:
        length = int.from_bytes(raw[:2], "big")
        found.append(raw[2 : 2 + length])
        raw = raw[2 + length :]
    assert len(found) == width
    return found


def test_before_the_first_checkpoint_there_is_none(client: FlaskClient) -> None:
    for path, code in (
        ("/checkpoint", "unknown-checkpoint"),
        ("/tile/0/000.p/1", "unknown-tile"),
        ("/v1/heads/consistency?from=1", "unknown-checkpoint"),
    ):
        answer = client.get(path)
        assert (answer.status_code, answer.get_json()["code"]) == (404, code)


def test_a_proof_leads_from_a_step_to_the_checkpoint(
    client: FlaskClient, proof: dict[str, Any], tmp_path: Path
) -> None:
    heads = proof["heads"]
    assert heads["checkpoint"] == client.get("/checkpoint").text
    leaf = parse_leaf(heads["leaf"])
    assert leaf.roots[proof["partition"]].root.hex() == proof["head"]["root"]
    genuine, why = verdict(client, proof)
    assert genuine
    assert why.endswith(f"under the checkpoint of 3 leaves of {read_note(client)[0]}.")
    keys = tmp_path / "keys.json"
    keys.write_bytes(client.get("/.well-known/kifu-keys.json").data)
    code, output = kifu(tmp_path / "elsewhere", "proof", "-", "--keys", str(keys), typed=msgspec.json.encode(proof))
    assert (code, "under the checkpoint of 3 leaves" in output) == (0, True), output
    without = {name: value for name, value in proof.items() if name != "heads"}
    assert verdict(client, without)[0]


def test_the_proof_at_an_earlier_head_names_the_leaf_that_has_it(
    client: FlaskClient, game: str, proof: dict[str, Any]
) -> None:
    earlier = client.get(f"{game}/proofs/3?size=7").get_json()
    assert (earlier["head"]["size"], earlier["heads"]["index"], proof["heads"]["index"]) == (7, 0, 2)
    assert verdict(client, earlier)[0]


def test_a_forged_way_to_the_checkpoint_is_not_genuine(
    client: FlaskClient, game: str, proof: dict[str, Any], tmp_path: Path
) -> None:
    heads = proof["heads"]
    leaf, note = heads["leaf"], heads["checkpoint"]
    other = client.get(f"{game}/proofs/3?size=7").get_json()["heads"]
    for member, value, why in (
        ("leaf", leaf.replace("time 20", "time 21"), "does not lead from the leaf"),
        ("leaf", other["leaf"], "has another head of partition"),
        ("leaf", leaf.replace("kifu heads 1", "kifu heads 2"), "A leaf starts with"),
        ("leaf", leaf[:200], "ends with a line break"),
        (
            "leaf",
            leaf.replace("\n7 0 ", "\n7 00 ").replace("\n8 0 ", "\n8 00 "),
            "of the leaf is not that of partition",
        ),
        ("index", 1, "does not lead from the leaf"),
        ("path", [], "does not lead from the leaf"),
        ("checkpoint", note.replace("\n3\n", "\n4\n"), "is not that of its key"),
        ("checkpoint", note.replace("kifu/", "kife/"), "No key of this service signed"),
        ("checkpoint", note.split("\n\n")[0], "A note is a text"),
        ("checkpoint", "", "A note is a text"),
    ):
        forged = {**proof, "heads": {**heads, member: value}}
        genuine, words = verdict(client, forged)
        assert (genuine, why in words) == (False, True), (member, words)
        code, output = kifu(tmp_path, "proof", "-", typed=msgspec.json.encode(forged))
        assert (code, output.partition(":")[0]) == (1, "NOT genuine")


def test_the_log_of_heads_is_proven_to_have_only_grown(
    client: FlaskClient, proof: dict[str, Any], tmp_path: Path
) -> None:
    for query, sizes in (("from=1", (1, 3)), ("from=1&to=2", (1, 2)), ("from=3", (3, 3))):
        answer = client.get(f"/v1/heads/consistency?{query}").get_json()
        found = [parse_checkpoint(parse_note(answer[name]).text).size for name in ("from", "to")]
        assert tuple(found) == sizes
        assert verdict(client, answer)[0]
        file = tmp_path / "proof.json"
        file.write_text(json.dumps(answer))
        assert kifu(tmp_path, "proof", str(file))[0] == 0
    whole = client.get("/v1/heads/consistency?from=2").get_json()
    for forged in (
        {**whole, "path": whole["path"][:-1]},
        {**whole, "from": client.get("/v1/heads/consistency?from=1").get_json()["from"]},
    ):
        assert not verdict(client, forged)[0]
    assert "The checkpoint `from`" in verdict(client, {**whole, "from": whole["from"].replace("\n2\n", "\n1\n")})[1]


def second_verdict(proof: dict[str, Any], keys: Path) -> tuple[bool, str]:
    """The verdict of the JavaScript verifier on a proof."""
    if NODE is None:
        pytest.skip("the second verifier runs in Node, and there is no `node` on the PATH")
    command = [NODE, str(VERIFIER), "-", str(keys)]
    done = subprocess.run(command, input=msgspec.json.encode(proof), capture_output=True, timeout=60, check=False)
    return done.returncode == 0, (done.stdout + done.stderr).decode()


def test_the_second_verifier_agrees(client: FlaskClient, game: str, proof: dict[str, Any], tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_bytes(client.get("/.well-known/kifu-keys.json").data)
    heads = client.get("/v1/heads/consistency?from=2").get_json()
    partition = client.get(f"/v1/checkpoints/{proof['partition']}/consistency?from=7").get_json()
    without = {name: value for name, value in proof.items() if name != "heads"}
    for genuine in (proof, without, client.get(f"{game}/proofs/3?size=7").get_json(), heads, partition):
        assert second_verdict(genuine, keys)[0], second_verdict(genuine, keys)
    way = proof["heads"]
    for forged, why in (
        ({**proof, "version": 7}, "does not lead to the signed root"),
        ({**proof, "heads": {**way, "index": 1}}, "does not lead to the signed root"),
        ({**proof, "heads": {**way, "leaf": way["leaf"].replace("\n0 ", "\n0 1")}}, "does not lead to the signed root"),
        (
            {**proof, "heads": {**way, "checkpoint": way["checkpoint"].replace("\n3\n", "\n4\n")}},
            "the checkpoint is not signed by the service",
        ),
        ({**heads, "path": []}, "does not show"),
        ({**heads, "from": heads["to"]}, "does not show"),
        ({**partition, "path": []}, "does not show"),
        ({**partition, "from": {**partition["from"], "size": 6}}, "the head of the log is not signed"),
    ):
        found, words = second_verdict(forged, keys)
        assert (found, why in words) == (False, True), words
    (tmp_path / "others.json").write_text('{"keys": []}')
    for one in (proof, heads):
        assert not second_verdict(one, tmp_path / "others.json")[0]


def test_a_new_key_signs_the_checkpoint_and_earlier_proofs_stay_genuine(
    database_url: str, tmp_path: Path, client: FlaskClient, proof: dict[str, Any]
) -> None:
    before = read_note(client)
    old = parse_vkey(client.get("/.well-known/kifu-keys.json").get_json()["log"]["vkey"])
    (tmp_path / "keys" / "signing.key").unlink()
    with app_on(database_url, tmp_path) as app:
        later = app.test_client()
        assert read_note(later) == before
        assert parse_vkey(later.get("/.well-known/kifu-keys.json").get_json()["log"]["vkey"]).public != old.public
        assert verdict(later, proof)[0]


def test_the_operator_may_name_the_log(database_url: str, tmp_path: Path, proof: dict[str, Any]) -> None:
    with app_on(database_url, tmp_path, origin="kifu.example/club") as app:
        assert read_note(app.test_client())[:2] == ("kifu.example/club", 3)


@pytest.mark.parametrize(
    "value", ["", "https://kifu.example", "kifu.example/", "kifu example", "a+b", "küche", "x" * 201]
)
def test_a_name_that_no_log_can_have_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("KIFU_ORIGIN", "kifu.example/club-1")
    assert read_settings().origin == "kifu.example/club-1"
    monkeypatch.setenv("KIFU_ORIGIN", value)
    with pytest.raises(BadSettings, match="KIFU_ORIGIN"):
        read_settings()


MISSING = [
    *("/tile/0/000", "/tile/0/000.p/4", "/tile/0/000.p/0", "/tile/0/000.p/03", "/tile/0/000.p/256"),
    *("/tile/0/001.p/1", "/tile/1/000.p/1", "/tile/64/000.p/1", "/tile/00/000.p/1", "/tile/x/000.p/1"),
    *("/tile/0/0.p/1", "/tile/0/x000/000.p/1", "/tile/0/x999/999", f"/tile/0/{'x999/' * 7}999.p/1", "/tile/63/000.p/1"),
    *(
        "/tile/entries/000",
        "/tile/entries/000.p/4",
        "/tile/Entries/000.p/1",
        "/tile/0/000.p/1/",
        "/tile/0/000.p/%D9%A1",
    ),
]


def test_exactly_the_tiles_that_some_checkpoint_needs_are_served(client: FlaskClient, proof: dict[str, Any]) -> None:
    for path in MISSING:
        answer = client.get(path)
        assert (answer.status_code, answer.get_json()["code"]) == (404, "unknown-tile"), (path, answer.data)
        assert answer.get_json()["detail"]
    for width in (1, 2, 3):
        answer = client.get(f"/tile/0/000.p/{width}")
        assert (answer.status_code, len(answer.data)) == (200, 32 * width)
        assert answer.headers["Content-Type"] == "application/octet-stream"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert [merkle.leaf_hash(leaf) for leaf in leaves(client, 0, width)] == [
            answer.data[n : n + 32] for n in range(0, 32 * width, 32)
        ]


@pytest.fixture
def long_log(database_url: str, tmp_path: Path, client: FlaskClient) -> FlaskClient:
    """A service whose log of heads has 300 leaves."""
    grow_log(database_url, tmp_path, LEAVES)
    return client


def test_a_log_of_more_than_one_tile_is_served_by_the_paths_of_the_specification(long_log: FlaskClient) -> None:
    root = read_note(long_log)[2]
    whole, rest, above = (long_log.get(f"/tile/{name}").data for name in ("0/000", "0/001.p/44", "1/000.p/1"))
    assert (len(whole), len(rest), above) == (8192, 44 * 32, merkle.fold_hashes(whole))
    hashes = whole + rest
    assert root == merkle.root(LEAVES, lambda height, index: subtree(hashes, height, index))
    entries = leaves(long_log, 0, 256) + leaves(long_log, 1, 44)
    assert b"".join(map(merkle.leaf_hash, entries)) == hashes
    assert [parse_leaf(entry.decode()).roots[5].size for entry in entries] == list(range(1, LEAVES + 1))
    assert long_log.get("/tile/0/000.p/255").data == whole[: 255 * 32]
    for path in ("0/001.p/45", "0/001", "1/000.p/2", "1/001.p/1", "2/000.p/1"):
        assert long_log.get(f"/tile/{path}").status_code == 404, path
    for old in (1, 255, 256, 257, 299):
        assert verdict(long_log, long_log.get(f"/v1/heads/consistency?from={old}").get_json())[0]


@pytest.mark.parametrize(
    ("statement", "path"),
    [
        ("UPDATE kifu.logged_heads SET leaf = sha256(leaf) WHERE size = 2", "/tile/0/000.p/3"),
        ("UPDATE kifu.logged_heads SET time = '2026-01-01T00:00:00Z' WHERE size = 2", "/tile/entries/000.p/3"),
        ("DELETE FROM kifu.logged_heads WHERE size = 2", "/tile/entries/000.p/3"),
        ("UPDATE kifu.logged_heads SET leaf = sha256(leaf) WHERE size = 1", "/v1/heads/consistency?from=2"),
        ("UPDATE kifu.logged_heads SET sizes[1] = sizes[1] + 1 WHERE size = 3", "{game}/proofs/1"),
    ],
)
def test_a_log_of_heads_that_was_changed_is_a_problem_and_is_not_served(
    database_url: str, client: FlaskClient, game: str, proof: dict[str, Any], statement: str, path: str
) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute(statement.encode())
    answer = client.get(path.format(game=game))
    assert (answer.status_code, answer.get_json()["code"]) == (409, "damaged-record"), answer.data
    assert "The log of heads was changed" in answer.get_json()["detail"]

"""Checkpoints and proofs over HTTP, and proofs that are refused."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import psycopg
import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from domain.proof import merkle
from domain.proof.checkpoints import TreeHead, leaf_hash, sign_head
from domain.proof.receipts import Signer
from domain.rows import partition_of
from kifu.main import main
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints
from service.keys import signing
from service.settings import Settings
from tests.api.house import STRANGER, Person, app_on, play_on, some_move, started


@pytest.fixture
def checkpoint(database_url: str, tmp_path: Path) -> Any:
    signer, keyring = signing.load_or_make(Settings(data=tmp_path))
    file = CheckpointFile(tmp_path / NAME)
    return Checkpoints(database_url, signer, keyring, file, lambda: datetime.now(UTC)).make


@pytest.fixture
def covered(ada: Person, bob: Person, game: str, checkpoint: Any) -> dict[str, Any]:
    """The proof of step 3 of the game, in the second of its three checkpoints."""
    for _ in range(3):
        play_on([ada, bob], game, 3)
        checkpoint()
    answer = ada.get(f"{game}/proofs/3")
    assert answer.status_code == 200, answer.data
    return dict(answer.get_json())


ANOTHER_DIGEST = (
    """payload = regexp_replace(payload, '"digest":"..', """
    """CASE WHEN payload LIKE '%"digest":"ff%' THEN '"digest":"00' ELSE '"digest":"ff' END)"""
)
"""Change the digest in a payload, whatever it is."""


def verdict(client: FlaskClient, proof: dict[str, Any]) -> tuple[bool, str]:
    answer = client.post("/v1/proofs/check", json=proof)
    assert answer.status_code == 200, answer.data
    return answer.get_json()["genuine"], answer.get_json()["why"]


def kifu(data: Path, *arguments: str, typed: bytes | None = None) -> tuple[int, str]:
    ran = CliRunner().invoke(main, arguments, env={"KIFU_DATA": str(data)}, input=typed)
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
    return ran.exit_code, ran.output


def test_the_checkpoints_of_a_partition_are_listed(
    client: FlaskClient, covered: dict[str, Any], tmp_path: Path
) -> None:
    lines = [json.loads(line) for line in (tmp_path / NAME).read_bytes().splitlines() if b'"partition"' in line]
    partition = covered["partition"]
    assert client.get("/v1/checkpoints").get_json() == {"items": [lines[-1]], "next": None}
    assert [head["size"] for head in lines] == [7, 10, 13]
    page = client.get(f"/v1/checkpoints/{partition}?limit=2").get_json()
    assert page == {"items": lines[:2], "next": 10}
    page = client.get(f"/v1/checkpoints/{partition}?limit=2&after={page['next']}").get_json()
    assert page == {"items": lines[2:], "next": None}
    assert client.get(f"/v1/checkpoints/{(partition + 1) % 64}").get_json() == {"items": [], "next": None}
    assert client.get("/v1/checkpoints").get_json()["items"]


def test_a_step_is_proven_to_be_in_the_log(
    client: FlaskClient, ada: Person, game: str, covered: dict[str, Any], tmp_path: Path
) -> None:
    audit = ada.get(f"{game}/audit/3").get_json()
    assert (covered["step"], covered["version"], covered["digest"]) == (3, audit["version"], audit["digest"])
    assert covered["head"]["size"] == 13
    path = [bytes.fromhex(step) for step in covered["path"]]
    leaf = leaf_hash(covered["game"], covered["version"], covered["digest"])
    assert merkle.is_included(leaf, covered["index"], 13, path, bytes.fromhex(covered["head"]["root"]))
    earlier = client.get(f"{game}/proofs/3?size=7").get_json()
    assert earlier["head"]["size"] == 7
    keys = tmp_path / "keys.json"
    keys.write_bytes(client.get("/.well-known/kifu-keys.json").data)
    for proof in (covered, earlier):
        assert verdict(client, proof)[0]
        exit_code, output = kifu(
            tmp_path / "elsewhere", "proof", "-", "--keys", str(keys), typed=msgspec.json.encode(proof)
        )
        assert exit_code == 0, output
        assert output.startswith("Genuine: Version 6 of the game, with this digest, is leaf 5 of the")


def test_the_log_is_proven_to_have_only_grown(client: FlaskClient, covered: dict[str, Any], tmp_path: Path) -> None:
    at = f"/v1/checkpoints/{covered['partition']}/consistency"
    for query, sizes in (
        ("?from=7", (7, 13)),
        ("?from=7&to=10", (7, 10)),
        ("?from=10&to=13", (10, 13)),
        ("?from=13", (13, 13)),
    ):
        proof = client.get(at + query).get_json()
        assert (proof["from"]["size"], proof["to"]["size"]) == sizes
        assert verdict(client, proof)[0], query
        file = tmp_path / "proof.json"
        file.write_text(json.dumps(proof))
        assert kifu(tmp_path, "proof", str(file))[0] == 0


MISSING = [
    ("{game}/proofs/11", 404, "unknown-step"),
    ("{game}/proofs/0", 404, "unknown-step"),
    ("{game}/proofs/x", 404, "unknown-step"),
    ("{game}/proofs/3?size=8", 404, "unknown-checkpoint"),
    ("{game}/proofs/9?size=10", 409, "not-covered"),
    ("{game}/proofs/3?size=0", 400, "malformed"),
    ("{game}/proofs/3?size=x", 400, "malformed"),
    ("{game}/proofs/3?sizes=7", 400, "malformed"),
    (f"{STRANGER}/proofs/1", 404, "unknown-game"),
    ("/v1/checkpoints/64", 404, "unknown-partition"),
    ("/v1/checkpoints/-1", 404, "unknown-partition"),
    ("/v1/checkpoints/one", 404, "unknown-partition"),
    ("/v1/checkpoints/1000", 404, "unknown-partition"),
    ("/v1/checkpoints/{partition}?limit=0", 400, "malformed"),
    ("/v1/checkpoints/{partition}/consistency", 400, "malformed"),
    ("/v1/checkpoints/{partition}/consistency?from=8", 404, "unknown-checkpoint"),
    ("/v1/checkpoints/{partition}/consistency?from=7&to=12", 404, "unknown-checkpoint"),
    ("/v1/checkpoints/{partition}/consistency?from=10&to=7", 400, "malformed"),
    ("/v1/checkpoints/{partition}/consistency?from=0", 400, "malformed"),
    ("/v1/checkpoints/64/consistency?from=7", 404, "unknown-partition"),
    ("/v1/checkpoints?after=1", 400, "malformed"),
]


def test_what_is_not_there_is_refused_with_words(client: FlaskClient, game: str, covered: dict[str, Any]) -> None:
    for path, status, code in MISSING:
        answer = client.get(path.format(game=game, partition=covered["partition"]))
        assert (answer.status_code, answer.get_json()["code"]) == (status, code), (path, answer.data)
        assert answer.get_json()["detail"]


def test_a_step_that_no_checkpoint_covers_yet_has_no_proof(
    client: FlaskClient, ada: Person, bob: Person, game: str, checkpoint: Any
) -> None:
    answer = client.get(f"{game}/proofs/1")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "not-covered")
    checkpoint()
    assert client.get(f"{game}/proofs/1").status_code == 200
    play_on([ada, bob], game, 1)
    answer = client.get(f"{game}/proofs/2")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "not-covered")
    assert "covers 4 events" in answer.get_json()["detail"]
    unlisted = started(ada, bob, unlisted=True)
    checkpoint()
    assert verdict(client, ada.get(f"{unlisted}/proofs/1").get_json())[0]


FORGERIES: list[tuple[str, Any, str]] = [
    ("digest", "0" * 64, "does not lead"),
    ("version", 7, "does not lead"),
    ("index", 4, "does not lead"),
    ("partition", 63, "belongs to partition"),
    ("path", [], "does not lead"),
    ("path", ["0" * 64] * 64, "does not lead"),
    ("index", 999_999_999_999_999, "does not lead"),
]


def other_games(partition: int) -> list[tuple[str, Any, str]]:
    """A game whose id belongs to this partition, and one in another partition."""
    ids = list(map(UUID, (f"00000000-0000-4000-8000-{n:012x}" for n in range(1000))))
    same = next(game for game in ids if partition_of(game) == partition)
    other = next(game for game in ids if partition_of(game) != partition)
    return [("game", str(same), "does not lead"), ("game", str(other), "belongs to partition")]


def test_a_forged_proof_of_inclusion_is_not_genuine(
    client: FlaskClient, covered: dict[str, Any], tmp_path: Path
) -> None:
    for member, value, why in (*FORGERIES, *other_games(covered["partition"])):
        forged = {**covered, member: 62 if covered[member] == value else value}
        genuine, words = verdict(client, forged)
        assert (genuine, why in words) == (False, True), (member, words)
        exit_code, output = kifu(tmp_path, "proof", "-", typed=msgspec.json.encode(forged))
        assert (exit_code, output.partition(":")[0]) == (1, "NOT genuine")


CHANGED_HEADS: list[tuple[str, Any]] = [
    ("root", "0" * 64),
    ("size", 12),
    ("time", "2026-01-02T03:04:05Z"),
    ("time", "2026-01-02T03:04:05.000000"),
    ("key", "0" * 16),
    ("signature", "0" * 128),
]


def test_a_proof_with_a_changed_head_is_not_genuine(client: FlaskClient, covered: dict[str, Any]) -> None:
    at = f"/v1/checkpoints/{covered['partition']}/consistency?from=7"
    proof = client.get(at).get_json()
    for member, value in CHANGED_HEADS:
        genuine, why = verdict(client, {**covered, "head": {**covered["head"], member: value}})
        assert (genuine, "The head: " in why) == (False, True), member
        for name in ("from", "to"):
            genuine, why = verdict(client, {**proof, name: {**proof[name], member: value}})
            assert (genuine, f"The head `{name}`: " in why) == (False, True), member


def test_swapped_leaves_and_truncated_logs_are_not_genuine(
    client: FlaskClient, ada: Person, game: str, covered: dict[str, Any], tmp_path: Path
) -> None:
    other = ada.get(f"{game}/proofs/4").get_json()
    swapped = {**covered, "digest": other["digest"], "version": other["version"], "step": 4}
    assert not verdict(client, swapped)[0]
    assert not verdict(client, {**covered, "path": other["path"]})[0]
    at = f"/v1/checkpoints/{covered['partition']}/consistency"
    proof = client.get(f"{at}?from=7&to=13").get_json()
    shorter = client.get(f"{at}?from=7&to=10").get_json()
    assert not verdict(client, {**proof, "to": shorter["to"]})[0]
    assert not verdict(client, {**proof, "from": proof["to"], "to": proof["from"]})[0]
    assert not verdict(client, {**proof, "path": shorter["path"]})[0]
    assert not verdict(client, {**proof, "path": proof["path"][::-1]})[0]
    # A log of the same size over other events, signed by the service: this is what monitoring is for.
    signer, _ = signing.load_or_make(Settings(data=tmp_path))
    fork = sign_head(signer, proof["partition"], 13, bytes(32), datetime.now(UTC))
    genuine, why = verdict(client, {**proof, "to": msgspec.to_builtins(fork)})
    assert (genuine, "does not show" in why) == (False, True)
    strange = sign_head(Signer(bytes(32)), proof["partition"], 13, bytes(32), datetime.now(UTC))
    assert "No key of this service" in verdict(client, {**proof, "to": msgspec.to_builtins(strange)})[1]


MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"digest": "0" * 63}, "/digest"),
    ({"digest": None}, "/digest"),
    ({"version": 0}, "/version"),
    ({"version": 1.5}, "/version"),
    ({"index": -1}, "/index"),
    ({"index": 10**30}, "/index"),
    ({"partition": "1"}, "/partition"),
    ({"path": ["0" * 64] * 65}, "/path"),
    ({"path": ["0" * 64, "g" * 64]}, "/path/1"),
    ({"path": "no"}, "/path"),
    ({"game": "no"}, "/game"),
    ({"type": "exclusion"}, "/type"),
    ({"more": 1}, "/more"),
    ({"head": {}}, "/head/partition"),
    ({"head": []}, "/head"),
]


def test_a_malformed_proof_is_refused_with_the_place_of_the_fault(
    client: FlaskClient, covered: dict[str, Any], tmp_path: Path
) -> None:
    for fault, pointer in MALFORMED:
        answer = client.post("/v1/proofs/check", json={**covered, **fault})
        assert (answer.status_code, answer.get_json()["code"]) == (400, "malformed"), fault
        assert answer.get_json()["pointer"] == pointer
        exit_code, output = kifu(tmp_path, "proof", "-", typed=msgspec.json.encode({**covered, **fault}))
        assert (exit_code, output.count("\n"), "no proof" in output) == (2, 1, True), fault


def test_what_is_no_proof_at_all_is_refused(client: FlaskClient) -> None:
    for body in (b"", b"[]", b"{", b"{}", b"[" * 10_000, b"\0" * 10_000, b'{"type":"inclusion"}'):
        answer = client.post("/v1/proofs/check", data=body, content_type="application/json")
        assert (answer.status_code, answer.get_json()["code"]) == (400, "malformed"), body[:20]
    large = client.post("/v1/proofs/check", data=b" " * 40_000, content_type="application/json")
    assert (large.status_code, large.get_json()["code"]) == (413, "too-large")


def test_a_changed_step_has_no_proof_any_more_and_a_changed_log_proves_nothing(
    client: FlaskClient, database_url: str, game: str, covered: dict[str, Any]
) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute(f"UPDATE kifu.event SET {ANOTHER_DIGEST} WHERE version = 6")
    answer = client.get(f"{game}/proofs/3")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "damaged-record")
    found = client.get(f"{game}/verification").get_json()
    assert (found["holds"], found["checkpoints"]["fault"]["step"]) == (False, 3)
    at = f"/v1/checkpoints/{covered['partition']}/consistency?from=7"
    for statement in ("UPDATE kifu.log_tile SET hashes = sha256(hashes), width = 1", "DELETE FROM kifu.log_tile"):
        with psycopg.connect(database_url) as connection:
            connection.execute("DELETE FROM kifu.log_tile WHERE width > 7")
            connection.execute(statement)
        for path in (at, f"{game}/proofs/4"):
            answer = client.get(path)
            assert (answer.status_code, answer.get_json()["code"]) == (409, "damaged-record")
        assert client.get(f"{game}/verification").get_json()["checkpoints"]["fault"]["version"] == 1


def test_the_service_reads_the_file_that_it_keeps(
    client: FlaskClient, database_url: str, game: str, covered: dict[str, Any], tmp_path: Path
) -> None:
    assert client.get(f"{game}/verification").get_json()["checkpoints"]["fault"] is None
    head = msgspec.convert(covered["head"], TreeHead)
    signer, _ = signing.load_or_make(Settings(data=tmp_path))
    later = sign_head(signer, head.partition, 20, bytes(32), datetime.now(UTC))
    CheckpointFile(tmp_path / NAME).append([later])
    fault = client.get(f"{game}/verification").get_json()["checkpoints"]["fault"]
    assert fault["step"] == 10
    assert "20 events" in fault["why"]


@pytest.mark.parametrize("warm", [True, False])
def test_a_move_in_a_game_that_was_changed_behind_the_service_is_a_problem_and_not_a_defect(
    database_url: str, tmp_path: Path, ada: Person, bob: Person, game: str, warm: bool
) -> None:
    seat, move = some_move([ada, bob], game) or (0, {})
    statement = ANOTHER_DIGEST if warm else "payload = '{}'"
    with psycopg.connect(database_url) as connection:
        connection.execute(f"UPDATE kifu.event SET {statement} WHERE version = 4")
    with app_on(database_url, tmp_path) as cold:
        mover = (ada, bob)[seat]
        people = [mover] if warm else [Person(cold.test_client(), mover.name, mover.token)]
        for person in people:
            for path, body in (
                ("moves", {"seat": seat, "move": move}),
                ("resignation", {"seat": seat}),
            ):
                answer = person.post(f"{game}/{path}", body)
                assert (answer.status_code, answer.get_json()["code"]) == (409, "damaged-record"), answer.data
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT max(version), max(position) FROM kifu.event").fetchone() == (4, 4)


def test_the_service_says_in_its_metrics_what_it_signs(app: Flask) -> None:
    text = app.test_client().get("/metrics").text
    for name in ("kifu_checkpoints_total", "kifu_checkpoint_faults", "kifu_checkpoint_time_seconds"):
        assert f"# TYPE {name.removesuffix('_total')}" in text

"""Evidence: a file and a proof show which witnesses cosigned, and a client with a quorum refuses anything else."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path
from uuid import UUID, uuid4

import msgspec
import pytest

from domain.application.audit import Audit
from eventstore.postgres.migrate import migrate
from tests.domain.application.logged import House, house
from tests.domain.application.playing import play_one
from tests.service.test_witnesses import checkpoint, friends, game, home, log_key, shown
from tests.support.databases import create_database, drop_database
from tests.support.services import ROOT
from tests.support.witnesses import Friend

pytestmark = pytest.mark.long

__all__ = ["friends", "game", "home"]


def archive(home: House, game_id: UUID, tmp_path: Path) -> Path:
    path = tmp_path / f"{game_id}.kifu"
    assert home.kifu("archive", str(game_id), "-o", str(path))[0] == 0
    return path


def keys_of(*friends: Friend) -> str:
    return ",".join(one.key.vkey for one in friends)


def test_the_file_of_a_game_proves_which_witnesses_cosigned_it(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = archive(home, game, tmp_path).read_bytes()
    assert before.startswith(b'{"kifu":3,')
    checkpoint(home, monkeypatch, *friends[:2])
    path = archive(home, game, tmp_path)
    lines = path.read_bytes().splitlines()
    assert (lines[0][:10], lines[-1][:12]) == (b'{"kifu":4,', b'{"evidence":')
    assert b"\n".join(lines[1:-1]) == before.rstrip(b"\n").partition(b"\n")[2]
    keys = tmp_path / "keys.json"
    shutil.copy(home.data / "keys" / "public.json", keys)

    for options in ([], ["--keys", str(keys)]):
        exit_code, said = home.kifu("verify", str(path), *options, "--witnesses", keys_of(*friends))
        assert exit_code == 0, said
        assert "Cosigned by 2 of 3 witnesses, 2 demanded: anna.example/w at 2023-11-14T22:13:20Z, bela" in said
        exit_code, said = home.kifu("verify", str(path), *options, "--witnesses", keys_of(*friends), "--quorum", "3")
        assert exit_code == 1
        assert "Fault (evidence): " in said
        assert "Cosigned by 2 of 3 witnesses, 3 demanded" in said
    assert home.kifu("verify", str(path))[0] == 0
    known = tmp_path / "witnesses.txt"
    known.write_text("# ours\n" + "".join(f"witness w{n} {one.key.vkey}\n" for n, one in enumerate(friends)))
    assert home.kifu("verify", str(path), "--witnesses", str(known))[0] == 0
    assert json.loads(home.kifu("verify", str(path), "--json", "--witnesses", str(known))[1])["evidence"]["holds"]

    (tmp_path / "old.kifu").write_bytes(before)
    exit_code, said = home.kifu("verify", str(tmp_path / "old.kifu"), "--witnesses", str(known))
    assert (exit_code, "The file has no evidence" in said) == (1, True)


def test_the_example_in_javascript_finds_the_same(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    checkpoint(home, monkeypatch, *friends[:2])
    path, known = archive(home, game, tmp_path), tmp_path / "witnesses.txt"
    known.write_text("# ours\n" + "".join(f"{one.key.vkey}\n" for one in friends))
    assert "under the checkpoint of 1 leaves of kifu/" in node(path)[1]
    status, said = node(path, known)
    assert (status, "Cosigned by 2 of 3 witnesses, 2 demanded: anna.example/w at 2023-11-14T22" in said) == (0, True)
    status, said = node(path, known, 3)
    assert (status, "2 of 3 witnesses cosigned, 3 demanded" in said) == (1, True)
    whole = path.read_bytes()
    for old, new in ((b'"index":', b'"index":1'), (b'"version":', b'"version":9'), (b"kifu heads 1", b"kifu heads 2")):
        head, _, last = whole.rstrip(b"\n").rpartition(b"\n")
        path.write_bytes(head + b"\n" + last.replace(old, new) + b"\n")
        assert node(path)[0] == 1
    name = friends[0].key.name
    path.write_bytes(whole.replace(f"{name} ".encode(), f"{name} AAAA".encode()))
    assert node(path, known)[0] == 1


def node(*arguments: object) -> tuple[int, str]:
    if shutil.which("node") is None:
        pytest.skip("Node is not installed, so its verifier is not run")
    ran = subprocess.run(
        ["node", ROOT / "examples/verify_archive.js", *map(str, arguments)], capture_output=True, text=True
    )
    return ran.returncode, ran.stdout + ran.stderr


def test_the_file_stays_as_it_is_while_other_checkpoints_are_made(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    checkpoint(home, monkeypatch, friends[0])
    alone = archive(home, game, tmp_path).read_bytes()
    checkpoint(home, monkeypatch, *friends)
    found = archive(home, game, tmp_path).read_bytes()
    assert len(found) > len(alone)
    for _ in range(3):
        home.game(1)
        checkpoint(home, monkeypatch, *friends)
        assert archive(home, game, tmp_path).read_bytes() == found


@pytest.mark.long
def test_evidence_that_was_changed_or_covers_too_little_is_refused(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    checkpoint(home, monkeypatch, *friends)
    path = archive(home, game, tmp_path)
    *lines, last = path.read_bytes().splitlines()
    evidence = json.loads(last)["evidence"]
    note = evidence["heads"]["checkpoint"]
    changes: list[dict[str, object]] = [
        {"digest": "0" * 64},
        {"index": evidence["index"] + 1},
        {"version": evidence["version"] - 1},
        {"version": 99},
        {"path": ["0" * 64, *evidence["path"]]},
        {"game": str(uuid4())},
        {"head": {**evidence["head"], "size": evidence["head"]["size"] + 1}},
        {"heads": {**evidence["heads"], "leaf": evidence["heads"]["leaf"].replace(" 0 ", " 1 ", 1)}},
        {"heads": {**evidence["heads"], "index": evidence["heads"]["index"] + 1}},
        {"heads": {**evidence["heads"], "checkpoint": note.replace("\n1\n", "\n2\n")}},
    ]
    for change in changes:
        changed = json.dumps({"evidence": {**evidence, **change}}, separators=(",", ":")).encode()
        path.write_bytes(b"\n".join([*lines, changed, b""]))
        for options in ([], ["--witnesses", keys_of(*friends)]):
            exit_code, said = home.kifu("verify", str(path), *options)
            assert (exit_code, "Fault (evidence)" in said) == (1, True), (change, said)
    for bad in (b"", b"{}", last + b"\n" + last, b'{"evidence":{}}'):
        path.write_bytes(b"\n".join([*lines, bad, b""] if bad else [*lines, b""]))
        exit_code, said = home.kifu("verify", str(path))
        assert (exit_code, said.count("\n")) == (2, 1), said
    play_one(home.games, game, home.random)
    exit_code, said = home.kifu("verify", str(archive(home, game, tmp_path)), "--witnesses", keys_of(*friends))
    assert (exit_code, "but 1 event after that are under no cosigned checkpoint yet" in said) == (1, True), said


def test_a_false_cosignature_behind_the_genuine_one_is_refused_by_both_verifiers(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    checkpoint(home, monkeypatch, *friends)
    path, keys, known = archive(home, game, tmp_path), keys_of(*friends), tmp_path / "witnesses.txt"
    known.write_text(keys.replace(",", "\n"))
    *lines, last = path.read_bytes().splitlines()
    evidence = json.loads(last)["evidence"]
    note = evidence["heads"]["checkpoint"]
    dash, name, value = note.splitlines()[-1].split(" ")
    made = base64.b64decode(value)
    false = base64.b64encode(made[:-1] + bytes([made[-1] ^ 1])).decode()
    for added, exit_code in ((f"{dash} {name} {value}\n", 0), (f"{dash} {name} {false}\n", 1)):
        evidence["heads"]["checkpoint"] = note + added
        line = json.dumps({"evidence": evidence}, separators=(",", ":"), ensure_ascii=False).encode()
        path.write_bytes(b"\n".join([*lines, line, b""]))
        assert home.kifu("verify", str(path), "--witnesses", keys)[0] == exit_code
        assert node(path, known)[0] == exit_code


@pytest.mark.long
def test_of_two_logs_under_one_key_the_witness_cosigns_one_and_a_quorum_refuses_the_other(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, database_url: str
) -> None:
    """A split view: two services with the same key, each shown to another client."""
    url, data = create_database(database_url, f"kifu_twin_{uuid4().hex}"), tmp_path / "twin"
    shutil.copytree(home.data / "keys", data / "keys")
    try:
        migrate(url)
        with house(url, data) as twin:
            other = twin.game(4)
            assert log_key(twin) == log_key(home)
            assert checkpoint(home, monkeypatch, *friends)[0] == 0
            exit_code, said = checkpoint(twin, monkeypatch, *friends)
            assert (exit_code, said.count("REFUSED: It has cosigned 1 leaves with which this log of 1 does not")) == (
                1,
                3,
            )
            verdicts = [
                one.kifu("verify", str(archive(one, game_id, tmp_path)), "--witnesses", keys_of(*friends))
                for one, game_id in ((home, game), (twin, other))
            ]
            assert [exit_code for exit_code, _ in verdicts] == [0, 1]
            assert "Cosigned by 3 of 3 witnesses" in verdicts[0][1]
            assert "The file has no evidence" in verdicts[1][1]
            proofs = [proof_of(one, game_id, tmp_path, *friends) for one, game_id in ((home, game), (twin, other))]
            assert [exit_code for exit_code, _ in proofs] == [0, 1]
            assert "Cosigned by 0 of 3 witnesses, 2 demanded: nobody" in proofs[1][1]
    finally:
        drop_database(url)


def proof_of(home: House, game_id: UUID, tmp_path: Path, *friends: Friend) -> tuple[int, str]:
    """The verdict of `kifu proof`, for a client with these witnesses, on the service's proof of a step."""
    path = tmp_path / "proof.json"
    found = Audit(home.games.stored, home.games.queries, home.keyring).proof(game_id, 1)
    with shown(home, *friends) as heads:
        path.write_bytes(msgspec.json.encode(msgspec.structs.replace(found, heads=heads.proof(found.head))))
    return home.kifu("proof", str(path), "--witnesses", keys_of(*friends))

"""Witnesses of a service: what they sign is kept and shown, and what they saw convicts a log that was rolled back."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import UUID, uuid4

import msgspec
import psycopg
import pytest

from domain.application.audit import Audit
from domain.application.log_of_heads import LogOfHeads
from domain.proof.heads_log import default_origin
from domain.proof.notes import LOG_KEY, NoteKey, parse_checkpoint, verify_note
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import migrate
from eventstore.postgres.role import url_for_service
from eventstore.tables.log import LogTables
from service.checkpointer import Job
from service.settings import Settings
from tests.domain.application.logged import House, house
from tests.domain.application.playing import play_one
from tests.support.databases import create_database, drop_database
from tests.support.services import ROOT
from tests.support.witnesses import Friend, friend
from witness.records import Records

AT = 1_700_000_000


@pytest.fixture
def home(database_url: str, tmp_path: Path) -> Iterator[House]:
    (tmp_path / "home").mkdir()
    with house(database_url, tmp_path / "home") as found:
        yield found


@pytest.fixture
def game(home: House) -> UUID:
    return home.game(3)


def log_key(home: House) -> NoteKey:
    return NoteKey(default_origin(home.keyring, home.signer), LOG_KEY, home.signer.public)


@pytest.fixture
def friends(home: House, tmp_path: Path) -> Iterator[list[Friend]]:
    with ExitStack() as stack:
        yield [
            stack.enter_context(friend(tmp_path / name, log_key(home), name=f"{name}.example/w"))
            for name in ("anna", "bela", "cora")
        ]


def checkpoint(home: House, monkeypatch: pytest.MonkeyPatch, *friends: Friend | str) -> tuple[int, str]:
    """`kifu checkpoint` with these witnesses."""
    named = [one if isinstance(one, str) else one.setting for one in friends]
    monkeypatch.setenv("KIFU_WITNESSES", ",".join(named))
    return home.kifu("checkpoint")


@contextmanager
def shown(home: House, *friends: Friend) -> Iterator[LogOfHeads]:
    """The log of heads as the service shows it, with the cosignatures of these witnesses."""
    origin = default_origin(home.keyring, home.signer)
    with Datastore(url_for_service(home.url), pool_size=1) as store:
        yield LogOfHeads(LogTables(store.read), home.keyring, home.signer, origin, [one.key for one in friends])


def cosigners(home: House, *friends: Friend, size: int | None = None) -> dict[str, int | None]:
    """Which of these witnesses cosigned a checkpoint, and when; everything else under it is a signature of the log."""
    with shown(home, *friends) as heads:
        note = heads.note(size)
    found = verify_note(note, [log_key(home), *(one.key for one in friends)])
    assert found[0].key == log_key(home)
    assert len(found) == len(note.signatures)
    return {one.key.name: one.time for one in found[1:]}


def size_shown(home: House, *friends: Friend) -> int:
    with shown(home, *friends) as heads:
        return parse_checkpoint(heads.note().text).size


def test_a_checkpoint_is_shown_with_the_cosignatures_of_the_witnesses(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch
) -> None:
    exit_code, said = checkpoint(home, monkeypatch, *friends)
    assert exit_code == 0
    assert [f"Witness {one.key.name}: cosigned 1 leaves." in said for one in friends] == [True] * 3
    assert cosigners(home, *friends) == {one.key.name: AT for one in friends}
    play_one(home.games, game, home.random)
    assert checkpoint(home, monkeypatch, *friends)[0] == 0
    assert size_shown(home, *friends) == 2
    assert cosigners(home, *friends, size=1) == cosigners(home, *friends, size=2)


def test_the_cosignatures_of_others_are_not_shown(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint(home, monkeypatch, *friends)
    assert cosigners(home, *friends[:1]) == {"anna.example/w": AT}
    assert cosigners(home) == {}


def test_a_witness_that_is_away_holds_nobody_up_and_is_named(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch
) -> None:
    away = f"{friends[2].key.vkey}@http://127.0.0.1:1"
    exit_code, said = checkpoint(home, monkeypatch, *friends[:2], away)
    assert exit_code == 0
    assert "Witness cora.example/w: " in said
    assert "refused" in said
    assert set(cosigners(home, *friends)) == {"anna.example/w", "bela.example/w"}


def test_the_checkpoint_shown_is_the_last_that_more_than_half_cosigned(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint(home, monkeypatch, *friends[:2])
    for n in range(11):
        play_one(home.games, game, home.random)
        checkpoint(home, monkeypatch, *friends[:1])
        # Of three, one is not more than half: the earlier one is shown while it is recent.
        assert size_shown(home, *friends) == (1 if n < 9 else n + 2)
        assert size_shown(home, *friends[:1]) == n + 2
    checkpoint(home, monkeypatch, *friends[:2])
    assert size_shown(home, *friends) == 12


def test_false_cosignatures_of_the_table_are_passed_over(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint(home, monkeypatch, *friends[:1])
    with psycopg.connect(url_for_service(home.url), autocommit=True) as connection:
        for size in (1, 2, 10**12):
            for one in friends:
                values = (size, one.key.vkey, bytes(72))
                connection.execute(
                    "INSERT INTO kifu.cosignature (size, witness, signature) VALUES (%s, %s, %s)", values
                )
        for statement in ("DELETE FROM kifu.cosignature", "UPDATE kifu.cosignature SET size = 3"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)
    assert cosigners(home, *friends) == {"anna.example/w": AT}
    play_one(home.games, game, home.random)
    assert checkpoint(home, monkeypatch, *friends)[0] == 0
    assert len(cosigners(home, *friends)) == 3


def test_an_older_backup_of_database_and_file_is_named(
    home: House, game: UUID, friends: list[Friend], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Attack 28: nothing inside knows what was there; the witness does."""
    checkpoint(home, monkeypatch, *friends)
    backup = Backup(home, tmp_path / "backup")
    play_one(home.games, game, home.random)
    checkpoint(home, monkeypatch, *friends)
    backup.restore()

    exit_code, said = checkpoint(home, monkeypatch, *friends)
    assert exit_code == 1
    for one in friends:
        assert f"Witness {one.key.name} REFUSED: It has cosigned 2 leaves of this log, which has only 1 now" in said
    # Another game is played from there: now the sizes agree, and the histories do not.
    home.game(2)
    exit_code, said = checkpoint(home, monkeypatch, *friends)
    assert exit_code == 1
    assert "REFUSED: It has cosigned 2 leaves with which this log of 2 does not begin" in said
    assert cosigners(home, *friends) == {one.key.name: AT for one in friends}
    assert size_shown(home, *friends) == 1
    home.game(2)
    exit_code, said = home.kifu("checkpoint", "--json")
    assert exit_code == 1
    assert {one["state"] for one in json.loads(said.splitlines()[-1])["witnesses"]} == {"contradicted"}


class Backup:
    """All that a service keeps: database and file."""

    EVENTS = ("event", "feed_head", "snapshot", "game_seed", "opened_seed")
    LOG = ("log_tile", "tree_head", "logged_heads", "cosignature", "checkpoint_file")

    def __init__(self, home: House, folder: Path) -> None:
        self.home, self.folder = home, folder
        shutil.copytree(home.data, folder)
        for table in self._tables():
            home.sql(f"CREATE TABLE public.kept_{table} AS SELECT * FROM kifu.{table}")

    def restore(self) -> None:
        shutil.copytree(self.folder, self.home.data, dirs_exist_ok=True)
        for table in self._tables():
            columns = self.home.sql(
                "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns "
                "WHERE table_schema = 'kifu' AND table_name = %s AND is_generated = 'NEVER' AND is_identity = 'NO'",
                table,
            )[0][0]
            self.home.sql(f"TRUNCATE kifu.{table} CASCADE")
            self.home.sql(f"INSERT INTO kifu.{table} ({columns}) SELECT {columns} FROM public.kept_{table}")

    def _tables(self) -> list[str]:
        there = {row[0] for row in self.home.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'kifu'")}
        return [table for table in (*self.EVENTS, *self.LOG) if table in there]


@pytest.fixture
def job(home: House, friends: list[Friend]) -> Iterator[Job]:
    """The job of the service's checkpointer, with witnesses."""
    named = tuple(one.setting for one in friends)
    with Datastore(url_for_service(home.url), pool_size=1) as datastore:
        settings = Settings(data=home.data, database_url=url_for_service(home.url), witnesses=named)
        found = Job(settings, datastore)
        yield found
        found.close()


def eventually(home: House, *friends: Friend, size: int) -> None:
    deadline = time.monotonic() + 10
    while size_shown(home, *friends) != size or len(cosigners(home, *friends)) < len(friends):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_checkpointer_asks_after_each_run_and_waits_for_nobody(
    home: House, game: UUID, job: Job, friends: list[Friend]
) -> None:
    with ExitStack() as stack:
        for one in friends:
            # Its lock is held: the witness cannot answer.
            stack.enter_context(Records(one.folder).lock(log_key(home).name))
        began = time.monotonic()
        job.tick()
        assert time.monotonic() - began < 5
        assert cosigners(home, *friends) == {}
    eventually(home, *friends, size=1)
    play_one(home.games, game, home.random)
    job.tick()
    eventually(home, *friends, size=2)


def test_the_threads_of_the_checkpointer_end_with_it(job: Job, friends: list[Friend]) -> None:
    names = {one.key.name for one in friends}
    assert names <= {thread.name for thread in threading.enumerate()}
    job.close()
    deadline = time.monotonic() + 5
    while names & {thread.name for thread in threading.enumerate()}:
        assert time.monotonic() < deadline
        time.sleep(0.02)


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
        assert "Cosigned by 2 of 3 witnesses, 2 demanded: anna.example/w at 2023-11-14T22:13:20Z and bela" in said
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
    """What `kifu proof` says of the proof that the service gives of a step, to a client with these witnesses."""
    path = tmp_path / "proof.json"
    found = Audit(home.games, home.keyring).proof(game_id, 1)
    with shown(home, *friends) as heads:
        path.write_bytes(msgspec.json.encode(msgspec.structs.replace(found, heads=heads.proof(found.head))))
    return home.kifu("proof", str(path), "--witnesses", keys_of(*friends))

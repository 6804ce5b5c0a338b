"""Witnesses of a service: what they sign is kept and shown, and what they saw exposes a log that was rolled back."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from domain.application.log_of_heads import LogOfHeads
from domain.proof.heads_log import default_origin
from domain.proof.notes import LOG_KEY, NoteKey, parse_checkpoint, verify_note
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import url_for_service
from eventstore.tables.log import LogTables
from service.checkpointer import Job
from service.settings import Settings
from service.witnesses.keeper import Asker, Outcome
from tests.domain.application.logged import House, house
from tests.domain.application.playing import play_one
from tests.support.waiting import eventually
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
    """Run `kifu checkpoint` with these witnesses."""
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


@pytest.mark.long
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
    """Attack 28: nothing inside knows what is missing; the witness does."""
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
    """Everything that a service stores: database and file."""

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


def await_cosigned(home: House, *friends: Friend, size: int) -> None:
    eventually(lambda: size_shown(home, *friends) == size and len(cosigners(home, *friends)) == len(friends))


def test_the_checkpointer_asks_after_each_run_and_waits_for_nobody(
    home: House, game: UUID, job: Job, friends: list[Friend], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[object] = []
    ask = Asker.ask

    def ask_and_tell(asker: Asker, again: bool) -> Outcome | None:
        try:
            return ask(asker, again)
        finally:
            ended.append(asker)

    monkeypatch.setattr(Asker, "ask", ask_and_tell)
    with ExitStack() as stack:
        for one in friends:
            # Its lock is held: the witness cannot answer.
            stack.enter_context(Records(one.folder).lock(log_key(home).name))
        job.tick()
        assert not ended
        assert cosigners(home, *friends) == {}
    await_cosigned(home, *friends, size=1)
    play_one(home.games, game, home.random)
    job.tick()
    await_cosigned(home, *friends, size=2)


def test_the_threads_of_the_checkpointer_end_with_it(job: Job, friends: list[Friend]) -> None:
    names = {f"witness {one.key.name}" for one in friends}
    assert names <= {thread.name for thread in threading.enumerate()}
    job.close()
    eventually(lambda: not names & {thread.name for thread in threading.enumerate()})

import os
import pwd
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import InterfaceError, OperationalError, StoredEvent

from eventstore.postgres import datastore, embedded
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from tests.support import disks
from tests.support.databases import Server
from tests.support.feeds import heads

ROOT = Path(__file__).resolve().parents[2]
OWN = """
import sys, time
from pathlib import Path
from eventstore.postgres import embedded
print(embedded.start(Path(sys.argv[1])).url, flush=True)
time.sleep(60)
"""


class Entry(NamedTuple):
    """A user of the system."""

    pw_uid: int
    pw_gid: int


def setting(url: str, name: str) -> str:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    assert row is not None
    return str(row[0])


def test_commits_are_durable(own_server: Server) -> None:
    url = own_server.running.url
    assert [setting(url, name) for name in ("fsync", "synchronous_commit", "full_page_writes")] == ["on"] * 3
    assert int(setting(url, "max_connections")) >= 200


def test_a_server_that_cannot_be_made_says_why_in_its_own_words(server_data: Path) -> None:
    with (
        disks.small_disk(server_data / "disk", 8) as folder,
        pytest.raises(embedded.EmbeddedServerError, match="No space left on device"),
    ):
        embedded.start(folder)


def test_a_second_process_is_a_guest_and_does_not_stop_the_server(own_server: Server) -> None:
    guest = embedded.start(own_server.data)
    assert not guest.owner
    assert guest.url == own_server.running.url
    guest.stop()
    assert setting(own_server.running.url, "fsync") == "on"


def test_a_server_whose_owner_was_killed_is_taken_over(own_server: Server) -> None:
    own_server.stop()
    owner = subprocess.Popen([sys.executable, "-c", OWN, str(own_server.data)], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert owner.stdout is not None
        url = owner.stdout.readline().decode().strip()
        pid = postmaster(own_server)
    finally:
        owner.kill()
        owner.communicate()
    own_server.start()
    assert (own_server.running.url, postmaster(own_server)) == (url, pid)
    assert own_server.running.owner
    assert setting(url, "fsync") == "on"


@pytest.mark.long
def test_a_killed_server_starts_again_with_every_committed_event(own_server: Server, own_database_url: str) -> None:
    recorder, game_id = FeedRecorder(Datastore(own_database_url)), uuid4()
    recorder.insert_events([StoredEvent(game_id, 1, "step", b"{}")])
    os.kill(postmaster(own_server), signal.SIGKILL)
    own_server.stop()
    own_server.start()
    assert len(recorder.select_events(game_id)) == 1
    recorder.datastore.close()


def test_a_stale_pid_file_that_names_a_living_stranger_is_no_obstacle(own_server: Server) -> None:
    own_server.stop()
    lines = f"{os.getpid()}\n{own_server.data / 'postgres'}\n1\n5432\n\n\n\nready\n"
    (own_server.data / "postgres" / "postmaster.pid").write_text(lines)
    own_server.start()
    assert setting(own_server.running.url, "fsync") == "on"


@pytest.mark.long
def test_calls_fail_within_seconds_while_postgresql_is_away_and_recover_by_themselves(
    own_server: Server, own_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(datastore, "time", SimpleNamespace(monotonic=lambda: sum(pauses), sleep=pauses.append))
    store = Datastore(own_database_url, pool_size=8)
    recorder, game_id = FeedRecorder(store), uuid4()
    recorder.insert_events([StoredEvent(game_id, 1, "step", b"{}")])
    own_server.stop()
    try:
        with pytest.raises((OperationalError, InterfaceError)):
            recorder.insert_events([StoredEvent(game_id, 2, "step", b"{}")])
        with pytest.raises((OperationalError, InterfaceError)):
            recorder.select_events(game_id)
        assert sum(pauses) <= 2 * datastore.PATIENCE
    finally:
        own_server.start()
    pauses.clear()
    assert recorder.insert_events([StoredEvent(game_id, 2, "step", b"{}")]) is not None
    assert sum(pauses) <= datastore.FIRST_PAUSE
    assert sum(heads(store).values()) == 2
    store.close()


def test_a_restart_between_two_calls_is_not_noticed(own_server: Server, own_database_url: str) -> None:
    store = Datastore(own_database_url, pool_size=8)
    recorder, game_id = FeedRecorder(store), uuid4()
    recorder.insert_events([StoredEvent(game_id, 1, "step", b"{}")])
    own_server.stop()
    own_server.start()
    assert recorder.insert_events([StoredEvent(game_id, 2, "step", b"{}")]) is not None
    store.close()


def test_a_path_too_long_for_a_socket_gets_one_elsewhere(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30)
    assert len(os.fsencode(embedded._socket_folder(data) / ".s.PGSQL.5432")) <= embedded.LONGEST_SOCKET_PATH
    assert embedded._socket_folder(data) != embedded._socket_folder(tmp_path / ("tall" * 30))


def postmaster(server: Server) -> int:
    return int((server.data / "postgres" / "postmaster.pid").read_text().split("\n", 1)[0])


def test_postgresql_runs_as_whoever_starts_it_but_never_as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getegid", lambda: 4322)
    monkeypatch.setattr(os, "geteuid", lambda: 4321)
    assert embedded._account() == (4321, 4322)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(embedded, "ensure_user_exists", lambda _: None)
    monkeypatch.setattr(pwd, "getpwnam", {embedded.SYSTEM_USER: Entry(71, 72), "nobody": Entry(81, 82)}.__getitem__)
    assert embedded._account() == (71, 72)

    def refuse(_: str) -> None:
        raise PermissionError("a system without useradd")

    monkeypatch.setattr(embedded, "ensure_user_exists", refuse)
    assert embedded._account() == (81, 82)

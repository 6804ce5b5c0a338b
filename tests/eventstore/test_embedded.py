import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import InterfaceError, OperationalError, StoredEvent

from eventstore.feed import Feed
from eventstore.postgres import embedded
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from tests.support.databases import Server

ROOT = Path(__file__).resolve().parents[2]
OWN = """
import sys, time
from pathlib import Path
from eventstore import embedded
print(embedded.start(Path(sys.argv[1])).url, flush=True)
time.sleep(60)
"""


def setting(url: str, name: str) -> str:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    assert row is not None
    return str(row[0])


def test_commits_are_durable(postgres_url: str) -> None:
    assert [setting(postgres_url, name) for name in ("fsync", "synchronous_commit", "full_page_writes")] == ["on"] * 3
    assert int(setting(postgres_url, "max_connections")) >= 200


def test_a_second_process_is_a_guest_and_does_not_stop_the_server(postgres_server: Server) -> None:
    guest = embedded.start(postgres_server.data)
    assert not guest.owner
    assert guest.url == postgres_server.running.url
    guest.stop()
    assert setting(postgres_server.running.url, "fsync") == "on"


def test_a_server_whose_owner_was_killed_is_taken_over(postgres_server: Server) -> None:
    postgres_server.stop()
    owner = subprocess.Popen([sys.executable, "-c", OWN, str(postgres_server.data)], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert owner.stdout is not None
        url = owner.stdout.readline().decode().strip()
        pid = postmaster(postgres_server)
    finally:
        owner.kill()
        owner.communicate()
    postgres_server.start()
    assert (postgres_server.running.url, postmaster(postgres_server)) == (url, pid)
    assert postgres_server.running.owner
    assert setting(url, "fsync") == "on"


def test_a_killed_server_starts_again_with_every_committed_event(postgres_server: Server, database_url: str) -> None:
    recorder, game_id = FeedRecorder(Datastore(database_url)), uuid4()
    recorder.insert_events([StoredEvent(game_id, 1, "step", b"{}")])
    os.kill(postmaster(postgres_server), signal.SIGKILL)
    postgres_server.stop()
    postgres_server.start()
    assert len(recorder.select_events(game_id)) == 1
    recorder.datastore.close()


def test_a_stale_pid_file_that_names_a_living_stranger_is_no_obstacle(postgres_server: Server) -> None:
    postgres_server.stop()
    lines = f"{os.getpid()}\n{postgres_server.data / 'postgres'}\n1\n5432\n\n\n\nready\n"
    (postgres_server.data / "postgres" / "postmaster.pid").write_text(lines)
    postgres_server.start()
    assert setting(postgres_server.running.url, "fsync") == "on"


def test_calls_fail_within_seconds_while_postgresql_is_away_and_recover_by_themselves(
    postgres_server: Server, database_url: str
) -> None:
    store = Datastore(database_url, pool_size=8)
    recorder, feed, game_id = FeedRecorder(store), Feed(store), uuid4()
    recorder.insert_events([StoredEvent(game_id, 1, "step", b"{}")])
    postgres_server.stop()
    try:
        started = time.monotonic()
        with pytest.raises((OperationalError, InterfaceError)):
            recorder.insert_events([StoredEvent(game_id, 2, "step", b"{}")])
        with pytest.raises((OperationalError, InterfaceError)):
            recorder.select_events(game_id)
        assert time.monotonic() - started < 6
    finally:
        postgres_server.start()
    started = time.monotonic()
    assert recorder.insert_events([StoredEvent(game_id, 2, "step", b"{}")]) is not None
    assert time.monotonic() - started < 2.5
    assert sum(feed.heads().values()) == 2
    store.close()


def test_a_restart_between_two_calls_is_not_noticed(postgres_server: Server, database_url: str) -> None:
    store = Datastore(database_url, pool_size=8)
    recorder, game_id = FeedRecorder(store), uuid4()
    recorder.insert_events([StoredEvent(game_id, 1, "step", b"{}")])
    postgres_server.stop()
    postgres_server.start()
    assert recorder.insert_events([StoredEvent(game_id, 2, "step", b"{}")]) is not None
    store.close()


def test_a_path_too_long_for_a_socket_gets_one_elsewhere(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30)
    assert len(os.fsencode(embedded._socket_folder(data) / ".s.PGSQL.5432")) <= embedded.LONGEST_SOCKET_PATH
    assert embedded._socket_folder(data) != embedded._socket_folder(tmp_path / ("tall" * 30))


def postmaster(server: Server) -> int:
    return int((server.data / "postgres" / "postmaster.pid").read_text().split("\n", 1)[0])

"""The embedded database has ended and cannot be restarted for now: the service stays up and keeps trying."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest
from structlog.testing import capture_logs

from eventstore.postgres import embedded
from service import children
from service.children import Database
from tests.support import disks
from tests.support.waiting import eventually

pytestmark = pytest.mark.long


@pytest.fixture
def disk_of_changes(server_data: Path) -> Iterator[Path]:
    """A cluster whose log of changes is on a disk of 160 MB."""
    embedded.start(server_data).stop()
    with disks.small_disk(server_data / "changes", 160) as folder:
        log = server_data / "postgres" / "pg_wal"
        subprocess.run(["cp", "-a", str(log), str(folder / "pg_wal")], check=True)
        shutil.rmtree(log)
        log.symlink_to(folder / "pg_wal")
        yield folder


@pytest.mark.slow
def test_a_full_disk_of_changes_ends_nothing_and_loses_nothing(server_data: Path, disk_of_changes: Path) -> None:
    database = Database(server_data)
    try:
        committed = 0
        filling = Path()
        with suppress(psycopg.OperationalError), psycopg.connect(database.url, autocommit=True) as connection:
            row = connection.execute("SELECT pg_size_bytes(current_setting('max_wal_size'))").fetchone()
            assert row == (160 // 3 << 20,)
            connection.execute("CREATE TABLE page (n int PRIMARY KEY, text text)")
            connection.execute("ALTER TABLE page ALTER text SET STORAGE PLAIN")
            filling = disks.fill(disk_of_changes)
            while True:
                connection.execute("INSERT INTO page VALUES (%s, repeat('x', 7000))", (committed,))
                committed += 1
        eventually(lambda: not database._is_running())
        with capture_logs() as told:
            for _ in range(3):
                database._next = 0.0
                database.watch()
        assert [line["event"] for line in told] == ["database ended", "database does not start"]
        filling.unlink()

        def is_back() -> bool:
            database.watch()
            return database._server is not None

        with capture_logs() as told:
            eventually(is_back)
        assert [line["event"] for line in told] == ["database started"]
        with psycopg.connect(database.url) as connection:
            assert connection.execute("SELECT count(*) FROM page").fetchone() in ((committed,), (committed + 1,))
    finally:
        database.stop()


def test_tries_have_pauses_between_them(server_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(server_data)
    tried: list[float] = []

    def refuse(_: Path) -> embedded.EmbeddedServer:
        tried.append(children.time.monotonic())
        raise embedded.EmbeddedServerError("no room")

    try:
        os.kill(int((server_data / "postgres" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        eventually(lambda: not database._is_running())
        now = iter(number / 10 for number in range(10_000))
        monkeypatch.setattr(children.time, "monotonic", lambda: next(now))
        monkeypatch.setattr(embedded, "start", refuse)
        for _ in range(1000):
            database.watch()
        pauses = [later - sooner for sooner, later in pairwise(tried)]
        # The test's clock advances by tenths of a second.
        assert pauses[:5] == pytest.approx([0.2, 0.4, 0.8, 1.6, 3.2], abs=0.35)
        assert pauses[6:] == pytest.approx([children.LONGEST_PAUSE] * len(pauses[6:]), abs=0.35)
    finally:
        monkeypatch.undo()
        database._next = 0.0
        eventually(lambda: database.watch() is None and database._server is not None)
        database.stop()

"""The embedded server on small disks: what it writes besides the games stays within bounds."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from eventstore.postgres import embedded
from tests.support.databases import Server

MEGABYTE = 1 << 20


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def megabytes(url: str, name: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_size_bytes(current_setting(%s))", (name,)).fetchone()
    assert row is not None
    return int(row[0]) // MEGABYTE


@pytest.mark.parametrize(("free", "most", "least"), [(10, 48, 48), (900, 112, 80), (1 << 20, 4096, 80)])
def test_the_log_of_changes_takes_its_share_of_the_room(
    free: int, most: int, least: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1 << 50, 0, free * MEGABYTE))
    found = embedded._sizes_of_wal(tmp_path)
    assert found == {"max_wal_size": f"{most}MB", "min_wal_size": f"{least}MB"}


def test_a_running_server_has_these_bounds(own_server: Server) -> None:
    url = own_server.running.url
    assert 48 <= megabytes(url, "min_wal_size") <= megabytes(url, "max_wal_size") <= 4096
    assert (megabytes(url, "wal_keep_size"), megabytes(url, "max_slot_wal_keep_size")) == (0, 64)


@pytest.fixture
def small_disk(server_data: Path) -> Iterator[Path]:
    """A disk of 400 MB, where this user may mount one."""
    folder = server_data / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400m", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting a small disk takes root")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.slow
def test_a_small_disk_survives_more_changes_than_it_has_room_for(small_disk: Path) -> None:
    server = embedded.start(small_disk)
    try:
        log = small_disk / "postgres" / "log"
        with psycopg.connect(server.url, autocommit=True) as connection:
            (size,) = connection.execute("SHOW max_wal_size").fetchone() or ("",)
            assert size == "48MB"
            connection.execute("CREATE TABLE page (n int PRIMARY KEY, text text)")
            connection.execute("ALTER TABLE page ALTER text SET STORAGE PLAIN")
            for _ in range(60):
                connection.execute("INSERT INTO page SELECT n, repeat('x', 7000) FROM generate_series(1, 1500) AS n")
                connection.execute("TRUNCATE page")
            (written,) = connection.execute("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')").fetchone() or (0,)
            assert written > 500 * MEGABYTE
        assert shutil.disk_usage(small_disk).free > 50 * MEGABYTE
    finally:
        server.stop()
    # What the server said long ago is kept once, and does not grow for ever.
    with log.open("ab") as file:
        file.truncate(embedded.LONGEST_LOG + 1)
    embedded.start(small_disk).stop()
    assert log.stat().st_size < embedded.LONGEST_LOG < log.with_name("log.old").stat().st_size

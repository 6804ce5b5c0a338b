"""The embedded server on small disks: what it writes besides the games stays within bounds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from eventstore.postgres import embedded
from tests.support import disks
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
    (tmp_path / "pg_wal").mkdir()
    found = embedded._sizes_of_wal(tmp_path)
    assert found == {"max_wal_size": f"{most}MB", "min_wal_size": f"{least}MB"}


def test_what_the_log_of_changes_has_taken_already_is_room_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1 << 50, 0, 900 * MEGABYTE))
    (tmp_path / "pg_wal").mkdir()
    for number in range(2):
        with (tmp_path / "pg_wal" / f"{number:024X}").open("wb") as segment:
            segment.truncate(400 * MEGABYTE)
    (tmp_path / "pg_wal" / "archive_status").mkdir()
    assert embedded._sizes_of_wal(tmp_path)["max_wal_size"] == "212MB"


def test_a_running_server_has_these_bounds(own_server: Server) -> None:
    url = own_server.running.url
    assert 48 <= megabytes(url, "min_wal_size") <= megabytes(url, "max_wal_size") <= 4096
    assert (megabytes(url, "wal_keep_size"), megabytes(url, "max_slot_wal_keep_size")) == (0, 64)


@pytest.fixture
def small_disk(server_data: Path) -> Iterator[Path]:
    """A disk of 400 MB."""
    with disks.small_disk(server_data / "disk", 400) as folder:
        yield folder


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
    # One old log of the server is kept, and it does not grow for ever.
    with log.open("ab") as file:
        file.truncate(embedded.LONGEST_LOG + 1)
    embedded.start(small_disk).stop()
    assert log.stat().st_size < embedded.LONGEST_LOG < log.with_name("log.old").stat().st_size

"""The metrics of database, disk and processes, in a real service and with a database that becomes unavailable."""

from __future__ import annotations

import re
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psutil
import psycopg
import pytest
import requests

from eventstore.postgres.datastore import Datastore
from eventstore.postgres.pool import LONGEST
from service import metrics
from service.jobs.operating_watch import Lags, OperatingWatch
from tests.support.databases import Server
from tests.support.services import running_service
from tests.support.waiting import eventually

pytestmark = pytest.mark.long


def read(base: str) -> dict[str, float]:
    """The metrics of a service, by their names with labels."""
    with urllib.request.urlopen(f"{base}/metrics", timeout=60) as answer:
        found = re.findall(r"^(kifu_\S+) (\S+)$", answer.read().decode(), re.MULTILINE)
    return {name: float(value) for name, value in found}


def await_metrics(base: str, holds: Callable[[dict[str, float]], bool]) -> dict[str, float]:
    deadline = time.monotonic() + 60
    while not holds(found := read(base)):
        assert time.monotonic() < deadline, found
        time.sleep(0.2)
    return found


def test_a_service_shows_its_processes_its_disk_and_its_database(tmp_path: Path) -> None:
    with running_service(tmp_path, KIFU_BOTS="1", KIFU_WORKERS="2") as base:
        found = await_metrics(base, lambda now: now.get("kifu_bots_listening") == 2)
    assert found["kifu_database_up"] == 1
    assert found["kifu_database_bytes"] > 1_000_000
    assert 0 < found["kifu_data_disk_free_bytes"] < found["kifu_data_disk_bytes"]
    for module, least in (("kifu", 1), ("api.web", 3), ("service.projector", 1), ("bots.app", 1)):
        labels = f'{{module="{module}"}}'
        assert found[f"kifu_processes{labels}"] >= least
        assert found[f"kifu_process_resident_bytes{labels}"] > 10_000_000
        assert found[f"kifu_process_cpu_seconds{labels}"] > 0
        assert found[f"kifu_process_start_time_seconds{labels}"] == pytest.approx(time.time(), abs=300)
    # Of two workers, a reader, and the process of the lobby.
    assert found['kifu_pool_connections{pool="games"}'] == 4 * 12
    assert found['kifu_pool_connections_in_use{pool="games"}'] <= 4 * 12
    assert found['kifu_projection_lag_seconds{projection="games"}'] == 0
    assert found["kifu_oldest_dispute_seconds"] == 0


def test_a_database_that_is_away_is_shown_and_what_was_known_stays(database_url: str, tmp_path: Path) -> None:
    with Datastore(database_url, pool_size=1) as datastore:
        watch = OperatingWatch(datastore.read, ["games"], tmp_path)
        watch.look()
        known = metrics.DATABASE_BYTES._value.get()
        assert metrics.DATABASE_UP._value.get() == 1
    watch.look()
    assert metrics.DATABASE_UP._value.get() == 0
    assert metrics.DATABASE_BYTES._value.get() == known > 0


def test_beside_a_frozen_database_metrics_and_readiness_are_answered_soon(
    own_server: Server, own_database_url: str, tmp_path: Path
) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=own_database_url) as base:
        await_metrics(base, lambda now: now.get("kifu_database_up") == 1)
        postmaster = psutil.Process(int((own_server.data / "postgres" / "postmaster.pid").read_text().split()[0]))
        # The parent first: it makes no new processes while its children are frozen.
        postmaster.suspend()
        frozen = [postmaster, *postmaster.children()]
        try:
            for process in frozen[1:]:
                process.suspend()
            eventually(lambda: requests.get(f"{base}/readyz", timeout=60).status_code == 503)
            for call, status in (("readyz", 503), ("metrics", 200)):
                waits = []
                for _ in range(5):
                    asked = time.monotonic()
                    answer = requests.get(f"{base}/{call}", timeout=60)
                    waits.append(time.monotonic() - asked)
                    assert answer.status_code == status, answer.text
                # Each would last as long if the service waited for the database.
                assert min(waits) < LONGEST
            await_metrics(base, lambda now: now["kifu_database_up"] == 0)
        finally:
            for process in reversed(frozen):
                process.resume()
        await_metrics(base, lambda now: now["kifu_database_up"] == 1)


def test_the_oldest_dispute_that_waits_is_dated(database_url: str, tmp_path: Path) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO kifu_read.dispute (game_id, number, ruleset, step, seat, player, claim, status, raised_at) "
            "SELECT gen_random_uuid(), n, 'micro-dojo', 1, 0, 'Ada', 'so', "
            "CASE n WHEN 3 THEN 'upheld' ELSE 'open' END, now() - n * interval '1 hour' FROM generate_series(1, 3) AS n"
        )
    with Datastore(database_url, pool_size=1) as datastore:
        OperatingWatch(datastore.read, ["games"], tmp_path).look()
    assert metrics.OLDEST_DISPUTE._value.get() == pytest.approx(7200, abs=60)


def test_a_read_model_lags_since_there_were_more_events_than_it_has_read() -> None:
    lags = Lags(longest=100.0)
    for now, events in ((0.0, 5), (10.0, 5), (20.0, 7), (30.0, 9)):
        lags.note(now, events)
    assert lags.behind(30.0, 9) == 0
    assert lags.behind(30.0, 7) == 0
    assert lags.behind(31.0, 7) == 1
    assert lags.behind(31.0, 6) == 11
    assert lags.behind(31.0, 0) == 31
    lags.note(140.0, 9)
    assert lags.behind(140.0, 0) == 110

"""Changes that the running service detects are logged once and appear in its metrics."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from eventstore.partition import partition_of
from eventstore.postgres.datastore import Datastore
from projections.running.check import TableFault
from service import checkpointer, projector
from service.checkpointer import Job
from service.readiness import Check, Readiness
from service.settings import Settings
from tests.domain.application.logged import House, house
from tests.domain.application.test_missing_log import false_head


def metric(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.fixture
def home(database_url: str, tmp_path: Path) -> Iterator[House]:
    with house(database_url, tmp_path) as found:
        yield found


@pytest.fixture
def job(home: House) -> Iterator[Job]:
    """The job of the checkpointer, after its first run."""
    home.game(5)
    with Datastore(home.url, pool_size=1) as datastore:
        found = Job(Settings(data=home.data, database_url=home.url), datastore)
        found.tick()
        assert metric("kifu_checkpoint_faults") == 0
        yield found


def test_a_file_of_heads_that_is_gone_is_a_fault_at_the_next_run(home: House, job: Job) -> None:
    home.file.unlink()
    with capture_logs() as told:
        job.tick()
        job.tick()
    assert metric("kifu_checkpoint_faults") == len(told) > 0
    assert {line["event"] for line in told} == {"checkpoint refused", "root of the log of heads refused"}


def test_a_log_that_cannot_be_signed_is_a_fault_until_it_can(home: House, job: Job) -> None:
    readiness = Readiness(list, dict, lambda: None, home.data)
    home.sql("ALTER TABLE kifu.log_tile RENAME TO log_tile_away")
    home.game(5)
    try:
        job.tick()
        (wrong,) = [check for check in readiness.checks() if check.state != "ok"]
        assert wrong == Check("signing", "degraded", "No checkpoints can be made: the log of the service says why.")
        home.sql("ALTER TABLE kifu.log_tile_away RENAME TO log_tile")
        job.tick()
        assert {check.state for check in readiness.checks()} == {"ok"}
    finally:
        readiness.close()


def test_a_false_head_is_counted_once_and_stops_nothing(home: House, job: Job) -> None:
    game = home.game(5)
    before = metric("kifu_checkpoint_notices_total")
    false_head(home, partition_of(game), 999)
    with capture_logs() as told:
        job.tick()
        job.tick()
    assert [line["event"] for line in told] == ["checkpoints were changed"]
    assert (metric("kifu_checkpoint_notices_total") - before, metric("kifu_checkpoint_faults")) == (1, 0)


def test_what_is_gone_from_the_middle_is_found_at_every_sixtieth_run(
    home: House, job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpointer, "LOOKS", 3)
    game = home.game(5)
    job.tick()
    home.sql("DELETE FROM kifu.event WHERE game_id = %s AND version = 2", game)
    with capture_logs() as told:
        job.tick()
        assert told == []
        job.tick()
    (line,) = told
    assert (line["partition"], "is gone" in line["why"]) == (partition_of(game), True)


def test_a_false_read_model_is_an_error_and_shows_in_the_metrics() -> None:
    with capture_logs() as told:
        projector.report_check("leaderboard", [TableFault("standing", 1, 0, ('{"player": "Mallory"}',))])
        assert metric("kifu_read_model_faults", projection="leaderboard") == 1
        projector.report_check("leaderboard", [])
    assert metric("kifu_read_model_faults", projection="leaderboard") == 0
    assert metric("kifu_read_model_check_time_seconds", projection="leaderboard") > 0
    ((event, level, what),) = ((line["event"], line["log_level"], line["what"]) for line in told)
    assert (event, level) == ("read model is false", "error")
    # Rows of unlisted games stay out of the log.
    assert "Mallory" not in what

"""Some clients do their worst, and the others play. `python -m benchmarks.overload` measures it."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from benchmarks.floods import DEFAULT_LIMITS, flooded, make_floods
from benchmarks.overload import attacks, measure, open_watched_game
from benchmarks.service import Service
from tests.support.services import running_service
from tests.support.waiting import eventually

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("attack", "spread"),
    [
        pytest.param("idle connections", False, marks=pytest.mark.long),
        pytest.param("stalled heads", False, marks=pytest.mark.long),
        pytest.param("stalled bodies", False, marks=pytest.mark.long),
        pytest.param("live streams", False, marks=pytest.mark.long),
        ("of all these", False),
        pytest.param("of all these", True, marks=pytest.mark.long),
    ],
)
def test_while_some_do_their_worst_the_moves_of_others_are_answered(
    attack: str, spread: bool, tmp_path: Path, database_url: str
) -> None:
    settings = {"KIFU_DATABASE_URL": database_url, "KIFU_WORKERS": "2", "KIFU_LOG_LEVEL": "error"}
    with running_service(tmp_path, **settings) as base:
        kifu = Service(int(base.rpartition(":")[2]), psutil.Process().pid, tmp_path)
        load = measure(kifu, attacks(open_watched_game(kifu))[attack], 300, spread=spread)
    assert set(load.statuses) == {201}
    # The goal, 200 ms for 99 of 100, is for an otherwise idle machine; tests share theirs.
    assert load.percentile(0.5) < 200
    assert load.percentile(1.0) < 5000


@pytest.mark.long
def test_while_floods_of_calls_come_from_eight_addresses_others_play(tmp_path: Path, database_url: str) -> None:
    settings = {"KIFU_DATABASE_URL": database_url, "KIFU_WORKERS": "2", "KIFU_LOG_LEVEL": "error", "KIFU_DEMO": "1"}
    with running_service(tmp_path, **settings, **DEFAULT_LIMITS) as base:
        kifu = Service(int(base.rpartition(":")[2]), psutil.Process().pid, tmp_path)
        eventually(lambda: len(kifu.call("GET", "/v1/games?status=finished")["items"]) >= 3, 120)
        with flooded(kifu.address, make_floods(kifu), 8):
            load = measure(kifu, [], 200)
    assert set(load.statuses) == {201}
    # As above: the goal, 150 ms for 99 of 100, is for an otherwise idle machine.
    assert load.percentile(0.5) < 500
    assert load.percentile(1.0) < 10_000

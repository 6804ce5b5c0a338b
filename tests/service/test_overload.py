"""One address does its worst, and the others go on playing. `python -m benchmarks.overload` measures it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from benchmarks.overload import RULESET, STALLED_BODY, STALLED_HEAD, measure, stream_of
from benchmarks.service import Service
from tests.support.services import running_service

pytestmark = pytest.mark.slow

ATTACKS: dict[str, tuple[int, Callable[[str], bytes]]] = {
    "idle": (1500, lambda game: b""),
    "stalled heads": (600, lambda game: STALLED_HEAD),
    "stalled bodies": (600, lambda game: STALLED_BODY),
    "live streams": (450, stream_of),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_while_one_address_does_its_worst_the_moves_of_others_are_answered(
    attack: str, tmp_path: Path, database_url: str
) -> None:
    settings = {"KIFU_DATABASE_URL": database_url, "KIFU_WORKERS": "2", "KIFU_LOG_LEVEL": "error"}
    with running_service(tmp_path, **settings) as base:
        kifu = Service(int(base.rpartition(":")[2]), psutil.Process().pid)
        token = kifu.token("watched")
        game = kifu.call("POST", "/v1/games", {"ruleset": RULESET, "seats": 2}, token)["id"]
        connections, opening = ATTACKS[attack]
        load = measure(kifu, connections, opening(game), 300)
    assert set(load.statuses) == {201}
    assert load.percentile(0.9) < 200
    assert load.percentile(1.0) < 2000

"""The output of a service from start to end, and the processes that it leaves behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import psutil
import pytest

from service.version import VERSION
from tests.support.services import running_service
from tests.support.waiting import eventually

pytestmark = pytest.mark.long


def events(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]


def test_a_service_says_when_it_starts_and_stops_and_its_bots_find_it(server_data: Path) -> None:
    log = server_data / "service.log"
    with running_service(server_data, KIFU_BOTS="1", KIFU_DEMO="1", KIFU_RATE_LIMITS="9"):
        first = {"demo games recorded", "bots play", "started"}
        eventually(lambda: first <= {event["event"] for event in events(log)}, 120)
        (started,) = (event for event in events(log) if event["event"] == "started")
        service = psutil.Process(started["pid"])
        eventually(lambda: all(child.status() != psutil.STATUS_ZOMBIE for child in service.children()))
        assert (started["version"], started["workers"]) == (VERSION, 1)
    said = events(log)
    assert said[-1]["event"] == "stopped"
    assert (said[-1]["pid"], said[-1]["version"]) == (started["pid"], VERSION)
    (unknown,) = (event for event in said if event["event"] == "unknown setting")
    assert (unknown["name"], unknown["similar"], unknown["level"]) == ("KIFU_RATE_LIMITS", "KIFU_RATE_LIMIT", "warning")
    assert "stream lost" not in {event["event"] for event in said}

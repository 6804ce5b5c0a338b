"""What a service says from its start to its end, and which processes it leaves meanwhile."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from service.version import VERSION
from tests.support.services import running_service

pytestmark = pytest.mark.long


def events(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]


def test_a_service_says_when_it_starts_and_stops_and_its_bots_find_it(server_data: Path) -> None:
    log = server_data / "service.log"
    with running_service(server_data, KIFU_BOTS="1", KIFU_DEMO="1", KIFU_RATE_LIMITS="9"):
        deadline = time.monotonic() + 120
        while not {"demo games recorded", "bots play", "started"} <= {event["event"] for event in events(log)}:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        (started,) = (event for event in events(log) if event["event"] == "started")
        service = psutil.Process(started["pid"])
        while any(child.status() == psutil.STATUS_ZOMBIE for child in service.children()):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert (started["version"], started["workers"]) == (VERSION, 1)
    said = events(log)
    assert said[-1]["event"] == "stopped"
    assert (said[-1]["pid"], said[-1]["version"]) == (started["pid"], VERSION)
    (unknown,) = (event for event in said if event["event"] == "unknown setting")
    assert (unknown["name"], unknown["similar"], unknown["level"]) == ("KIFU_RATE_LIMITS", "KIFU_RATE_LIMIT", "warning")
    assert "stream lost" not in {event["event"] for event in said}

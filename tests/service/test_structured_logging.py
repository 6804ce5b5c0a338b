"""The log: whole lines from many processes, none too long, and few of those that repeat."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from service import structured_logging
from service.structured_logging import LONGEST_LINE, Repetitions
from tests.support.waiting import eventually

WRITE = """
import logging, threading, warnings, structlog
from service import structured_logging
structured_logging.configure("info")
log = structlog.get_logger()
for number in range(200):
    log.info("line", number=number, text="x" * (number * 50))
logging.getLogger("library").warning("careful with %s", "this")
warnings.warn("old", DeprecationWarning, stacklevel=1)
thread = threading.Thread(target=lambda: 1 / 0, name="divider")
thread.start()
thread.join()
raise LookupError("nothing there")
"""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    before, found = structlog.get_config(), io.StringIO()
    structured_logging.configure("info", found)
    # A logger keeps the configuration of its first use, perhaps in another test.
    monkeypatch.setattr(structured_logging, "log", structlog.get_logger("kifu"))
    yield found
    structlog.configure(**before)


def events(written: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_lines_of_many_processes_stay_whole_and_nothing_else_is_written() -> None:
    read, write = os.pipe()
    processes = [subprocess.Popen([sys.executable, "-c", WRITE], stderr=write) for _ in range(4)]
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        lines = pipe.read().splitlines(keepends=True)
    assert [process.wait() for process in processes] == [1] * 4
    assert max(map(len, lines)) <= LONGEST_LINE
    found = [json.loads(line) for line in lines]
    assert sorted(event["number"] for event in found if event["event"] == "line") == sorted([*range(200)] * 4)
    others = [event["event"] for event in found if event["event"] != "line"]
    assert sorted(others) == sorted(["library", "py.warnings", "thread failed", "process failed"] * 4)
    assert all("nothing there" in event["exception"] for event in found if event["event"] == "process failed")


def test_of_a_long_text_its_beginning_and_more_of_its_end_are_written(written: io.StringIO) -> None:
    for text in ("a" + "x" * 10_000 + "the reason", "\U0001f3ef" * 5000 + "the reason", ["\x00" * 9000, "the reason"]):
        structlog.get_logger().error("long", text=text, short="kept")
    lines = written.getvalue().splitlines()
    assert all(LONGEST_LINE // 4 < len(line.encode()) < LONGEST_LINE for line in lines)
    assert [event["short"] for event in events(written)] == ["kept"] * 3
    assert all("the reason" in event["text"] for event in events(written))


def test_a_line_that_comes_often_is_counted(monkeypatch: pytest.MonkeyPatch, written: io.StringIO) -> None:
    processors = [
        Repetitions(0.3) if isinstance(one, Repetitions) else one for one in structlog.get_config()["processors"]
    ]
    structlog.configure(processors=processors)
    log = structlog.get_logger()
    for number in range(1758):
        log.error("disk full", number=number, often=True)
        log.info("other", often=True)
    log.error("disk full", number=7)
    eventually(lambda: sum(event.get("times", 1) for event in events(written)) == 2 * 1758 + 1)
    found = events(written)
    assert len(found) < 200
    assert found[0]["number"] == 0
    # A line not marked as frequent is always written.
    assert [event["number"] for event in found if event.get("number")] == [7]
    assert {event["level"] for event in found if event["event"] == "disk full"} == {"error"}

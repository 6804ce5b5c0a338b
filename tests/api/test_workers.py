"""The parent of the workers: it replaces those that end or hang, and gives them time to end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from api.server import heartbeats
from api.server.heartbeats import Heartbeat, Looked
from tests.support.services import ROOT
from tests.support.waiting import eventually

WORK = """
import os, signal, sys, time
from pathlib import Path
from api.server.workers import Workers

folder, how, grace = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])

def work(beat):
    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    beat()
    (folder / f"{os.getpid()}.started").touch()
    while how == "deaf" or not stopped:
        beat()
        time.sleep(0.05)
    time.sleep(0.5)
    (folder / f"{os.getpid()}.finished").touch()

Workers([work] * 2, grace, hung=1.0).run()
"""


@contextmanager
def parent(folder: Path, how: str = "", grace: float = 30.0) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", WORK, str(folder), how, str(grace)], cwd=ROOT)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(60)


def started(folder: Path) -> set[int]:
    return {int(path.stem) for path in folder.glob("*.started")}


def finished(folder: Path) -> set[int]:
    return {int(path.stem) for path in folder.glob("*.finished")}


def is_gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_is_killed_or_hangs_is_replaced_and_the_other_is_not(tmp_path: Path, number: int) -> None:
    with parent(tmp_path) as process:
        eventually(lambda: len(started(tmp_path)) == 2)
        victim, other = started(tmp_path)
        os.kill(victim, number)
        eventually(lambda: len(started(tmp_path)) == 3)
        assert is_gone(victim)
        assert not is_gone(other)
        process.terminate()
        assert process.wait(60) == 0
        assert finished(tmp_path) == started(tmp_path) - {victim}


def test_workers_have_time_to_end(tmp_path: Path) -> None:
    with parent(tmp_path) as process:
        eventually(lambda: len(started(tmp_path)) == 2)
        process.terminate()
        assert process.wait(60) == 0
        assert finished(tmp_path) == started(tmp_path)


def test_a_worker_that_does_not_end_in_its_time_is_killed(tmp_path: Path) -> None:
    with parent(tmp_path, "deaf", grace=0.1) as process:
        eventually(lambda: len(started(tmp_path)) == 2)
        process.terminate()
        assert process.wait(60) == 0
        assert all(map(is_gone, started(tmp_path)))
        assert not finished(tmp_path)


def looks(monkeypatch: pytest.MonkeyPatch, *seen: Looked, every: float = 1.0) -> list[bool]:
    """What a parent that looks every `every` seconds finds about a worker that beat once, if it may be silent for 3
    seconds."""
    found, now = iter([*seen, None]), iter(every * number for number in range(len(seen) + 1))
    heartbeat = Heartbeat(3.0, lambda _: next(found))
    monkeypatch.setattr(heartbeats.time, "monotonic", lambda: next(now))
    heartbeat.beat()
    return [heartbeat.is_missed(1) for _ in range(len(seen) + 1)]


def test_a_worker_that_sleeps_or_is_stopped_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, *[Looked(7.0, False)] * 4) == [False, False, False, False, True]


def test_a_worker_that_turns_in_a_circle_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, *(Looked(float(cpu), True) for cpu in range(4))) == [False, False, False, False, True]


def test_a_worker_that_gets_no_processor_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any(looks(monkeypatch, *(Looked(0.01 * look, True) for look in range(200))))


def test_a_parent_that_was_held_up_itself_does_not_take_that_for_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, *[Looked(7.0, False)] * 3, every=1000.0) == [False, False, False, True]


def test_a_worker_that_has_shown_no_sign_of_life_yet_is_starting() -> None:
    heartbeat = Heartbeat(0.0, lambda _: Looked(0.0, False))
    assert not any(heartbeat.is_missed(1) for _ in range(5))


def test_each_sign_of_life_begins_the_time_anew() -> None:
    heartbeat = Heartbeat(0.0, lambda _: Looked(0.0, False))
    for _ in range(5):
        heartbeat.beat()
        assert not heartbeat.is_missed(1)
    assert heartbeat.is_missed(1)


def test_a_process_is_seen_as_it_is() -> None:
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        eventually(lambda: (found := heartbeats.look_at(busy.pid)) is not None and found.waits and found.cpu > 0.1)
        busy.send_signal(signal.SIGSTOP)
        eventually(lambda: (found := heartbeats.look_at(busy.pid)) is not None and not found.waits)
    finally:
        busy.kill()
        busy.wait()
    assert heartbeats.look_at(busy.pid) is None

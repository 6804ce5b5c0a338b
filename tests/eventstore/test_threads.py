"""A thread that must not end: its work is started again, and everybody knows of it meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from eventstore import threads
from eventstore.threads import Threads


class Work:
    """Raises the first `failures` times, and then works until it is stopped."""

    def __init__(self, failures: int, stop: threading.Event) -> None:
        self._left = failures
        self._stop = stop
        self.working = threading.Event()

    def __call__(self) -> None:
        if self._left:
            self._left -= 1
            raise ArithmeticError(f"{self._left} more")
        self.working.set()
        self._stop.wait()


@pytest.fixture
def stop() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses of the service, shortened."""
    monkeypatch.setattr(threads, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(threads, "LONGEST_PAUSE", 0.002)


def test_work_that_raises_is_started_again_and_each_failure_is_told(stop: threading.Event) -> None:
    kept, told = Threads(), list[tuple[str, str]]()
    kept.report = lambda name, error: told.append((name, str(error)))
    work = Work(3, stop)
    thread = kept.keep("toy", work, stop)
    assert work.working.wait(60)
    assert told == [("toy", "2 more"), ("toy", "1 more"), ("toy", "0 more")]
    assert kept.failing() == {"toy"}
    stop.set()
    thread.join(60)
    assert not thread.is_alive()


def test_a_thread_that_has_worked_for_a_while_fails_no_more(
    stop: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "STEADY_SECONDS", -0.01)
    kept = Threads()
    kept.report = lambda name, error: None
    work = Work(1, stop)
    kept.keep("toy", work, stop)
    assert work.working.wait(60)
    assert kept.failing() == frozenset()


def test_work_that_returns_has_ended_and_does_not_fail(stop: threading.Event) -> None:
    kept = Threads()
    thread = kept.keep("toy", lambda: None, stop)
    thread.join(60)
    assert not thread.is_alive()
    assert kept.failing() == frozenset()


def test_work_that_only_raises_ends_with_its_stop(stop: threading.Event) -> None:
    kept, failed = Threads(), threading.Event()
    kept.report = lambda name, error: failed.set()
    thread = kept.keep("toy", Work(10**9, stop), stop)
    assert failed.wait(60)
    stop.set()
    thread.join(60)
    assert not thread.is_alive()

"""The counters behind the rate limits."""

from __future__ import annotations

import time

import pytest
from limits import parse
from limits.strategies import FixedWindowRateLimiter

from api.requests.limits import FEW, Windows


def test_a_window_lets_so_many_through_and_says_when_it_ends() -> None:
    limiter, item = FixedWindowRateLimiter(Windows()), parse("3/minute")
    assert [limiter.hit(item, "ann") for _ in range(5)] == [True, True, True, False, False]
    assert limiter.hit(item, "bob")
    stats = limiter.get_window_stats(item, "ann")
    assert stats.remaining == 0
    assert 0 < stats.reset_time - time.time() <= 60


def test_a_new_window_begins_when_the_old_one_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    windows, now = Windows(), 1_000_000.0
    monkeypatch.setattr("api.requests.limits.time.time", lambda: now)
    assert [windows.incr("ann", 60) for _ in range(3)] == [1, 2, 3]
    now += 59
    assert windows.incr("ann", 60) == 4
    now += 2
    assert windows.get("ann") == 0
    assert windows.incr("ann", 60) == 1


def test_windows_that_have_ended_are_forgotten_so_that_memory_stays_flat(monkeypatch: pytest.MonkeyPatch) -> None:
    windows, now = Windows(), 1_000_000.0
    monkeypatch.setattr("api.requests.limits.time.time", lambda: now)
    for who in range(10 * FEW):
        now += 1
        windows.incr(f"address {who}", 60)
    assert windows.reset() <= FEW + 60


def test_windows_can_be_forgotten_one_by_one() -> None:
    windows = Windows()
    windows.incr("ann", 60)
    windows.incr("bob", 60)
    windows.clear("ann")
    assert (windows.get("ann"), windows.get("bob")) == (0, 1)

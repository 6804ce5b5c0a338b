"""Counts that requests leave in memory, and that are carried over to the shared metrics later, many at once.

A metric that processes share is written to a mapped file under a lock, three of them for each request. So requests only
add to a list here, and a thread carries the list over every `PAUSE` seconds; the metrics are behind by that much at
most. What a process that is killed has not carried over is lost.
"""

from __future__ import annotations

import os
import threading
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from prometheus_client import Counter, Gauge, Histogram

from eventstore.threads import THREADS

PAUSE = 1.0


class Times(Histogram):
    """A histogram that takes many amounts at once."""

    def observe_all(self, amounts: Sequence[float]) -> None:
        """Observe each of the amounts."""
        found: dict[int, int] = {}
        for amount in amounts:
            place = bisect_left(self._upper_bounds, amount)
            found[place] = found.get(place, 0) + 1
        self._sum.inc(sum(amounts))
        for place, count in found.items():
            self._buckets[place].inc(count)


class Tallies:
    """What is counted and not yet carried over. It may be made before a fork: each process carries its own over."""

    def __init__(self, pause: float = PAUSE) -> None:
        self._pause = pause
        self._start_empty()
        os.register_at_fork(after_in_child=self._start_empty)

    def add(self, metric: Counter | Times, amount: float = 1) -> None:
        """Count for a metric, which is the child of its labels if it has labels. Never waits."""
        # Adding to a deque is one step of the interpreter.
        self._waiting.append((metric, amount))
        if not self._running:
            self._start()

    def watch(self, metric: Gauge, read: Callable[[], float]) -> None:
        """Set a metric of this process to what `read` returns, from now on and as often as counts are carried over."""
        with self._lock:
            self._watched[metric] = read
        if not self._running:
            self._start()

    def carry_over(self) -> None:
        """Carry over what was counted until now, and look at what is watched."""
        with self._lock:
            for gauge, read in self._watched.items():
                gauge.set(read())
            found: dict[Counter | Times, list[float]] = {}
            for _ in range(len(self._waiting)):
                metric, amount = self._waiting.popleft()
                found.setdefault(metric, []).append(amount)
            for metric, amounts in found.items():
                if isinstance(metric, Times):
                    metric.observe_all(amounts)
                else:
                    metric.inc(sum(amounts))

    def _start_empty(self) -> None:
        self._waiting: deque[tuple[Counter | Times, float]] = deque()
        self._watched: dict[Gauge, Callable[[], float]] = {}
        self._lock = threading.Lock()
        self._running = False

    def _start(self) -> None:
        with self._lock:
            if not self._running:
                self._running = True
                never = threading.Event()
                THREADS.keep("tallies", partial(self._keep_carrying, never), never)

    def _keep_carrying(self, stop: threading.Event) -> None:
        while not stop.wait(self._pause):
            self.carry_over()

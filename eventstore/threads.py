"""Threads that must not end: if the work raises, the thread is restarted and counts as failing meanwhile."""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds before the work is restarted, at first and at most, doubled with each failure."""
STEADY_SECONDS = 10.0
"""A thread that has worked this long since its last failure is no longer failing."""

Report = Callable[[str, Exception], None]
"""Called on the failed thread with its name and what its work raised."""


class Threads:
    """The kept threads of a process, by name; several may share one. Serves all threads."""

    def __init__(self) -> None:
        self.report: Report = _print
        self._failed: dict[str, float] = {}

    def keep(self, name: str, work: Callable[[], None], stop: threading.Event) -> threading.Thread:
        """Start a thread that calls `work` until it returns, and return the thread.

        Each time that `work` raises an Exception, it is called again after a pause, unless `stop` is set.
        """
        thread = threading.Thread(target=self._keep, args=(name, work, stop), name=name, daemon=True)
        thread.start()
        return thread

    def failing(self) -> frozenset[str]:
        """Return the names of the threads that failed within `STEADY_SECONDS`, or pause after a failure."""
        now = time.monotonic()
        return frozenset(name for name, until in list(self._failed.items()) if now < until)

    def _keep(self, name: str, work: Callable[[], None], stop: threading.Event) -> None:
        pause = FIRST_PAUSE
        while not stop.is_set():
            began = time.monotonic()
            try:
                work()
            except Exception as error:
                now = time.monotonic()
                pause = FIRST_PAUSE if now - began > STEADY_SECONDS else min(2 * pause, LONGEST_PAUSE)
                self._failed[name] = now + pause + STEADY_SECONDS
                self.report(name, error)
                stop.wait(pause)
            else:
                return


def _print(name: str, error: Exception) -> None:
    print(f"The thread {name} failed:", file=sys.stderr)
    traceback.print_exception(error)


THREADS = Threads()
"""The threads of this process."""

"""Queues long work, such as verifications: little of it runs at a time, and little may wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Semaphore

from api.problems import ApiError
from domain.kernel.language import Later, later, translate

RUNNING, WAITING = 1, 8
CHANCE_LISTS_WAITING = 32
"""More than for verifications, since those take five times as long."""
OUTLOOKS_WAITING = 32
WAIT_SECONDS = 10.0


class Turns:
    """At most `running` callers work at a time, and at most `waiting` more wait for a turn."""

    def __init__(self, what: str, running: int = RUNNING, waiting: int = WAITING) -> None:
        self._what = what
        self._running = Semaphore(running)
        self._places = BoundedSemaphore(running + waiting)

    @contextmanager
    def take(self) -> Iterator[None]:
        """Wait for a turn and hold it; raises ApiError unavailable if too many wait or it takes too long."""
        if not self._places.acquire(blocking=False):
            raise self._refusal()
        try:
            if not self._running.acquire(timeout=WAIT_SECONDS):
                raise self._refusal()
            try:
                yield
            finally:
                self._running.release()
        finally:
            self._places.release()

    def _refusal(self) -> ApiError:
        return ApiError(
            "unavailable", later("Many {what} are under way; try again soon.", what=Later(translate, self._what))
        )

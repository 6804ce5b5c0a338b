"""Caches a result for a second, so that it is computed at most once a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

SECONDS = 1.0


class Recent:
    """The last computed bytes. Threads share them: one computes them while the others wait."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._until = 0.0
        self._made = b""

    def get(self, make: Callable[[], bytes]) -> bytes:
        """Return what `make` returned within the last second, or call it now."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._made = make()
                self._until = time.monotonic() + SECONDS
            return self._made

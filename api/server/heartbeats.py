"""Detects hanging workers: those that show no sign of life although they could.

A worker that gets no CPU shows none either, so only time in which it could have shown one counts: while it sleeps, is
stopped or runs, but not while it waits for a CPU or a disk.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.sharedctypes import RawValue
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")
LOOK_SECONDS = 1.0
"""How often the parent looks. A longer gap counts as twice this: the parent itself was held up."""


class Looked(NamedTuple):
    """A snapshot of a process: the CPU seconds it has used, and whether one of its threads waits for more."""

    cpu: float
    waits: bool


class Heartbeat:
    """The signs of life of one worker, shared with its parent; made before the fork."""

    def __init__(self, seconds: float, look: Callable[[int], Looked | None] | None = None) -> None:
        self._seconds = seconds
        self._look = look or look_at
        self._beats = RawValue("Q", 0)
        self._seen = 0
        self._silent = 0.0
        self._last: tuple[float, Looked] | None = None

    def beat(self) -> None:
        """Show a sign of life, in the worker. Until the first one, the worker is starting and never counts as hung."""
        self._beats.value += 1

    def is_missed(self, pid: int) -> bool:
        """Return whether the worker has been silent for the seconds although it could have beaten.

        Called at each look.
        """
        beats, now = self._beats.value, time.monotonic()
        found = self._look(pid) if beats and beats == self._seen else None
        if found is None:
            self._seen, self._silent, self._last = beats, 0.0, None
            return False
        if self._last is not None:
            before, last = self._last
            had = found.cpu - last.cpu
            self._silent += had if found.waits else min(now - before, 2 * LOOK_SECONDS)
        self._last = now, found
        return self._silent >= self._seconds


def look_at(pid: int) -> Looked | None:
    """Return a snapshot of a Linux process; None if there is no such process, or on another system."""
    ticks, waits = 0, False
    with suppress(OSError, ValueError, IndexError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            fields = (thread / "stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
            waits = waits or fields[0] in "RD"
        return Looked(ticks / TICKS, waits)
    return None

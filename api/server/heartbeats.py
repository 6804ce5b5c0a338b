"""Which worker hangs: it shows no sign of life, although it could.

A worker that gets no processor shows none either, so time counts only as far as it could have shown one: while it
sleeps, is stopped or holds the processor, and not while it waits for the processor or for a disk.
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
"""How often the parent looks. A longer time between two looks counts as twice that: the parent was held up itself."""


class Looked(NamedTuple):
    """What was seen of a process: seconds of processor that it has had, and whether a thread of it waits for more."""

    cpu: float
    waits: bool


class Heartbeat:
    """The signs of life of one worker, shared with its parent. Made before the fork."""

    def __init__(self, seconds: float, look: Callable[[int], Looked | None] | None = None) -> None:
        self._seconds = seconds
        self._look = look or look_at
        self._beats = RawValue("Q", 0)
        self._seen = 0
        self._silent = 0.0
        self._last: tuple[float, Looked] | None = None

    def beat(self) -> None:
        """Show a sign of life, from the worker. Until the first one it is starting, and never hangs."""
        self._beats.value += 1

    def is_missed(self, pid: int) -> bool:
        """Whether the worker could have shown a sign of life for the seconds, and has not. Asked at each look."""
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
    """Look at a process of Linux; None if there is none, or on another system."""
    ticks, waits = 0, False
    with suppress(OSError, ValueError, IndexError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            fields = (thread / "stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
            waits = waits or fields[0] in "RD"
        return Looked(ticks / TICKS, waits)
    return None

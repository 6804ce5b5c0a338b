"""Waiting for a condition: the tests' only way to let time pass for something that happens elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds after which a condition counts as never true: much longer than anything takes on a busy machine."""


def eventually(true: Callable[[], object], seconds: float = PATIENCE, pause: float = 0.02) -> None:
    """Wait until `true()` is true, looking every `pause` seconds; fail if it is not within `seconds`."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(pause)

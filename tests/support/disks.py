"""Small disks, for tests of what happens when there is no room."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """Mount a disk of this size in memory at a new folder; skip the test if this user may mount none. With CI=true,
    which promises that everything can be tested, fail instead.
    """
    folder.mkdir()
    size = f"size={megabytes}m"
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        if os.environ.get("CI") == "true":
            pytest.fail("no small disk can be mounted here")
        pytest.skip("mounting a small disk takes root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Fill a disk with one file, and return it."""
    path = folder / "filling"
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    return path

"""The files through which the processes of a service share their metrics.

They are mapped into memory: a process that writes to a page for which the disk has no room is killed by the system. So
they lie in memory where the machine has a file system for that, and their space is taken when they are made.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
MEMORY = Path("/dev/shm")  # noqa: S108 - the folder in it belongs to us alone
SIZES = {
    "counter": 1 << 20,
    "histogram": 1 << 20,
    "gauge_livesum": 1 << 16,
    "gauge_livemax": 1 << 16,
    "gauge_max": 1 << 16,
}
"""The files of a process by kind, and the bytes that each gets: several times what our metrics need."""


def make_folder(data: Path) -> Path:
    """Make an empty folder for the metrics of the service with this data folder; raises OSError."""
    for folder in _places(data):
        shutil.rmtree(folder, ignore_errors=True)
        try:
            folder.mkdir(mode=0o700, parents=True)
            _take_space(folder / ".room", sum(SIZES.values()))
            (folder / ".room").unlink()
        except OSError as error:
            refused = error
            shutil.rmtree(folder, ignore_errors=True)
        else:
            return folder
    raise refused


def remove_folder(folder: Path) -> None:
    """Remove the folder when the service has ended."""
    shutil.rmtree(folder, ignore_errors=True)


def make_files() -> None:
    """Make the files of this process, if it shares metrics, before anything is counted; raises OSError for no room."""
    if FOLDER in os.environ:
        for kind, size in SIZES.items():
            _take_space(Path(os.environ[FOLDER]) / f"{kind}_{os.getpid()}.db", size)


def _places(data: Path) -> list[Path]:
    own = hashlib.sha256(f"{os.getuid()}:{data.resolve()}".encode()).hexdigest()[:16]
    beside = data.resolve() / "metrics"
    return [MEMORY / f"kifu-metrics-{own}", beside] if os.access(MEMORY, os.W_OK) else [beside]


def _take_space(path: Path, size: int) -> None:
    # The number of the process may have been that of one that has ended, whose counts stay.
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.posix_fallocate(file, 0, size)
    finally:
        os.close(file)

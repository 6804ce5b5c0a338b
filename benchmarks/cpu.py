"""The CPU seconds of a server: of its process, those that it started, and its PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import psutil  # type: ignore[import-untyped]


def cpu_seconds(pids: list[int]) -> float:
    """Return the user and system seconds of processes and of all that they started and that still run."""
    found: dict[int, psutil.Process] = {}
    for pid in pids:
        process = psutil.Process(pid)
        found |= {one.pid: one for one in (process, *process.children(recursive=True))}
    seconds = 0.0
    for one in found.values():
        try:
            spent = one.cpu_times()
        except psutil.NoSuchProcess:
            continue
        # Backends that ended meanwhile are counted in the process that started them.
        seconds += spent.user + spent.system + spent.children_user + spent.children_system
    return seconds


def postmaster(data: Path) -> int:
    """Return the process of the embedded PostgreSQL server of a folder."""
    return int((data / "postgres" / "postmaster.pid").read_text().split()[0])

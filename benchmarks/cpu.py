"""The CPU seconds of a server: its process, the processes that it started, and its PostgreSQL.

`cpu_seconds` counts clock ticks, including those of ended processes; `running_seconds` is exact to the nanosecond, for
slices too short for ticks, but counts only running processes.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import psutil  # type: ignore[import-untyped]


def cpu_seconds(pids: list[int]) -> float:
    """Return the user and system seconds of processes and of everything running that they started."""
    seconds = 0.0
    for one in family(pids):
        try:
            spent = one.cpu_times()
        except psutil.NoSuchProcess:
            continue
        # The process that started them counts backends that have ended.
        seconds += spent.user + spent.system + spent.children_user + spent.children_system
    return seconds


def running_seconds(pids: list[int]) -> dict[int, float]:
    """Return the CPU seconds, by process, that processes and all their children used, as the scheduler counts them."""
    return {one.pid: sum(running_nanoseconds(one.pid).values()) / 1e9 for one in family(pids)}


def running_nanoseconds(pid: int) -> dict[int, int]:
    """Return the CPU nanoseconds of each thread of a process, as the scheduler counts them."""
    found: dict[int, int] = {}
    for task in Path(f"/proc/{pid}/task").glob("*"):
        with suppress(OSError):
            found[int(task.name)] = int((task / "schedstat").read_text().split()[0])
    return found


def family(pids: list[int]) -> list[psutil.Process]:
    """Return processes with all that they have started and that still run, each once."""
    found: dict[int, psutil.Process] = {}
    for pid in pids:
        process = psutil.Process(pid)
        found |= {one.pid: one for one in (process, *process.children(recursive=True))}
    return list(found.values())


def postmaster(data: Path) -> int:
    """Return the process of the embedded PostgreSQL server of a folder."""
    return int((data / "postgres" / "postmaster.pid").read_text().split()[0])

"""Every few seconds, measures what an operator monitors besides requests, and shows it in metrics.

The database is queried here and not when metrics are requested, so that they work while it is unavailable.
"""

from __future__ import annotations

import os
import shutil
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Event

import psutil  # type: ignore[import-untyped]

from eventstore.postgres.away import AWAY
from eventstore.postgres.datastore import Datastore, NoSuchTable, Read
from service import metrics

SECONDS = 2.0
LONGEST_LAG = 3600.0
"""The largest lag of a read model that is reported."""
SIGN_OF_LIFE = 60.0
"""A house bot reconnects regularly; after this many seconds without doing so it counts as gone."""

FEED = "SELECT coalesce(sum(position), 0)::bigint FROM kifu.feed_head"
SEEN = (
    "SELECT projection, sum(position)::bigint FROM kifu.tracking "
    "WHERE projection = ANY (%b::text[]) GROUP BY projection ORDER BY projection"
)
SIZE = "SELECT pg_database_size(current_database())"
DISPUTE = (
    "SELECT coalesce(extract(epoch FROM clock_timestamp() - min(raised_at)), 0)::float8 "
    "FROM kifu_read.dispute WHERE status = 'open'"
)
BOTS = (
    "SELECT count(*) FROM kifu.bot_presence AS b JOIN kifu.player_kind AS k USING (player) "
    "WHERE k.kind <> 'bot' AND b.seen_at > clock_timestamp() - make_interval(secs => %b::float8)"
)


class Lags:
    """How many seconds read models are behind, computed from earlier event counts."""

    def __init__(self, longest: float = LONGEST_LAG) -> None:
        self._longest = longest
        self._known: deque[tuple[float, int]] = deque()

    def note(self, now: float, events: int) -> None:
        """Note the current number of events."""
        self._known.append((now, events))
        while len(self._known) > 1 and self._known[1][0] <= now - self._longest:
            self._known.popleft()

    def behind(self, now: float, read: int) -> float:
        """Return for how many seconds there have been more events than this; 0 if there are no more."""
        first = next((at for at, events in self._known if events > read), now)
        return now - first


class OperatingWatch:
    """Watches a database, a data folder and the processes of a service; `projections` are names of read models."""

    def __init__(self, read: Read, projections: Iterable[str], data: Path) -> None:
        self._read = read
        self._projections = list(projections)
        self._data = data
        self._lags = Lags()

    def look(self) -> None:
        """Update all metrics; those from the database keep their values while it is unavailable."""
        show_disk(self._data)
        show_processes(psutil.Process(os.getppid()))
        try:
            self._look_at_database()
        except (*AWAY, NoSuchTable):
            metrics.DATABASE_UP.set(0)
        else:
            metrics.DATABASE_UP.set(1)
        metrics.WATCH_TIME.set_to_current_time()

    def _look_at_database(self) -> None:
        now = time.monotonic()
        self._lags.note(now, self._read(FEED, ())[0][0])
        seen = {str(name): int(events) for name, events in self._read(SEEN, (self._projections,))}
        for name in self._projections:
            metrics.PROJECTION_LAG.labels(name).set(self._lags.behind(now, seen.get(name, 0)))
        metrics.DATABASE_BYTES.set(self._read(SIZE, ())[0][0])
        metrics.OLDEST_DISPUTE.set(self._read(DISPUTE, ())[0][0])
        metrics.BOTS_LISTENING.set(self._read(BOTS, (SIGN_OF_LIFE,))[0][0])


def show_disk(data: Path) -> None:
    """Show the size of the data folder's disk and its free space."""
    usage = shutil.disk_usage(data)
    metrics.DISK_BYTES.set(usage.total)
    metrics.DISK_FREE.set(usage.free)


def show_processes(service: psutil.Process) -> None:
    """Show the memory, CPU time and starts of the service's processes, by the module that each runs."""
    found: dict[str, list[psutil.Process]] = {}
    for process in (service, *service.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            found.setdefault(_module(process.cmdline()), []).append(process)
    for module in metrics.PROCESS_MODULES:
        _show_module(module, found.get(module, []))


def _show_module(module: str, processes: list[psutil.Process]) -> None:
    memory, cpu, started = 0, 0.0, 0.0
    for process in processes:
        with suppress(psutil.NoSuchProcess), process.oneshot():
            times = process.cpu_times()
            memory += process.memory_info().rss
            cpu += times.user + times.system
            started = max(started, process.create_time())
    metrics.PROCESSES.labels(module).set(len(processes))
    metrics.PROCESS_BYTES.labels(module).set(memory)
    metrics.PROCESS_CPU.labels(module).set(cpu)
    metrics.PROCESS_STARTED.labels(module).set(started)


def _module(command: list[str]) -> str:
    """Return the module that `python -m` runs in a command line; the service's first process is `kifu`."""
    return command[command.index("-m") + 1] if "-m" in command[:-1] else "kifu"


def watch_forever(url: str, data: Path, projections: Iterable[str], stop: Event, seconds: float = SECONDS) -> None:
    """Update the metrics regularly until `stop` is set."""
    with Datastore(url, pool_size=1) as datastore:
        watch = OperatingWatch(datastore.read, projections, data)
        while not stop.is_set():
            watch.look()
            stop.wait(seconds)

"""The state of the service, answered at once: a thread looks, and callers wait for it only while the database
answers."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Generic, Literal, TypeVar

import msgspec
import psycopg
from msgspec import Meta

from eventstore.postgres.away import AWAY
from eventstore.postgres.datastore import NoSuchTable
from eventstore.threads import THREADS
from projections.queries.items import ProjectionState
from service import metrics
from service.metrics_files import Sample

T = TypeVar("T")

PAUSE = 1.0
"""Seconds between two looks while nobody asks."""
PATIENCE, STANDBY_PATIENCE = 1.8, 4.0
"""Seconds after which an unfinished look counts as failed."""
WAIT, IMPATIENCE = 0.5, 0.1
"""The most seconds that a caller waits for a new look, and the same after a failed one."""
LEAST_SPACE = 4 << 20


class Check(msgspec.Struct, frozen=True):
    """A monitored part of the service."""

    name: Annotated[
        str, Meta(description="checkpoints, signing, archive, witnesses, threads, disk or partitions; more may come.")
    ]
    state: Literal["ok", "degraded"]
    says: Annotated[str, Meta(description="What is wrong, in words; empty if it is ok.")] = ""


GAUGES = (
    ("checkpoints", "kifu_checkpoint_faults", "Events are not what was signed: `kifu checkpoint --check` names them."),
    ("signing", "kifu_checkpoint_failing", "No checkpoints can be made: the log of the service says why."),
    ("archive", "kifu_archive_faults", "Games that were moved to files cannot be read."),
    (
        "witnesses",
        "kifu_witness_contradictions",
        "These saw another log than this one; an old backup was restored, or there are two logs under one key: ",
    ),
    ("threads", "kifu_failing_threads", "These ended with an error, and are started again: "),
    ("disk", "kifu_disk_full", "The disk of the database was full when something was last to be recorded."),
)
"""Checks that are faults if a metric is not 0; the metric's labels follow the words."""


class Looks(Generic[T]):
    """The last findings of a thread, which looks as soon as somebody asks, and then regularly until closed."""

    def __init__(self, name: str, look: Callable[[], T], patience: float) -> None:
        self._name = name
        self._look = look
        self._patience = patience
        self._changed = threading.Condition()
        self._asked = threading.Event()
        self._stop = threading.Event()
        self._begun = self._ended = 0
        self._since = 0.0
        self._seen: T | None = None
        self._error: Exception | None = None
        self._thread: threading.Thread | None = None

    def newest(self) -> T:
        """Return a look begun after this call, or the last one if that takes longer than WAIT seconds.

        Raises what the last look raised, or OperationalError if it has taken too long.
        """
        with self._changed:
            self._asked.set()
            if self._thread is None:
                self._thread = THREADS.keep(self._name, self._run, self._stop)
            wanted = self._begun + 1
            self._changed.wait_for(lambda: self._ended >= wanted, self._wait_for())
            if self._error is not None:
                raise self._error.with_traceback(None)
            if self._lasts() > self._patience or self._seen is None:
                raise psycopg.OperationalError(f"the database has not answered for {self._lasts():.0f} s")
            return self._seen

    def close(self) -> None:
        """End the thread without waiting for it."""
        self._stop.set()
        self._asked.set()

    def _wait_for(self) -> float:
        if self._error is not None:
            return IMPATIENCE
        # There has been no look yet, so there is nothing else to answer with.
        return WAIT if self._seen is not None else self._patience

    def _lasts(self) -> float:
        return time.monotonic() - self._since if self._ended < self._begun else 0.0

    def _run(self) -> None:
        while not self._stop.is_set():
            self._asked.clear()
            with self._changed:
                self._begun += 1
                self._since = time.monotonic()
            seen, error = None, None
            try:
                seen = self._look()
            except (*AWAY, NoSuchTable) as found:
                error = found
            with self._changed:
                self._ended, self._seen, self._error = self._begun, seen, error
                self._changed.notify_all()
            self._asked.wait(PAUSE)


class Readiness:
    """The known state of the service, for all threads of a worker; call `close` at the end."""

    def __init__(
        self,
        lag: Callable[[], list[ProjectionState]],
        away: Callable[[], Mapping[str, Sequence[int]]],
        is_confirming: Callable[[], bool | None],
        data: Path,
    ) -> None:
        self._lag = Looks("lag", lag, PATIENCE)
        self._standby = Looks("standby", lambda: (is_confirming(),), STANDBY_PATIENCE)
        self._away = away
        self._data = data

    def projections(self) -> list[ProjectionState]:
        """Return the progress of each read model; raises an error of `AWAY` or NoSuchTable if the database is
        unavailable."""
        return self._lag.newest()

    def is_confirming(self) -> bool | None:
        """Return whether the standby confirms commits, None without one; raises an error of `AWAY`."""
        return self._standby.newest()[0]

    def checks(self) -> list[Check]:
        """Return the other checks: those of shared metrics, and the space in the data folder."""
        found = {family.name: family.samples for family in metrics.gather()}
        checks = [_check(name, words, found.get(gauge, ())) for name, gauge, words in GAUGES]
        if _is_full(self._data):
            checks[-1] = Check("disk", "degraded", "The disk of KIFU_DATA is full.")
        return [*checks, _check_partitions(self._away())]

    def close(self) -> None:
        """End its threads."""
        self._lag.close()
        self._standby.close()


def _check(name: str, words: str, samples: Sequence[Sample]) -> Check:
    wrong = [labels for _, labels, value in samples if value]
    if not wrong:
        return Check(name, "ok")
    return Check(name, "degraded", words + ", ".join(value for labels in wrong for _, value in labels))


def _check_partitions(away: Mapping[str, Sequence[int]]) -> Check:
    parts = (f"{node} with partitions {', '.join(map(str, partitions))}" for node, partitions in sorted(away.items()))
    says = "; ".join(parts)
    if not says:
        return Check("partitions", "ok")
    return Check("partitions", "degraded", f"Workers of the cluster are away, and their games wait: {says}")


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < LEAST_SPACE
    except OSError:
        return False

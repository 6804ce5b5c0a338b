"""The CPU time of a move by part: what the server, its projector and PostgreSQL spend on it, and where.

The scheduler counts threads and processes, which gives the whole. Within the threads that answer requests, functions
are counted from outside (`counted/sitecustomize.py`), which costs each move some ten microseconds that are in the
figures. python -m benchmarks.move_parts [MOVES]
"""

from __future__ import annotations

import struct
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import psycopg

from benchmarks.counted.sitecustomize import PARTS
from benchmarks.cpu import family, postmaster, running_nanoseconds
from benchmarks.load import drive
from benchmarks.moves_over_http import SETTINGS, scripts_of
from benchmarks.service import Service, service
from domain.rulesets import registry

MOVES, WARM_UP = 5_000, 2_000
CLIENTS = 16
HOOKS = "counted"
LOOP, OTHER_THREADS = "loop: parser, sockets, wake-ups", "other threads of the web workers"
PROJECTOR, PROJECTOR_BACKEND = "projector", "projector, in PostgreSQL"
APPEND_BACKEND, FEED_BACKEND, SERVER = "append, in PostgreSQL", "feed, in PostgreSQL", "PostgreSQL's own processes"
REST = "all other processes"
ORDER = (LOOP, *PARTS, OTHER_THREADS, APPEND_BACKEND, FEED_BACKEND, PROJECTOR, PROJECTOR_BACKEND, SERVER, REST)
BACKENDS = "SELECT pid, application_name, query ILIKE '%%notify%%' OR query ILIKE 'listen%%' FROM pg_stat_activity"


@dataclass(frozen=True)
class Parts:
    """Microseconds of CPU that each part takes for a move, in the order of ORDER, over this number of moves."""

    moves: int
    microseconds: dict[str, float]

    @property
    def whole(self) -> float:
        """All parts together."""
        return sum(self.microseconds.values())


def run(moves: int = MOVES) -> Parts:
    """Play about `moves` moves with 16 clients after a warm-up."""
    ruleset = next(iter(registry()))
    with tempfile.TemporaryDirectory(prefix="kifu-bench-", ignore_cleanup_errors=True) as folder:
        settings = {**SETTINGS, "COUNTED": folder, "KIFU_BOTS": "0"}
        with service(without=HOOKS, settings=settings) as kifu:
            tokens = [kifu.token(name) for name in ("ann", "bob")]
            drive(kifu.address, scripts_of(kifu, ruleset, tokens, WARM_UP, 1, CLIENTS))
            scripts = scripts_of(kifu, ruleset, tokens, moves, 1_000_000, CLIENTS)
            before = _look(kifu, Path(folder))
            load = drive(kifu.address, scripts)
            after = _look(kifu, Path(folder))
    if set(load.statuses) != {201}:
        raise RuntimeError(f"not every move was recorded: {load.statuses}")
    after.subtract(before)
    if not all(after[part] for part in PARTS):
        raise RuntimeError(f"{HOOKS}/sitecustomize.py does not fit the code: a part was never counted")
    played = len(load.latencies)
    return Parts(played, {part: after[part] / played / 1000 for part in ORDER})


def _look(kifu: Service, folder: Path) -> Counter[str]:
    """Return the nanoseconds that each part has taken so far."""
    spent = Counter[str]()
    answering = dict[int, Counter[str]]()
    for file in folder.iterdir():
        numbers = struct.unpack(f"{len(PARTS)}q", file.read_bytes())
        answering[int(file.name)] = Counter(dict(zip(PARTS, numbers, strict=True)))
    backends = _backends(kifu)
    server = postmaster(kifu.data)
    workers = set(kifu.workers())
    for process in family(kifu.processes()):
        database = server in (process.pid, process.ppid())
        for thread, took in running_nanoseconds(process.pid).items():
            if process.pid in workers and thread in answering:
                spent += answering[thread]
                # Time that no part has counted is spent waiting for a request and handing it to a thread.
                spent["hand-over"] += took - answering[thread].total()
            elif process.pid in workers:
                spent[LOOP if thread == process.pid else OTHER_THREADS] += took
            elif database:
                spent[backends.get(process.pid, SERVER)] += took
            else:
                spent[PROJECTOR if "service.projector" in process.cmdline() else REST] += took
    return spent


def _backends(kifu: Service) -> dict[int, str]:
    with psycopg.connect(kifu.database()) as connection:
        rows = connection.execute(BACKENDS).fetchall()
    of = {
        ("api.web", True): FEED_BACKEND,
        ("api.web", False): APPEND_BACKEND,
        ("service.projector", True): PROJECTOR_BACKEND,
        ("service.projector", False): PROJECTOR_BACKEND,
    }
    return {pid: of.get((name, bool(notifies)), SERVER) for pid, name, notifies in rows}


if __name__ == "__main__":
    parts = run(int(sys.argv[1]) if len(sys.argv) > 1 else MOVES)
    for name, took in parts.microseconds.items():
        print(f"{took:7.1f} us  {took / parts.whole:4.0%}  {name}")
    print(f"{parts.whole:7.1f} us  a move, {parts.moves} moves")

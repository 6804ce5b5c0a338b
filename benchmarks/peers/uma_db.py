"""Appends a second of our recorder, UmaDB, stock eventsourcing and a plain INSERT, with the same bytes an event.

All acknowledge an append when it is on the disk: PostgreSQL after an fsync of its log, which concurrent commits share,
UmaDB after an fdatasync of its pages and another of their head, for a batch of what waits. All but the plain INSERT
refuse an append if somebody else has appended to the game meanwhile. Each measures a short time in each round, so other
work on the machine meets all of them; what decides is the median of the ratios of a round. UmaDB has one order of all
events and one writer. Ours has 64 orders, one for each partition, and can also store the answer to a repeatable request
with the event.

python -m benchmarks.peers.uma_db [SECONDS]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import msgspec

from benchmarks import append
from benchmarks.service import free_port
from eventstore.postgres.embedded import EmbeddedServer

VENV = Path(__file__).parent / "uma" / ".venv"
"""An environment of its own, which `make bench-peers` makes."""
SECONDS, ROUNDS = 2.0, 5
START_SECONDS = 20.0


class Round(msgspec.Struct, frozen=True):
    """One round: appends a second of each, and the events that the readers behind ours and UmaDB missed."""

    ours: float
    uma: float
    stock: float
    plain: float
    missed: tuple[int, int]


class Row(msgspec.Struct, frozen=True):
    """The rounds with one number of threads."""

    threads: int
    rounds: tuple[Round, ...]

    def median(self, read: Callable[[Round], float]) -> float:
        """Return the median over the rounds of what is read of each."""
        return median(map(read, self.rounds))


class _Appended(msgspec.Struct):
    appends: int
    seconds: float
    missed: int


def why_not() -> str | None:
    """Return what is missing; None if it can be measured."""
    if not (VENV / "bin" / "umadb").exists():
        return "UmaDB is not installed for the benchmark; `make bench-peers` does it."
    return None


def run(seconds: float = SECONDS, rounds: int = ROUNDS) -> list[Row]:
    """Measure each for `seconds` in each round, at each number of threads."""
    with append.tables() as server:
        return [
            Row(threads, tuple(_measure_round(server, threads, seconds) for _ in range(rounds)))
            for threads in append.THREADS
        ]


def _measure_round(server: EmbeddedServer, threads: int, seconds: float) -> Round:
    row, uma = append.measure(server, threads, seconds), _measure(threads, seconds)
    return Round(row.ours, uma.appends / uma.seconds, row.stock, row.plain, (row.missed_ours, uma.missed))


def _measure(threads: int, seconds: float) -> _Appended:
    script = str(Path(__file__).parent / "uma_load.py")
    with _server() as url:
        arguments = [url, str(threads), str(seconds), str(len(append.STATE)), str(append.STEPS_A_GAME)]
        ran = subprocess.run([str(VENV / "bin" / "python"), script, *arguments], capture_output=True, check=False)
    if ran.returncode != 0:
        raise RuntimeError(f"the load on UmaDB failed: {ran.stderr.decode()[-500:]}")
    return msgspec.json.decode(ran.stdout, type=_Appended)


@contextmanager
def _server() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="kifu-bench-", ignore_cleanup_errors=True) as folder:
        address = f"127.0.0.1:{free_port()}"
        command = [str(VENV / "bin" / "umadb"), "--listen", address, "--db-path", folder]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _wait(f"http://{address}")
            yield f"http://{address}"
        finally:
            process.terminate()
            process.wait(20)


def _wait(url: str) -> None:
    """Wait until the server answers."""
    ask = [str(VENV / "bin" / "python"), "-c", f"import umadb; umadb.Client({url!r}).head()"]
    deadline = time.monotonic() + START_SECONDS
    while subprocess.run(ask, capture_output=True, check=False).returncode != 0:
        if time.monotonic() > deadline:
            raise RuntimeError("the server of UmaDB does not start")
        time.sleep(0.1)


if __name__ == "__main__":
    lacking = why_not()
    if lacking is not None:
        sys.exit(lacking)
    for row in run(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS):
        print(
            f"{row.threads} threads: ours {row.median(lambda one: one.ours):,.0f}/s, "
            f"{row.median(lambda one: one.ours / one.uma):.2f} of UmaDB, "
            f"{row.median(lambda one: one.ours / one.stock):.1f} times stock eventsourcing, "
            f"{row.median(lambda one: one.ours / one.plain):.2f} of a plain INSERT",
            flush=True,
        )

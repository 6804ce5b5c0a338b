"""Appends a second of UmaDB and of our recorder, with the same bytes an event, each appended under a condition.

Both acknowledge an append when it is on the disk: PostgreSQL after an fsync of its log, which concurrent commits share,
UmaDB after an fdatasync of its pages and another of their head, for a batch of what waits. Both refuse an append if
somebody else has appended to the game meanwhile. UmaDB has one order of all events and one writer. Ours has 64 orders,
one for each partition, and can also store the answer to a repeatable request with the event.

python -m benchmarks.peers.uma_db [SECONDS]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from benchmarks import append
from benchmarks.service import free_port

VENV = Path(__file__).parent / "uma" / ".venv"
"""An environment of its own, which `make bench-peers` makes."""
SECONDS = 5.0
START_SECONDS = 20.0


class Row(msgspec.Struct, frozen=True):
    """One measurement: appends a second of each, and the events that the reader behind UmaDB missed."""

    threads: int
    ours: float
    uma: float
    missed: int


class _Appended(msgspec.Struct):
    appends: int
    seconds: float
    missed: int


def why_not() -> str | None:
    """Return what is missing; None if it can be measured."""
    if not (VENV / "bin" / "umadb").exists():
        return "UmaDB is not installed for the benchmark; `make bench-peers` does it."
    return None


def run(seconds: float = SECONDS) -> list[Row]:
    """Measure each for `seconds` at each number of threads, one after the other."""
    rows = []
    for ours in append.run(seconds):
        found = _measure(ours.threads, seconds)
        rows.append(Row(ours.threads, ours.ours, found.appends / found.seconds, found.missed))
    return rows


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
        print(f"{row.threads} threads: ours {row.ours:,.0f}/s, UmaDB {row.uma:,.0f}/s, missed there {row.missed}")

"""The counts of the processes of a service add up, both of running processes and of ended ones."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from service import metrics, metrics_files
from service.verify_all import Verified

pytestmark = pytest.mark.long

COUNT = """
import os, sys
from service import metrics
metrics.MOVES.inc(int(sys.argv[1]))
metrics.LATENCY.labels("games.open").observe(0.003)
metrics.STREAMS.set(int(sys.argv[1]))
metrics.CHECKPOINT_TIME.set(int(sys.argv[1]))
metrics.ARCHIVE_FAULTS.set(1)
metrics.share_now()
print(os.getpid(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv(metrics_files.FOLDER, str(tmp_path))
    # Other tests of this process may have made checkpoints or missed files.
    metrics.CHECKPOINT_TIME.set(0)
    metrics.ARCHIVE_FAULTS.set(0)
    return tmp_path


class Counting:
    """A process that has counted `number` moves and runs until it is killed."""

    def __init__(self, folder: Path, number: int) -> None:
        environment = {**os.environ, metrics_files.FOLDER: str(folder)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", COUNT, str(number)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.pid = int(self._process.stdout.readline())

    def kill(self, *, reap: bool = True) -> None:
        self._process.kill()
        os.waitid(os.P_PID, self.pid, os.WEXITED | (0 if reap else os.WNOWAIT))

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


def value(name: str) -> float:
    lines = metrics.exposition({}, Verified()).decode().splitlines()
    (found,) = (line.rpartition(" ")[2] for line in lines if line.rpartition(" ")[0] == name)
    return float(found)


def shown(moves_before: float) -> tuple[float, float, float, float]:
    names = ("kifu_streams", "kifu_checkpoint_time_seconds", "kifu_archive_faults")
    return (value("kifu_moves_total") - moves_before, *(value(name) for name in names))


def test_counters_outlive_their_process_and_gauges_of_what_runs_do_not(folder: Path) -> None:
    before = value("kifu_moves_total")
    first, second = Counting(folder, 3), Counting(folder, 40)
    try:
        assert shown(before) == (43, 43, 40, 1)
        assert value('kifu_request_seconds_bucket{call="games.open",le="0.005"}') >= 2
        # A process that has ended but was not reaped yet counts as ended.
        second.kill(reap=False)
        assert shown(before) == (43, 3, 40, 1)
        first.kill()
        assert shown(before) == (43, 0, 40, 0)
    finally:
        first.close()
        second.close()


def test_files_of_processes_that_have_ended_become_one_and_count_once(folder: Path) -> None:
    before = value("kifu_moves_total")
    for number in range(1, 4):
        ended = Counting(folder, number)
        (folder / f"{next(folder.glob(f'{ended.pid}-*')).stem}.new").write_text("half wr")
        ended.close()
        metrics_files.fold_ended(folder)
        (left,) = folder.iterdir()
        assert left.name == f"ended-{number}.json"
        assert shown(before) == (sum(range(number + 1)), 0, number, 0)
    running = Counting(folder, 10)
    try:
        metrics_files.fold_ended(folder)
        assert {path.name.partition("-")[0] for path in folder.iterdir()} == {"ended", str(running.pid)}
        assert shown(before) == (16, 10, 10, 1)
    finally:
        running.close()


def test_whoever_is_killed_while_it_folds_leaves_nothing_that_counts_twice(folder: Path) -> None:
    before = value("kifu_moves_total")
    ended = Counting(folder, 5)
    ended.close()
    (file,) = folder.iterdir()
    content = file.read_bytes()
    metrics_files.fold_ended(folder)
    file.write_bytes(content)
    assert shown(before)[0] == 5
    metrics_files.fold_ended(folder)
    assert shown(before)[0] == 5


def test_no_reader_misses_a_count_while_files_are_folded(folder: Path) -> None:
    before = value("kifu_moves_total")
    ended = Counting(folder, 7)
    ended.close()
    content = next(folder.iterdir()).read_bytes()
    seen: list[float] = []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            seen.append(value("kifu_moves_total") - before)

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(30):
        # Numbers that no process has, since they are too high.
        (folder / f"{2**30 + number}-1.new").write_bytes(content)
        (folder / f"{2**30 + number}-1.new").rename(folder / f"{2**30 + number}-1.json")
        metrics_files.fold_ended(folder)
    stop.set()
    reader.join()
    assert seen == sorted(seen)
    assert shown(before)[0] == 31 * 7

"""The worker processes: forked from one that has loaded the code, started again when they end, stopped together."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from multiprocessing import connection
from multiprocessing.process import BaseProcess

import structlog

RESTART_SECONDS = 0.2
QUICK = 5.0
LONGEST_PAUSE = 5.0

log = structlog.get_logger("kifu.server")


class Workers:
    """Runs `work` in `count` processes until SIGTERM or SIGINT; what is left `grace` seconds later is killed."""

    def __init__(self, count: int, work: Callable[[], None], grace: float) -> None:
        self._count = count
        self._work = work
        self._grace = grace
        self._stopped = False
        self._woken, self._wake = os.pipe()
        self._context = multiprocessing.get_context("fork")

    def run(self) -> None:
        """Run them, from the main thread."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        workers = [self._start() for _ in range(self._count)]
        began, pause = time.monotonic(), RESTART_SECONDS
        while not self._stopped:
            connection.wait([self._woken, *(worker.sentinel for worker in workers)])
            if self._stopped:
                break
            # Workers that end at once shall not keep the machine busy.
            pause = RESTART_SECONDS if time.monotonic() - began > QUICK else min(2 * pause, LONGEST_PAUSE)
            time.sleep(pause)
            began = time.monotonic()
            workers = [worker if worker.is_alive() else self._replace(worker) for worker in workers]
        self._end(workers)

    def _start(self) -> BaseProcess:
        worker = self._context.Process(target=self._begin)
        worker.start()
        return worker

    def _begin(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        self._work()

    def _replace(self, worker: BaseProcess) -> BaseProcess:
        log.warning("worker ended", status=worker.exitcode)
        worker.join()
        return self._start()

    def _end(self, workers: list[BaseProcess]) -> None:
        for worker in workers:
            worker.terminate()
        deadline = time.monotonic() + self._grace
        for worker in workers:
            worker.join(max(0.0, deadline - time.monotonic()))
            if worker.is_alive():
                worker.kill()
                worker.join()

    def _stop(self, _number: int, _frame: object) -> None:
        self._stopped = True
        os.write(self._wake, b"!")

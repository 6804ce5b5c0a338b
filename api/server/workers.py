"""The worker processes: forked from one that has loaded the code, and restarted when they end or hang."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Sequence
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from typing import TypeAlias

import structlog

from api.server.heartbeats import LOOK_SECONDS, Heartbeat

RESTART_SECONDS = 0.2
QUICK = 5.0
LONGEST_PAUSE = 5.0
HUNG_SECONDS = 10.0

Work: TypeAlias = Callable[[Callable[[], None]], None]
"""A worker's job; it gets the function that shows a sign of life."""

log = structlog.get_logger("kifu.server")


class Worker:
    """A worker process, its job, and its signs of life."""

    def __init__(self, work: Work, process: BaseProcess, heartbeat: Heartbeat) -> None:
        self.work = work
        self.process = process
        self.heartbeat = heartbeat

    def end_if_hung(self) -> None:
        """Kill it if it has shown no sign of life although it could have."""
        pid = self.process.pid
        if pid is not None and self.process.is_alive() and self.heartbeat.is_missed(pid):
            log.error("worker hung", pid=pid)
            self.process.kill()


class Workers:
    """Runs each of `works` in a process until SIGTERM or SIGINT, and kills those still running `grace` seconds later.

    Each gets a function that shows a sign of life. A worker that has shown some, but then none for `hung` seconds in
    which it could have, is killed and replaced.
    """

    def __init__(self, works: Sequence[Work], grace: float, hung: float = HUNG_SECONDS) -> None:
        self._works = works
        self._grace = grace
        self._hung = hung
        self._stopped = False
        self._woken, self._wake = os.pipe()
        self._context = multiprocessing.get_context("fork")

    def run(self) -> None:
        """Run the workers, from the main thread."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        workers = [self._start(work) for work in self._works]
        began, pause = time.monotonic(), RESTART_SECONDS
        while not self._stopped:
            ended = connection.wait([self._woken, *(worker.process.sentinel for worker in workers)], LOOK_SECONDS)
            if self._stopped:
                break
            if not ended:
                for worker in workers:
                    worker.end_if_hung()
                continue
            # Back off if workers end at once, so that they do not keep the machine busy.
            pause = RESTART_SECONDS if time.monotonic() - began > QUICK else min(2 * pause, LONGEST_PAUSE)
            time.sleep(pause)
            began = time.monotonic()
            workers = [worker if worker.process.is_alive() else self._replace(worker) for worker in workers]
        self._end(workers)

    def _start(self, work: Work) -> Worker:
        heartbeat = Heartbeat(self._hung)
        process = self._context.Process(target=self._begin, args=(work, heartbeat.beat))
        process.start()
        return Worker(work, process, heartbeat)

    def _begin(self, work: Work, beat: Callable[[], None]) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        work(beat)

    def _replace(self, worker: Worker) -> Worker:
        log.warning("worker ended", pid=worker.process.pid, status=worker.process.exitcode)
        worker.process.join()
        return self._start(worker.work)

    def _end(self, workers: list[Worker]) -> None:
        processes = [worker.process for worker in workers]
        for process in processes:
            process.terminate()
        deadline = time.monotonic() + self._grace
        for process in processes:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()

    def _stop(self, _number: int, _frame: object) -> None:
        self._stopped = True
        os.write(self._wake, b"!")

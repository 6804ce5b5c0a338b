"""The children of `kifu serve`: the database, processes that are restarted, and those that end."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import structlog

from eventstore.postgres import embedded
from service import metrics_files
from service.parent import die_with_parent
from service.settings import Settings, encode_settings

log = structlog.get_logger("kifu.server")

STEADY_SECONDS = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
FOLD_SECONDS = 5.0


class Watched(Protocol):
    """A part of the service that is checked several times a second."""

    def watch(self) -> None:
        """Do what is due, without blocking for long."""


class Child:
    """A process that is restarted when it ends, after pauses that grow while it keeps ending at once."""

    def __init__(
        self, module: str, environment: dict[str, str], patience: float, settings: Settings | None = None
    ) -> None:
        self._module = module
        self._environment = environment
        self._settings = settings
        self._patience = patience
        self._pause = 0.0
        self._start()

    @property
    def pid(self) -> int:
        """The process id of the current process."""
        return self._process.pid

    def _start(self) -> None:
        self._started = time.monotonic()
        self._process = _start(self._module, self._environment, self._settings)

    def watch(self) -> None:
        """Restart it if it has ended."""
        if self._process.poll() is None:
            return
        lived = time.monotonic() - self._started
        if lived < self._pause:
            return
        log.warning("process ended", module=self._module, status=self._process.returncode)
        steady = lived > STEADY_SECONDS + self._pause
        self._pause = FIRST_PAUSE if steady else min(max(FIRST_PAUSE, self._pause * 2), LONGEST_PAUSE)
        self._start()

    def stop(self) -> None:
        """Terminate it, and kill it if it has not ended in time."""
        _end(self._process, self._patience)


class Errand:
    """A process that does one job and ends."""

    def __init__(self, module: str, environment: dict[str, str], settings: Settings) -> None:
        self._process = _start(module, environment, settings)

    def watch(self) -> None:
        """Reap it when it has ended."""
        self._process.poll()

    def stop(self) -> None:
        """End it if it has not ended by itself."""
        _end(self._process, 1.0)


class Database:
    """The embedded server, restarted whenever it ends.

    Without it the service answers 503. So a full disk does not end the service, and nobody has to restart it once there
    is room.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._server: embedded.EmbeddedServer | None = embedded.start(data)
        self.url = self._server.url
        self.service_url = self._server.service_url
        self._pause = 0.0
        self._next = 0.0

    def watch(self) -> None:
        """Restart the server if it has ended; children find it at the same URL."""
        if self._server is not None:
            if self._is_running():
                return
            log.warning("database ended")
            self._server.stop()
            self._server, self._pause, self._next = None, 0.0, 0.0
        if time.monotonic() < self._next:
            return
        try:
            self._server = embedded.start(self._data)
        except (embedded.EmbeddedServerError, OSError) as error:
            if not self._pause:
                log.warning("database does not start", why=str(error), then="it is tried again every few seconds")
            self._pause = min(max(FIRST_PAUSE, self._pause * 2), LONGEST_PAUSE)
            self._next = time.monotonic() + self._pause
        else:
            log.info("database started")

    def stop(self) -> None:
        """Stop the server."""
        if self._server is not None:
            self._server.stop()

    def _is_running(self) -> bool:
        try:
            os.kill(int((self._data / "postgres" / "postmaster.pid").read_text().split()[0]), 0)
        except PermissionError:
            return True
        except (OSError, ValueError, IndexError):
            return False
        return True


class MetricsFolder:
    """The metrics folder, in which the files of ended processes are merged."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._next = 0.0

    def watch(self) -> None:
        """Merge the files every few seconds."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + FOLD_SECONDS
        # If the disk is full, the files stay separate but still count.
        with suppress(OSError):
            metrics_files.fold_ended(self._path)

    def stop(self) -> None:
        """Remove the folder."""
        metrics_files.remove_folder(self._path)


def _start(module: str, environment: dict[str, str], settings: Settings | None) -> subprocess.Popen[bytes]:
    # A signal from the terminal reaches the whole group; in sessions of their own, children can be stopped in order.
    process = subprocess.Popen(  # noqa: S603 - our own modules
        # -P: modules are ours, even if the folder where the service was started has others.
        [sys.executable, "-P", "-m", module],
        env=environment,
        stdin=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=die_with_parent,
    )
    assert process.stdin is not None
    # If a child has ended already, the watcher starts it again.
    with suppress(BrokenPipeError), process.stdin as pipe:
        if settings is not None:
            pipe.write(encode_settings(settings))
    return process


def _end(process: subprocess.Popen[bytes], patience: float) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

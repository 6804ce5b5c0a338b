"""A complete Kifu for a benchmark: server processes, database and projector, with its own data."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from psycopg.conninfo import make_conninfo

from benchmarks import yardstick
from benchmarks.cpu import postmaster
from eventstore.postgres import embedded

START_SECONDS = 60.0
KEPT_SECONDS = 30.0


@dataclass(frozen=True)
class Service:
    """The address of a service, and the process to stop."""

    port: int
    pid: int
    data: Path
    connections: dict[int, tuple[HTTPConnection, float]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    def call(self, method: str, path: str, body: object = None, token: str | None = None) -> Any:
        """Send a request whose answer is JSON, and return that; raises OSError unless it succeeds."""
        return json.loads(self.read(method, path, body, token))

    def read(self, method: str, path: str, body: object = None, token: str | None = None) -> bytes:
        """Return the answer to a request; raises OSError unless it succeeds."""
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection = self._connection()
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, HTTPException):
            self.connections.clear()
            raise
        if answer.status >= 300:
            raise OSError(f"{method} {path}: {answer.status} {content[:300]!r}")
        return content

    def _connection(self) -> HTTPConnection:
        """Return the connection of the last call, or a new one if the service may have closed that."""
        kept, used = self.connections.get(self.port, (None, 0.0))
        if kept is None or time.monotonic() - used > KEPT_SECONDS:
            kept = HTTPConnection(*self.address, timeout=30)
        self.connections[self.port] = kept, time.monotonic()
        return kept

    def token(self, name: str) -> str:
        """Register a player."""
        return str(self.call("POST", "/v1/players", {"name": name})["token"])

    def processes(self) -> list[int]:
        """Return the process of the service and that of its PostgreSQL, which started all others."""
        return [self.pid, postmaster(self.data)]

    def database(self) -> str:
        """The URL of its PostgreSQL for the owner."""
        _, _, _, port, folder, *_ = (self.data / "postgres" / "postmaster.pid").read_text().splitlines()
        return make_conninfo(host=folder, port=port, user=embedded.OWNER, dbname=embedded.DATABASE)

    def workers(self) -> list[int]:
        """Return the processes that answer requests."""
        children = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
        table = [line.split(None, 2) for line in children.splitlines()]
        web = {pid for pid, parent, args in table if parent == str(self.pid) and "api.web" in args}
        return [int(pid) for pid, parent, _ in table if parent in web]


@contextmanager
def service(
    *, without: str | None = None, settings: Mapping[str, str] | None = None, tree: Path | None = None
) -> Iterator[Service]:
    """Run `kifu serve` with defaults on a free port and temporary data; `settings` are added.

    `without` names a folder beside this module whose `sitecustomize` removes something that no setting can. `tree` is
    the checkout that runs, with its own environment; by default this one.
    """
    with tempfile.TemporaryDirectory(prefix="kifu-bench-", ignore_cleanup_errors=True) as folder:
        port = free_port()
        environment = {
            **os.environ,
            "KIFU_PORT": str(port),
            "KIFU_DATA": str(Path(folder) / "data"),
            "KIFU_UNLIMITED": "1",
            "KIFU_LOG_LEVEL": "error",
            **(settings or {}),
        }
        if without is not None:
            here = Path(__file__).resolve().parent
            environment["PYTHONPATH"] = os.pathsep.join([str(here.parent), str(here / without)])
        python = sys.executable if tree is None else str(tree / ".venv" / "bin" / "python")
        with running([python, "-m", "kifu", "serve"], environment, tree) as process:
            kifu = Service(port, process.pid, Path(environment["KIFU_DATA"]))
            _wait(lambda: kifu.call("GET", "/readyz"))
            yield kifu


@contextmanager
def empty_service(server: str, workers: int) -> Iterator[tuple[tuple[str, int], int]]:
    """Run a yardstick, by the name of its server, with this number of workers; yields its address and its process."""
    port = free_port()
    with running(yardstick.command(server, port, workers), dict(os.environ)) as process:
        _wait(lambda: socket.create_connection(("127.0.0.1", port), timeout=1).close())
        yield ("127.0.0.1", port), process.pid


@contextmanager
def running(
    command: list[str], environment: dict[str, str], folder: Path | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command in a folder and a session of its own, and stop it at the end."""
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True, cwd=folder)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(ready: Callable[[], object]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not _succeeds(ready, last_try=time.monotonic() > deadline):
        time.sleep(0.1)


def _succeeds(ready: Callable[[], object], last_try: bool) -> bool:
    try:
        ready()
    except (OSError, HTTPException):
        if last_try:
            raise
        return False
    return True

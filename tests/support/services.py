"""A real service in processes of its own, for tests that need one."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from tests.support.waiting import eventually

KIFU = (sys.executable, "-P", "-m", "kifu")
"""Like the installed command, which does not import modules from the current folder."""
ROOT = Path(__file__).resolve().parents[2]
LOBBY = "service.jobs.lobby"
"""The module of the process that keeps lobby and clocks, and calls players."""
START_SECONDS = 60.0
STOP_SECONDS = 60.0


def free_port() -> int:
    """A port on which nobody listens, outside the range from which the system takes ports for connections. A port that
    the system itself assigns may be in use by a connection before the service listens on it.
    """
    first = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = secrets.choice(range(10_000, first))
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


def environment(data: Path, **settings: str) -> dict[str, str]:
    """The environment of a kifu process: the settings given, and none of those of this process.

    The service's bots do not play unless `settings` has KIFU_BOTS: most tests do not need the process.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KIFU_")}
    return {**kept, "KIFU_DATA": str(data), "KIFU_BOTS": "0", **settings}


def processes_of(module: str, data: Path) -> list[psutil.Process]:
    """The processes that run a module for the service with this data folder, without those that have just ended."""
    found = []
    for service in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):
            if service.environ().get("KIFU_DATA") == str(data):
                found += [child for child in service.children(recursive=True) if module in _command(child)]
    return found


def process_of(module: str, data: Path) -> psutil.Process:
    """The one process that runs a module for the service with this data folder, once it runs."""
    eventually(lambda: len(processes_of(module, data)) == 1)
    (process,) = processes_of(module, data)
    return process


def killed(process: psutil.Process) -> None:
    """Kill a process, and wait until it has ended."""
    process.kill()
    psutil.wait_procs([process], 30)


def _command(process: psutil.Process) -> list[str]:
    """The words of the command that a process runs; none if it has just ended."""
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


@contextmanager
def running_service(data: Path, *, folder: Path | None = None, **settings: str) -> Iterator[str]:
    """Run `kifu serve` on a free port, yield its address, and end it with SIGTERM; fail if it does not end. It has one
    worker, which starts faster than two, no demo games, and metrics for all, unless `settings` say otherwise. It runs
    in `folder`.
    """
    port = free_port()
    settings = {"KIFU_WORKERS": "1", "KIFU_DEMO": "0", "KIFU_METRICS_OPEN": "1", **settings}
    log = (data / "service.log").open("w+")
    service = subprocess.Popen(
        [*KIFU, "serve"],
        cwd=folder or ROOT,
        env=environment(data, KIFU_PORT=str(port), **settings),
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _await(address, service, Path(log.name))
        yield address
    finally:
        service.terminate()
        try:
            service.wait(STOP_SECONDS)
        finally:
            # The group is the service's own, and none of its processes may outlive the test.
            with suppress(ProcessLookupError):
                os.killpg(service.pid, signal.SIGKILL)
            log.close()


def _await(address: str, service: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if service.poll() is not None:
            break
        with suppress(OSError), urllib.request.urlopen(f"{address}/readyz", timeout=60):
            return
        time.sleep(0.1)
    raise RuntimeError(f"the service is not ready:\n{log.read_text()[-3000:]}")

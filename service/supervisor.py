"""Starts the parts of the service in order, watches them, starts them again when they end, and stops them in order."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

import structlog

from domain.record import names
from eventstore.postgres import embedded, pooler, role
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import migrate
from eventstore.tables.names import Names
from projections.running.make_tables import check_tables
from service import metrics_files, structured_logging
from service.greeting import greeting
from service.keys import signing, tokens
from service.keys.house_bots import prepare_bots
from service.keys.introduce import introduce_keys
from service.metrics_files import FOLDER
from service.parent import die_with_parent
from service.rulesets import build_rulesets
from service.settings import PREFIX, BadSettings, Settings, encode_settings

log = structlog.get_logger("kifu.server")

WATCH_SECONDS = 0.1
START_SECONDS = 30.0
STEADY_SECONDS = 10.0
LONGEST_PAUSE = 5.0
LEAST_SPACE = 4 << 20
"""Bytes that must be free in the data folder: a service without room for its keys and checkpoints does not start."""
HOUSE = Path(__file__).resolve().parent.parent


class PortTaken(OSError):
    """Another process already serves at the address in the settings."""


def _start(module: str, environment: dict[str, str], settings: Settings | None) -> subprocess.Popen[bytes]:
    # A signal from the terminal reaches the whole group. In their own sessions, children can be stopped in order.
    process = subprocess.Popen(  # noqa: S603 - our own modules
        # -P: modules are ours, whatever lies in the folder where the service was started.
        [sys.executable, "-P", "-m", module],
        env=environment,
        stdin=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=die_with_parent,
    )
    assert process.stdin is not None
    # A child that has ended at once is started again by those who watch it.
    with suppress(BrokenPipeError), process.stdin as pipe:
        if settings is not None:
            pipe.write(encode_settings(settings))
    return process


class Child:
    """A process that is started again when it ends, after a pause that grows while it keeps ending at once."""

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
        """The process as it runs now."""
        return self._process.pid

    def _start(self) -> None:
        self._started = time.monotonic()
        self._process = _start(self._module, self._environment, self._settings)

    def watch(self) -> None:
        """Start it again if it has ended."""
        if self._process.poll() is None:
            return
        lived = time.monotonic() - self._started
        if lived < self._pause:
            return
        log.warning("process ended", module=self._module, status=self._process.returncode)
        steady = lived > STEADY_SECONDS + self._pause
        self._pause = 0.2 if steady else min(max(0.2, self._pause * 2), LONGEST_PAUSE)
        self._start()

    def stop(self) -> None:
        """Ask it to end, and kill it if it has not ended within its patience."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(self._patience)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


class Database:
    """The embedded server, started again if it ends."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._server = embedded.start(data)
        self.url = self._server.url
        self.service_url = self._server.service_url

    def watch(self) -> None:
        """Start it again if it has ended; children find it at the same URL."""
        if self._is_running():
            return
        log.warning("database ended")
        self._server.stop()
        self._server = embedded.start(self._data)

    def stop(self) -> None:
        """End it."""
        self._server.stop()

    def _is_running(self) -> bool:
        try:
            os.kill(int((self._data / "postgres" / "postmaster.pid").read_text().split()[0]), 0)
        except PermissionError:
            return True
        except (OSError, ValueError, IndexError):
            return False
        return True


class _StopFlag:
    """Becomes true with SIGTERM or SIGINT."""

    def __init__(self) -> None:
        self._stopped = False

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        self._stopped = True

    def __bool__(self) -> bool:
        return self._stopped


def serve(settings: Settings, *, out: Callable[[str], object] = print) -> None:
    """Run the service until SIGTERM or SIGINT, from the main thread; `out` takes the greeting.

    Raises BadContent, PortTaken, BadSettings if the data folder or the keys cannot be used, EmbeddedServerError,
    MigrationError, RoleError, PoolerError, MissingReadModels, or psycopg.OperationalError if the database of the
    settings cannot be reached.
    """
    structured_logging.configure(settings.log_level)
    if settings.content:
        # Workers would end at once with a pack that cannot be played, and be started again for ever.
        build_rulesets(settings)
    _check_port(settings)
    stopped = _StopFlag()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stopped)
    _make_folder(settings.data)
    with ExitStack() as stack:
        watched: list[Database | Child] = []
        if settings.database_url is None:
            database = Database(settings.data)
            stack.callback(database.stop)
            watched.append(database)
            migrate(database.url)
            service_url = database.service_url
            role.check_role(service_url)
        else:
            pooler.check_direct(settings.database_url)
            migrate(settings.database_url)
            service_url = role.url_for_service(settings.database_url)
            role.check_role(settings.database_url)
            if settings.pooled_database_url is not None:
                pooler.check_pooled(settings.pooled_database_url)
        check_read_models(service_url)
        # Before the workers start, so that all of them use the same keys until the service ends.
        introduce_keys(settings, service_url, datetime.now(UTC))
        signing.snapshot_key(settings)
        token, new = (None, False) if settings.operator_token else tokens.operator_token(settings.data)
        claim_names(service_url)
        metrics = metrics_files.make_folder(settings.data)
        stack.callback(metrics_files.remove_folder, metrics)
        environment = _environment(metrics)
        own = _settings_of_children(settings, service_url)
        web = replace(own, operator_token=settings.operator_token)
        children = [Child("service.projector", environment, 1.5, own), Child("api.web", environment, 3.5, web)]
        if settings.checkpoint_seconds:
            # A process of its own: a thread could block the watching of the others.
            children.append(Child("service.checkpointer", environment, 1.5, own))
        if settings.waiting_hours:
            children.append(Child("service.jobs.expirer", environment, 1.5, own))
        if settings.bots:
            accounts = prepare_bots(settings, service_url)
            children.append(Child("bots.app", _bots_environment(settings, environment, accounts), 1.5))
        for child in children:
            stack.callback(child.stop)
        watched += children
        if settings.demo:
            stack.callback(_start("service.jobs.demo", environment, own).terminate)
        if _wait_for_answers(settings, stopped, watched):
            out(greeting(settings, token if new else None, on_terminal=sys.stdout.isatty()))
        while not stopped:
            for part in watched:
                part.watch()
            time.sleep(WATCH_SECONDS)


def check_read_models(url: str) -> None:
    """Raise MissingReadModels if the database was restored without its read models."""
    with Datastore(url, pool_size=1) as datastore:
        check_tables(datastore.read)


def claim_names(url: str) -> None:
    """Compute what the names of the players look like who registered before this was known, or by another version."""
    with Datastore(url, pool_size=1) as datastore:
        Names(datastore).claim_all(names.skeleton_version(), names.skeletons)


def _make_folder(data: Path) -> None:
    try:
        data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=data) as file:
            os.posix_fallocate(file.fileno(), 0, LEAST_SPACE)
    except OSError as error:
        raise BadSettings({"KIFU_DATA": [f"Nothing can be kept in {data}: {error.strerror}."]}) from None


def _environment(metrics: Path) -> dict[str, str]:
    """The environment of the children, without the variables of the settings, which they are handed."""
    path = os.pathsep.join(filter(None, [str(HOUSE), os.environ.get("PYTHONPATH")]))
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    return {**inherited, "PYTHONPATH": path, FOLDER: str(metrics)}


def _settings_of_children(settings: Settings, url: str) -> Settings:
    """The settings as the children get them, `url` being all that they know of the database.

    They lack the token of the operator, which is for the workers alone.
    """
    return replace(
        settings,
        database_url=url,
        data=settings.data.resolve(),
        content=settings.content.resolve() if settings.content else None,
        operator_token=None,
    )


def _bots_environment(settings: Settings, environment: dict[str, str], accounts: Path) -> dict[str, str]:
    """The environment of the process of the bots, which knows nothing of the database and the keys of the service."""
    own = {name: value for name, value in environment.items() if name != FOLDER}
    return {
        **own,
        "KIFU_BOTS_ADDRESS": settings.address,
        "KIFU_BOTS_FILE": str(accounts.resolve()),
        "KIFU_LOG_LEVEL": settings.log_level,
    }


def _check_port(settings: Settings) -> None:
    # The workers share the port, so the kernel would let a second service share it too.
    if _accepts_connections(settings):
        raise PortTaken(f"something answers at {settings.host}:{settings.port} already; choose another KIFU_PORT")


def _wait_for_answers(settings: Settings, stopped: _StopFlag, watched: list[Database | Child]) -> bool:
    """Whether the workers answer within START_SECONDS."""
    deadline = time.monotonic() + START_SECONDS
    while not stopped and time.monotonic() < deadline:
        if _accepts_connections(settings):
            return True
        for part in watched:
            part.watch()
        time.sleep(0.05)
    return False


def _accepts_connections(settings: Settings) -> bool:
    try:
        with socket.create_connection((settings.reachable_host, settings.port), timeout=1):
            return True
    except OSError:
        return False

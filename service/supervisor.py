"""Starts the parts of the service in order, watches and restarts them, and stops them in order."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

import structlog

from domain.record import names
from eventstore.postgres import pooler, role
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import migrate
from eventstore.tables.names import Names
from projections.running.make_tables import check_tables
from service import metrics_files, open_files, structured_logging
from service.checkpoints.beginning import sign_beginning
from service.children import Child, Database, Errand, MetricsFolder, Watched
from service.greeting import greeting
from service.keys import signing, tokens
from service.keys.data_folder import make_data_folder
from service.keys.house_bots import prepare_bots
from service.keys.introduce import introduce_keys
from service.metrics_files import FOLDER
from service.rulesets import build_rulesets
from service.settings import PREFIX, BadSettings, Settings
from service.settings.unknown import find_unknown
from service.version import VERSION

log = structlog.get_logger("kifu.server")

WATCH_SECONDS = 0.1
OTHER_PROCESSES = 6
"""Processes besides the workers that share metrics, and some that have ended but are not merged yet."""
ALLOCATOR = {"MALLOC_ARENA_MAX": "2", "MALLOC_MMAP_THRESHOLD_": str(1 << 20)}
"""Settings of the C library for the children, unless the operator has others.

A process of many threads otherwise has an arena for each of a dozen of them, and the memory between their objects grows
for hours. Large blocks, such as those of pictures, go back to the system.
"""
HOUSE = Path(__file__).resolve().parent.parent


class PortTaken(OSError):
    """Another process already serves at the address in the settings."""


class _StopFlag:
    """Becomes true on SIGTERM or SIGINT."""

    def __init__(self) -> None:
        self._stopped = False

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        self._stopped = True

    def __bool__(self) -> bool:
        return self._stopped


def serve(settings: Settings, *, out: Callable[[str], object] = print) -> None:
    """Run the service until SIGTERM or SIGINT, from the main thread; `out` receives the greeting.

    Raises BadContent, TooFewFiles, PortTaken, BadSettings if the data folder or the keys cannot be used,
    EmbeddedServerError, MigrationError, RoleError, PoolerError, MissingReadModels, or psycopg.OperationalError if the
    database of the settings cannot be reached.
    """
    structured_logging.configure(settings.log_level)
    for name, similar in find_unknown(os.environ).items():
        log.warning("unknown setting", name=name, similar=similar)
    open_files.count_connections()
    if settings.content:
        # With an unplayable pack, workers would end at once and be restarted for ever.
        build_rulesets(settings)
    _check_port(settings)
    stopped = _StopFlag()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stopped)
    _make_folder(settings.data)
    with ExitStack() as stack:
        watched: list[Watched] = []
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
        sign_beginning(settings, service_url)
        token, new = (None, False) if settings.operator_token else tokens.operator_token(settings.data)
        claim_names(service_url)
        folder = _make_metrics_folder(settings)
        metrics = MetricsFolder(folder)
        stack.callback(metrics.stop)
        environment = _environment(folder)
        own = _settings_of_children(settings, service_url)
        web = replace(own, operator_token=settings.operator_token)
        children: list[Child | Errand] = [
            Child("service.projector", environment, 1.5, own),
            Child("api.web", environment, 3.5, web),
            Child("service.jobs.lobby", environment, 1.5, own),
        ]
        if settings.checkpoint_seconds:
            # In a process of its own, since a thread could block the watching of the others.
            children.append(Child("service.checkpointer", environment, 1.5, own))
        if settings.demo:
            children.append(Errand("service.jobs.demo", environment, own))
        accounts = prepare_bots(settings, service_url) if settings.bots else None
        for child in children:
            stack.callback(child.stop)
        watched += [*children, metrics]
        _watch(watched, lambda: bool(stopped) or _accepts_connections(settings))
        if stopped:
            return
        log.info("started", version=VERSION, pid=os.getpid(), workers=settings.workers, address=settings.address)
        out(greeting(settings, token if new else None, on_terminal=sys.stdout.isatty()))
        if accounts is not None:
            # They are clients, which could not connect before the service listens.
            bots = Child("bots.app", _bots_environment(settings, environment, accounts), 1.5)
            stack.callback(bots.stop)
            watched.append(bots)
        _watch(watched, stopped.__bool__)
    log.info("stopped", version=VERSION, pid=os.getpid(), workers=settings.workers)


def _watch(watched: Sequence[Watched], ended: Callable[[], bool]) -> None:
    while not ended():
        for part in watched:
            part.watch()
        time.sleep(WATCH_SECONDS)


def check_read_models(url: str) -> None:
    """Raise MissingReadModels if the database was restored without its read models."""
    with Datastore(url, pool_size=1) as datastore:
        check_tables(datastore.read)


def claim_names(url: str) -> None:
    """Compute the look-alike keys of players who registered before they existed, or under another version."""
    with Datastore(url, pool_size=1) as datastore:
        Names(datastore).claim_all(names.skeleton_version(), names.skeletons)


def _make_folder(data: Path) -> None:
    try:
        make_data_folder(data)
    except OSError as error:
        raise BadSettings({"KIFU_DATA": [f"Nothing can be kept in {data}: {error.strerror}."]}) from None


def _make_metrics_folder(settings: Settings) -> Path:
    processes = settings.workers + OTHER_PROCESSES
    try:
        return metrics_files.make_folder(settings.data, processes)
    except OSError as error:
        room = f"{processes * metrics_files.ROOM / 1e6:.0f} MB"
        raise BadSettings(
            {
                "KIFU_DATA": [
                    f"The metrics of {processes} processes have no room of {room} in {metrics_files.MEMORY} or in "
                    f"{settings.data}: {error.strerror}."
                ]
            }
        ) from None


def _environment(metrics: Path) -> dict[str, str]:
    """Return the children's environment, without the setting variables: settings are passed to them.

    `metrics` is the folder of their metrics.
    """
    path = os.pathsep.join(filter(None, [str(HOUSE), os.environ.get("PYTHONPATH")]))
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    return {**ALLOCATOR, **inherited, "PYTHONPATH": path, FOLDER: str(metrics)}


def _settings_of_children(settings: Settings, url: str) -> Settings:
    """Return the children's settings; `url` is all that they know of the database.

    The operator's token is left out, since only the workers need it.
    """
    return replace(
        settings,
        database_url=url,
        data=settings.data.resolve(),
        content=settings.content.resolve() if settings.content else None,
        operator_token=None,
    )


def _bots_environment(settings: Settings, environment: dict[str, str], accounts: Path) -> dict[str, str]:
    """Return the environment of the bots' process, which knows nothing of the database or the service's keys."""
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


def _accepts_connections(settings: Settings) -> bool:
    try:
        with socket.create_connection((settings.reachable_host, settings.port), timeout=1):
            return True
    except OSError:
        return False

"""The web process: `python -m api.web` runs the workers. Each builds its own app and serves it with uvicorn."""

from __future__ import annotations

import signal
import socket
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from flask import Flask
from uvicorn.config import Config
from uvicorn.server import Server

from api.app import create_app
from api.calls.archives import LARGEST_ARCHIVE
from api.requests.inputs import LARGEST_BODY
from api.requests.services import EXTENSION, Services
from api.responses.openings import draw_openings
from api.server import readers
from api.server.addresses import ClientFinder
from api.server.carrying import Threads
from api.server.connections import IDLE_SECONDS, Door, connection_class
from api.server.gateway import Gateway, Routing
from api.server.lanes import Lanes
from api.server.waiters import Waiters
from api.server.workers import Workers
from domain.kernel.rulesets import Rulesets
from eventstore.siblings import Siblings, connect_siblings
from service import metrics, structured_logging
from service.keys.tokens import find_operator_token
from service.open_files import count_connections
from service.parent import die_with_parent
from service.parts import build_parts
from service.prepared_types import prepare_types
from service.rulesets import build_rulesets
from service.settings import Settings
from service.settings.handing import take_settings

GRACE_SECONDS = 2
BACKLOG = 2048
READER_THREADS = 32
"""More than a reader can answer at a time, since slow clients hold some."""


class WorkerServer(Server):
    """uvicorn, but it tells live streams to end before it waits for running requests."""

    def __init__(self, config: Config, services: Services | None, beat: Callable[[], None]) -> None:
        super().__init__(config)
        self._services = services
        self._beat = beat

    async def on_tick(self, counter: int) -> bool:
        """Show a sign of life, ten times a second."""
        self._beat()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, on SIGTERM or SIGINT."""
        if self._services is not None:
            self._services.streams.close()
            self._services.parts.feed.close()
        await super().shutdown(sockets)
        metrics.share_now()


def run(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT; workers and readers that die or hang are started again."""
    structured_logging.configure(settings.log_level)
    # What every process would read and draw again is made before they are forked, and shared.
    prepare_types()
    rulesets = build_rulesets(settings)
    draw_openings(rulesets)
    with tempfile.TemporaryDirectory(prefix="kifu-readers-") as folder:
        path = Path(folder) / "socket"
        with readers.listen(path) as taken:
            working = [
                partial(work, settings, rulesets, path, siblings) for siblings in connect_siblings(settings.workers)
            ]
            reading = [partial(read, settings, rulesets, taken)] * settings.readers
            Workers([*working, *reading], GRACE_SECONDS).run()


def work(
    settings: Settings, rulesets: Rulesets, readers_at: Path, siblings: Siblings, beat: Callable[[], None]
) -> None:
    """Serve in this process, and pass slow requests on; `beat` shows a sign of life to the parent."""
    app, settings = _build(settings, rulesets, siblings)
    serve(app, settings, app.extensions[EXTENSION], beat, readers_at)


def read(settings: Settings, rulesets: Rulesets, taken: socket.socket, beat: Callable[[], None]) -> None:
    """Serve the requests that workers pass over a socket; `beat` shows a sign of life to the parent."""
    app, settings = _build(settings, rulesets)
    here: Services = app.extensions[EXTENSION]

    def stop() -> None:
        here.streams.close()
        here.parts.feed.close()

    readers.ReaderServer(Threads(app.wsgi_app, READER_THREADS), taken, GRACE_SECONDS).run(stop, beat)
    metrics.share_now()


def _build(settings: Settings, rulesets: Rulesets, siblings: Siblings | None = None) -> tuple[Flask, Settings]:
    """Build the app of this freshly forked process."""
    die_with_parent(signal.SIGKILL)
    if settings.operator_token is None:
        settings = replace(settings, operator_token=find_operator_token(settings.data))
    metrics.share()
    return create_app(settings, build_parts(settings, rulesets, siblings)), settings


def serve(
    app: Flask,
    settings: Settings,
    services: Services | None = None,
    beat: Callable[[], None] = lambda: None,
    readers_at: Path | None = None,
) -> None:
    """Serve an app on the address of the settings, which workers may share, until SIGTERM or SIGINT. The event loop
    calls `beat` several times a second."""
    # If a proxy makes the connections, it counts those of the clients.
    per_address = None if settings.trusted_proxies else settings.connections_per_address
    gateway = Gateway(
        app.wsgi_app,
        settings.threads,
        Routing(
            limit_of=partial(_limit_body, services),
            lane_of=Lanes(app).find,
            find_client=ClientFinder(app.wsgi_app, settings.trusted_proxies).find,
        ),
        readers=readers_at,
        budgets=services.budgets if services is not None else None,
        waiters=Waiters(services.parts.read_models.find_reached) if services is not None else None,
    )
    config = Config(
        gateway,
        http=connection_class(Door(count_connections(), per_address)),
        loop="uvloop",
        lifespan="off",
        ws="none",
        interface="asgi3",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="error",
        backlog=BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    WorkerServer(config, services, beat).run([_listen(settings)])


def _limit_body(services: Services | None, path: str, authorization: str | None) -> int:
    """Return the size limit of a request body: larger for the import of a file, but only by the operator."""
    if path == "/v1/archives" and services is not None and services.identity.is_operator(authorization):
        return LARGEST_ARCHIVE
    return LARGEST_BODY


def _listen(settings: Settings) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Each worker has a socket of its own, and the kernel spreads the connections over them.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.bind(address)
    listener.listen(BACKLOG)
    return listener


if __name__ == "__main__":
    from api import web

    web.run(take_settings())

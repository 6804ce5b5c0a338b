"""The web process: `python -m api.web` runs the workers. Each builds its own app and serves it with uvicorn."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from flask import Flask
from uvicorn.config import Config
from uvicorn.server import Server

from api.app import create_app
from api.calls.archives import LARGEST_ARCHIVE
from api.requests.inputs import LARGEST_BODY
from api.requests.services import EXTENSION, Services
from api.server.connections import IDLE_SECONDS, Door, connection_class
from api.server.gateway import Gateway
from api.server.workers import Workers
from service import metrics, structured_logging
from service.keys.tokens import find_operator_token
from service.open_files import count_connections
from service.parent import die_with_parent
from service.parts import build_parts
from service.settings import Settings
from service.settings.handing import take_settings

GRACE_SECONDS = 2
BACKLOG = 2048


class WorkerServer(Server):
    """uvicorn, but live streams are told to end before it waits for the answers in hand."""

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
            self._services.feed.close()
        await super().shutdown(sockets)
        metrics.share_now()


def run(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT; workers that die or hang are started again."""
    structured_logging.configure(settings.log_level)
    Workers([partial(work, settings)] * settings.workers, GRACE_SECONDS).run()


def work(settings: Settings, beat: Callable[[], None]) -> None:
    """Serve in this process; `beat` shows a sign of life to its parent."""
    die_with_parent(signal.SIGKILL)
    if settings.operator_token is None:
        settings = replace(settings, operator_token=find_operator_token(settings.data))
    metrics.share()
    app = create_app(settings, build_parts(settings))
    serve(app, settings, app.extensions[EXTENSION], beat)


def serve(
    app: Flask, settings: Settings, services: Services | None = None, beat: Callable[[], None] = lambda: None
) -> None:
    """Serve an app on the address of the settings, which other workers may serve as well, until SIGTERM or SIGINT.

    The event loop calls `beat` several times a second.
    """
    # Of connections that a proxy makes, the proxy counts the clients'.
    per_address = None if settings.trusted_proxies else settings.connections_per_address
    gateway = Gateway(app.wsgi_app, settings.threads, partial(_limit_body, services))
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
    """How many bytes of a body are read: of a file to import many, but only from the operator."""
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

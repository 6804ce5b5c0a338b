"""Serves `kifu witness` with the server of the API and its deadlines for slow clients."""

from __future__ import annotations

import socket
from collections.abc import Callable

from uvicorn.config import Config
from uvicorn.server import Server

from api.server.connections import IDLE_SECONDS, Door, connection_class
from witness.app import App

MOST_CONNECTIONS = 500
CONNECTIONS_PER_ADDRESS = 50
GRACE_SECONDS = 2


def serve_app(app: App, host: str, port: int, started: Callable[[str], object]) -> None:
    """Serve a witness until SIGTERM or SIGINT; `started` gets its URL. Raises OSError if the address is unusable."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    with socket.socket(family, kind, protocol) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
        found = listener.getsockname()
        started(f"http://{f'[{found[0]}]' if ':' in found[0] else found[0]}:{found[1]}")
        config = Config(
            app,
            http=connection_class(Door(MOST_CONNECTIONS, CONNECTIONS_PER_ADDRESS)),
            loop="uvloop",
            lifespan="off",
            ws="none",
            interface="asgi3",
            proxy_headers=False,
            server_header=False,
            access_log=False,
            log_config=None,
            log_level="error",
            timeout_keep_alive=IDLE_SECONDS,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        Server(config).run([listener])

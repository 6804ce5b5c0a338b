"""The web process: `python -m api.web` runs the workers, each of which builds its own app."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading

from flask import Flask
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from api.app import create_app
from api.requests.services import EXTENSION, Services
from service import metrics, structured_logging
from service.parent import die_with_parent
from service.parts import build_parts
from service.settings import Settings, read_settings

GRACE_SECONDS = 2

_lifeline: tuple[int, int] | None = None
"""A pipe that the web process holds open. It is closed to tell the workers to stop."""


class Server(Granian):  # type: ignore[misc, valid-type]
    """Granian, but it tells its workers to stop before it waits for them, so that live streams close."""

    def signal_handler_interrupt(self, *args: object, **kwargs: object) -> None:
        """Stop the workers, on SIGTERM or SIGINT."""
        global _lifeline
        if _lifeline is not None:
            os.close(_lifeline[1])
            _lifeline = None
        super().signal_handler_interrupt(*args, **kwargs)


def build_app() -> Flask:
    """Build the app of a worker, in the worker."""
    settings = read_settings()
    die_with_parent(signal.SIGKILL)
    # The server copies the environment into every request.
    for secret in ("KIFU_OPERATOR_TOKEN", "KIFU_SIGNING_KEY", "KIFU_SEED_KEYS"):
        os.environ.pop(secret, None)
    structured_logging.configure(settings.log_level)
    metrics.forget_dead_workers()
    app = create_app(settings, build_parts(settings))
    if _lifeline is not None:
        os.close(_lifeline[1])
        threading.Thread(target=_end_streams, args=(_lifeline[0], app), daemon=True, name="lifeline").start()
    return app


def run(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT; workers that die are started again."""
    global _lifeline
    # The pipe must reach the workers, and they must be built after the fork.
    multiprocessing.set_start_method("fork", force=True)
    _lifeline = os.pipe()
    Server(
        "api.web:build_app",
        factory=True,
        interface=Interfaces.WSGI,
        address=settings.host,
        port=settings.port,
        workers=settings.workers,
        blocking_threads=settings.threads,
        backpressure=settings.threads,
        websockets=False,
        log_level=LogLevels.error,
        respawn_failed_workers=True,
        respawn_interval=0.1,
        workers_kill_timeout=GRACE_SECONDS,
    ).serve()


def _end_streams(end: int, app: Flask) -> None:
    os.read(end, 1)
    services: Services = app.extensions[EXTENSION]
    services.streams.close()
    services.feed.close()


if __name__ == "__main__":
    from api import web

    web.run(read_settings())

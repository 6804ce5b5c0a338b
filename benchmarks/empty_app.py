"""The yardstick of the HTTP benchmark: an app that answers an empty JSON POST with an empty JSON object.

It runs on the same server with the same settings as Kifu: `python -m benchmarks.empty_app PORT WORKERS`.
"""

from __future__ import annotations

import sys

from flask import Flask, request
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from service.settings import Settings


def application() -> Flask:
    """The app of a worker."""
    app = Flask("empty")

    @app.post("/")
    def empty() -> dict[str, object]:
        request.get_json()
        return {}

    return app


if __name__ == "__main__":
    Granian(
        "benchmarks.empty_app:application",
        factory=True,
        interface=Interfaces.WSGI,
        address="127.0.0.1",
        port=int(sys.argv[1]),
        workers=int(sys.argv[2]),
        blocking_threads=Settings.threads,
        backpressure=Settings.threads,
        websockets=False,
        log_level=LogLevels.error,
    ).serve()

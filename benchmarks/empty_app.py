"""The yardstick of the HTTP benchmark: an app that answers an empty JSON POST with an empty JSON object.

It runs on the same server with the same settings as Kifu: `python -m benchmarks.empty_app PORT WORKERS`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from flask import Flask, request

from api.server.workers import Workers
from api.web import GRACE_SECONDS, serve
from service.settings import Settings, read_settings


def application() -> Flask:
    """The app of a worker."""
    app = Flask("empty")

    @app.post("/")
    def empty() -> dict[str, object]:
        request.get_json()
        return {}

    return app


def work(settings: Settings, beat: Callable[[], None]) -> None:
    """Serve in this process."""
    serve(application(), settings, beat=beat)


if __name__ == "__main__":
    settings = replace(read_settings(), port=int(sys.argv[1]))
    Workers([partial(work, settings)] * int(sys.argv[2]), GRACE_SECONDS).run()

"""The process that keeps the read models: `python -m service.projector`."""

from __future__ import annotations

import signal
import sys
from threading import Event

from projections.running.runner import run
from service import structured_logging
from service.parts import build_projections
from service.rulesets import build_rulesets
from service.settings import read_settings


def main() -> None:
    """Run until SIGTERM or SIGINT."""
    settings = read_settings()
    if settings.database_url is None:
        sys.exit("python -m service.projector needs a database URL in KIFU_DATABASE_URL")
    structured_logging.configure(settings.log_level)
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    run(settings.database_url, stop, build_projections(build_rulesets(settings)))


if __name__ == "__main__":
    main()

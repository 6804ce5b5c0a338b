"""The process that keeps lobby and clocks, `python -m service.jobs.lobby`.

Seeks are matched, abandoned games end, seats whose time runs out are resigned, and players are called when a game waits
for them.
"""

from __future__ import annotations

import signal
import threading
import time
from datetime import timedelta

from service import metrics, structured_logging
from service.calling.news import News
from service.calling.sender import Sender
from service.jobs import expirer, matcher, timekeeper
from service.parts import build_parts
from service.settings import Settings
from service.settings.handing import take_settings

MATCHING_SECONDS = 1.0
EXPIRY_SECONDS = 60.0


def run(settings: Settings, stop: threading.Event) -> None:
    """Match seeks, keep clocks and call players every second, and cancel what waits too long every minute, until `stop`
    is set."""
    parts = build_parts(settings)
    sender = Sender(parts.webhooks, parts.signer, settings.webhook_hosts)
    try:
        news = News(parts, settings.origin)
        matching, clocks = matcher.Job(parts), timekeeper.Job(parts)
        expiry = expirer.Job(parts, timedelta(hours=settings.waiting_hours)) if settings.waiting_hours else None
        due = time.monotonic() + EXPIRY_SECONDS
        while not stop.wait(MATCHING_SECONDS):
            matching.tick()
            clocks.tick()
            news.tick()
            sender.tick()
            if expiry is not None and time.monotonic() >= due:
                expiry.tick()
                due = time.monotonic() + EXPIRY_SECONDS
    finally:
        sender.close()
        parts.close()


def main() -> None:
    """Run until SIGTERM or SIGINT."""
    settings = take_settings()
    structured_logging.configure(settings.log_level)
    metrics.share()
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    run(settings, stop)


if __name__ == "__main__":
    main()

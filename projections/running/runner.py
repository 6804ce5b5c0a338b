"""The projector process: `python -m projections.running.runner [URL]`, or `run` inside another process."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from threading import Event, Thread

from eventstore.feed import Feed
from eventstore.postgres.datastore import Datastore
from projections.contract import Projection
from projections.read_models.catalogue import service_projections
from projections.running.projector import Projector


def run(url: str, stop: Event, projections: Sequence[Projection] | None = None) -> None:
    """Keep the read models of the database at `url` until `stop` is set; all of them unless `projections` are given.

    Every projection has its own thread and connection. If another process leads a projection, its thread stands by. The
    database may be away at any time, even at the start.
    """
    chosen = service_projections() if projections is None else projections
    datastore = Datastore(url, pool_size=1)
    feed = Feed(datastore)
    projectors = [Projector(url, projection, feed, stop) for projection in chosen]
    threads = [Thread(target=projector.run, name=f"projector-{index}") for index, projector in enumerate(projectors)]
    try:
        for thread in threads:
            thread.start()
        stop.wait()
        for thread in threads:
            thread.join()
    finally:
        feed.close()
        datastore.close()


def main() -> None:
    """Run until SIGTERM or SIGINT."""
    url = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("KIFU_DATABASE_URL", "")
    if not url:
        sys.exit("python -m projections.running.runner needs a database URL, as argument or in KIFU_DATABASE_URL")
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    run(url, stop)


if __name__ == "__main__":
    main()

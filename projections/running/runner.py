"""The projector: keeps all read models, each in a thread of its own."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event, Thread

from eventstore.feed import Feed
from eventstore.postgres.datastore import Datastore
from projections.contract import Projection
from projections.running.projector import Projector


def run(url: str, stop: Event, projections: Sequence[Projection]) -> None:
    """Keep these read models of the database at `url` until `stop` is set.

    Every projection has its own thread and connection. If another process leads a projection, its thread stands by. The
    database may be away at any time, even at the start.
    """
    datastore = Datastore(url, pool_size=1)
    feed = Feed(datastore)
    projectors = [Projector(url, projection, feed, stop) for projection in projections]
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

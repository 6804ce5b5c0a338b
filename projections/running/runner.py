"""The projector: keeps all read models in one pass over the feed."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

from eventstore.feed import Feed
from eventstore.postgres.datastore import Datastore
from projections.contract import Projection
from projections.running.projector import Projector


def run(url: str, stop: Event, projections: Sequence[Projection]) -> None:
    """Keep these read models of the database at `url` until `stop` is set.

    This process stands by for those that another one leads. The database may be unavailable at any time, even at the
    start.
    """
    datastore = Datastore(url, pool_size=1)
    feed = Feed(datastore)
    try:
        Projector(url, projections, feed, stop).run()
    finally:
        feed.close()
        datastore.close()

"""Ways to run projections in a test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

from eventstore.postgres.role import url_for_service
from projections.contract import Projection
from projections.queries.read import ReadModels
from projections.read_models.catalogue import all_projections
from projections.running.batch import advance
from projections.running.database import connect
from projections.running.runner import run
from tests.projections.scripted import ScriptReader


def carry(url: str, projections: Sequence[Projection] | None = None, limit: int = 100) -> None:
    """Bring projections up to the end of the feed, in the role of the service and in this process."""
    with connect(url_for_service(url)) as connection:
        names = {projection.name: projection for projection in projections or all_projections(ScriptReader())}
        while advance(connection, names, limit).events:
            pass


@contextmanager
def running(url: str, projections: Sequence[Projection] | None = None) -> Iterator[None]:
    """A projector in the role of the service that runs for the length of a `with` block."""
    stop = Event()
    chosen = all_projections(ScriptReader()) if projections is None else projections
    thread = Thread(target=run, args=(url_for_service(url), stop, chosen))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def caught_up(models: ReadModels, *names: str) -> bool:
    """Return whether these projections, or all of them, have read the whole feed."""
    return all(state.behind == 0 for state in models.lag() if not names or state.name in names)

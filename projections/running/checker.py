"""Slowly compares every read model with the events while the service runs, and notes differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event

import structlog

from eventstore.postgres.away import AWAY
from projections.contract import Database, Projection
from projections.running import faulty
from projections.running.check import Comparison, SetBack, TableFault
from projections.running.database import connect, open_whole_feed

log = structlog.get_logger("kifu.projections")

TICK_SECONDS = 1.0
BETWEEN_SECONDS = 60.0
"""The pause after each projection."""

Report = Callable[[str, Sequence[TableFault]], None]
"""Called for each compared projection with its name and its faults."""


def check_forever(
    url: str,
    stop: Event,
    projections: Sequence[Projection],
    rate: int,
    report: Report,
    between: float = BETWEEN_SECONDS,
) -> None:
    """Compare one projection after the other until `stop` is set, at most about `rate` events a second.

    Every finding is noted in the database and reported. While the database is unavailable, it waits.
    """
    while not stop.is_set():
        for projection in projections:
            try:
                with connect(url) as connection, open_whole_feed(url, connection) as feed:
                    _look(connection, Comparison(connection, projection, feed), projection.name, rate, stop, report)
            except AWAY:
                pass
            except Exception as error:
                # A projection that cannot read an event has stopped, which its own projector reports.
                log.warning("read model not checked", projection=projection.name, error=type(error).__name__)
            if stop.wait(between):
                return


def _look(connection: Database, comparison: Comparison, name: str, rate: int, stop: Event, report: Report) -> None:
    try:
        while comparison.carry(rate):
            if stop.wait(TICK_SECONDS):
                return
        found = comparison.compare()
    except SetBack:
        return
    known = faulty.is_recorded(connection, name)
    if found:
        faulty.record(connection, name, found)
    elif known:
        faulty.clear(connection, name)
    report(name, found)

"""Keeps one projection up to date, whatever happens to the database, to other projectors or to itself.

One projector leads a projection; others stand by. The leader carries batches until nothing is new, then waits for a
wake-up. If the projection raises, the leader carries single events, so that those before the culprit go in and the
culprit gets a name; then it records that the projection is stopped, and tries again after growing pauses.
"""

from __future__ import annotations

import time
from threading import Event

import structlog

from eventstore.feed import Feed
from eventstore.postgres.datastore import AWAY
from eventstore.postgres.outage import Outage, server_says
from projections.contract import Database, Projection
from projections.running import locks, stopped
from projections.running.batch import EventFailed, advance
from projections.running.database import connect

BATCH = 1000
POLL_SECONDS = 0.25
STANDBY_SECONDS = 0.5
RECONNECT_SECONDS = (0.1, 2.0)
RETRY_SECONDS = (0.5, 30.0)
# Under load it pays to wait for a larger batch, since each batch has a fixed cost.
REST_SHARE, REST_SECONDS = 8.0, (0.005, 0.1)

log = structlog.get_logger("kifu.projections")


class Projector:
    """One projection, to be run in a thread of its own until `stop` is set."""

    def __init__(self, url: str, projection: Projection, feed: Feed, stop: Event) -> None:
        self._url = url
        self._projection = projection
        self._feed = feed
        self._stop = stop
        self._outage = Outage()
        self._pause = 0.0
        """Seconds before the next try after a failure of the projection; 0: it runs."""

    def run(self) -> None:
        """Run until `stop` is set. While the database is away, try again, and log once what it says."""
        pause = RECONNECT_SECONDS[0]
        while not self._stop.is_set():
            try:
                with connect(self._url) as connection:
                    pause = RECONNECT_SECONDS[0]
                    self._outage.end()
                    self._lead(connection)
            except AWAY as error:
                if self._outage.is_new(error):
                    log.warning("database away", projection=self._projection.name, says=server_says(error))
                self._stop.wait(pause)
                pause = min(pause * 2, RECONNECT_SECONDS[1])
            except Exception as error:
                # Not the projection, whose failures `_fail` handles: perhaps the schema is not there yet.
                log.warning("projector failed", projection=self._projection.name, error=stopped.describe(error))
                self._stop.wait(RECONNECT_SECONDS[1])

    def _lead(self, connection: Database) -> None:
        while not locks.try_lead(connection, self._projection.name):
            if self._stop.wait(STANDBY_SECONDS):
                return
        # An earlier process with other code may have recorded it.
        self._pause = RETRY_SECONDS[0] if stopped.is_recorded(connection, self._projection.name) else 0.0
        while not self._stop.is_set():
            self._try(connection)

    def _try(self, connection: Database) -> None:
        try:
            self._follow(connection, BATCH)
        except AWAY:
            raise
        except Exception:
            # One event at a time: the ones before the culprit go in, and it gets a name.
            try:
                self._follow(connection, 1)
            except AWAY:
                raise
            except Exception as error:
                self._fail(connection, error)

    def _follow(self, connection: Database, limit: int) -> None:
        """Carry events, and wait for more; at limit 1, return when nothing is left."""
        with self._feed.watch() as watch:
            while not self._stop.is_set():
                watch.clear()
                began = time.monotonic()
                count = advance(connection, self._projection, limit)
                if self._pause and (count == 0 or limit > 1):
                    self._resume(connection)
                if count == 0:
                    if limit == 1:
                        return
                    watch.wait(POLL_SECONDS)
                elif count < limit and limit > 1:
                    self._stop.wait(_clamp(REST_SHARE * (time.monotonic() - began), REST_SECONDS))

    def _resume(self, connection: Database) -> None:
        stopped.clear(connection, self._projection.name)
        self._pause = 0.0
        log.info("projection resumed", projection=self._projection.name)

    def _fail(self, connection: Database, error: Exception) -> None:
        event = error.event if isinstance(error, EventFailed) else None
        cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
        stopped.record(connection, self._projection.name, cause, event)
        log.warning(
            "projection stopped",
            projection=self._projection.name,
            error=stopped.describe(cause),
            at=str(error),
        )
        self._pause = _clamp(self._pause * 2, RETRY_SECONDS)
        self._rest(connection, self._pause)

    def _rest(self, connection: Database, seconds: float) -> None:
        """Wait before the next try, but only while the projection is recorded as stopped: a rebuild clears that."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and stopped.is_recorded(connection, self._projection.name):
            if self._stop.wait(min(1.0, seconds)):
                return


def _clamp(seconds: float, bounds: tuple[float, float]) -> float:
    return min(max(seconds, bounds[0]), bounds[1])

"""Keeps the projections up to date, whatever happens to the database, to other projectors or to one of them.

One projector leads a projection; others stand by. The leader feeds batches to all its projections together until
nothing is new, then waits for a wake-up. A projection that raises is run alone, in ever smaller batches, so that the
events before the culprit are processed and the culprit is identified. Then it is recorded as stopped and retried after
growing pauses, until it works and rejoins the others. The same happens if somebody has locked its tables.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Event

import structlog

from eventstore.feed import Feed, Watch
from eventstore.node_feed import NodeFeed
from eventstore.postgres.away import AWAY
from eventstore.postgres.citus import is_spread
from eventstore.postgres.outage import Outage, server_says
from projections.contract import Database, Projection
from projections.running import locks, stopped
from projections.running.batch import Carried, ProjectionFailed, TablesLocked, advance
from projections.running.database import connect

BATCH = 1000
POLL_SECONDS = 0.25
HELD_SECONDS = 0.02
"""How soon to retry tables that a rebuild has locked for its swap."""
LOCK_TIMEOUT = "500ms"
"""How long all projections wait for a lock on the tables of one."""
STANDBY_SECONDS = 0.5
RECONNECT_SECONDS = (0.1, 2.0)
RETRY_SECONDS = (0.5, 30.0)
LOOK_SECONDS = 1.0
"""How often a projection waiting for its retry checks whether a rebuild has made that unnecessary."""
# Under load it pays to wait for a larger batch, since each batch has a fixed cost.
REST_SHARE, REST_SECONDS = 8.0, (0.005, 0.1)

log = structlog.get_logger("kifu.projections")


class Member:
    """A projection led by a projector, and its condition."""

    def __init__(self, projection: Projection, was_stopped: bool) -> None:
        self.name = projection.name
        self.projection = projection
        self.alone = was_stopped
        """Whether it has failed, and runs alone until it works again."""
        self.limit = BATCH
        """The batch size when it runs alone."""
        self.pause = RETRY_SECONDS[0] if was_stopped else 0.0
        """Seconds before the next retry after a recorded failure; 0 if none was recorded."""
        self.retry_at = 0.0
        self._look_at = 0.0

    def fall_out(self, events: int) -> None:
        """Run alone, with half the events of the batch at which it raised, or of its last attempt."""
        self.alone = True
        self.limit = max(1, (events or self.limit) // 2)

    def fail(self, connection: Database, error: Exception) -> None:
        """Record that this error stopped it, and wait; it is then retried alone."""
        failed = error if isinstance(error, ProjectionFailed) else None
        cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
        stopped.record(connection, self.name, cause, failed.events[0] if failed else None)
        log.warning("projection stopped", projection=self.name, error=stopped.describe(cause), at=str(error))
        self.alone = True
        self.pause = _clamp(self.pause * 2, RETRY_SECONDS)
        self.retry_at = time.monotonic() + self.pause
        self.limit = BATCH

    def resume(self, connection: Database) -> None:
        """Rejoin the others."""
        if self.pause:
            stopped.clear(connection, self.name)
            log.info("projection resumed", projection=self.name)
        self.alone, self.limit, self.pause, self.retry_at = False, BATCH, 0.0, 0.0

    def is_due(self, connection: Database) -> bool:
        """Return whether it may run: its pause is over, or a rebuild has replaced it."""
        now = time.monotonic()
        if now < self.retry_at and now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            if not stopped.is_recorded(connection, self.name):
                self.retry_at = 0.0
        return now >= self.retry_at


class Projector:
    """Keeps these projections, in the thread that calls `run`, until `stop` is set."""

    def __init__(self, url: str, projections: Sequence[Projection], feed: Feed, stop: Event) -> None:
        self._url = url
        self._projections = {projection.name: projection for projection in projections}
        self._feed = feed
        self._stop = stop
        self._members: dict[str, Member] = {}
        """The projections that this projector leads."""
        self._lead_at = 0.0
        self._outage = Outage()
        self._node_feed: NodeFeed | None = None
        """Reads a feed that is distributed over several machines."""

    def run(self) -> None:
        """Run until `stop` is set. While the database is unavailable, try again, and log once what it says."""
        try:
            self._follow()
        finally:
            if self._node_feed is not None:
                self._node_feed.close()

    def _follow(self) -> None:
        pause = RECONNECT_SECONDS[0]
        while not self._stop.is_set():
            try:
                with connect(self._url) as connection:
                    connection.execute("SELECT set_config('lock_timeout', %s, false)", (LOCK_TIMEOUT,))
                    pause = RECONNECT_SECONDS[0]
                    self._outage.end()
                    self._lead(connection)
            except AWAY as error:
                if self._outage.is_new(error):
                    log.warning("database away", says=server_says(error))
                self._stop.wait(pause)
                pause = min(pause * 2, RECONNECT_SECONDS[1])
            except Exception as error:
                # Not from a projection, whose failures a member handles: perhaps the schema does not exist yet.
                log.warning("projector failed", error=stopped.describe(error))
                self._stop.wait(RECONNECT_SECONDS[1])

    def _lead(self, connection: Database) -> None:
        self._members, self._lead_at = {}, 0.0
        if is_spread(connection) and self._node_feed is None:
            self._node_feed = NodeFeed(self._url)
        while not self._stop.is_set():
            self._take_leads(connection)
            if self._members:
                break
            self._stop.wait(STANDBY_SECONDS)
        with self._feed.watch() as watch:
            while not self._stop.is_set():
                self._take_leads(connection)
                self._turn(connection, watch)

    def _take_leads(self, connection: Database) -> None:
        """Lead whatever nobody else leads; several projectors may share the projections."""
        missing = [name for name in self._projections if name not in self._members]
        if not missing or time.monotonic() < self._lead_at:
            return
        self._lead_at = time.monotonic() + STANDBY_SECONDS
        for name in sorted(locks.try_lead(connection, missing)):
            # An earlier process with other code may have recorded it.
            self._members[name] = Member(self._projections[name], stopped.is_recorded(connection, name))

    def _turn(self, connection: Database, watch: Watch) -> None:
        """Give every projection a batch, then rest, or wait for more if nothing was new."""
        watch.clear()
        began = time.monotonic()
        carried = self._carry_together(connection)
        busy = False
        for member in self._members.values():
            if member.alone and member.is_due(connection):
                busy |= self._carry_alone(connection, member)
        if busy or carried.events >= BATCH:
            return
        if carried.events:
            self._stop.wait(_clamp(REST_SHARE * (time.monotonic() - began), REST_SECONDS))
        else:
            watch.wait(HELD_SECONDS if carried.held else self._idle_seconds())

    def _carry_together(self, connection: Database) -> Carried:
        """Feed a batch to the healthy projections, and separate batches to those far behind.

        A projection that raises is taken out, and the others are retried without it.
        """
        done = Carried(0, frozenset(), frozenset())
        names = self._sound()
        while names:
            try:
                carried = advance(connection, {name: self._projections[name] for name in names}, BATCH, self._node_feed)
            except TablesLocked as error:
                self._members[error.name].fail(connection, error)
                names &= self._sound()
            except AWAY:
                raise
            except Exception as error:
                failed = error if isinstance(error, ProjectionFailed) else None
                for name in [failed.name] if failed else names:
                    self._members[name].fall_out(len(failed.events) if failed else 0)
                names &= self._sound()
            else:
                names = carried.behind
                done = Carried(done.events + carried.events, frozenset(), done.held | carried.held)
        return done

    def _carry_alone(self, connection: Database, member: Member) -> bool:
        """Feed a batch to a failed projection; return whether it may continue without waiting."""
        try:
            carried = advance(connection, {member.name: member.projection}, member.limit, self._node_feed)
        except TablesLocked as error:
            member.fail(connection, error)
            return False
        except AWAY:
            raise
        except Exception as error:
            events = len(error.events) if isinstance(error, ProjectionFailed) else member.limit
            if events > 1:
                member.fall_out(events)
                return True
            member.fail(connection, error)
            return False
        if carried.held:
            return False
        if member.limit == BATCH or not carried.events:
            member.resume(connection)
        member.limit = min(member.limit * 2, BATCH)
        return True

    def _sound(self) -> frozenset[str]:
        return frozenset(name for name, member in self._members.items() if not member.alone)

    def _idle_seconds(self) -> float:
        """Return how many seconds may pass without work if nothing is new."""
        now = time.monotonic()
        waits = [member.retry_at - now for member in self._members.values() if member.alone]
        return _clamp(min([POLL_SECONDS, *waits]), (HELD_SECONDS, POLL_SECONDS))


def _clamp(seconds: float, bounds: tuple[float, float]) -> float:
    return min(max(seconds, bounds[0]), bounds[1])

"""One batch: events out of the feed into a projection, and how far it came, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence

from eventsourcing.persistence import IntegrityError

from eventstore.feed import AHEAD, SELECT_MANY, FeedEvent
from eventstore.tables.tracking import upstream
from projections.contract import Database, Projection, Rows
from projections.running import locks
from projections.running.database import DATABASE_AWAY

TRACK = """
INSERT INTO kifu.tracking AS t (projection, upstream, position)
SELECT %s, upstream, position FROM unnest(%s::text[], %s::bigint[]) AS came (upstream, position)
ON CONFLICT (projection, upstream) DO UPDATE SET position = excluded.position
 WHERE t.position < excluded.position
"""


class EventFailed(Exception):
    """A projection raised, and `event` alone is to blame; the cause is what it raised."""

    def __init__(self, event: FeedEvent) -> None:
        super().__init__(f"event {event.version} of game {event.game_id}")
        self.event = event


def behind(database: Database | Rows, name: str) -> dict[int, int]:
    """How far `name` has read those partitions that are ahead of it."""
    return dict(database.execute(AHEAD, (name,)).fetchall())


def advance(connection: Database, projection: Projection, limit: int, tracked_as: str | None = None) -> int:
    """Carry at most about `limit` events into the projection's tables and return how many there were; 0: nothing new.

    `limit` 1 takes one event, and if the projection raises it raises EventFailed with that event. `tracked_as` is the
    name under which the positions are kept, the projection's own by default. The tables are those that the search path
    of `connection` finds. Raises IntegrityError if another process carried the same events in the meantime.
    """
    name = tracked_as or projection.name
    if not behind(connection, name):
        return 0
    with connection.transaction(), connection.cursor() as cursor:
        locks.lock_tables(cursor, name)
        events = _read(cursor, behind(cursor, name), limit)
        if not events:
            return 0
        try:
            projection.handle(cursor, events)
        except DATABASE_AWAY:
            raise
        except Exception as error:
            if limit == 1:
                raise EventFailed(events[0]) from error
            raise
        _track(cursor, name, events)
    return len(events)


def _read(cursor: Rows, after: dict[int, int], limit: int) -> list[FeedEvent]:
    partitions = sorted(after)[:limit]
    share = max(1, limit // max(1, len(partitions)))
    cursor.execute(SELECT_MANY, (partitions, [after[p] for p in partitions], share))
    events = [FeedEvent(p, at, game, version, topic, text.encode()) for p, at, game, version, topic, text in cursor]
    events.sort(key=lambda event: (event.partition, event.position))
    return events


def _track(cursor: Rows, name: str, events: Sequence[FeedEvent]) -> None:
    last = {upstream(event.partition): event.position for event in events}
    cursor.execute(TRACK, (name, list(last), list(last.values())))
    if cursor.rowcount != len(last):
        raise IntegrityError(f"another projector has moved {name} on")

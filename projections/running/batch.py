"""One batch: events out of the feed into a projection, and how far it came, in one transaction."""

from __future__ import annotations

from eventstore.feed import FeedEvent, read_events
from eventstore.postgres.datastore import AWAY
from eventstore.tables.tracking import track_positions, unread_partitions
from projections.contract import Database, Projection, Rows
from projections.running import locks


class EventFailed(Exception):
    """A projection raised, and `event` alone is to blame; the cause is what it raised."""

    def __init__(self, event: FeedEvent) -> None:
        super().__init__(f"event {event.version} of game {event.game_id}")
        self.event = event


def advance(connection: Database, projection: Projection, limit: int, tracked_as: str | None = None) -> int:
    """Carry at most about `limit` events into the projection's tables and return how many there were; 0: nothing new.

    `limit` 1 takes one event, and if the projection raises it raises EventFailed with that event. `tracked_as` is the
    name under which the positions are kept, the projection's own by default. The tables are those that the search path
    of `connection` finds. Raises IntegrityError if another process carried the same events in the meantime.
    """
    name = tracked_as or projection.name
    if not unread_partitions(connection, name):
        return 0
    with connection.transaction(), connection.cursor() as cursor:
        locks.lock_tables(cursor, name)
        events = _read_share(cursor, unread_partitions(cursor, name), limit)
        if not events:
            return 0
        try:
            projection.handle(cursor, events)
        except AWAY:
            raise
        except Exception as error:
            if limit == 1:
                raise EventFailed(events[0]) from error
            raise
        track_positions(cursor, name, {event.partition: event.position for event in events})
    return len(events)


def _read_share(cursor: Rows, seen: dict[int, int], limit: int) -> list[FeedEvent]:
    """Read about `limit` events, an equal share from each partition."""
    partitions = sorted(seen)[:limit]
    share = max(1, limit // max(1, len(partitions)))
    return read_events(cursor, {partition: seen[partition] for partition in partitions}, share)

"""One batch: in one transaction, events go from the feed into a projection, and its positions are recorded."""

from __future__ import annotations

from domain.record.events import MessageSent
from eventstore.feed import FeedEvent, read_events
from eventstore.postgres.datastore import AWAY
from eventstore.tables.tracking import track_positions, unread_partitions
from projections.contract import Database, Projection, Rows
from projections.running import locks


class EventFailed(Exception):
    """A projection raised at `event`; the cause is the exception."""

    def __init__(self, event: FeedEvent) -> None:
        super().__init__(f"event {event.version} of game {event.game_id}")
        self.event = event


def advance(connection: Database, projection: Projection, limit: int, tracked_as: str | None = None) -> int:
    """Carry at most about `limit` events into the projection's tables, and return how many; 0 means nothing new.

    With `limit` 1, raises EventFailed with the event at which the projection raised. `tracked_as` is the name under
    which the positions are recorded, by default that of the projection. The tables are those that the search path
    of `connection` finds. Raises IntegrityError if another process has carried the same events in the meantime.
    """
    name = tracked_as or projection.name
    if not unread_partitions(connection, name):
        return 0
    with connection.transaction(), connection.cursor() as cursor:
        locks.lock_tables(cursor, name)
        events = _read_share(cursor, unread_partitions(cursor, name), limit)
        if not events:
            return 0
        # Messages have streams of their own beside those of games, and no read model shows them.
        of_games = [event for event in events if event.topic != MessageSent.TOPIC and not event.superseded]
        try:
            if of_games:
                projection.handle(cursor, of_games)
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

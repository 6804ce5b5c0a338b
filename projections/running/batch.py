"""One batch: in one transaction, events go from the feed into projections, and their positions are recorded.

Projections at about the same position share a batch: each event is read and decoded once for all of them. One that is
far behind, after a migration for example, gets its own batch, so that the others do not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import psycopg

from domain.record.events import MessageSent
from eventstore.feed import FeedEvent, read_events
from eventstore.node_feed import NodeFeed
from eventstore.postgres.away import AWAY
from eventstore.tables.tracking import Unread, track_positions, unread_partitions
from projections.contract import Database, Projection, Rows
from projections.running import locks

Partitions = Mapping[int, Unread]
ReadEvents = Callable[[Mapping[int, int], int], list[FeedEvent]]
"""Reads events of these partitions after these positions, at most the limit from each."""


class ProjectionFailed(Exception):
    """The projection of this name raised at one of the `events`; the cause is the exception."""

    def __init__(self, name: str, events: Sequence[FeedEvent]) -> None:
        first = events[0]
        more = f" and {len(events) - 1} more" if len(events) > 1 else ""
        super().__init__(f"event {first.version} of game {first.game_id}{more}")
        self.name = name
        self.events = events


class TablesLocked(Exception):
    """The projection of this name waited too long for a lock that somebody else holds on its tables."""

    def __init__(self, name: str) -> None:
        super().__init__("somebody holds a lock on its tables")
        self.name = name


class Carried(NamedTuple):
    """The outcome of a batch: the number of events read, and the projections left out.

    `behind` are too far behind the others; somebody else is writing the tables of `held`.
    """

    events: int
    behind: frozenset[str]
    held: frozenset[str]


def advance(
    connection: Database, projections: Mapping[str, Projection], limit: int, feed: NodeFeed | None = None
) -> Carried:
    """Carry at most about `limit` events into these projections' tables; 0 events mean that they are up to date.

    They are read from `feed`, so that nothing waits for a worker of a cluster, or on `connection` without one. The keys
    are the names under which positions are recorded: those of the projections, except in a rebuild. The search path of
    `connection` determines the tables. Raises ProjectionFailed, TablesLocked if a table is locked for longer than the
    lock_timeout of `connection`, and IntegrityError if another process has carried the same events in the meantime.
    What it raises undoes the whole batch.
    """
    # Before the transaction, which holds locks.
    heads = feed.heads() if feed is not None else None
    with connection.transaction(), connection.cursor() as cursor:
        free = locks.try_tables(cursor, projections)
        unread = unread_partitions(cursor, free, heads)
        together = _near(unread, limit)
        carried = Carried(0, free - together, frozenset(projections) - free)
        read = feed.read if feed is not None else partial(read_events, cursor)
        events = _read_share(read, [unread[name] for name in together], limit)
        # Messages have their own streams, and no read model shows them.
        of_games = [event for event in events if event.topic != MessageSent.TOPIC and not event.superseded]
        for name in sorted(together):
            own = _unread_events(of_games, unread[name])
            if own:
                _handle(cursor, projections[name], own)
        track_positions(cursor, {name: _positions(events, unread[name]) for name in together})
    return carried._replace(events=len(events))


def _near(unread: Mapping[str, Partitions], limit: int) -> frozenset[str]:
    """Return the projections that are at most `limit` events behind the most advanced one."""
    left = {name: sum(at.last - at.seen for at in partitions.values()) for name, partitions in unread.items()}
    least = min(left.values(), default=0)
    return frozenset(name for name, events in left.items() if events - least <= limit)


def _read_share(read: ReadEvents, unread: Iterable[Partitions], limit: int) -> list[FeedEvent]:
    """Read about `limit` events that one of several projections has not read, an equal share from each partition."""
    seen: dict[int, int] = {}
    for partitions in unread:
        for partition, at in partitions.items():
            seen[partition] = min(at.seen, seen.get(partition, at.seen))
    chosen = sorted(seen)[:limit]
    if not chosen:
        return []
    return read({partition: seen[partition] for partition in chosen}, max(1, limit // len(chosen)))


def _unread_events(events: Sequence[FeedEvent], unread: Partitions) -> list[FeedEvent]:
    return [event for event in events if event.partition in unread and event.position > unread[event.partition].seen]


def _positions(events: Sequence[FeedEvent], unread: Partitions) -> dict[int, int]:
    newest = {event.partition: event.position for event in events}
    return {at: position for at, position in newest.items() if at in unread and position > unread[at].seen}


def _handle(cursor: Rows, projection: Projection, events: Sequence[FeedEvent]) -> None:
    try:
        projection.handle(cursor, events)
    except psycopg.errors.LockNotAvailable as error:
        raise TablesLocked(projection.name) from error
    except AWAY:
        raise
    except Exception as error:
        raise ProjectionFailed(projection.name, events) from error

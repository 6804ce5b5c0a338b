"""Reading the feed in tests, as a projection reads it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID

import psycopg

from domain.rows import RefusedMove
from eventstore.feed import FeedEvent, read_events
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder


def heads(datastore: Datastore) -> dict[int, int]:
    """Return the last position of every partition, 0 for an empty one."""
    return dict(datastore.read("SELECT partition, position FROM kifu.feed_head ORDER BY partition", ()))


def ahead_of(datastore: Datastore, seen: Mapping[int, int]) -> list[int]:
    """Return the partitions with positions above those `seen`."""
    return [partition for partition, position in heads(datastore).items() if position > seen.get(partition, 0)]


def select(datastore: Datastore, seen: Mapping[int, int], limit: int) -> list[FeedEvent]:
    """Return at most `limit` events of each partition in `seen`, with positions above it."""
    with psycopg.connect(datastore.url) as connection:
        return read_events(connection, seen, limit)


def refusals(recorder: FeedRecorder, game_id: UUID) -> list[RefusedMove]:
    """Return every refused move of a game, in order."""
    return recorder.refusals_between(game_id, datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC))

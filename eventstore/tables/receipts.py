"""Events in the feed without a receipt."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from domain.rows import EarlyStreamsRow, EventRow
from eventstore.postgres.datastore import Read

MOST = 1000
"""The most streams that are returned; the first of them is reported."""
WITHOUT = (
    "SELECT game_id, min(position) FROM kifu.event WHERE partition = %b::smallint AND position > %b::bigint "
    "AND position <= %b::bigint AND receipt IS NULL GROUP BY game_id ORDER BY 2 LIMIT %b::bigint"
)
FIRST = (
    "SELECT position, version, topic, convert_to(payload, 'UTF8'), receipt FROM kifu.event "
    "WHERE partition = %b::smallint AND game_id = %b::uuid AND version = 1"
)
EARLY = "SELECT time, streams, key, signature FROM kifu.early_streams ORDER BY number"
ADD_EARLY = "INSERT INTO kifu.early_streams (time, streams, key, signature) VALUES (%s, %s, %s, %s)"
IMPORTED = "SELECT game_id FROM kifu.imported WHERE game_id = ANY(%b::uuid[])"
REPLACING = "SELECT by FROM kifu.replaced_stream WHERE by = ANY(%b::uuid[])"


class MissingReceipts:
    """Finds events in the feed without receipts, and the games that may lack them."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def streams(self, partition: int, after: int, until: int, most: int | None = MOST) -> dict[UUID, int]:
        """Return the streams with events without a receipt at these positions, and the first position of each.

        At most the first `most` streams are returned; all of them if it is None.
        """
        return dict(self._read(WITHOUT, (partition, after, until, most)))

    def early(self) -> list[EarlyStreamsRow]:
        """Return the lists of streams that may lack receipts, unchecked."""
        return [EarlyStreamsRow(time, tuple(streams), *signed) for time, streams, *signed in self._read(EARLY, ())]

    def first_event(self, partition: int, stream: UUID) -> list[EventRow]:
        """Return the first event of a stream as stored; None if it is missing."""
        return [EventRow(*row) for row in self._read(FIRST, (partition, stream))]

    def imported(self, games: Collection[UUID]) -> set[UUID]:
        """Return which of these games were imported, and which of these streams an import brought."""
        wanted = list(games)
        return {row[0] for query in (IMPORTED, REPLACING) for row in self._read(query, (wanted,))}

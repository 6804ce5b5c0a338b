"""Which games were imported, and whether the operator vouches for the keys of their receipts."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from domain.record.events import GameOpened
from eventstore.feed import FeedEvent
from eventstore.partition import partition_of
from projections.contract import Rows

# The note is stored in the same transaction as the events of its game, so it exists when they do.
FIND = """
SELECT opened.game_id, coalesce(again.vouched, first.vouched, false)
  FROM unnest(%s::smallint[], %s::uuid[]) AS opened (partition, game_id)
  JOIN kifu.imported AS first USING (partition, game_id)
  LEFT JOIN LATERAL (
    SELECT vouched FROM kifu.reimported AS r WHERE r.partition = opened.partition AND r.game_id = opened.game_id
     ORDER BY number DESC LIMIT 1) AS again ON true
"""


def find_imports(cursor: Rows, events: Iterable[FeedEvent]) -> dict[UUID, bool]:
    """Return which of the games that these events open were imported, and whether each is vouched for."""
    opened = [event.game_id for event in events if event.topic == GameOpened.TOPIC]
    if not opened:
        return {}
    cursor.execute(FIND, ([partition_of(game) for game in opened], opened))
    return dict(cursor.fetchall())

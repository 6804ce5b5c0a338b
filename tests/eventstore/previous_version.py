"""How the version before this one appends: its statements, word for word, which the schema must still understand.

Put the statements of the last release here when `kifu.append` changes; `PERSISTENCE_MODULE` may name this module.
"""

from __future__ import annotations

from eventstore import factory
from eventstore.append import NewEvents
from eventstore.appender import Appender
from eventstore.recorder import FeedRecorder

ONE = (
    "SELECT kifu.append(%b::smallint, %b::uuid, %b::bigint, %b::bigint, ARRAY[%b::text], ARRAY[%b::text], "
    "ARRAY[%b::bytea], %b::bytea, %b::text, %b::text, %b::bytea, %b::smallint, %b::bytea)"
)
MANY = (
    "SELECT kifu.append(%b::smallint, %b::uuid, %b::bigint, %b::bigint, %b::text[], %b::text[], "
    "%b::bytea[], %b::bytea, %b::text, %b::text, %b::bytea, %b::smallint, %b::bytea)"
)
OPEN = (
    "INSERT INTO kifu.opened_seed (partition, game_id, seed) VALUES (%b::smallint, %b::uuid, %b::bytea) "
    "ON CONFLICT DO NOTHING"
)


class PreviousAppender(Appender):
    """Each append is a transaction of its own."""

    def append(self, new: NewEvents, timeout: float) -> int:
        topics, payloads = list(new.topics), [payload.decode() for payload in new.payloads]
        values = (
            *(new.partition, new.stream, new.first_version, self._lowest),
            *(
                (topics[0], payloads[0], new.receipts[0])
                if len(topics) == 1
                else (topics, payloads, list(new.receipts))
            ),
            new.previous,
            *(new.answer.row() if new.answer is not None else [None] * 5),
        )
        with self._datastore.get_connection(timeout) as connection, connection.transaction():
            if new.seed is not None:
                connection.execute(OPEN, (new.partition, new.stream, new.seed))
            row = connection.execute(ONE if len(topics) == 1 else MANY, values, binary=True).fetchone()
        assert row is not None
        return int(row["append"])


class Factory(factory.Factory):
    """Builds recorders that append as the previous version did."""

    def application_recorder(self) -> FeedRecorder:
        recorder = super().application_recorder()
        recorder.appender = PreviousAppender(self.datastore, recorder._seeds, recorder.lowest_version)
        return recorder

"""Snapshots of games: a cache of states by version, in the form of the library's aggregate recorder."""

from collections.abc import Sequence
from uuid import UUID

from eventsourcing.persistence import IntegrityError, NotSupportedError, ProgrammingError, StoredEvent
from eventsourcing.postgres import PostgresAggregateRecorder

from eventstore.partition import PARTITIONS, narrow_to_versions, partition_of
from eventstore.postgres.datastore import Datastore, persevere

INSERT = (
    "INSERT INTO kifu.snapshot (partition, game_id, version, topic, state) "
    "VALUES (%b::smallint, %b::uuid, %b::bigint, %b::text, %b::bytea)"
)
SELECT = "SELECT version, topic, state FROM kifu.snapshot WHERE partition = %b::smallint AND game_id = %b::uuid"


class SnapshotRecorder(PostgresAggregateRecorder):
    """Snapshots as stored events with any bytes as state.

    With `keep_first`, a second snapshot of the same version is dropped without an error: two processes may take one at
    the same time, and the error would reach a player whose move is already committed.
    """

    datastore: Datastore

    def __init__(
        self,
        datastore: Datastore,
        *,
        events_table_name: str = "snapshot",
        partitions: int = PARTITIONS,
        keep_first: bool = False,
    ) -> None:
        if events_table_name != "snapshot":
            raise ProgrammingError(f"the schema has no snapshot table {events_table_name!r}")
        super().__init__(datastore, events_table_name=events_table_name)
        self._partitions = partitions
        self._insert = INSERT + (" ON CONFLICT DO NOTHING" if keep_first else "")

    def create_table(self) -> None:
        """Refuse, as the event recorder does. Raises NotSupportedError."""
        raise NotSupportedError("the schema comes from migrations")

    def insert_events(self, stored_events: Sequence[StoredEvent], **unknown: object) -> None:
        """Keep snapshots, all or none.

        Raises IntegrityError for a version that has one, unless told to keep the first.
        """
        if unknown:
            raise NotSupportedError(f"cannot store {', '.join(unknown)} with snapshots")
        if not stored_events:
            return
        rows = [
            (self._partition(e.originator_id), e.originator_id, e.originator_version, e.topic, e.state)
            for e in stored_events
        ]

        def attempt(left: float, again: bool) -> None:
            try:
                with (
                    self.datastore.get_connection(left, *{row[0] for row in rows}, local=True) as connection,
                    connection.transaction(),
                ):
                    for row in rows:
                        connection.execute(self._insert.encode(), row, prepare=True)
            except IntegrityError:
                if not again or not all(map(self._is_stored, stored_events)):
                    raise

        persevere(attempt)

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """The snapshots of a game with versions above `gt` up to `lte`, ascending or `desc`, at most `limit`."""
        game = (self._partition(originator_id), originator_id)
        statement, params = narrow_to_versions(SELECT, game, gt=gt, lte=lte, desc=desc, limit=limit)
        rows = self.datastore.read(statement, params, game[0])
        return [StoredEvent(originator_id, *row) for row in rows]

    def _is_stored(self, event: StoredEvent) -> bool:
        version = event.originator_version
        return list(self.select_events(event.originator_id, gt=version - 1, lte=version)) == [event]

    def _partition(self, originator_id: UUID | str) -> int:
        if not isinstance(originator_id, UUID):
            raise ProgrammingError("games are known by UUID")
        return partition_of(originator_id, self._partitions)

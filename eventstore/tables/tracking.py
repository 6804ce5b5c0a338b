"""How far a projection has read: the library's tracking, with one upstream a feed partition."""

from eventsourcing.persistence import IntegrityError, NotSupportedError, ProgrammingError, Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from psycopg import Cursor
from psycopg.rows import DictRow

from eventstore.postgres.datastore import Datastore, persevere

INSERT = (
    "INSERT INTO kifu.tracking AS seen (projection, upstream, position) VALUES (%b::text, %b::text, %b::bigint) "
    "ON CONFLICT (projection, upstream) DO UPDATE SET position = excluded.position "
    "WHERE seen.position < excluded.position"
)
MAX = "SELECT position FROM kifu.tracking WHERE projection = %b::text AND upstream = %b::text"
RESET = "DELETE FROM kifu.tracking WHERE projection = %b::text"


def upstream(partition: int) -> str:
    """The upstream's name under which the positions of a feed partition are tracked."""
    return f"feed-{partition}"


class FeedTrackingRecorder(PostgresTrackingRecorder):
    """Positions of one projection. Subclasses write their rows and call `track` in the same transaction."""

    datastore: Datastore

    def __init__(self, datastore: Datastore, *, tracking_table_name: str = "tracking", projection: str = "") -> None:
        if tracking_table_name != "tracking":
            raise ProgrammingError(f"the schema has no tracking table {tracking_table_name!r}")
        super().__init__(datastore, tracking_table_name=tracking_table_name)
        self.projection = projection

    def create_table(self) -> None:
        """Refuse, as the event recorder does. Raises NotSupportedError."""
        raise NotSupportedError("the schema comes from migrations")

    def track(self, cursor: Cursor[DictRow], partition: int, position: int) -> None:
        """Note in the cursor's transaction that a partition is read up to `position`.

        Raises IntegrityError if it was already: another process runs the same projection.
        """
        self._insert_tracking(cursor, Tracking(upstream(partition), position))

    def position(self, partition: int) -> int:
        """The position up to which a partition is read, 0 if nothing is."""
        return self.max_tracking_id(upstream(partition)) or 0

    def reset(self, cursor: Cursor[DictRow]) -> None:
        """Forget all positions of this projection, in the transaction of the cursor that also empties its tables."""
        cursor.execute(RESET, (self.projection,))

    def insert_tracking(self, tracking: Tracking) -> None:
        """Note a position in a transaction of its own. Raises IntegrityError as `track` does."""

        def attempt(left: float, again: bool) -> None:
            with self.datastore.get_connection(left) as connection, connection.cursor() as cursor:
                try:
                    self._insert_tracking(cursor, tracking)
                except IntegrityError:
                    # The reply to an earlier try may have been lost after it was committed.
                    if (
                        not again
                        or self._max_tracking_id(tracking.application_name, cursor) != tracking.notification_id
                    ):
                        raise

        persevere(attempt)

    def _insert_tracking(self, curs: Cursor[DictRow], tracking: Tracking) -> None:
        values = (self.projection, tracking.application_name, tracking.notification_id)
        if curs.execute(INSERT, values, prepare=True).rowcount != 1:
            raise IntegrityError(f"{self.projection}: {tracking.application_name} is already past {values[2]}")

    def max_tracking_id(self, application_name: str) -> int | None:
        """The position up to which an upstream is read, or None if nothing is."""

        def attempt(left: float, _: bool) -> int | None:
            with self.datastore.get_connection(left) as connection, connection.cursor() as cursor:
                return self._max_tracking_id(application_name, cursor)

        return persevere(attempt)

    def _max_tracking_id(self, application_name: str, curs: Cursor[DictRow]) -> int | None:
        row = curs.execute(MAX, (self.projection, application_name), prepare=True).fetchone()
        return row["position"] if row else None

    def has_tracking_id(self, application_name: str, notification_id: int | None) -> bool:
        """Whether an upstream is read up to `notification_id` at least; None asks for nothing."""
        if notification_id is None:
            return True
        reached = self.max_tracking_id(application_name)
        return reached is not None and reached >= notification_id

"""The times in which the service ran: a row for each, which grows until the service falls silent."""

from collections.abc import Sequence
from datetime import datetime

from domain.rows import SILENCE, Uptime
from eventstore.postgres.datastore import Datastore, persevere

GO_ON = (
    "UPDATE kifu.uptime SET until = greatest(until, %b::timestamptz) "
    "WHERE since = (SELECT max(since) FROM kifu.uptime) AND until >= %b::timestamptz RETURNING since"
)
BEGIN = "INSERT INTO kifu.uptime (since, until) VALUES (%b::timestamptz, %b::timestamptz) ON CONFLICT DO NOTHING"
SINCE = (
    "SELECT since, until FROM kifu.uptime WHERE until >= coalesce("
    "(SELECT max(until) FROM kifu.uptime WHERE until < %b::timestamptz), '-infinity') ORDER BY since"
)


class Uptimes:
    """The table of the times in which the service ran."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def note(self, now: datetime) -> bool:
        """Note that the service runs; return whether that is noted for the first time after a silence."""

        def attempt(left: float, _: bool) -> bool:
            with self._datastore.get_connection(left) as connection, connection.transaction():
                if connection.execute(GO_ON, (now, now - SILENCE)).fetchone() is not None:
                    return False
                return connection.execute(BEGIN, (now, now)).rowcount > 0

        return persevere(attempt)

    def since(self, at: datetime) -> Sequence[Uptime]:
        """Return the times that were not over at a moment and the last one before, the earliest first."""
        return [Uptime(*row) for row in self._datastore.read(SINCE, (at,))]

"""Which players are arbiters: a note for each appointment and for each end of one. Notes are only added."""

from datetime import datetime

from domain.rows import ArbiterNote
from eventstore.postgres.datastore import Datastore, persevere

LOCK = "SELECT pg_advisory_xact_lock(hashtext('kifu.arbiter_note'))"
LAST = "SELECT appointed FROM kifu.arbiter_note WHERE player = %b::text ORDER BY number DESC LIMIT 1"
INSERT = (
    "INSERT INTO kifu.arbiter_note (player, appointed, at, request_id) "
    "VALUES (%b::text, %b::boolean, %b::timestamptz, %b::text)"
)
NOTES = "SELECT player, appointed, at FROM kifu.arbiter_note ORDER BY number"


class Arbiters:
    """The table of appointments. Every call raises OperationalError while PostgreSQL is away."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def is_arbiter(self, player: str) -> bool:
        """Whether a player is an arbiter at this moment. Never cached, so that an end holds at once, everywhere."""
        rows = self._datastore.read(LAST, (player,))
        return bool(rows and rows[0][0])

    def note(self, player: str, appointed: bool, at: datetime, request_id: str) -> bool:
        """Appoint a registered player, or end the appointment; returns False if that is how it is already."""

        def attempt(left: float, _: bool) -> bool:
            with self._datastore.get_connection(left) as connection, connection.transaction():
                connection.execute(LOCK)
                last = connection.execute(LAST, (player,)).fetchone()
                if bool(last and last["appointed"]) == appointed:
                    return False
                connection.execute(INSERT, (player, appointed, at, request_id))
                return True

        return persevere(attempt)

    def notes(self) -> list[ArbiterNote]:
        """Return all notes, in order."""
        return [ArbiterNote(*row) for row in self._datastore.read(NOTES, ())]

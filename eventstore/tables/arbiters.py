"""Which players are arbiters: a note for each appointment and each dismissal. Notes are append-only."""

from collections.abc import Sequence
from datetime import datetime

from psycopg.rows import TupleRow, tuple_row

from domain.rows import ArbiterNote
from eventstore.postgres.datastore import Datastore, Params, Read, persevere
from eventstore.tables.accounts.seals import UNSEALED, AccountSeals, SealedRow

LOCK = "SELECT pg_advisory_xact_lock(hashtext('kifu.arbiter_note'))"
OF_PLAYER = "SELECT player, appointed, at FROM kifu.arbiter_note WHERE player = %b::text ORDER BY number"
INSERT = (
    "INSERT INTO kifu.arbiter_note (player, appointed, at, request_id) "
    "VALUES (%b::text, %b::boolean, %b::timestamptz, %b::text)"
)
NOTES = "SELECT player, appointed, at FROM kifu.arbiter_note ORDER BY number"


class Arbiters:
    """The table of appointments. Every call raises OperationalError while PostgreSQL is unavailable.

    Notes that the service did not seal do not count.
    """

    def __init__(self, datastore: Datastore, seals: AccountSeals = UNSEALED) -> None:
        self._datastore = datastore
        self._seals = seals

    def is_arbiter(self, player: str) -> bool:
        """Return whether a player is currently an arbiter.

        Never cached, so that an end takes effect at once, everywhere.
        """
        return self._is_appointed(self._datastore.read, player)

    def note(self, player: str, appointed: bool, at: datetime, request_id: str) -> bool:
        """Appoint a registered player, or end the appointment; return False if that changes nothing."""

        def attempt(left: float, _: bool) -> bool:
            with (
                self._datastore.get_connection(left) as connection,
                connection.transaction(),
                connection.cursor(row_factory=tuple_row) as cursor,
            ):
                cursor.execute(LOCK)

                def read(statement: str, params: Params) -> list[TupleRow]:
                    return cursor.execute(statement.encode(), params).fetchall()

                if self._is_appointed(read, player) == appointed:
                    return False
                cursor.execute(INSERT, (player, appointed, at, request_id))
                self._seals.add(cursor.execute, _sealed(ArbiterNote(player, appointed, at)))
                return True

        return persevere(attempt)

    def notes(self) -> list[ArbiterNote]:
        """Return all notes, in order."""
        return self._genuine(self._datastore.read, self._datastore.read(NOTES, ()))

    def _is_appointed(self, read: Read, player: str) -> bool:
        notes = self._genuine(read, read(OF_PLAYER, (player,)))
        return bool(notes and notes[-1].appointed)

    def _genuine(self, read: Read, rows: Sequence[TupleRow]) -> list[ArbiterNote]:
        notes = [ArbiterNote(*row) for row in rows]
        genuine = self._seals.genuine(read, [_sealed(note) for note in notes])
        return [note for note in notes if _sealed(note) in genuine]


def _sealed(note: ArbiterNote) -> SealedRow:
    return SealedRow("arbiter", (note.player, note.appointed, note.at))

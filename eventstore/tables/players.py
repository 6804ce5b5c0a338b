"""Players: their names, and the digests of the tokens that prove who they are."""

from psycopg import Connection
from psycopg.rows import DictRow, tuple_row

from domain.rows import FirstAnswer
from eventstore.postgres.datastore import Datastore, persevere
from eventstore.tables import answers

INSERT = "INSERT INTO kifu.player (name, token_digest) VALUES (%b::text, %b::bytea)"
BY_NAME = "SELECT token_digest FROM kifu.player WHERE name = %b::text"
BY_DIGEST = "SELECT name FROM kifu.player WHERE token_digest = %b::bytea"


class NameTaken(Exception):
    """Another player has this name."""


class Players:
    """The table of players. Every call raises OperationalError while PostgreSQL is away."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def register(self, name: str, token_digest: bytes, idempotency: FirstAnswer | None = None) -> None:
        """Add a player, with the answer to the request in the same transaction.

        Raises NameTaken, or DuplicateKey if the idempotency key was used before, even if the name is taken too.
        """

        def attempt(left: float, again: bool) -> None:
            with self._datastore.get_connection(left) as connection, connection.transaction():
                if idempotency is not None:
                    answers.insert(connection, idempotency, again)
                _insert(connection, name, token_digest, again)

        persevere(attempt)

    def player_by_token_digest(self, token_digest: bytes) -> str | None:
        """Return the name of the player whose token has this digest, or None."""
        rows = self._datastore.read(BY_DIGEST, (token_digest,))
        return rows[0][0] if rows else None

    def exists(self, name: str) -> bool:
        """Whether a player has this name."""
        return bool(self._datastore.read(BY_NAME, (name,)))


def _insert(connection: Connection[DictRow], name: str, token_digest: bytes, again: bool) -> None:
    # Without the constraint's error, which would end the transaction before we could see whose row it is.
    with connection.cursor(row_factory=tuple_row) as cursor:
        cursor.execute(INSERT + " ON CONFLICT (name) DO NOTHING", (name, token_digest), prepare=True)
        if cursor.rowcount == 1:
            return
        row = cursor.execute(BY_NAME, (name,), prepare=True).fetchone()
    if not (again and row and row[0] == token_digest):
        raise NameTaken(name)

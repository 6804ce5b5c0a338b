"""Players: their names, and how they register."""

from __future__ import annotations

from typing import NamedTuple

from psycopg import Connection
from psycopg.rows import DictRow, tuple_row

from domain.rows import FirstAnswer
from eventstore.postgres.datastore import Datastore, persevere
from eventstore.tables import answers, tokens
from eventstore.tables.accounts import kinds
from eventstore.tables.accounts.kinds import Kind
from eventstore.tables.names import Look, claim
from eventstore.tables.token_seals import TokenSeals

INSERT = "INSERT INTO kifu.player (name) VALUES (%b::text) ON CONFLICT (name) DO NOTHING"
NEXT_GUEST = "SELECT nextval('kifu.guest_number')"
BY_NAME = "SELECT name FROM kifu.player WHERE name = %b::text"


class Newcomer(NamedTuple):
    """A registering player: a name, the digest of a first token, the look of the name, and the kind of a guest or
    bot."""

    name: str
    token_digest: bytes
    look: Look | None = None
    kind: Kind | None = None


class NameTaken(Exception):
    """Another player has this name, or one that looks like it; `holder` is the name of that player."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


class Players:
    """The table of players. Every call raises OperationalError while PostgreSQL is unavailable."""

    def __init__(self, datastore: Datastore, seals: TokenSeals = tokens.UNSEALED) -> None:
        self._datastore = datastore
        self._seals = seals

    def register(
        self,
        name: str,
        token_digest: bytes,
        idempotency: FirstAnswer | None = None,
        look: Look | None = None,
        kind: Kind | None = None,
    ) -> None:
        """Add a player with a first token, the look of the name, and the answer to the request, in one transaction.

        `kind` marks a guest or a bot.

        Raises NameTaken, or DuplicateKey if the idempotency key was used before, even if the name is taken too.
        """

        def attempt(left: float, again: bool) -> None:
            with self._datastore.get_connection(left) as connection, connection.transaction():
                if idempotency is not None:
                    answers.insert(connection, idempotency, again)
                _insert(connection, self._seals, Newcomer(name, token_digest, look, kind), again)

        persevere(attempt)

    def next_guest_number(self) -> int:
        """Return a number for a guest's name that was never used: records may name former guests."""
        return int(self._datastore.read(NEXT_GUEST, ())[0][0])

    def exists(self, name: str) -> bool:
        """Return whether a player has this name."""
        return bool(self._datastore.read(BY_NAME, (name,)))


def _insert(connection: Connection[DictRow], seals: TokenSeals, new: Newcomer, again: bool) -> None:
    name, look = new.name, new.look
    # Avoids the constraint's error, which would end the transaction before we could see whose row it is.
    with connection.cursor(row_factory=tuple_row) as cursor:
        cursor.execute(INSERT, (name,), prepare=True)
        if cursor.rowcount == 1:
            tokens.insert(cursor, seals, name, new.token_digest, tokens.FIRST_LABEL, "registration")
            holder = claim(cursor, name, look) if look is not None else None
            if holder is not None:
                raise NameTaken(holder)
            if new.kind is not None:
                kinds.insert(cursor, seals.accounts, name, new.kind)
            return
        known = tokens.find(cursor, new.token_digest)
    if not (again and known and known.player == name):
        raise NameTaken(name)

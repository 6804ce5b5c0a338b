"""Texts by people, which events have as seals: each with its salt, until it is erased.

The service adds and reads rows. Only the owner of the database erases: `kifu.erase` deletes one row and notes when, by
whom and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from domain.rows import PersonalValue
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.pool import FeedConnection

Eraser: TypeAlias = Literal["operator"]
"""Whose wish an erasure is."""

# A file from before an erasure must not bring the text back.
INSERT = (
    "INSERT INTO kifu.personal_value (seal, game_id, kind, version, writer, salt, value) "
    "SELECT %b::bytea, %b::uuid, %b::text, %b::bigint, %b::text, %b::bytea, %b::text "
    "WHERE NOT EXISTS (SELECT FROM kifu.erasure AS e WHERE e.seal = %b::bytea) ON CONFLICT (seal) DO NOTHING"
)
COLUMNS = "SELECT seal, game_id, kind, version, writer, salt, value FROM kifu.personal_value"
FIND = f"{COLUMNS} WHERE seal = ANY (%b::bytea[])"
# A writer in a game from a file need not be the player of that name here.
WRITTEN_HERE = (
    "SELECT v.seal, v.game_id, v.kind, v.version, v.writer, v.salt, v.value FROM kifu.personal_value AS v "
    "WHERE v.writer = %b::text AND v.kind <> 'salt' AND v.seal > %b::bytea "
    "AND NOT EXISTS (SELECT FROM kifu.imported AS i WHERE i.game_id = v.game_id) ORDER BY v.seal LIMIT %b::bigint"
)
ERASED = "SELECT seal FROM kifu.erasure WHERE seal = ANY (%b::bytea[])"
MESSAGE = f"{COLUMNS} WHERE game_id = %s AND kind = 'message' AND version = %s"
STEP = f"{COLUMNS} WHERE game_id = %s AND kind <> 'message' AND version = %s"
WRITTEN = f"{COLUMNS} WHERE writer = %s ORDER BY game_id, kind, version"
ERASE = "SELECT kifu.erase(%s, %s, %s)"
# Deleted rows stay in the files of the database until their pages are written anew.
REWRITE = "VACUUM (FULL) kifu.personal_value"


class PersonalValues:
    """The table of personal values, for the service."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def opened(self, seals: Sequence[bytes]) -> list[PersonalValue]:
        """Return the values of these seals that were not erased, in no order."""
        return [PersonalValue(*row) for row in self._datastore.read(FIND, (list(seals),))] if seals else []

    def written_by(self, player: str, after: bytes, limit: int) -> list[PersonalValue]:
        """Return at most `limit` texts that a player wrote in games played here, in the order of their seals."""
        return [PersonalValue(*row) for row in self._datastore.read(WRITTEN_HERE, (player, after, limit))]

    def erased(self, seals: Sequence[bytes]) -> list[bytes]:
        """Return those of these seals whose values were erased, in no order."""
        return [bytes(row[0]) for row in self._datastore.read(ERASED, (list(seals),))] if seals else []


def insert_values(connection: FeedConnection, values: Sequence[PersonalValue]) -> None:
    """Insert values in the transaction of a connection, except those that were erased before."""
    for value in values:
        row = (value.seal, value.game_id, value.kind, value.number, value.writer, value.salt, value.value, value.seal)
        connection.execute(INSERT, row)


class Erasing:
    """Erases values. `connection` is the owner's, in autocommit mode."""

    def __init__(self, connection: Connection[TupleRow]) -> None:
        self._connection = connection

    def message(self, game_id: UUID, n: int) -> list[PersonalValue]:
        """Return the value of one message of a game; none if there is no such message or no text of it."""
        return self._find(MESSAGE, game_id, n)

    def step(self, game_id: UUID, n: int) -> list[PersonalValue]:
        """Return the values of one step of a game; none if it is not about a dispute or has none."""
        return self._find(STEP, game_id, n)

    def written_by(self, player: str) -> list[PersonalValue]:
        """Return every value that a player of this name wrote, by game."""
        return self._find(WRITTEN, player)

    def erase(self, values: Sequence[PersonalValue], by: Eraser, reason: str) -> int:
        """Erase values, all or none, and return how many texts of people were still there."""
        with self._connection.transaction(), self._connection.cursor() as cursor:
            erased = [cursor.execute(ERASE, (one.seal, by, reason)).fetchone() for one in values]
        self._connection.execute(REWRITE)
        gone = [one for one, row in zip(values, erased, strict=True) if row is not None and row[0]]
        return sum(one.kind != "salt" for one in gone)

    def _find(self, statement: str, *params: object) -> list[PersonalValue]:
        rows = self._connection.execute(statement.encode(), params).fetchall()
        return [PersonalValue(*row) for row in rows]

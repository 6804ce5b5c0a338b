"""Seeks: rows that say what games players would play, kept for some days after they end."""

from __future__ import annotations

from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError
from psycopg import Connection
from psycopg.rows import DictRow, TupleRow, tuple_row

from domain.rows import FirstAnswer, MetSeeks, SeekRow
from eventstore.postgres.datastore import Datastore, persevere
from eventstore.tables import answers
from eventstore.tables.accounts.places import Place

KEPT_DAYS = 7
"""How long a seek is kept after it ended."""

COLUMNS = "id, player, wanted::text, opened_at, until, ended_at, game"
# The seed of the hash keeps these locks apart from others.
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%b::text, 77))"
COUNT = "SELECT count(*) AS held FROM kifu.seek WHERE player = %b::text AND ended_at IS NULL AND until > now()"
INSERT = (
    "INSERT INTO kifu.seek (id, player, wanted, opened_at, until) "
    "VALUES (%b::uuid, %b::text, %b::text::jsonb, %b::timestamptz, %b::timestamptz)"
)
HAS = "SELECT EXISTS (SELECT FROM kifu.seek WHERE id = %b::uuid) AS stored"
OPEN = (
    f"SELECT {COLUMNS} FROM kifu.seek WHERE ended_at IS NULL AND until > now() "  # noqa: S608 - our own text
    "ORDER BY opened_at, id LIMIT %b::bigint"
)
LIST_OPEN = (
    f"SELECT {COLUMNS} FROM kifu.seek "  # noqa: S608 - our own text
    "WHERE ended_at IS NULL AND until > now() AND (%b::text IS NULL OR wanted @> %b::text::jsonb) "
    "AND (%b::timestamptz IS NULL OR (opened_at, id) < (%b::timestamptz, %b::uuid)) "
    "ORDER BY opened_at DESC, id DESC LIMIT %b::bigint"
)
OF_PLAYER = (
    f"SELECT {COLUMNS} FROM kifu.seek WHERE player = %b::text "  # noqa: S608 - our own text
    "AND (%b::timestamptz IS NULL OR (opened_at, id) < (%b::timestamptz, %b::uuid)) "
    "ORDER BY opened_at DESC, id DESC LIMIT %b::bigint"
)
FIND = f"SELECT {COLUMNS} FROM kifu.seek WHERE id = %b::uuid"  # noqa: S608 - our own text
WITHDRAW = (
    "UPDATE kifu.seek SET ended_at = now() WHERE id = %b::uuid AND ended_at IS NULL AND until > now() RETURNING id"
)
# In the order of the ids, so that two processes cannot wait for each other.
HOLD = (
    "SELECT id FROM kifu.seek WHERE ended_at IS NULL AND until > now() AND player IN ("
    "SELECT player FROM kifu.seek WHERE id = ANY (%b::uuid[])) ORDER BY id FOR UPDATE"
)
MEET = "UPDATE kifu.seek SET ended_at = now(), game = %b::uuid WHERE id = ANY (%b::uuid[])"
GIVE_UP = "UPDATE kifu.seek SET ended_at = now() WHERE id = ANY (%b::uuid[])"
PRUNE = (
    "DELETE FROM kifu.seek WHERE id IN (SELECT id FROM kifu.seek "
    "WHERE until < now() - make_interval(days => %b::int) OR ended_at < now() - make_interval(days => %b::int) "
    "LIMIT %b::bigint FOR UPDATE SKIP LOCKED) RETURNING id"
)


class SeekGone(IntegrityError):
    """A seek that was to be matched was withdrawn, expired or was matched elsewhere meanwhile."""


class TooManySeeks(Exception):
    """The player has the greatest number of open seeks."""


class Seeks:
    """The table of seeks. Every call raises OperationalError while PostgreSQL is unavailable."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def add(self, seek: SeekRow, most: int, answer: FirstAnswer | None = None) -> None:
        """Add a seek, with the answer to its request, in one transaction.

        Raises TooManySeeks if its player has `most` open ones, and DuplicateKey if the idempotency key was used before.
        """

        def attempt(left: float, again: bool) -> None:
            with self._datastore.get_connection(left) as connection, connection.transaction():
                if again and _fetch(connection, HAS, (seek.id,))["stored"]:
                    return
                if answer is not None:
                    answers.insert(connection, answer, again)
                connection.execute(LOCK, (seek.player,))
                if _fetch(connection, COUNT, (seek.player,))["held"] >= most:
                    raise TooManySeeks
                connection.execute(INSERT, (seek.id, seek.player, seek.wanted, seek.opened_at, seek.until))

        persevere(attempt)

    def list_oldest(self, limit: int) -> list[SeekRow]:
        """Return at most `limit` open seeks, the oldest first."""
        return [_read(row) for row in self._datastore.read(OPEN, (limit,))]

    def list_open(self, ruleset: str | None, after: Place | None, limit: int) -> list[SeekRow]:
        """Return at most `limit` open seeks after a place, the newest first; of one ruleset if it is given."""
        named = msgspec.json.encode({"games": [{"ruleset": ruleset}]}).decode()
        return self._list(LIST_OPEN, (ruleset, named), after, limit)

    def of_player(self, player: str, after: Place | None, limit: int) -> list[SeekRow]:
        """Return at most `limit` seeks of a player after a place, the newest first, those that have ended too."""
        return self._list(OF_PLAYER, (player,), after, limit)

    def find(self, seek: UUID) -> SeekRow | None:
        """Return a seek; None if none has this id, or no longer."""
        rows = self._datastore.read(FIND, (seek,))
        return _read(rows[0]) if rows else None

    def withdraw(self, seek: UUID) -> bool:
        """End an open seek; return whether this ended it."""
        return bool(self._datastore.read(WITHDRAW, (seek,)))

    def prune(self, most: int) -> int:
        """Remove at most `most` seeks that ended `KEPT_DAYS` ago or earlier; return how many."""
        return len(self._datastore.read(PRUNE, (KEPT_DAYS, KEPT_DAYS, most)))

    def _list(self, statement: str, values: tuple[object, ...], after: Place | None, limit: int) -> list[SeekRow]:
        at, seek = after if after is not None else (None, None)
        return [_read(row) for row in self._datastore.read(statement, (*values, at, at, seek, limit))]


def meet(connection: Connection[DictRow], met: MetSeeks) -> None:
    """End the seeks that a game is opened for, and withdraw the other seeks of their players.

    In the transaction of the connection. Raises SeekGone unless all of them are open.
    """
    with connection.cursor(row_factory=tuple_row) as cursor:
        held = [one for (one,) in cursor.execute(HOLD, (list(met.seeks),)).fetchall()]
        if not set(met.seeks) <= set(held):
            raise SeekGone("a seek is no longer open")
        cursor.execute(GIVE_UP, ([one for one in held if one not in met.seeks],))
        cursor.execute(MEET, (met.game, list(met.seeks)))


def _fetch(connection: Connection[DictRow], statement: str, values: tuple[object, ...]) -> DictRow:
    row = connection.execute(statement.encode(), values).fetchone()
    assert row is not None
    return row


def _read(row: TupleRow) -> SeekRow:
    return SeekRow(*row)

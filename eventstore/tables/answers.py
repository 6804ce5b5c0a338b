"""The first answers to requests with an idempotency key, kept for days, and the keys, kept longer."""

from typing import NamedTuple
from uuid import UUID

from eventsourcing.persistence import IntegrityError
from psycopg import Connection
from psycopg.rows import DictRow, tuple_row

from domain.rows import PARTITIONS, FirstAnswer, KeptAnswer, partition_of_key
from eventstore.postgres.citus import is_spread
from eventstore.postgres.datastore import PATIENCE, ConstraintError, Datastore, persevere
from eventstore.postgres.standby import CONFIRM

KEY_CONSTRAINT = "idempotency_pkey"

INSERT = (
    "INSERT INTO kifu.idempotency (owner, key, digest, status, body) "
    "VALUES (%b::text, %b::text, %b::bytea, %b::smallint, %b::bytea) ON CONFLICT (owner, key) DO NOTHING"
)
SELECT = (
    f"SELECT digest, status, body, partition, position, {CONFIRM} "  # noqa: S608 - our own text
    "FROM kifu.idempotency WHERE owner = %b::text AND key = %b::text"
)

# In a cluster a key is unique only in its partition, and every answer has one.
INSERT_SPREAD = (
    "SELECT kifu.keep_answer(%b::smallint, %b::text, %b::text, %b::bytea, %b::smallint, %b::bytea) AS inserted"
)
SELECT_SPREAD = SELECT + " AND partition = %b::smallint"

PRUNE = "SELECT answers, keys FROM kifu.prune_idempotency(%b::integer)"
PRUNE_SPREAD = "SELECT answers, keys FROM kifu.prune_partition(%b::smallint, %b::integer)"


class Pruned(NamedTuple):
    """How many expired answers and keys were removed."""

    answers: int
    keys: int


class DuplicateKey(IntegrityError):
    """The owner has used the key before; `first_answer` returns the answer."""


class Answers:
    """The table of first answers."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def first(self, owner: str, key: str, game: UUID | None = None) -> KeptAnswer | None:
        """Return the answer to the first use of `key` by `owner`, or None. A synchronous standby has what it returns.

        `game` is the one that the path of the request names.

        Raises OperationalError while PostgreSQL is unavailable.
        """

        place = partition_of_key(owner, key, game)

        def attempt(left: float, _: bool) -> KeptAnswer | None:
            with self._datastore.get_connection(left, place, local=True) as connection:
                return select(connection, owner, key, game)

        return persevere(attempt)

    def record(self, answer: FirstAnswer) -> None:
        """Keep an answer to a request that recorded no event.

        Raises DuplicateKey, or OperationalError while PostgreSQL is unavailable.
        """

        place = partition_of_key(answer.owner, answer.key, answer.game)

        def attempt(left: float, again: bool) -> None:
            with self._datastore.get_connection(left, place, local=True) as connection:
                insert(connection, answer, again)

        persevere(attempt)

    def prune(self, most: int) -> Pruned:
        """Remove at most `most` answers and as many keys whose time is over, in one short transaction.

        In a cluster that is the limit for each partition, and each is a transaction.
        """
        with self._datastore.get_connection(PATIENCE) as connection:
            spread = is_spread(connection)
        if not spread:
            return Pruned(*self._datastore.read(PRUNE, (most,))[0])
        pruned = [
            self._datastore.read(PRUNE_SPREAD, (partition, most), partition)[0] for partition in range(PARTITIONS)
        ]
        return Pruned(sum(row[0] for row in pruned), sum(row[1] for row in pruned))


def select(connection: Connection[DictRow], owner: str, key: str, game: UUID | None) -> KeptAnswer | None:
    """Like `Answers.first`, on a connection."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        if is_spread(connection):
            cursor.execute(SELECT_SPREAD, (owner, key, partition_of_key(owner, key, game)), prepare=True)
        else:
            cursor.execute(SELECT, (owner, key), prepare=True)
        row = cursor.fetchone()
    if row is None:
        return None
    digest, status, body, partition, position, _ = row
    return KeptAnswer(digest, status, body or b"", partition, position)


def insert(connection: Connection[DictRow], answer: FirstAnswer, again: bool = False) -> None:
    """Like `Answers.record`, on a connection, in its transaction if there is one.

    A retry (`again`) of an insert whose reply was lost may find its own row, and then succeeds.
    """
    # Avoids the constraint's error, which would end the transaction before we could see whose row it is.
    if is_spread(connection):
        place = partition_of_key(answer.owner, answer.key, answer.game)
        kept = connection.execute(INSERT_SPREAD, (place, *answer.row()), prepare=True).fetchone()
        inserted = kept is not None and kept["inserted"]
    else:
        inserted = connection.execute(INSERT, answer.row(), prepare=True).rowcount == 1
    if not inserted and not (again and _is_same(select(connection, answer.owner, answer.key, answer.game), answer)):
        raise _duplicate_key(answer)


def duplicate_key_error(error: IntegrityError, answer: FirstAnswer | None) -> DuplicateKey | None:
    """Return a DuplicateKey if `error` is the constraint of the key of `answer`, otherwise None."""
    in_use = isinstance(error, ConstraintError) and error.constraint == KEY_CONSTRAINT
    return _duplicate_key(answer) if answer is not None and in_use else None


def _duplicate_key(answer: FirstAnswer) -> DuplicateKey:
    return DuplicateKey(f"{answer.owner} has used this idempotency key before")


def _is_same(stored: KeptAnswer | None, answer: FirstAnswer) -> bool:
    return stored is not None and (stored.digest, stored.status, stored.body) == answer.row()[2:]

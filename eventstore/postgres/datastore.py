"""The connections of one process: a pool that lets go of dead connections and gives up within seconds."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Self, TypeAlias, TypeVar

import psycopg
from eventsourcing.persistence import (
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    InternalError,
    NotSupportedError,
    OperationalError,
    PersistenceError,
    ProgrammingError,
)
from eventsourcing.postgres import PostgresDatastore
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow, dict_row, tuple_row
from psycopg_pool import PoolTimeout

from eventstore.postgres.pool import LONGEST, FeedConnection, Pool

T = TypeVar("T")
Params: TypeAlias = Sequence[object] | Mapping[str, object]
Database: TypeAlias = psycopg.Connection[TupleRow] | psycopg.Cursor[TupleRow]
"""What carries out a statement: a connection, or a cursor in a transaction."""

# How long a call keeps trying while PostgreSQL is away, in seconds; after that the caller should say so.
PATIENCE = 2.0
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.2

SCHEMA = "kifu"

AWAY = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)
"""Errors that mean PostgreSQL cannot be reached at the moment."""

# A server that vanishes without a word (not over a Unix socket) is given up after these times, in s, s and ms.
CONNECTION_OPTIONS: dict[str, str | int] = {
    "client_encoding": "utf8",
    "connect_timeout": 2,
    "keepalives_idle": 10,
    "tcp_user_timeout": 10_000,
}

SESSION = "SELECT set_config('lock_timeout', %s, false), set_config('idle_in_transaction_session_timeout', '5s', false)"


class ConstraintError(IntegrityError):
    """A constraint of the schema was violated; `constraint` is its name."""

    def __init__(self, message: str, constraint: str | None) -> None:
        super().__init__(message)
        self.constraint = constraint


TRANSLATIONS: tuple[tuple[type[psycopg.Error], type[PersistenceError]], ...] = (
    (psycopg.InterfaceError, InterfaceError),
    (psycopg.OperationalError, OperationalError),
    (psycopg.DataError, DataError),
    (psycopg.InternalError, InternalError),
    (psycopg.ProgrammingError, ProgrammingError),
    (psycopg.NotSupportedError, NotSupportedError),
    (psycopg.DatabaseError, DatabaseError),
)


def translate_error(error: psycopg.Error) -> PersistenceError:
    """The library's exception for one of the driver's, without the row values that PostgreSQL adds as a detail."""
    message = error.diag.message_primary or str(error)
    if isinstance(error, psycopg.IntegrityError):
        return ConstraintError(message, error.diag.constraint_name)
    for theirs, ours in TRANSLATIONS:
        if isinstance(error, theirs):
            return ours(message)
    return PersistenceError(message)


def persevere(attempt: Callable[[float, bool], T], patience: float = PATIENCE) -> T:
    """Call `attempt(seconds left, whether it is a repetition)` until it returns or `patience` seconds have passed.

    Only InterfaceError and OperationalError are worth another try; the last one is raised when time is up.
    """
    deadline = time.monotonic() + patience
    pause, again = FIRST_PAUSE, False
    while True:
        try:
            return attempt(max(deadline - time.monotonic(), 0.0), again)
        except (InterfaceError, OperationalError):
            if time.monotonic() + pause > deadline:
                raise
        time.sleep(pause)
        pause, again = min(pause * 2, LONGEST_PAUSE), True


class Datastore(PostgresDatastore):
    """The library's datastore on a libpq URL, for a schema that comes from migrations.

    A server that leaves a statement without an answer for `longest` seconds counts as away.

    `pool_size` is the greatest number of connections. Nothing connects before the first use, so that it may be built
    before or after a fork; used, it belongs to one process. `close` it, or keep it referenced while it is needed.
    """

    def __init__(self, url: str, *, pool_size: int = 10, longest: float = LONGEST) -> None:
        self.url = url
        parts = conninfo_to_dict(url)
        super().__init__(
            dbname=str(parts.get("dbname", "")),
            host=str(parts.get("host", "")),
            port=str(parts.get("port", "")),
            user=str(parts.get("user", "")),
            password=str(parts.get("password", "")),
            schema=SCHEMA,
        )
        # Beside the library's pool, which is never opened: its threads do not survive a fork, its pauses outlast an
        # outage, and it spends more time on lending a connection than an append does on using it.
        self._connections = Pool(_connector(url), pool_size, longest)

    def register_type_adapters(self) -> None:
        """Nothing: our statements use no composite types, and a constructor must not need the database."""

    def read(self, statement: str, params: Params) -> list[TupleRow]:
        """All rows that a statement returns, trying again for two seconds: only for what may be done twice."""
        return persevere(lambda left, _: self.fetch(statement, params, left))

    def fetch(self, statement: str, params: Params, timeout: float = PATIENCE) -> list[TupleRow]:
        """All rows that a statement returns, in one try, as tuples. Raises as `get_connection` does."""
        with self.get_connection(timeout) as connection, connection.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(statement.encode(), params, prepare=True).fetchall()

    @contextmanager
    def get_connection(self, timeout: float = PATIENCE) -> Iterator[FeedConnection]:
        """A connection in autocommit mode, waiting at most `timeout` seconds for it.

        Raises the library's exceptions: OperationalError if there is none in time or it is lost on the way,
        ConstraintError with the name of a violated constraint, and the others by their names.
        """
        try:
            connection = self._connections.take(timeout)
            try:
                yield connection
            finally:
                self._connections.give(connection)
        except psycopg.Error as error:
            raise translate_error(error) from None

    def close(self) -> None:
        """Close the connections; calls from now on raise OperationalError."""
        with suppress(AttributeError):  # the library closes what it collects, also where the constructor failed
            self._connections.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _connector(url: str) -> Callable[[], FeedConnection]:
    conninfo, limit = make_conninfo(url, **CONNECTION_OPTIONS), f"{int(PATIENCE * 1000)}ms"

    def connect() -> FeedConnection:
        connection = FeedConnection.connect(conninfo, autocommit=True, row_factory=dict_row)
        connection.execute(SESSION, (limit,))
        return connection

    return connect

"""The connections of one process: a pool that lets go of dead connections and gives up within seconds."""

import select
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

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
from eventsourcing.postgres import ConnectionPool, PostgresDatastore
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, TupleRow, dict_row, tuple_row

T = TypeVar("T")

# How long a call keeps trying while PostgreSQL is away, in seconds; after that the caller should say so.
PATIENCE = 2.0
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.2

SCHEMA = "kifu"


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


def translated(error: psycopg.Error) -> PersistenceError:
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

    `pool_size` is the greatest number of connections. Nothing connects before the first use, so that it may be built
    before or after a fork; used, it belongs to one process. `close` it, or keep it referenced while it is needed.
    """

    def __init__(self, url: str, *, pool_size: int = 10, lock_timeout: float = PATIENCE) -> None:
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
        self._opening = threading.Lock()
        self._opened = False
        self.pool = ConnectionPool(
            url,
            connection_class=Connection[DictRow],
            kwargs={"row_factory": dict_row, "autocommit": True, "connect_timeout": 2},
            min_size=1,
            max_size=pool_size,
            open=False,
            configure=_configure(lock_timeout),
            timeout=PATIENCE,
            # After a longer outage the pool would come back only when its own, ever longer, pause is over. Giving up
            # soon leaves the next attempt to the next caller.
            reconnect_timeout=0.5,
        )

    def register_type_adapters(self) -> None:
        """Nothing: our statements use no composite types, and a constructor must not need the database."""

    def read(self, statement: str, params: Sequence[object]) -> list[TupleRow]:
        """All rows that a statement returns, trying again for two seconds: only for what may be done twice."""
        return persevere(lambda left, _: self.fetch(statement, params, left))

    def fetch(self, statement: str, params: Sequence[object], timeout: float = PATIENCE) -> list[TupleRow]:
        """All rows that a statement returns, in one try, as tuples. Raises as `get_connection` does."""
        with self.get_connection(timeout) as connection, connection.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(statement.encode(), params, prepare=True).fetchall()

    @contextmanager
    def get_connection(self, timeout: float = PATIENCE) -> Iterator[Connection[DictRow]]:
        """A connection in autocommit mode, waiting at most `timeout` seconds for it.

        Raises the library's exceptions: OperationalError if there is none in time or it is lost on the way,
        ConstraintError with the name of a violated constraint, and the others by their names.
        """
        try:
            connection = self._checkout(time.monotonic() + timeout)
            try:
                yield connection
            finally:
                self.pool.putconn(connection)
        except psycopg.Error as error:
            raise translated(error) from None

    def _checkout(self, deadline: float) -> Connection[DictRow]:
        if not self._opened:
            with self._opening:
                self.pool.open()
                self._opened = True
        while True:
            connection = self.pool.getconn(max(deadline - time.monotonic(), 0.0))
            if not _hung_up(connection):
                return connection
            connection.close()
            self.pool.putconn(connection)


def _hung_up(connection: Connection[DictRow]) -> bool:
    """Whether the server has closed an idle connection: it then has something to read, and nothing was asked."""
    if connection.closed:
        return True
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))


def _configure(lock_timeout: float) -> Callable[[Connection[DictRow]], None]:
    milliseconds = int(lock_timeout * 1000)

    def configure(connection: Connection[DictRow]) -> None:
        connection.execute(
            "SELECT set_config('lock_timeout', %s, false), "
            "set_config('idle_in_transaction_session_timeout', '5s', false)",
            (f"{milliseconds}ms",),
        )

    return configure

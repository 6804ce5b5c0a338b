"""The connections of one process, from a pool that drops dead ones and gives up within seconds."""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import TracebackType
from typing import Protocol, Self, TypeAlias, TypeVar

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

from eventstore.postgres.away import is_lost_node
from eventstore.postgres.nodes import NodeAway, Shares, find_places
from eventstore.postgres.pool import FeedConnection, Pool
from eventstore.postgres.workers import Workers

T = TypeVar("T")
Params: TypeAlias = Sequence[object] | Mapping[str, object]
Database: TypeAlias = psycopg.Connection[TupleRow] | psycopg.Cursor[TupleRow]
"""Executes a statement: a connection, or a cursor in a transaction."""

# How many seconds a call keeps trying while PostgreSQL is unavailable, before it raises.
PATIENCE = 2.0
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.2

SCHEMA = "kifu"

# Limits for a server that vanishes without closing its connections, which happens only over TCP: in s, s and ms.
CONNECTION_OPTIONS: dict[str, str | int] = {
    "client_encoding": "utf8",
    "connect_timeout": 2,
    "keepalives_idle": 10,
    "tcp_user_timeout": 10_000,
}

SESSION = """
SELECT set_config('lock_timeout', %s, false), set_config('idle_in_transaction_session_timeout', '5s', false),
       set_config('client_connection_check_interval', '1s', false)
"""
"""The last setting makes a server cancel work that nobody waits for; a cluster might otherwise hang for ever."""


class Read(Protocol):
    """Executes a read-only statement and returns its rows."""

    def __call__(self, statement: str, params: Params, /) -> list[TupleRow]: ...


class ConstraintError(IntegrityError):
    """A constraint was violated; `constraint` is its name, `table` that of its table if a table has it."""

    def __init__(self, message: str, constraint: str | None, table: str | None = None) -> None:
        super().__init__(message)
        self.constraint = constraint
        self.table = table


class DiskFull(OperationalError):
    """The server has no space to record anything, so nothing was recorded."""


class Unconfirmed(OperationalError):
    """A commit whose wait for the standby was cancelled: it is only on this server, and lost if the server is."""


class NoSuchTable(ProgrammingError):
    """A table that the code reads is missing."""


TRANSLATIONS: tuple[tuple[type[psycopg.Error], type[PersistenceError]], ...] = (
    # The server is no longer the primary but a standby: the next connection finds the new primary.
    (psycopg.errors.ReadOnlySqlTransaction, OperationalError),
    (psycopg.InterfaceError, InterfaceError),
    (psycopg.OperationalError, OperationalError),
    (psycopg.DataError, DataError),
    (psycopg.InternalError, InternalError),
    (psycopg.ProgrammingError, ProgrammingError),
    (psycopg.NotSupportedError, NotSupportedError),
    (psycopg.DatabaseError, DatabaseError),
)


SHARD = re.compile(r"(\w+)_\d{6,}\b")
"""The name of a constraint of one shard of a Citus cluster, and the number of the shard at its end."""


def translate_error(error: psycopg.Error) -> PersistenceError:
    """Return the library's exception for one of the driver's, without the details, which quote values of rows."""
    message = error.diag.message_primary or str(error)
    if isinstance(error, psycopg.IntegrityError):
        shard = SHARD.fullmatch(error.diag.table_name or "")
        table = shard[1] if shard is not None else error.diag.table_name
        return ConstraintError(message, _constraint(error, message), table)
    if isinstance(error, psycopg.errors.DiskFull):
        return DiskFull(message)
    if isinstance(error, psycopg.errors.UndefinedTable):
        return NoSuchTable(message)
    if is_lost_node(error):
        return OperationalError(message)
    for theirs, ours in TRANSLATIONS:
        if isinstance(error, theirs):
            return ours(message)
    return PersistenceError(message)


def _constraint(error: psycopg.Error, message: str) -> str | None:
    """Return the name of the violated constraint; a cluster worker names it only in its message."""
    name = error.diag.constraint_name
    of_shard = SHARD.search(name or message)
    return of_shard[1] if of_shard else name


def persevere(attempt: Callable[[float, bool], T], patience: float = PATIENCE) -> T:
    """Call `attempt(seconds left, whether this is a repetition)` until it returns or `patience` seconds have passed.

    InterfaceError and OperationalError lead to another attempt, except DiskFull and NodeAway; the last one is raised
    when time is up.
    """
    deadline = time.monotonic() + patience
    pause, again = FIRST_PAUSE, False
    while True:
        try:
            return attempt(max(deadline - time.monotonic(), 0.0), again)
        except (InterfaceError, OperationalError) as error:
            if isinstance(error, DiskFull | NodeAway) or time.monotonic() + pause > deadline:
                raise
        time.sleep(pause)
        pause, again = min(pause * 2, LONGEST_PAUSE), True


class Datastore(PostgresDatastore):
    """The library's datastore on a libpq URL, for a schema that comes from migrations.

    `pool_size` is the maximum number of connections. A server that does not answer a statement within `longest`
    seconds, the LONGEST of pools unless given, counts as unavailable. With a `pooled` URL, statements go through the
    pooler in transaction mode that it names, and `url` is for those who need a session. It connects at its first use,
    so it may be built before a fork; once used, it belongs to one process. `close` it, and keep it referenced until
    then.
    """

    def __init__(
        self, url: str, *, pool_size: int = 10, longest: float | None = None, pooled: str | None = None
    ) -> None:
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
        # The library's own pool is never opened: its threads do not survive a fork, its pauses outlast an outage, and
        # lending a connection takes it longer than an append takes.
        connect = _connector(url) if pooled is None else _pooled_connector(pooled)
        self._connections = Pool(connect, pool_size, longest)
        self.shares = Shares(lambda: find_places(self.fetch), pool_size)
        """Each cluster worker's share of the connections."""
        self._workers = Workers(partial(connect_worker, url), pool_size, longest) if pooled is None else None

    def register_type_adapters(self) -> None:
        """Do nothing: our statements use no composite types, and a constructor must not need the database."""

    def read(self, statement: str, params: Params, *partitions: int) -> list[TupleRow]:
        """Return the rows of a statement, which may run twice: retries for two seconds.

        `partitions` are those that it reads; if given, it reads only their distributed tables.
        """
        return persevere(lambda left, _: self.fetch(statement, params, left, *partitions))

    def fetch(self, statement: str, params: Params, timeout: float = PATIENCE, *partitions: int) -> list[TupleRow]:
        """Return the rows of a statement as tuples, in one try. Raises as `get_connection` does."""
        with (
            self.get_connection(timeout, *partitions, local=True) as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            return cursor.execute(statement.encode(), params, prepare=True).fetchall()

    @contextmanager
    def get_connection(
        self, timeout: float = PATIENCE, *partitions: int, local: bool = False
    ) -> Iterator[FeedConnection]:
        """Lend a connection in autocommit mode, after waiting at most `timeout` seconds for it.

        `partitions` are those of the feed that the statements read or change: on a cluster, it waits for their workers.
        If one worker has all of them and the statements are `local`, using only the distributed tables of these
        partitions, the connection leads to that worker. Raises the library's exceptions: OperationalError if no
        connection is free in time or the connection is lost, NodeAway if one of those workers does not answer,
        Unconfirmed if PostgreSQL warned that a commit is not on its synchronous standby, ConstraintError with the name
        of a violated constraint, and the others by their names.
        """
        try:
            with self.shares.hold(partitions, timeout) as held:
                pool = self._pool_at(held.nodes) if local else self._connections
                connection = pool.take(timeout, held.longest)
                try:
                    connection.unconfirmed = False
                    yield connection
                    if connection.unconfirmed:
                        raise Unconfirmed("the standby has not confirmed what was recorded")
                except psycopg.errors.ReadOnlySqlTransaction:
                    connection.close()
                    raise
                finally:
                    pool.give(connection)
        except psycopg.Error as error:
            raise translate_error(error) from None

    def _pool_at(self, nodes: Sequence[str]) -> Pool:
        """Return the pool of the only one of these workers, otherwise that of the coordinator."""
        own = self._workers.pool_at(nodes[0]) if len(nodes) == 1 and self._workers is not None else None
        return self._connections if own is None else own

    def count_in_use(self) -> int:
        """Return how many of the connections are in use now."""
        return self._connections.count_in_use() + (self._workers.count_in_use() if self._workers is not None else 0)

    def close(self) -> None:
        """Close the connections. Later calls raise OperationalError."""
        with suppress(AttributeError):  # the library closes what it collects, even if the constructor failed
            self._connections.close()
            if self._workers is not None:
                self._workers.close()

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
        return connection.heed_warnings()

    return connect


def connect_worker(url: str, host: str, port: str) -> FeedConnection:
    """Connect to a worker as `url` connects to the coordinator."""
    return _connector(make_conninfo(url, host=host, port=port, hostaddr=None))()


def _pooled_connector(url: str) -> Callable[[], FeedConnection]:
    """Connect to a pooler without any session state, since each statement may reach another server process."""
    conninfo = make_conninfo(url, **CONNECTION_OPTIONS)

    def connect() -> FeedConnection:
        connection = FeedConnection.connect(conninfo, autocommit=True, row_factory=dict_row, prepare_threshold=None)
        return connection.heed_warnings()

    return connect

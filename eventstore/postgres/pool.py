"""A pool that connects in the caller's thread, so that it recovers as soon as the server does.

Its one thread cuts connections to a server that hangs. A server that died closes them by itself.
"""

import os
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType, TracebackType
from typing import Self

import psycopg
from psycopg import Connection, pq
from psycopg.rows import DictRow

from eventstore.threads import THREADS

LONGEST = 10.0
"""Seconds after which no answer to a statement is expected."""
LOOKS = 4
FRESH = 0.005
"""Seconds for which a connection that answered counts as alive, so that one in steady use is not probed each time."""
STANDBY_WAIT = "SyncRepWaitForLSN"
"""The PostgreSQL function in which a commit waits for a synchronous standby."""


class FeedConnection(Connection[DictRow]):
    """A connection that remembers our prepared statements, when it was returned, and the server's warnings.

    `unconfirmed`: the wait of a reported commit for the standby was cancelled. `shards`: for a worker of a cluster, the
    shard of each partition for which it has a copy of `kifu.append`.
    """

    prepared: frozenset[bytes] = frozenset()
    given_back: float = 0.0
    unconfirmed = False
    shards: Mapping[int, int] = MappingProxyType({})

    def heed_warnings(self) -> Self:
        """Set `unconfirmed` from now on, and return this connection."""
        self.add_notice_handler(self._heed)
        return self

    def _heed(self, warning: psycopg.errors.Diagnostic) -> None:
        # The text depends on the server's language, the name of the function does not.
        if warning.source_function == STANDBY_WAIT:
            self.unconfirmed = True


class Pool:
    """At most `size` connections made by `connect`, the last used first. It belongs to one process once it is used.

    A connection lent for more than `longest` seconds, LONGEST unless given, is waiting for a hung server, and is cut.
    """

    def __init__(self, connect: Callable[[], FeedConnection], size: int, longest: float | None = None) -> None:
        self._connect = connect
        self._free = threading.Semaphore(size)
        self._idle: deque[FeedConnection] = deque()
        self._closed = False
        self._longest = self._shortest = LONGEST if longest is None else longest
        self._lent: dict[int, tuple[FeedConnection, float]] = {}
        """With their deadlines."""
        self._lock = threading.Lock()
        self._end = threading.Event()
        self._watch: threading.Thread | None = None

    def take(self, timeout: float, longest: float | None = None) -> FeedConnection:
        """Lend a connection that was alive within the last FRESH seconds, at most for `longest`; `give` it back.

        Raises psycopg.OperationalError if no connection is free within `timeout` seconds, none can be made, or the
        pool is closed.
        """
        if self._closed:
            raise psycopg.OperationalError("the connections are closed")
        if not self._free.acquire(timeout=timeout):
            raise psycopg.OperationalError(f"no connection was free for {timeout:.1f} seconds")
        try:
            connection = self._take_idle() or self._connect()
        except BaseException:
            self._free.release()
            raise
        with self._lock:
            longest = min(self._longest, longest or self._longest)
            self._shortest = min(self._shortest, longest)
            self._lent[id(connection)] = connection, time.monotonic() + longest
            if self._watch is None:
                self._watch = THREADS.keep("pool", self._hang_up, self._end)
        return connection

    def give(self, connection: FeedConnection) -> None:
        """Take a connection back, and close it if it is broken or still in a transaction."""
        with self._lock:
            self._lent.pop(id(connection), None)
        if self._closed or connection.pgconn.transaction_status != pq.TransactionStatus.IDLE:
            connection.close()
        else:
            connection.given_back = time.monotonic()
            self._idle.append(connection)
        self._free.release()

    def count_in_use(self) -> int:
        """Return how many connections are lent now."""
        return len(self._lent)

    def close(self) -> None:
        """Close the idle connections now and the others when they are given back."""
        self._closed = True
        self._end.set()
        while self._idle:
            self._idle.pop().close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _hang_up(self) -> None:
        while not self._end.wait(self._shortest / LOOKS):
            now = time.monotonic()
            # While we hold the lock no connection is given back, so its socket number cannot belong to another by then.
            with self._lock:
                for connection, end in self._lent.values():
                    if end < now:
                        _cut_off(connection)

    def _take_idle(self) -> FeedConnection | None:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return None
            if time.monotonic() - connection.given_back < FRESH or not _is_hung_up(connection):
                return connection
            connection.close()


def _cut_off(connection: FeedConnection) -> None:
    """Shut the socket down while a thread waits for an answer; libpq then reports the connection as lost."""
    with suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(connection.pgconn.socket)) as line:
        line.shutdown(socket.SHUT_RDWR)


def _is_hung_up(connection: FeedConnection) -> bool:
    """Return whether the server has closed an idle connection: there is data although nothing was sent."""
    if connection.closed:
        return True
    waiting = select.poll()
    waiting.register(connection.pgconn.socket, select.POLLIN)
    return bool(waiting.poll(0))

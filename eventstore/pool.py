"""A pool that connects in the caller's thread: nothing runs behind it, so it recovers as soon as the server does."""

import select
import threading
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Self

import psycopg
from psycopg import Connection, pq
from psycopg.rows import DictRow


class FeedConnection(Connection[DictRow]):
    """A connection that remembers which statements of ours it has prepared."""

    prepared: frozenset[bytes] = frozenset()


class Pool:
    """At most `size` connections made by `connect`, the one last used first. Belongs to one process once used."""

    def __init__(self, connect: Callable[[], FeedConnection], size: int) -> None:
        self._connect = connect
        self._free = threading.Semaphore(size)
        self._idle: deque[FeedConnection] = deque()
        self._closed = False

    def take(self, timeout: float) -> FeedConnection:
        """A connection that was alive a moment ago; `give` it back.

        Raises psycopg.OperationalError if none is free within `timeout` seconds, none can be made, or the pool is
        closed.
        """
        if self._closed:
            raise psycopg.OperationalError("the connections are closed")
        if not self._free.acquire(timeout=timeout):
            raise psycopg.OperationalError(f"no connection was free for {timeout:.1f} seconds")
        try:
            return self._alive() or self._connect()
        except BaseException:
            self._free.release()
            raise

    def give(self, connection: FeedConnection) -> None:
        """Take a connection back, and close it if it is broken or still in a transaction."""
        if self._closed or connection.pgconn.transaction_status != pq.TransactionStatus.IDLE:
            connection.close()
        else:
            self._idle.append(connection)
        self._free.release()

    def close(self) -> None:
        """Close the idle connections now and the others when they are given back."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _alive(self) -> FeedConnection | None:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return None
            if not _hung_up(connection):
                return connection
            connection.close()


def _hung_up(connection: FeedConnection) -> bool:
    """Whether the server has closed an idle connection: it then has something to read, and nothing was asked."""
    if connection.closed:
        return True
    waiting = select.poll()
    waiting.register(connection.pgconn.socket, select.POLLIN)
    return bool(waiting.poll(0))

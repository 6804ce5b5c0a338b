"""A process's direct connections to the workers of a Citus cluster.

A coordinator plans each statement and passes it on, which costs it more than the worker spends. Statements about the
partitions of a single worker therefore go to that worker, over a pool of its own. A worker that refuses this login, or
does not know how the tables are distributed, is reached through the coordinator: nothing depends on the short way.
After a partition has moved, its old worker passes statements on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from functools import partial

import psycopg
from psycopg.rows import tuple_row

from eventstore.postgres.nodes import DISTRIBUTED
from eventstore.postgres.pool import FeedConnection, Pool
from eventstore.postgres.shards import find_copies

AGAIN = 30.0
"""Seconds after which a worker that refused us is tried again."""

Connect = Callable[[str, str], FeedConnection]
"""Connects to a host and port in the same way as to the coordinator."""


class Workers:
    """A pool for each worker that accepts us, each of at most `size` connections. It serves all threads of a process.

    A worker that cannot be reached counts as refusing us for AGAIN seconds.
    """

    def __init__(self, connect: Connect, size: int, longest: float | None) -> None:
        self._connect = connect
        self._size = size
        self._longest = longest
        self._pools: dict[str, Pool] = {}
        self._shards: dict[str, Mapping[int, int]] = {}
        self._try_at: dict[str, float] = {}
        self._trying = threading.Lock()
        self._closed = False

    def pool_at(self, node: str) -> Pool | None:
        """Return the pool of the worker at this host and port, None if it refuses us.

        The first caller waits up to two seconds for the attempt; meanwhile others get None.
        """
        pool = self._pools.get(node)
        if pool is not None or time.monotonic() < self._try_at.get(node, 0.0):
            return pool
        if not self._trying.acquire(blocking=False):
            return None
        try:
            return self._try(node)
        finally:
            self._trying.release()

    def count_in_use(self) -> int:
        """Return how many of the connections are in use now."""
        return sum(pool.count_in_use() for pool in list(self._pools.values()))

    def close(self) -> None:
        """Close the connections."""
        self._closed = True
        for node in list(self._pools):
            self._leave(node)

    def _try(self, node: str) -> Pool | None:
        self._try_at[node] = time.monotonic() + AGAIN
        pool = Pool(partial(self._connect_to, node), self._size, self._longest)
        try:
            connection = pool.take(0.0)
            try:
                knows = connection.execute(DISTRIBUTED).fetchone() is not None
                self._shards[node] = connection.shards = _find_copies(connection) if knows else {}
            finally:
                pool.give(connection)
        except psycopg.Error:
            knows = False
        if not knows or self._closed:
            pool.close()
            return None
        self._pools[node] = pool
        return pool

    def _connect_to(self, node: str) -> FeedConnection:
        host, _, port = node.rpartition(":")
        try:
            connection = self._connect(host, port)
        except psycopg.Error:
            self._leave(node)
            raise
        connection.shards = self._shards.get(node, {})
        return connection

    def _leave(self, node: str) -> None:
        self._try_at[node] = time.monotonic() + AGAIN
        pool = self._pools.pop(node, None)
        if pool is not None:
            pool.close()


def _find_copies(connection: FeedConnection) -> Mapping[int, int]:
    with connection.cursor(row_factory=tuple_row) as cursor:
        return find_copies(lambda statement, values: cursor.execute(statement.encode(), values).fetchall())

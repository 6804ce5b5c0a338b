"""The connections of a process to the workers of a Citus cluster themselves.

A coordinator plans each statement and passes it on, which costs it more than the worker spends on it. What touches the
partitions of one worker only is therefore sent to that worker, over a pool of its own. A worker that does not let this
login in, or does not know how the tables are spread, is reached through the coordinator, as all others are: nothing
depends on the short way, and a statement for a partition that has just moved is passed on by the old worker.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

import psycopg

from eventstore.postgres.nodes import DISTRIBUTED
from eventstore.postgres.pool import FeedConnection, Pool

AGAIN = 30.0
"""Seconds after which a worker that did not let us in is tried again."""

Connect = Callable[[str, str], FeedConnection]
"""Connects to a host and a port as to the coordinator."""


class Workers:
    """A pool for each worker that lets us in, each of at most `size` connections. It serves all threads of a process.

    A worker to which no connection can be made counts as one that does not let us in, for AGAIN seconds.
    """

    def __init__(self, connect: Connect, size: int, longest: float) -> None:
        self._connect = connect
        self._size = size
        self._longest = longest
        self._pools: dict[str, Pool] = {}
        self._try_at: dict[str, float] = {}
        self._trying = threading.Lock()
        self._closed = False

    def pool_at(self, node: str) -> Pool | None:
        """Return the pool of the worker at this host and port, None if it does not take statements from us.

        Who asks first waits for up to two seconds while it is tried; the others meanwhile get None.
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
            return self._connect(host, port)
        except psycopg.Error:
            self._leave(node)
            raise

    def _leave(self, node: str) -> None:
        self._try_at[node] = time.monotonic() + AGAIN
        pool = self._pools.pop(node, None)
        if pool is not None:
            pool.close()

"""Commits that wait for a synchronous standby: whether one was confirmed, and whether they are confirmed now.

Such a commit is on the disk of the primary already, and others see it once the wait ends. If somebody cancels the wait,
PostgreSQL reports success with a warning, although a failover would lose the commit. `Datastore` treats the warning as
a failure; code that then finds the recorded data requests a new commit (`CONFIRM`) before answering with it, since a
standby that has a later commit has all earlier ones.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress

import psycopg

from eventstore.postgres.datastore import Datastore, Unconfirmed

WRITE = "pg_logical_emit_message(true, 'kifu', ''::text)"
"""Writes only to the server's log and to no table, so that the transaction has something to confirm."""
CONFIRM = f"CASE WHEN current_setting('synchronous_standby_names') <> '' THEN {WRITE} END"
"""An expression that makes a statement wait until the standby has everything committed before it."""

HAS_STANDBY = "SELECT current_setting('synchronous_standby_names') <> ''"
WAIT_SECONDS, HANG_SECONDS, KEEP_SECONDS = 2.0, 8.0, 2.0


class StandbyProbe:
    """Probes whether commits of the database at `url` are confirmed.

    Serves all threads of a process; `close` it. Only its own commit may be cancelled: it is empty, and nothing depends
    on it.
    """

    def __init__(self, url: str) -> None:
        self._datastore = Datastore(url, pool_size=1, longest=HANG_SECONDS)
        self._lock = threading.Lock()
        self._found: tuple[float, bool | None] | None = None

    def is_confirming(self) -> bool | None:
        """Return whether a commit was confirmed within two seconds, or None if no standby has to.

        It is tried at most every two seconds. Raises OperationalError or InterfaceError if the database is unavailable.
        """
        with self._lock:
            if self._found is None or time.monotonic() - self._found[0] > KEEP_SECONDS:
                self._found = time.monotonic(), self._try()
            return self._found[1]

    def close(self) -> None:
        """Close its connection."""
        self._datastore.close()

    def _try(self) -> bool | None:
        if not self._datastore.read(HAS_STANDBY, ())[0][0]:
            return None
        try:
            with self._datastore.get_connection() as connection:
                _commit(connection)
        except Unconfirmed:
            return False
        return True


def _commit(connection: psycopg.Connection[object]) -> None:
    cancelled = threading.Event()

    def cancel() -> None:
        cancelled.set()
        with suppress(psycopg.Error):
            connection.cancel_safe(timeout=WAIT_SECONDS)

    timer = threading.Timer(WAIT_SECONDS, cancel)
    timer.start()
    try:
        connection.execute(f"SELECT {WRITE}")
    finally:
        timer.cancel()
        timer.join()
        if cancelled.is_set():
            # The cancellation may still be on its way, and must not hit the next statement.
            connection.close()

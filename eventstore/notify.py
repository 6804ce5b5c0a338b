"""Wake-ups between processes through PostgreSQL: NOTIFY on one connection, LISTEN on another.

Each has a thread and connects again when its connection is lost (`keep_connected`). Any login of the database can send
anything on the channel, so unreadable messages are skipped and counted. NOTIFY is not part of the transaction that
appends events, because it takes a lock that all commits of the cluster share.
"""

import threading
import time
from collections.abc import Callable
from functools import partial
from uuid import UUID

import psycopg

from eventstore.threads import THREADS

CHANNEL = "kifu_feed"
PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.01, 0.04
# PostgreSQL takes payloads below 8000 bytes; an id takes 33.
IDS_A_MESSAGE = 200
LISTEN_SECONDS = 0.5
RECONNECT_SECONDS = 0.2

Ring = Callable[[frozenset[UUID] | None], None]


class Bell:
    """Announces game ids to all processes, and calls `ring` with the ids that others announce.

    `ring` gets None instead of ids when the connection begins to listen, at first and after each loss: announcements
    before that are unknown, and a reader that reads from then on misses nothing. It runs on the listening thread.
    """

    def __init__(self, url: str, ring: Ring) -> None:
        self.unreadable = 0
        """How many announcements could not be read."""
        self._url = url
        self._ring = ring
        self._lock = threading.Lock()
        self._threads: dict[str, threading.Thread] = {}
        self._waiting: set[UUID] = set()
        self._announced = threading.Event()
        self._closed = threading.Event()

    def announce(self, game_id: UUID) -> None:
        """Send an id asynchronously. Ids that cannot be sent while PostgreSQL is unavailable are dropped."""
        with self._lock:
            self._waiting.add(game_id)
        self._announced.set()
        self._start_once("announce", self._announce)

    def listen(self) -> None:
        """Start listening, unless already started, and return at once."""
        self._start_once("listen", self._listen)

    def close(self) -> None:
        """End both threads and wait for them."""
        self._closed.set()
        self._announced.set()
        with self._lock:
            threads = list(self._threads.values())
        for thread in threads:
            if thread is not threading.current_thread():
                thread.join()

    def _start_once(self, name: str, work: Callable[[psycopg.Connection], None]) -> None:
        if name in self._threads:
            return
        with self._lock:
            if name not in self._threads and not self._closed.is_set():
                keep = partial(keep_connected, self._url, work, self._closed)
                self._threads[name] = THREADS.keep(f"feed-{name}", keep, self._closed)

    def _listen(self, connection: psycopg.Connection) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        self._ring(None)
        while not self._closed.is_set():
            for notify in connection.notifies(timeout=LISTEN_SECONDS, stop_after=1):
                self._hear(notify.payload)

    def _hear(self, payload: str) -> None:
        try:
            ids = frozenset(UUID(hex=digits) for digits in payload.split())
        except ValueError:
            self.unreadable += 1
        else:
            self._ring(ids)

    def _announce(self, connection: psycopg.Connection) -> None:
        while not self._closed.is_set():
            self._announced.wait()
            self._announced.clear()
            with self._lock:
                ids, self._waiting = [game_id.hex for game_id in self._waiting], set()
            for start in range(0, len(ids), IDS_A_MESSAGE):
                message = " ".join(ids[start : start + IDS_A_MESSAGE])
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))
            time.sleep(pause_after(len(ids)))


def pause_after(games: int) -> float:
    """Return the seconds after a message about this many games whose announcements are sent together.

    A message costs every process the same, however many games it names, so the busier the service, the longer it rests.
    """
    return min(games * PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)


def keep_connected(url: str, work: Callable[[psycopg.Connection], None], closed: threading.Event) -> None:
    """Call `work` with a connection, and again with a new one after each loss of it, until `closed` is set."""
    while not closed.is_set():
        try:
            with psycopg.connect(url, autocommit=True, connect_timeout=2) as connection:
                work(connection)
        except psycopg.Error:
            closed.wait(RECONNECT_SECONDS)

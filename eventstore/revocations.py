"""Notifies every process that caches tokens of revocations.

The revoking transaction sends a NOTIFY, so it need not know who caches: workers, other machines, or an operator's
command. Asking the database at each request whether anything was revoked would take as long as looking the token up.
"""

from __future__ import annotations

import selectors
import socket
import threading
from collections.abc import Callable
from functools import partial

import psycopg

from eventstore.notify import keep_connected
from eventstore.threads import THREADS

CHANNEL = "kifu_revoked"


class Revocations:
    """Listens on a thread and connection of its own from `listen` on; `close` it. Belongs to one process."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._forget: Callable[[], None] | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._listening = False
        # For `close`, which need not wait until something is announced.
        self._wake, self._awake = socket.socketpair()

    @property
    def listening(self) -> bool:
        """Whether a revocation would be heard; otherwise nothing may be served from memory."""
        return self._listening

    def listen(self, forget: Callable[[], None]) -> None:
        """Start listening, unless already started, and return at once.

        `forget` is called on the thread whenever a token was revoked, and before `listening` becomes true.
        """
        if self._thread is not None:
            return
        with self._lock:
            if self._thread is None and not self._closed.is_set():
                self._forget = forget
                keep = partial(keep_connected, self._url, self._hear, self._closed)
                self._thread = THREADS.keep("revocations", keep, self._closed)

    def close(self) -> None:
        """End the thread and wait for it."""
        self._closed.set()
        self._wake.close()
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join()
        self._awake.close()

    def _hear(self, connection: psycopg.Connection) -> None:
        assert self._forget is not None
        connection.execute(f"LISTEN {CHANNEL}")
        self._forget()
        self._listening = True
        with selectors.DefaultSelector() as selector:
            for readable in (connection, self._awake):
                selector.register(readable, selectors.EVENT_READ)
            try:
                while not self._closed.is_set():
                    selector.select()
                    for _ in connection.notifies(timeout=0):
                        self._forget()
            finally:
                self._listening = False

"""Posting one call: to the address that was checked, within a time, and without following anything."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress

from service.calling.targets import Target, find_address

SECONDS = 10.0
"""How long a call may take, from the lookup of its address to the head of the answer."""
USER_AGENT = "kifu"


class Unanswered(Exception):
    """There was no answer; the message gives the reason."""


class _Pinned(http.client.HTTPConnection):
    """A connection to an address of a host, whose certificate must name the host."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self._target = target
        self._address = address

    def connect(self) -> None:
        """Connect to the address."""
        self.sock = socket.create_connection((self._address, self._target.port), SECONDS)
        if self._target.secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self._target.host)


def post(target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    """Post a body of JSON and return the status of the answer, of which nothing else is read.

    Raises BadTarget, and Unanswered if there was no answer within SECONDS.
    """
    try:
        connection = _Pinned(target, find_address(target))
    except OSError as error:
        raise Unanswered(f"{target.host} is not known: {error}") from None
    late = threading.Event()
    timer = threading.Timer(SECONDS, _hang_up, (connection, late))
    timer.daemon = True
    timer.start()
    try:
        connection.request("POST", target.path, body, {"User-Agent": USER_AGENT, **headers})
        return connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = f"no answer within {SECONDS:g} seconds" if late.is_set() else str(error) or type(error).__name__
        raise Unanswered(reason) from None
    finally:
        timer.cancel()
        connection.close()


def _hang_up(connection: http.client.HTTPConnection, late: threading.Event) -> None:
    """Abort a request that takes too long, from another thread."""
    late.set()
    found = connection.sock
    if found is not None:
        with suppress(OSError):
            found.shutdown(socket.SHUT_RDWR)

"""HTTP with one witness: a persistent connection, and a deadline for each whole request."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from contextlib import suppress
from urllib.parse import urlsplit

import msgspec

LARGEST_ANSWER = 64 * 1024
"""The most bytes read from an answer; a cosignature has about two hundred."""


class Unreachable(Exception):
    """The witness did not answer; the message gives the reason."""


class Answer(msgspec.Struct, frozen=True):
    """A witness's answer."""

    status: int
    content_type: str
    body: bytes


class Client:
    """Asks the witness at `url`; each request takes at most `seconds`. For one thread."""

    def __init__(self, url: str, seconds: float) -> None:
        parts = urlsplit(url)
        self._path = f"{parts.path.rstrip('/')}/add-checkpoint"
        self._seconds = seconds
        self._late = False
        self._connection = _connection(parts.scheme, parts.hostname or "", parts.port, seconds)

    def add_checkpoint(self, body: bytes) -> Answer:
        """Send a checkpoint; raises Unreachable."""
        self._late = False
        timer = threading.Timer(self._seconds, self._hang_up)
        timer.daemon = True
        timer.start()
        try:
            kept = self._connection.sock is not None
            try:
                return self._ask(body)
            except (ConnectionError, http.client.BadStatusLine):
                # The witness may have closed a kept connection meanwhile.
                if not kept or self._late:
                    raise
                self.close()
                return self._ask(body)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            late = f"it has not answered within {self._seconds:g} seconds"
            raise Unreachable(late if self._late else str(error) or type(error).__name__) from None
        finally:
            timer.cancel()

    def close(self) -> None:
        """End the connection; the next request opens another."""
        self._connection.close()

    def _ask(self, body: bytes) -> Answer:
        headers = {"Content-Type": "text/plain; charset=utf-8", "User-Agent": "kifu"}
        self._connection.request("POST", self._path, body, headers)
        response = self._connection.getresponse()
        found = response.read(LARGEST_ANSWER + 1)
        if len(found) > LARGEST_ANSWER:
            raise ValueError(f"the answer has more than {LARGEST_ANSWER} bytes")
        if self._late or response.length:
            raise ConnectionError("the answer ended early")
        return Answer(response.status, response.headers.get_content_type(), found)

    def _hang_up(self) -> None:
        """Abort a request that takes too long, from another thread."""
        self._late = True
        found = self._connection.sock
        if found is not None:
            with suppress(OSError):
                found.shutdown(socket.SHUT_RDWR)


def _connection(scheme: str, host: str, port: int | None, seconds: float) -> http.client.HTTPConnection:
    if scheme == "https":
        return http.client.HTTPSConnection(host, port, timeout=seconds, context=ssl.create_default_context())
    return http.client.HTTPConnection(host, port, timeout=seconds)

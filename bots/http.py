"""HTTP with the service: short requests on persistent connections, and streams of lines."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

import msgspec

REQUEST_SECONDS = 30.0
SILENCE_SECONDS = 40.0
"""A stream sends a sign of life every fifteen seconds; one that is silent for this long is lost."""
LARGEST_ANSWER = 32 << 20


class Away(Exception):
    """The service cannot be reached, or its answer is not as expected; says why."""


class Answer(msgspec.Struct, frozen=True):
    """An answer of the service. `pause` is how many seconds to wait before asking again."""

    status: int
    body: bytes
    pause: float = 0.0


class Client:
    """Asks the service at `address` as the player whose token this is. Threads share it."""

    def __init__(self, address: str, token: str) -> None:
        parts = urlsplit(address)
        self._host, self._port = parts.hostname or "", parts.port
        self._headers = {"Authorization": f"Bearer {token}", "User-Agent": "kifu-bots"}
        self._kept = threading.local()

    def get(self, path: str) -> Answer:
        """Send a GET for a path; raises Away."""
        return self._ask("GET", path, None, {})

    def post(self, path: str, body: object, **headers: str) -> Answer:
        """Send a body as JSON; raises Away. Without an Idempotency-Key the request must be safe to repeat."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._ask("POST", path, msgspec.json.encode(body), {"Content-Type": "application/json", **named})

    def lines(self, path: str) -> Iterator[bytes]:
        """Read the non-empty lines of a stream; raises Away if it cannot be opened or breaks off."""
        connection = http.client.HTTPConnection(self._host, self._port, timeout=SILENCE_SECONDS)
        try:
            connection.request("GET", path, headers={**self._headers, "Accept": "application/x-ndjson"})
            response = connection.getresponse()
            if response.status != 200:
                raise Away(f"status {response.status}: {response.read(1000).decode('utf-8', 'replace')}")
            while line := response.readline():
                yield line.strip()
        except (OSError, http.client.HTTPException) as error:
            raise Away(str(error) or type(error).__name__) from None
        finally:
            connection.close()

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        kept = getattr(self._kept, "connection", None)
        if kept is not None:
            try:
                return self._exchange(kept, method, path, body, headers)
            except (ConnectionError, http.client.HTTPException):
                # The service closes connections after a while without requests.
                kept.close()
        connection = http.client.HTTPConnection(self._host, self._port, timeout=REQUEST_SECONDS)
        self._kept.connection = connection
        try:
            return self._exchange(connection, method, path, body, headers)
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            self._kept.connection = None
            raise Away(str(error) or type(error).__name__) from None

    def _exchange(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        body: bytes | None,
        headers: Mapping[str, str],
    ) -> Answer:
        connection.request(method, path, body, {**self._headers, **headers})
        response = connection.getresponse()
        found = response.read(LARGEST_ANSWER)
        pause = response.headers.get("Retry-After", "0")
        return Answer(response.status, found, float(pause) if pause.isdigit() else 0.0)

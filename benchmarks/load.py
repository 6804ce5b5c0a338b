"""A closed-loop HTTP load: each client sends its next request when the last one is answered, all in one thread."""

from __future__ import annotations

import re
import selectors
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

LIMIT_SECONDS = 120.0
GRACE_SECONDS = 30.0
"""How long to wait for outstanding answers at the end."""
TOKEN = re.compile(rb"Authorization: Bearer (\S+)")


@dataclass
class Load:
    """The outcome of a load: seconds in all, seconds of each answer, answers by HTTP status."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.seconds

    def percentile(self, share: float) -> float:
        """Return the latency in milliseconds that this share (0 to 1) of the answers did not exceed."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000


class Connection:
    """A connection of a client; it has at most one request under way."""

    def __init__(self, address: tuple[str, int], client: Client) -> None:
        self.socket = socket.create_connection(address, timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.client = client
        self.is_asking = False
        self._received = bytearray()

    def ask(self, request: bytes) -> None:
        """Send a request."""
        self.is_asking = True
        self.socket.sendall(request)

    def receive(self) -> int | None:
        """Take what has arrived; return the HTTP status once the answer is complete.

        Raises ConnectionError if the server has closed the connection.
        """
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server closed the connection")
        self._received += data
        head = self._received.find(b"\r\n\r\n")
        if head < 0:
            return None
        header = bytes(self._received[:head]).lower()
        at = header.index(b"content-length:") + 15
        length = int(header[at : (header + b"\r\n").index(b"\r\n", at)])
        if len(self._received) < head + 4 + length:
            return None
        self._received.clear()
        self.is_asking = False
        return int(header[9:12])


class Client:
    """The remaining requests, sent one after the other, each on its player's connection.

    With `shared`, all players have one connection.
    """

    def __init__(self, requests: Sequence[bytes], shared: bool) -> None:
        self._requests = iter(requests)
        self._shared = shared
        self.connections: dict[bytes, Connection] = {}
        self.sent = 0.0

    def send_next(self, connect: Callable[[Client], Connection]) -> bool:
        """Send the next request; return False after the last one."""
        request = next(self._requests, None)
        if request is None:
            return False
        player = b"" if self._shared else _player(request)
        if player not in self.connections:
            self.connections[player] = connect(self)
        self.sent = time.perf_counter()
        self.connections[player].ask(request)
        return True

    def forget(self, connection: Connection) -> None:
        """Open another connection for the next request of this one's player."""
        self.connections = {player: one for player, one in self.connections.items() if one is not connection}


def drive(
    address: tuple[str, int],
    scripts: Sequence[Sequence[bytes]],
    *,
    shared: bool = False,
    seconds: float = LIMIT_SECONDS,
) -> Load:
    """Send each script of requests, all scripts at once, and stop sending after `seconds`.

    Each player, by the token of a request, has a connection of its own for each script; with `shared`, a script has
    one.
    """
    load = Load()
    with selectors.DefaultSelector() as selector:

        def connect(client: Client) -> Connection:
            made = Connection(address, client)
            selector.register(made.socket, selectors.EVENT_READ, made)
            return made

        clients = [Client(script, shared) for script in scripts if script]
        began = time.perf_counter()
        busy = sum(client.send_next(connect) for client in clients)
        while busy:
            for key, _ in selector.select(timeout=1.0):
                connection: Connection = key.data
                try:
                    status = connection.receive()
                except ConnectionError:
                    # A server may close a connection after a long time without moves.
                    if connection.is_asking:
                        raise
                    selector.unregister(connection.socket)
                    connection.client.forget(connection)
                    continue
                if status is None:
                    continue
                now = time.perf_counter()
                load.latencies.append(now - connection.client.sent)
                load.statuses[status] = load.statuses.get(status, 0) + 1
                if now - began > seconds or not connection.client.send_next(connect):
                    busy -= 1
            if time.perf_counter() - began > seconds + GRACE_SECONDS:
                break
        load.seconds = time.perf_counter() - began
        for each in [one for client in clients for one in client.connections.values()]:
            each.socket.close()
    return load


def _player(request: bytes) -> bytes:
    token = TOKEN.search(request)
    return token[1] if token else b""


def post(path: str, body: bytes, token: str | None = None) -> bytes:
    """Return a POST of JSON as raw bytes."""
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n{who}"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def get(path: str, token: str | None = None, headers: str = "") -> bytes:
    """Return a GET as raw bytes; `headers` are whole lines with their ends."""
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{who}{headers}\r\n".encode()

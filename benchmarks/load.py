"""A closed-loop HTTP load: each client sends its next request when the last one is answered, all in one thread."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

LIMIT_SECONDS = 120.0


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
        """The latency in milliseconds of this share (0 to 1) of the answers, the fastest ones."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000


class Client:
    """One connection and the requests that it still has to send."""

    def __init__(self, address: tuple[str, int], requests: Sequence[bytes]) -> None:
        self.socket = socket.create_connection(address, timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._requests = iter(requests)
        self._received = bytearray()
        self.sent = 0.0

    def send_next(self) -> bool:
        """Send the next request; False after the last one."""
        request = next(self._requests, None)
        if request is None:
            return False
        self.sent = time.perf_counter()
        self.socket.sendall(request)
        return True

    def receive(self) -> int | None:
        """Take what has come; the HTTP status once the answer is complete."""
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
        return int(header[9:12])


def drive(address: tuple[str, int], scripts: Sequence[Sequence[bytes]]) -> Load:
    """Send each script of requests over a connection of its own, all at once; stops after two minutes at most."""
    load = Load()
    with selectors.DefaultSelector() as selector:
        # A connection on which nothing is sent would be closed by the server while the others play.
        for script in filter(None, scripts):
            client = Client(address, script)
            selector.register(client.socket, selectors.EVENT_READ, client)
        began = time.perf_counter()
        busy = sum(key.data.send_next() for key in selector.get_map().values())
        while busy and time.perf_counter() - began < LIMIT_SECONDS:
            for key, _ in selector.select(timeout=1.0):
                client = key.data
                status = client.receive()
                if status is None:
                    continue
                load.latencies.append(time.perf_counter() - client.sent)
                load.statuses[status] = load.statuses.get(status, 0) + 1
                if not client.send_next():
                    selector.unregister(client.socket)
                    client.socket.close()
                    busy -= 1
        load.seconds = time.perf_counter() - began
    return load


def post(path: str, body: bytes, token: str | None = None) -> bytes:
    """A POST of JSON as the bytes that go over the connection."""
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n{who}"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def get(path: str, token: str | None = None, headers: str = "") -> bytes:
    """A GET as the bytes that go over the connection; `headers` are whole lines, with their ends."""
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{who}{headers}\r\n".encode()

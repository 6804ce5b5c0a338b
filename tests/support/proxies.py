"""A TCP proxy whose connections can fall silent without closing, like those of a laptop that slept."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

BYTES = 65536


class Proxy:
    """Passes bytes between clients and one service; clients connect to `address`."""

    def __init__(self, target: str) -> None:
        host, port = target.removeprefix("http://").split(":")
        self._target = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._passes = threading.Event()
        self._passes.set()
        self._sockets: list[socket.socket] = []
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def silence_open_connections(self) -> None:
        """Stop passing answers on the connections that are open, without closing them; new connections work."""
        self._passes.clear()
        self.pass_again()

    def silence(self) -> None:
        """Pass requests on but no answers, also on new connections."""
        self._passes.clear()

    def pass_again(self) -> None:
        """Let new connections work again."""
        self._passes = threading.Event()
        self._passes.set()

    def close(self) -> None:
        """End all connections."""
        for one in [self._listener, *self._sockets]:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._target)
                self._sockets += [client, server]
                passes = self._passes
                threading.Thread(target=_pump, args=(client, server, None), daemon=True).start()
                threading.Thread(target=_pump, args=(server, client, passes), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket, passes: threading.Event | None) -> None:
    with suppress(OSError):
        while data := source.recv(BYTES):
            if passes is not None:
                passes.wait()
            sink.sendall(data)
    # While answers are held back, the end of a connection is held back too.
    if passes is not None:
        passes.wait()
    for one in (source, sink):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxy_before(service: str) -> Iterator[Proxy]:
    """Run a proxy in front of the service with this address, and end it."""
    proxy = Proxy(service)
    try:
        yield proxy
    finally:
        proxy.close()

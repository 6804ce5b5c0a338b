"""A TCP proxy in front of PostgreSQL that cuts a connection at the point that a test chooses."""

import socket
import threading
from collections.abc import Callable
from types import TracebackType

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder

READY_FOR_QUERY = b"Z\x00\x00\x00\x05I"


class CuttingProxy:
    """Passes everything on until it is armed. Then it cuts the next exchange, once, and passes everything on again.

    `lose_reply`: the request is passed on, and the whole reply is read and thrown away. `lose_request`: the request is
    thrown away; `instead` is called first. `cuts` counts the connections cut. It is in front of the server of `url`;
    `before` adds other servers.
    """

    def __init__(self, url: str) -> None:
        parts = conninfo_to_dict(url)
        self.cuts = 0
        self._lose_reply_to: bytes | None = None
        self._lose_request: Callable[[], None] | None = None
        self._lose_request_with = b""
        self._sockets: list[socket.socket] = []
        self._listeners: dict[tuple[str, str], socket.socket] = {}
        port = self.before(str(parts["host"]), str(parts["port"]))
        self.url = make_conninfo(url, host="127.0.0.1", port=port, sslmode="disable", gssencmode="disable")

    def before(self, host: str, port: str) -> int:
        """Pass on connections to this server too, and return the proxy's port for it."""
        server = host, port
        if server not in self._listeners:
            self._listeners[server] = socket.create_server(("127.0.0.1", 0))
            threading.Thread(target=self._accept, args=server, daemon=True).start()
        return int(self._listeners[server].getsockname()[1])

    def lose_reply(self, to: bytes = b"") -> None:
        """Lose the reply to the next request that contains these bytes."""
        self._lose_reply_to = to

    def lose_request(self, instead: Callable[[], None] = lambda: None, containing: bytes = b"") -> None:
        """Lose the next request that contains these bytes."""
        self._lose_request_with, self._lose_request = containing, instead

    def __enter__(self) -> "CuttingProxy":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for each in (*self._listeners.values(), *self._sockets):
            # Closing alone would not end a thread that waits for input on the socket.
            self._shut(each)
            each.close()

    def _accept(self, host: str, port: str) -> None:
        while True:
            try:
                client, _ = self._listeners[host, port].accept()
            except OSError:
                return
            server = _connect(host, port)
            self._sockets += [client, server]
            losing = threading.Event()
            threading.Thread(target=self._requests, args=(client, server, losing), daemon=True).start()
            threading.Thread(target=self._replies, args=(client, server, losing), daemon=True).start()

    def _requests(self, client: socket.socket, server: socket.socket, losing: threading.Event) -> None:
        while request := _receive(client):
            if self._lose_request is not None and self._lose_request_with in request:
                instead, self._lose_request = self._lose_request, None
                instead()
                self._cut(client, server)
                return
            if self._lose_reply_to is not None and self._lose_reply_to in request:
                self._lose_reply_to = None
                losing.set()
            if not _send(server, request):
                break
        self._shut(server)

    def _replies(self, client: socket.socket, server: socket.socket, losing: threading.Event) -> None:
        lost = b""
        while reply := _receive(server):
            if losing.is_set():
                lost += reply
                if lost.endswith(READY_FOR_QUERY):
                    self._cut(client, server)
                    return
            elif not _send(client, reply):
                break
        self._shut(client)

    def _cut(self, *ends: socket.socket) -> None:
        self.cuts += 1
        for end in ends:
            self._shut(end)

    @staticmethod
    def _shut(end: socket.socket) -> None:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            return


def recorder_behind(proxy: CuttingProxy) -> FeedRecorder:
    """Return a recorder with one connection, which goes through the proxy."""
    return FeedRecorder(Datastore(proxy.url, pool_size=1))


def _connect(host: str, port: str) -> socket.socket:
    if not host.startswith("/"):
        return socket.create_connection((host, int(port)))
    server = socket.socket(socket.AF_UNIX)
    server.connect(f"{host}/.s.PGSQL.{port}")
    return server


def _receive(end: socket.socket) -> bytes:
    try:
        return end.recv(65536)
    except OSError:
        return b""


def _send(end: socket.socket, data: bytes) -> bool:
    try:
        end.sendall(data)
    except OSError:
        return False
    return True

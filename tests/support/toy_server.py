"""A worker's server with a small app, over real connections."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from flask import Flask, Response, request
from uvicorn.config import Config
from uvicorn.server import Server

from api.server.connections import Door, connection_class
from api.server.gateway import Gateway, Routing

LIMIT = 1000
OTHER_ADDRESS = "127.0.0.9"
HEAD = b"POST /echo HTTP/1.1\r\nHost: kifu\r\nContent-Type: text/plain\r\n"
GET = b"GET /from HTTP/1.1\r\nHost: kifu\r\n\r\n"


def toy(ended: threading.Event) -> Flask:
    app = Flask("toy")
    app.config["MAX_CONTENT_LENGTH"] = LIMIT

    @app.post("/echo")
    def echo() -> bytes:
        CARRIED_OUT.append(request.get_data())
        return CARRIED_OUT[-1]

    @app.get("/from")
    def tell() -> dict[str, str]:
        return {"address": request.environ["REMOTE_ADDR"], "sent": request.headers.get("X-Forwarded-For", "")}

    @app.get("/much")
    def answer_much() -> Response:
        def pieces() -> Iterator[bytes]:
            try:
                while True:
                    yield b"x" * 65536
            finally:
                ended.set()

        return Response(pieces())

    @app.get("/large")
    def answer_at_once() -> bytes:
        return b"x" * 8_000_000

    @app.get("/slow")
    def answer_slowly() -> str:
        time.sleep(0.5)
        return "slow"

    return app


@contextmanager
def served(most: int = 100, per_address: int | None = 50, threads: int = 2) -> Iterator[tuple[str, int]]:
    """Serve the app; yield its address."""
    ENDED.clear()
    CARRIED_OUT.clear()
    with ExitStack() as stack:
        listener = stack.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        gateway = Gateway(toy(ENDED).wsgi_app, threads, Routing(lambda path, authorization: LIMIT))
        config = Config(
            gateway,
            http=connection_class(Door(most, per_address)),
            lifespan="off",
            ws="none",
            loop="uvloop",
            log_config=None,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        server = Server(config)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield listener.getsockname()
        finally:
            server.should_exit = True
            thread.join()


ENDED = threading.Event()
CARRIED_OUT: list[bytes] = []
"""The bodies that the call saw."""


def connect(address: tuple[str, int], sent: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    client = socket.create_connection(address, timeout=30, source_address=(source, 0))
    client.sendall(sent)
    return client


def read_answer(client: socket.socket) -> tuple[int, Any]:
    """The status and the JSON of the next answer; 0 if the connection is closed without one."""
    received = b""
    while b"\r\n\r\n" not in received:
        chunk = client.recv(65536)
        if not chunk:
            return 0, None
        received += chunk
    head, _, body = received.partition(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-len"))
    while len(body) < length:
        body += client.recv(65536)
    return int(head[9:12]), json.loads(body) if body[:1] == b"{" else body


def is_closed(client: socket.socket) -> bool:
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True

"""Between uvicorn and the Flask app: a thread gets a request when the whole of it is there.

A client that sends a body slowly holds a connection, and no thread. An answer of announced length goes out at once. Any
other, such as a live stream, goes out piece by piece, and its thread waits while the client does not take them.
"""

from __future__ import annotations

import asyncio
import io
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication

import structlog

from api.kept import keep_short

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Headers = list[tuple[str, str]]

PIECES_AHEAD = 8
"""Pieces of an answer that a thread may be ahead of the client."""

log = structlog.get_logger("kifu.server")


class Piece(NamedTuple):
    """Some bytes of an answer; the first piece has status and headers."""

    body: bytes
    more: bool
    status: int | None = None
    headers: Sequence[tuple[str, str]] = ()


FAILED = Piece(b"", False)


class Reply:
    """The way of an answer from its thread to the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._pieces: asyncio.Queue[Piece] = asyncio.Queue()
        self._room = threading.Semaphore(PIECES_AHEAD)
        self._is_gone = False

    def put(self, piece: Piece) -> bool:
        """Hand over a piece, from the thread, when there is room for it; False if the client has gone."""
        self._room.acquire()
        if self._is_gone:
            return False
        try:
            self._loop.call_soon_threadsafe(self._pieces.put_nowait, piece)
        except RuntimeError:
            # The loop has been closed: the service stops.
            return False
        return True

    async def get(self) -> Piece:
        """Take the next piece, on the loop."""
        piece = await self._pieces.get()
        self._room.release()
        return piece

    def hang_up(self) -> None:
        """Let the thread end, on the loop: nobody reads what it makes."""
        self._is_gone = True
        self._room.release(PIECES_AHEAD)
        self._pieces.put_nowait(FAILED)


class Gateway:
    """An ASGI app that carries requests out in the threads of a WSGI app.

    `limit_of` says how many bytes of a body are read, by path and Authorization header. The WSGI app sees no more of a
    body than that and one byte, and nothing of one that announces more.
    """

    def __init__(self, app: WSGIApplication, threads: int, limit_of: Callable[[str, str | None], int]) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(threads, "request")
        self._limit_of = limit_of

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        environ = make_environ(scope)
        body = await self._read_body(environ, receive)
        if body is None:
            return
        environ["wsgi.input"] = io.BytesIO(body)
        reply = Reply(asyncio.get_running_loop())
        self._threads.submit(self._answer, environ, reply)
        await _pass_on(reply, receive, send)

    async def _read_body(self, environ: dict[str, Any], receive: Receive) -> bytes | None:
        """The body, or as much as the app may see of it; None if the client has gone."""
        announced = environ.get("CONTENT_LENGTH")
        if announced is None and "HTTP_TRANSFER_ENCODING" not in environ:
            return b""
        limit = self._limit_of(environ["PATH_INFO"], environ.get("HTTP_AUTHORIZATION"))
        if announced is not None and int(announced) > limit:
            return b""
        return await _collect(receive, limit + 1)

    def _answer(self, environ: dict[str, Any], reply: Reply) -> None:
        """Carry a request out, in a thread."""
        status, headers, written = 500, Headers(), list[bytes]()

        def start(line: str, fields: Headers, _: object = None) -> Callable[[bytes], object]:
            nonlocal status, headers
            status, headers = int(line[:3]), fields
            return written.append

        try:
            parts = self._app(environ, start)
            try:
                if any(name.lower() == "content-length" for name, _ in headers):
                    reply.put(Piece(b"".join([*written, *parts]), False, status, headers))
                else:
                    _stream(reply, status, headers, parts)
            finally:
                close = getattr(parts, "close", None)
                if close is not None:
                    close()
        except Exception:
            log.exception("answer failed")
            reply.put(FAILED)


def _stream(reply: Reply, status: int, headers: Headers, parts: Iterable[bytes]) -> None:
    if not reply.put(Piece(b"", True, status, headers)):
        return
    for part in parts:
        if part and not reply.put(Piece(part, True)):
            return
    reply.put(Piece(b"", False))


async def _pass_on(reply: Reply, receive: Receive, send: Send) -> None:
    """Send an answer as its pieces come."""
    piece = await reply.get()
    if piece.status is None:
        raise RuntimeError("a request was not answered")
    gone = asyncio.ensure_future(_wait_until_gone(receive)) if piece.more else None
    if gone is not None:
        gone.add_done_callback(lambda _: reply.hang_up())
    try:
        fields = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in piece.headers]
        await send({"type": "http.response.start", "status": piece.status, "headers": fields})
        while piece.more:
            if piece.body:
                await send({"type": "http.response.body", "body": piece.body, "more_body": True})
            piece = await reply.get()
            if piece is FAILED:
                # uvicorn closes the connection, so that nobody takes the answer for a whole one.
                return
        await send({"type": "http.response.body", "body": piece.body})
    finally:
        if gone is not None:
            gone.cancel()


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _collect(receive: Receive, most: int) -> bytes | None:
    """The first `most` bytes of a body; None if the client goes before its end."""
    message = await receive()
    if message["type"] != "http.request":
        return None
    body: bytes = message["body"]
    if not message["more_body"]:
        return body[:most]
    parts, size = [body], len(body)
    while size < most and message["more_body"]:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message["body"])
        size += len(message["body"])
    return b"".join(parts)[:most]


def make_environ(scope: Message) -> dict[str, Any]:
    """Return the environ of WSGI for a request, but for its input. A header whose name has an underscore is dropped."""
    host, port = scope["server"] or ("", None)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        # The body ends by itself, with or without a length.
        "wsgi.input_terminated": True,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = _environ_key(name)
        if key:
            text = value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


LONGEST_NAME = 100
"""Names of headers up to this length are kept in memory."""


@keep_short(1024, LONGEST_NAME)
def _environ_key(name: bytes) -> str:
    """Under which key a header stands in the environ; empty for one that could be taken for another."""
    if b"_" in name:
        return ""
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"

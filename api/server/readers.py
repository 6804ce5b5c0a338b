"""Reader processes for slow requests, which workers pass to them over a Unix socket.

Both sides send frames: a four-byte length, then msgpack. A connection carries one request and the pieces of its
response. The socket is in a private folder and is made before the fork, so it survives the restart of a reader, and
clients that connect meanwhile wait.
"""

from __future__ import annotations

import asyncio
import io
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from api.server.carrying import Threads
from api.server.environs import complete_environ
from api.server.replies import FAILED, Piece, ThreadReply

BACKLOG = 256
BEAT_SECONDS = 0.2
NICENESS = 19
ANSWER_SECONDS = 30.0
"""How long a reader may take to begin a response."""
LENGTH = 4

_encode = msgspec.msgpack.Encoder().encode
_decode_piece = msgspec.msgpack.Decoder(Piece).decode
_decode_request = msgspec.msgpack.Decoder(tuple[dict[str, str], bytes]).decode


def listen(path: Path) -> socket.socket:
    """Create the socket at a path on which readers accept requests."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen(BACKLOG)
    return listener


class ReaderReply:
    """The worker's side of a request that was passed on.

    The request is sent at the first `get`. A request that only reads is retried once with another reader if the first
    died before its response began.
    """

    def __init__(self, path: Path, environ: dict[str, Any], body: bytes) -> None:
        self._path = path
        self._request = _frame((_texts(environ), body))
        self._tries = 2 if environ["REQUEST_METHOD"] in ("GET", "HEAD") else 1
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._began = False

    async def get(self) -> Piece:
        """See `Reply`."""
        while True:
            try:
                piece = await asyncio.wait_for(self._next(), None if self._began else ANSWER_SECONDS)
            except (OSError, EOFError, TimeoutError) as error:
                self._close()
                self._tries -= 1
                if self._began or self._tries <= 0 or isinstance(error, TimeoutError):
                    return FAILED
                continue
            self._began = True
            if not piece.more:
                self._close()
            return piece

    def hang_up(self) -> None:
        """See `Reply`."""
        self._tries = 0
        self._close()

    def _close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _next(self) -> Piece:
        if self._streams is None:
            if self._began:
                raise EOFError
            self._streams = await asyncio.open_unix_connection(str(self._path))
            self._streams[1].write(self._request)
        return _decode_piece(await _read_frame(self._streams[0]))


class ReaderServer:
    """Serves the requests that workers pass on, from their shared socket, until SIGTERM or SIGINT."""

    def __init__(self, threads: Threads, listener: socket.socket, grace: float) -> None:
        self._threads = threads
        self._listener = listener
        self._grace = grace
        self._in_hand: set[asyncio.Task[None]] = set()

    def run(self, stopping: Callable[[], object], beat: Callable[[], None]) -> None:
        """Serve in the main thread; `stopping` is called before it waits for running requests.

        The event loop calls `beat` several times a second.
        """
        os.nice(NICENESS)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(self._serve(stopping, beat))

    async def _serve(self, stopping: Callable[[], object], beat: Callable[[], None]) -> None:
        stopped = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
        server = await asyncio.start_unix_server(self._take, sock=self._listener)
        while not stopped.is_set():
            beat()
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), BEAT_SECONDS)
        server.close()
        stopping()
        if self._in_hand:
            await asyncio.wait(self._in_hand, timeout=self._grace)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._in_hand.add(task)
        try:
            await self._answer(reader, writer)
        except (OSError, EOFError, asyncio.CancelledError):
            # Cancelled when the process ends, which asyncio would log as an error.
            pass
        finally:
            self._in_hand.discard(task)
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        texts, body = _decode_request(await _read_frame(reader))
        reply = ThreadReply(asyncio.get_running_loop())
        self._threads.start(complete_environ({**texts, "wsgi.input": io.BytesIO(body)}), reply)
        # The worker sends nothing more; it closes the connection when its client has gone.
        gone = asyncio.ensure_future(reader.read(1))
        gone.add_done_callback(lambda _: reply.hang_up())
        try:
            while True:
                piece = await reply.get()
                if writer.is_closing():
                    return
                writer.write(_frame(piece))
                await writer.drain()
                if not piece.more:
                    return
        finally:
            gone.cancel()
            with suppress(OSError, asyncio.CancelledError):
                await gone


def _texts(environ: dict[str, Any]) -> dict[str, str]:
    """Return the part of an environ that is passed on: its texts, without what a server adds."""
    return {key: value for key, value in environ.items() if isinstance(value, str) and not key.startswith("wsgi.")}


def _frame(value: object) -> bytes:
    encoded = _encode(value)
    return len(encoded).to_bytes(LENGTH, "big") + encoded


async def _read_frame(reader: asyncio.StreamReader) -> bytes:
    length = int.from_bytes(await reader.readexactly(LENGTH), "big")
    return await reader.readexactly(length)

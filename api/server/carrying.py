"""Runs requests in the threads of a process, through its WSGI app."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from wsgiref.types import WSGIApplication

import structlog

from api.server.replies import Deferred, Piece, ThreadReply

Headers = list[tuple[str, str]]

log = structlog.get_logger("kifu.server")


class Threads:
    """A fixed number of threads that run requests."""

    def __init__(self, app: WSGIApplication, count: int) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(count, "request")

    def start(self, environ: dict[str, Any], reply: ThreadReply) -> None:
        """Run a request as soon as a thread is free, unless nobody reads the reply by then; return at once."""
        self._threads.submit(self._answer, environ, reply)

    def _answer(self, environ: dict[str, Any], reply: ThreadReply) -> None:
        if reply.is_gone:
            return
        status, headers, written = 500, Headers(), list[bytes]()
        began = time.thread_time()

        def start(line: str, fields: Headers, _: object = None) -> Callable[[bytes], object]:
            nonlocal status, headers
            status, headers = int(line[:3]), fields
            return written.append

        try:
            parts = self._app(environ, start)
            try:
                if any(name.lower() == "content-length" for name, _ in headers):
                    body = b"".join([*written, *parts])
                    reply.put(Piece(body, False, status, headers, time.thread_time() - began))
                else:
                    _stream(reply, status, headers, parts, began)
            finally:
                close = getattr(parts, "close", None)
                if close is not None:
                    close()
        except Deferred as wait:
            waits_for = wait.read_model, wait.position
            reply.put(Piece(b"", False, cost=time.thread_time() - began, waits_for=waits_for))
        except Exception:
            log.exception("answer failed")
            reply.put(Piece(b"", False, cost=time.thread_time() - began, failed=True))


def _stream(reply: ThreadReply, status: int, headers: Headers, parts: Iterable[bytes], began: float) -> None:
    if not reply.put(Piece(b"", True, status, headers)):
        return
    for part in parts:
        if part and not reply.put(Piece(part, True)):
            return
    reply.put(Piece(b"", False, cost=time.thread_time() - began))

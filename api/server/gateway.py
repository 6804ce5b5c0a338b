"""Connects uvicorn and the Flask app: a thread gets a request when it is complete and its turn has come.

A client that sends a body slowly holds a connection but no thread. A response of announced length is sent at once. Any
other, such as a live stream, is sent piece by piece, and its thread waits while the client does not read. Long work
goes to a reader process without holding a thread.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias
from wsgiref.types import WSGIApplication

from api.problems import CONTENT_TYPE, PROBLEMS, encode_problem
from api.responses.preferred import preferred_language
from api.server.addresses import network_of
from api.server.carrying import Threads
from api.server.connections import REFUSAL_SECONDS
from api.server.environs import Message, make_environ
from api.server.fair_line import Crowded, FairLine, WaitedTooLong
from api.server.lanes import Lane
from api.server.readers import ReaderReply
from api.server.replies import DEFER, WAITED, WAITING, Piece, Reply, ThreadReply
from api.server.waiters import Place, Waiters
from domain.kernel.language import Later, later, speaking

Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
LaneOf: TypeAlias = Callable[[str, str, str], Lane]

READS_IN_HAND, READS_PER_ADDRESS = 4, 1
"""Calls that only read; running more at a time would be no faster, since they share one core."""
CHANGES_IN_HAND, CHANGES_PER_ADDRESS = 64, 32
"""Calls that write: they mostly wait for the database, and one commit covers many of them."""
SLOW_IN_HAND, SLOW_PER_ADDRESS = 2, 1
"""Changes by callers who have used most of their budget, or who are unknown to the worker, such as registrations."""
PASSED_ON, PASSED_ON_PER_ADDRESS = 8, 2
PROBES_IN_HAND, PROBES_PER_ADDRESS = 4, 2
"""Calls that ask how the service is: a monitor that shares its address with clients must not wait behind them."""
WAITING_PER_ADDRESS = 128
RETRY_SECONDS = 2
PACE = 4 << 20
"""The pace, in bytes a second, at which a response keeps its place in the queue.

Sending bytes costs the event loop and the kernel CPU that no thread's clock shows: 4 ms for a MiB.
"""


class Refusal(NamedTuple):
    """The reason for refusing a request before a thread gets it, with further headers."""

    why: Later
    headers: dict[str, str]


class Standing(NamedTuple):
    """Whether a caller's reads and changes are deprioritised, and why a request is refused, if it is."""

    reads_after: bool
    changes_after: bool
    refusal: Refusal | None = None


NO_BUDGET = Standing(False, False)


class Budgets(Protocol):
    """The CPU budgets of addresses and players."""

    def look(self, environ: dict[str, Any], network: str) -> Standing:
        """Return the used share of the sender's budget."""

    def charge(self, environ: dict[str, Any], network: str, seconds: float) -> None:
        """Charge the cost of a request to its sender's budget."""


@dataclass(frozen=True)
class Routing:
    """What the server must know about a request before it reads the body.

    `limit_of` returns the size limit of the body, by path and Authorization header. `lane_of` returns where a request
    runs, by method, path and query. `find_client` puts the client's address into the environ if proxies are trusted.
    """

    limit_of: Callable[[str, str | None], int]
    lane_of: LaneOf = lambda _method, _path, _query: Lane.TURNS
    find_client: Callable[[dict[str, Any]], object] = lambda _environ: None


class Gateway:
    """An ASGI app that runs requests in the threads of a WSGI app, or in reader processes.

    The WSGI app sees at most one byte more of a body than its limit in `routing`, and nothing of a body that announces
    more. `readers` is the socket of the readers; without it this process does their work. `waiters` wait for read
    models; without them threads do.
    """

    def __init__(
        self,
        app: WSGIApplication,
        threads: int,
        routing: Routing,
        *,
        readers: Path | None = None,
        budgets: Budgets | None = None,
        waiters: Waiters | None = None,
    ) -> None:
        self._threads = Threads(app, threads)
        self._routing = routing
        self._readers = readers
        self._budgets = budgets
        self._waiters = waiters
        self._reads = FairLine(READS_IN_HAND, READS_PER_ADDRESS, WAITING_PER_ADDRESS)
        self._changes = FairLine(CHANGES_IN_HAND, CHANGES_PER_ADDRESS, WAITING_PER_ADDRESS)
        self._slow = FairLine(SLOW_IN_HAND, SLOW_PER_ADDRESS, WAITING_PER_ADDRESS)
        self._passed_on = FairLine(PASSED_ON, PASSED_ON_PER_ADDRESS, WAITING_PER_ADDRESS)
        self._probes = FairLine(PROBES_IN_HAND, PROBES_PER_ADDRESS, WAITING_PER_ADDRESS)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        environ = make_environ(scope)
        self._routing.find_client(environ)
        network = network_of(environ["REMOTE_ADDR"])
        lane = self._routing.lane_of(environ["REQUEST_METHOD"], environ["PATH_INFO"], environ["QUERY_STRING"])
        standing = self._budgets.look(environ, network) if self._budgets is not None else NO_BUDGET
        if standing.refusal is not None and lane is not Lane.OPEN:
            await _send_problem(send, environ, "too-many-requests", *standing.refusal)
            return
        body = await self._read_body(environ, receive)
        if body is None:
            return
        line = None if lane is Lane.OPEN else self._line_of(environ, lane, standing)
        if self._waiters is not None and "HTTP_KIFU_WAIT_FOR" in environ:
            environ[WAITING] = DEFER
        place = await self._take_turn(environ, body, network, line, receive, send)
        if place is not None and self._waiters is not None:
            if not await self._waiters.wait(network, place):
                why = later("The read model {name} has not got that far yet.", name=place[0])
                await _send_problem(send, environ, "unavailable", why, {"Retry-After": str(RETRY_SECONDS)})
                return
            environ[WAITING] = WAITED
            await self._take_turn(environ, body, network, line, receive, send)

    async def _take_turn(
        self,
        environ: dict[str, Any],
        body: bytes,
        network: str,
        line: FairLine | None,
        receive: Receive,
        send: Send,
    ) -> Place | None:
        """Answer a request when its turn comes; return what it must wait for instead, if anything."""
        try:
            if line is not None:
                await line.enter(network)
        except Crowded:
            why = later(
                "An address may have {most} requests waiting; await some answers first.", most=WAITING_PER_ADDRESS
            )
            await _send_problem(send, environ, "too-many-requests", why, {"Retry-After": str(RETRY_SECONDS)})
        except WaitedTooLong:
            why = later("Many such requests are under way; try again soon.")
            await _send_problem(send, environ, "unavailable", why, {"Retry-After": str(RETRY_SECONDS)})
        else:
            return await self._carry_out(environ, body, network, line, receive, send)
        return None

    def _line_of(self, environ: dict[str, Any], lane: Lane, standing: Standing) -> FairLine:
        """Return the queue in which a request waits."""
        if lane is Lane.PROBES:
            return self._probes
        reads = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        if self._readers is not None and (lane is Lane.READERS or (reads and standing.reads_after)):
            return self._passed_on
        if reads:
            return self._reads
        return self._slow if standing.changes_after else self._changes

    async def _carry_out(
        self,
        environ: dict[str, Any],
        body: bytes,
        network: str,
        line: FairLine | None,
        receive: Receive,
        send: Send,
    ) -> Place | None:
        """Answer a request whose turn has come, or return what it must wait for.

        Its place becomes free once the response is made and its bytes would have been sent at PACE.
        """
        left = line is None
        loop = asyncio.get_running_loop()
        began = loop.time()

        def end(cost: float, size: int) -> None:
            nonlocal left
            if not left:
                left = True
                leave = partial(line.leave, network)  # type: ignore[union-attr]
                free_at = began + size / PACE
                if free_at > loop.time():
                    loop.call_at(free_at, leave)
                else:
                    leave()
            if self._budgets is not None and cost:
                self._budgets.charge(environ, network, cost)

        try:
            return await _pass_on(self._begin(environ, body, line), environ, end, receive, send)
        finally:
            end(0.0, 0)

    def _begin(self, environ: dict[str, Any], body: bytes, line: FairLine | None) -> Reply:
        if line is self._passed_on and self._readers is not None:
            return ReaderReply(self._readers, environ, body)
        reply = ThreadReply(asyncio.get_running_loop())
        # A copy, since the app writes into it and the request may run again.
        self._threads.start({**environ, "wsgi.input": io.BytesIO(body)}, reply)
        return reply

    async def _read_body(self, environ: dict[str, Any], receive: Receive) -> bytes | None:
        """Return the body, or as much as the app may see; None if the client has disconnected."""
        announced = environ.get("CONTENT_LENGTH")
        if announced is None and "HTTP_TRANSFER_ENCODING" not in environ:
            return b""
        limit = self._routing.limit_of(environ["PATH_INFO"], environ.get("HTTP_AUTHORIZATION"))
        if announced is not None and int(announced) > limit:
            return b""
        return await _collect(receive, limit + 1)


async def _pass_on(
    reply: Reply, environ: dict[str, Any], end: Callable[[float, int], None], receive: Receive, send: Send
) -> Place | None:
    """Send a response piece by piece, or return what the request must wait for.

    `end` is called with its cost and its size in bytes as soon as it has been made.
    """
    began = asyncio.get_running_loop().time()
    size = 0

    async def get() -> Piece:
        nonlocal size
        piece = await reply.get()
        size += len(piece.body)
        if not piece.more:
            end(piece.cost, size)
        return piece

    piece = await get()
    if piece.waits_for is not None:
        return piece.waits_for
    if piece.failed:
        if isinstance(reply, ThreadReply):
            raise RuntimeError("a request was not answered")
        why = later("The process that makes this answer has ended or is busy; try again soon.")
        await _send_problem(send, environ, "unavailable", why, {"Retry-After": str(RETRY_SECONDS)})
        return None
    gone = asyncio.ensure_future(_wait_until_gone(receive)) if piece.more else None
    if gone is not None:
        gone.add_done_callback(lambda _: reply.hang_up())
    try:
        await _hold_back(piece.status)
        fields = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in piece.headers]
        await send({"type": "http.response.start", "status": piece.status, "headers": fields})
        while piece.more:
            # The first piece has no bytes yet, but lets the head go.
            await send({"type": "http.response.body", "body": piece.body, "more_body": True})
            piece = await get()
            if piece.failed:
                # uvicorn closes the connection, so that nobody takes the answer for complete.
                if isinstance(reply, ReaderReply):
                    # Its cost is unknown, but at most this.
                    end(asyncio.get_running_loop().time() - began, size)
                return None
        await send({"type": "http.response.body", "body": piece.body})
        return None
    finally:
        if gone is not None:
            gone.cancel()


async def _send_problem(send: Send, environ: dict[str, Any], code: str, detail: Later, headers: dict[str, str]) -> None:
    """Send a problem that needs no thread."""
    kind = PROBLEMS[code]
    await _hold_back(kind.status)
    language = preferred_language(environ)
    with speaking(language):
        body = encode_problem(kind, detail)
    fields = {
        "Content-Type": CONTENT_TYPE,
        "Content-Length": str(len(body)),
        "Content-Language": language,
        "Cache-Control": "no-store",
        **headers,
    }
    encoded = [(name.lower().encode(), value.encode()) for name, value in fields.items()]
    await send({"type": "http.response.start", "status": kind.status, "headers": encoded})
    await send({"type": "http.response.body", "body": body})


async def _hold_back(status: int | None) -> None:
    """Delay a 429 response."""
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        await asyncio.sleep(REFUSAL_SECONDS)


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _collect(receive: Receive, most: int) -> bytes | None:
    """Return the first `most` bytes of a body; None if the client disconnects first."""
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

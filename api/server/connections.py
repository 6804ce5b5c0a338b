"""The connections of a worker: how many an address may hold, and how long each may take to send a request.

An idle connection costs the worker no thread. Heads, bodies and responses have deadlines, so a stalling client is cut
off, with a problem document if it can still read one.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from enum import Enum, auto
from http import HTTPStatus
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from api.problems import CONTENT_TYPE, PROBLEMS, encode_problem
from api.responses.preferred import preferred_language
from api.server.addresses import network_of
from domain.kernel.language import Later, later, speaking

HEAD_SECONDS = 10.0
BODY_SECONDS = 10.0
SLOWEST_BODY = 64 * 1024
"""The slowest accepted pace of a body of announced length, in bytes a second, added to BODY_SECONDS."""
LONGEST_BODY_SECONDS = 300.0
IDLE_SECONDS = 75
"""Longer than a proxy keeps its connections, so that the proxy closes first."""
TAKING_SECONDS = 60.0
"""How long a client may leave the buffers full without reading."""
REFUSAL_SECONDS = 1.0
"""How long a 429 response is delayed, so that a client that retries at once costs little."""
SHARE_OF_REFUSED = 4
"""One in four connections of a worker may be waiting to be refused."""
LARGEST_HEAD = 64 * 1024
LONGEST_ADDRESS = 16 * 1024
UPGRADE = re.compile(rb"\r\nupgrade(?=:)", re.IGNORECASE)


class Refusal(Exception):
    """Ends the parsing of a request; the connection answers with the problem and closes."""

    def __init__(self, code: str, detail: Later) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class Door:
    """Counts the open connections of a worker, by address and in total, and those waiting to be refused."""

    def __init__(self, most: int, most_per_address: int | None) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._open: dict[str, int] = {}
        self._all = 0
        self._refused = 0

    def enter(self, network: str) -> Refusal | None:
        """Count a connection; return why it is refused, or None if it is accepted."""
        if self._all + self._refused >= self._most:
            return Refusal("unavailable", later("The service has as many connections as it can hold; try again soon."))
        count = self._open.get(network, 0)
        if self._most_per_address is not None and count >= self._most_per_address:
            return Refusal(
                "too-many-requests",
                later("An address may hold {most} connections; close some.", most=self._most_per_address),
            )
        self._open[network] = count + 1
        self._all += 1
        return None

    def wait(self) -> bool:
        """Count a connection that is to be refused; return whether it may wait for its refusal."""
        may_wait = (self._refused + 1) * SHARE_OF_REFUSED <= self._most and self._all + self._refused < self._most
        self._refused += may_wait
        return may_wait

    def turn_away(self) -> None:
        """Uncount a connection that waited to be refused."""
        self._refused -= 1

    def leave(self, network: str) -> None:
        """Uncount a connection that was accepted."""
        self._all -= 1
        left = self._open[network] - 1
        if left:
            self._open[network] = left
        else:
            del self._open[network]


class Part(Enum):
    """The part of a request that the client is about to send."""

    HEAD = auto()
    BODY = auto()
    NOTHING = auto()


class JoinedWrites:
    """The transport of one response: its head waits for the first bytes of its body, so that both are one write."""

    __slots__ = ("_cycle", "_head", "_holds", "_transport")

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle
        self._transport = cycle.transport
        self._head = b""
        # No write follows the head of a response to HEAD.
        self._holds = cycle.scope["method"] != "HEAD"

    def write(self, data: bytes) -> None:
        """Send some bytes, or keep them if they are the head; even no bytes send the head."""
        if self._holds and self._cycle.response_started:
            self._head, self._holds = data, False
        else:
            head, self._head = self._head, b""
            self._transport.write(head + data if head else data)

    def is_closing(self) -> bool:
        """Return whether the connection is closing or closed."""
        return self._transport.is_closing()

    def close(self) -> None:
        """Send what is left, and close the connection."""
        if self._head and not self._transport.is_closing():
            self.write(b"")
        self._transport.close()


class Connection(HttpToolsProtocol):
    """uvicorn's connection with connection limits, deadlines, and a limit on the head of a request."""

    door: Door
    """The door of this worker; `connection_class` sets it."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._network: str | None = None
        self._part = Part.HEAD
        self._begun = False
        self._head = 0
        self._watched: Part | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None
        self._refusal: Refusal | None = None
        self._turned_away: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the client or refuse it."""
        super().connection_made(transport)
        # Calls `pause_writing` as soon as the client leaves anything unread.
        transport.set_write_buffer_limits(high=0)
        network = network_of(self.client[0]) if self.client else ""
        why = self.door.enter(network)
        if why is None:
            self._network = network
            self._watch()
        elif self.door.wait():
            self._turned_away = self.loop.call_later(REFUSAL_SECONDS, self._refuse, why)
        else:
            self._refuse(why)

    def connection_lost(self, exc: Exception | None) -> None:
        """Uncount the connection."""
        for timer in (self._deadline, self._taking, self._turned_away):
            if timer is not None:
                timer.cancel()
        if self._turned_away is not None:
            self.door.turn_away()
        if self._network is not None:
            self.door.leave(self._network)
            self._network = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive bytes from the client."""
        if self._turned_away is not None:
            self.transport.pause_reading()
            return
        if self.transport.is_closing() or self.parser is None:
            return
        super().data_received(data if self._part is Part.BODY else ignore_upgrade(data))
        if self.transport.is_closing():
            return
        if self._part is Part.HEAD:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self._refuse(
                    Refusal(
                        "headers-too-large", later("The head of a request has at most {most} bytes.", most=LARGEST_HEAD)
                    )
                )
                return
        elif self._part is Part.NOTHING and self._is_idle():
            # Line ends alone do not count as a request.
            self.timeout_keep_alive_task = self.loop.call_later(HEAD_SECONDS, self.timeout_keep_alive_handler)
        self._watch()

    def on_message_begin(self) -> None:
        """Note that a request begins."""
        super().on_message_begin()
        self._part, self._begun, self._head = Part.HEAD, True, 0
        # The deadlines of the previous request do not apply to this one.
        self._watched = None

    def on_headers_complete(self) -> None:
        """Examine the head of a request. Raises Refusal."""
        if len(self.url) > LONGEST_ADDRESS:
            self._refusal = Refusal(
                "uri-too-long", later("The address of a request has at most {most} bytes.", most=LONGEST_ADDRESS)
            )
            raise self._refusal
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (not hosts and self.parser.get_http_version() == "1.1"):
            self._refusal = Refusal(
                "malformed", later("A request of HTTP/1.1 has one Host header, no more and no less.")
            )
            raise self._refusal
        if self.parser.should_upgrade():
            self._refusal = Refusal(
                "malformed", later("This is HTTP/1.1 and stays so: send the request without Upgrade.")
            )
            raise self._refusal
        super().on_headers_complete()
        self.cycle.transport = cast(asyncio.Transport, JoinedWrites(self.cycle))
        self._part = Part.BODY

    def on_message_complete(self) -> None:
        """Note that a request is complete."""
        super().on_message_complete()
        self._part = Part.NOTHING

    def send_400_response(self, msg: str) -> None:
        """Answer invalid input, or a request that is refused while it is read."""
        self._refuse(self._refusal or Refusal("malformed", later("This is not an HTTP request.")))

    def pause_writing(self) -> None:
        """Start the deadline for a client that does not read its response."""
        super().pause_writing()
        if self._taking is None:
            self._taking = self.loop.call_later(TAKING_SECONDS, self._abort)

    def resume_writing(self) -> None:
        """Clear the deadline: the client reads again."""
        super().resume_writing()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _is_idle(self) -> bool:
        answered = self.cycle is None or self.cycle.response_complete
        return answered and self.timeout_keep_alive_task is None

    def _watch(self) -> None:
        """Run one deadline for the current part, counted from its first byte."""
        if self._watched is self._part:
            return
        if self._deadline is not None:
            self._deadline.cancel()
        self._watched, self._deadline = self._part, None
        if self._part is not Part.NOTHING:
            seconds = HEAD_SECONDS if self._part is Part.HEAD else self._body_seconds()
            self._deadline = self.loop.call_later(seconds, self._cut_off)

    def _body_seconds(self) -> float:
        length = next((value for name, value in self.headers if name == b"content-length"), b"0")
        return min(BODY_SECONDS + int(length) / SLOWEST_BODY, LONGEST_BODY_SECONDS)

    def _cut_off(self) -> None:
        if self._begun:
            why = (
                later("The head of the request did not arrive in time.")
                if self._part is Part.HEAD
                else later("The body of the request did not arrive in time.")
            )
            self._refuse(Refusal("too-slow", why))
        else:
            self.transport.close()

    def _refuse(self, refusal: Refusal) -> None:
        """Send a problem and close, or only close if the client would take it for another response."""
        if self.transport.is_closing():
            return
        if not self._expects_answer():
            self._abort()
            return
        self._drop_answer()
        self.transport.write(raw_problem(refusal.code, refusal.detail, self._language()))
        self.transport.close()

    def _language(self) -> str:
        """The client's preferred language, judging by the part of the head read so far."""
        sent = next((value for name, value in self.headers if name == b"accept-language"), b"") if self._begun else b""
        return preferred_language({"HTTP_ACCEPT_LANGUAGE": sent.decode("latin-1")})

    def _abort(self) -> None:
        self._drop_answer()
        self.transport.abort()

    def _drop_answer(self) -> None:
        """Discard the current response: uvicorn learns of the end only when the connection is lost."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def _expects_answer(self) -> bool:
        """Return whether the client would take the next response for the answer to what it is sending."""
        if self.cycle is None:
            return True
        if self._part is Part.BODY:
            return not self.pipeline and not self.cycle.response_started
        return self.cycle.response_complete


def connection_class(door: Door) -> type[Connection]:
    """Return a connection class bound to this door, as uvicorn requires."""
    return type("WorkerConnection", (Connection,), {"door": door})


def ignore_upgrade(data: bytes) -> bytes:
    """Return the data with the Upgrade header of its first head renamed.

    A server may ignore that header, as Java's client expects; the parser would mistake the body for another protocol.
    """
    head, end, rest = data.partition(b"\r\n\r\n")
    return UPGRADE.sub(b"\r\nX-Upgrade", head) + end + rest if UPGRADE.search(head) else data


def raw_problem(code: str, detail: Later, language: str) -> bytes:
    """Return a complete HTTP response with the problem document of a code, after which the connection closes."""
    kind = PROBLEMS[code]
    with speaking(language):
        body = encode_problem(kind, detail)
    headers: Mapping[str, str] = {
        "Content-Type": CONTENT_TYPE,
        "Content-Length": str(len(body)),
        "Content-Language": language,
        "Cache-Control": "no-store",
        "Connection": "close",
        **({"Retry-After": "10"} if kind.status in (429, 503) else {}),
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}\r\n{lines}\r\n".encode() + body

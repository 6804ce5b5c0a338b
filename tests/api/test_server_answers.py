"""The server of a worker over real connections: upgrades, pipelines, and answers that nobody reads."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from api.server import connections, gateway
from api.server.addresses import network_of
from api.server.connections import Connection, Door, connection_class
from tests.support.toy_server import ENDED, GET, HEAD, OTHER_ADDRESS, connect, is_closed, read_answer, served
from tests.support.waiting import eventually


@pytest.mark.parametrize("protocol", [b"h2c", b"websocket"])
def test_an_upgrade_is_ignored_and_the_body_is_read(protocol: bytes) -> None:
    upgrade = b"Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\nUPGRADE: " + protocol
    with served() as address, connect(address, HEAD + upgrade + b"\r\nContent-Length: 3\r\n\r\nabc") as client:
        assert read_answer(client) == (200, b"abc")
        client.sendall(GET)
        assert read_answer(client)[0] == 200


def test_an_upgrade_that_comes_in_two_parts_is_refused_and_no_body_is_lost() -> None:
    with served() as address, connect(address, HEAD + b"Connection: Upgrade\r\nUpgr") as client:
        time.sleep(0.1)
        client.sendall(b"ade: h2c\r\nContent-Length: 3\r\n\r\nabc")
        status, problem = read_answer(client)
        assert (status, problem["code"]) == (400, "malformed")
        assert "Upgrade" in problem["detail"]


def test_a_header_with_an_underscore_is_not_taken_for_one_with_a_hyphen() -> None:
    sent = b"GET /from HTTP/1.1\r\nHost: kifu\r\nX_Forwarded_For: 1.2.3.4\r\n\r\n"
    with served() as address, connect(address, sent) as client:
        assert read_answer(client) == (200, {"address": "127.0.0.1", "sent": ""})


def test_an_answer_that_nobody_takes_ends_with_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "TAKING_SECONDS", 0.4)
    with served() as address, connect(address, b"GET /much HTTP/1.1\r\nHost: kifu\r\n\r\n"):
        assert ENDED.wait(30)


def test_an_answer_that_nobody_takes_and_that_is_the_last_ends_with_its_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "TAKING_SECONDS", 1.5)
    with served(per_address=1) as address, socket.socket() as client:
        # The client's kernel buffers so little that most of the answer stays with the service.
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        client.connect(address)
        client.sendall(b"GET /large HTTP/1.1\r\nHost: kifu\r\nConnection: close\r\n\r\n")
        time.sleep(0.1)

        def is_let_in() -> bool:
            with connect(address, GET) as other:
                return read_answer(other)[0] == 200

        assert not is_let_in()
        eventually(is_let_in)


def test_a_request_behind_another_that_is_refused_does_not_answer_the_other() -> None:
    with (
        served() as address,
        connect(address, b"GET /slow HTTP/1.1\r\nHost: kifu\r\n\r\nwhat is this\r\n\r\n") as client,
    ):
        assert is_closed(client)


class ClosedTransport(asyncio.Transport):
    """A transport that refuses to write once it is closed, as uvloop's does, while its connection is not yet lost."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self._closed = False

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def is_closing(self) -> bool:
        return self._closed

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self._closed, "written after the end"
        self.written += bytes(data)

    def abort(self) -> None:
        self._closed = True

    close = abort


class NotedTransport(ClosedTransport):
    """A transport that records each write separately."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        super().write(data)
        self.writes += [bytes(data)] if data else []


def connect_to(app: Callable[..., Any], transport: ClosedTransport) -> Connection:
    """Return a connection of the server, made on a transport; needs a running loop."""
    config = Config(app, lifespan="off", ws="none", log_config=None)
    config.load()
    connection = connection_class(Door(10, None))(config, ServerState(), {})
    connection.connection_made(transport)
    return connection


def writes_of(method: bytes, pieces: list[bytes]) -> list[bytes]:
    """Return what a connection writes, write by write, for a response of these pieces."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        length = str(sum(map(len, pieces))).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
        for piece in pieces[:-1]:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": pieces[-1]})

    async def answer() -> list[bytes]:
        transport = NotedTransport()
        connection = connect_to(app, transport)
        connection.data_received(method + b" / HTTP/1.1\r\nHost: kifu\r\n\r\n")
        await asyncio.gather(*connection.tasks)
        connection.connection_lost(None)
        return transport.writes

    return asyncio.run(answer())


ANSWERED = b"HTTP/1.1 200 OK\r\ncontent-length: "


@pytest.mark.parametrize(
    ("method", "pieces", "written"),
    [
        (b"GET", [b"whole"], [ANSWERED + b"5\r\n\r\nwhole"]),
        (b"GET", [b""], [ANSWERED + b"0\r\n\r\n"]),
        (b"GET", [b"", b"late", b"later"], [ANSWERED + b"9\r\n\r\n", b"late", b"later"]),
        (b"HEAD", [b"whole"], [ANSWERED + b"5\r\n\r\n"]),
    ],
)
def test_a_head_is_one_write_with_the_first_bytes_of_its_body(
    method: bytes, pieces: list[bytes], written: list[bytes]
) -> None:
    assert writes_of(method, pieces) == written


def test_an_answer_that_is_ready_as_its_connection_is_cut_off_is_dropped() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await ready.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"late"})
        answered.append(scope["path"])

    async def cut_off() -> bytes:
        transport = ClosedTransport()
        connection = connect_to(app, transport)
        connection.data_received(GET + b"what is this\r\n\r\n")
        assert transport.is_closing()
        ready.set()
        await asyncio.gather(*connection.tasks)
        connection.connection_lost(None)
        return transport.written

    ready, answered = asyncio.Event(), list[str]()
    assert (asyncio.run(cut_off()), answered) == (b"", ["/from"])


def test_requests_one_behind_the_other_have_a_deadline_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 1.0)
    with served() as address, connect(address) as client:
        rest = GET
        for _ in range(8):
            # Each piece ends within a head.
            client.sendall(rest + GET[:20])
            rest = GET[20:]
            assert read_answer(client)[0] == 200
            time.sleep(0.2)


def test_an_answer_ends_when_the_client_goes() -> None:
    with served() as address:
        with connect(address, b"GET /much HTTP/1.1\r\nHost: kifu\r\n\r\n") as client:
            assert client.recv(100_000)
            assert not ENDED.wait(0.2)
        assert ENDED.wait(30)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("not:an:address", "not:an:address"),
    ],
)
def test_an_ipv6_address_counts_with_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_large_answer_keeps_its_place_as_its_bytes_do_and_holds_up_no_other_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gateway, "PACE", 8_000_000)
    large = b"GET /large HTTP/1.1\r\nHost: kifu\r\n\r\n"
    with served() as address, connect(address, large) as first:
        began = time.monotonic()
        assert len(read_answer(first)[1]) == 8_000_000
        with connect(address, GET) as same, connect(address, GET, OTHER_ADDRESS) as other:
            assert read_answer(other)[0] == 200
            # On a busy machine the place may be free again by now.
            if time.monotonic() - began < 0.9:
                same.setblocking(False)
                with pytest.raises(BlockingIOError):
                    same.recv(1)
                same.setblocking(True)
            assert read_answer(same)[0] == 200
            assert time.monotonic() - began > 0.9

"""The server of a worker over real connections: deadlines, limits, and bodies that never come."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from flask import Flask, Response, request
from uvicorn.config import Config
from uvicorn.server import Server, ServerState

from api.server import connections
from api.server.addresses import network_of
from api.server.connections import Door, connection_class
from api.server.gateway import Gateway

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
    with ExitStack() as stack:
        listener = stack.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        gateway = Gateway(toy(ENDED).wsgi_app, threads, lambda path, authorization: LIMIT)
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


@pytest.fixture(autouse=True)
def refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    ENDED.clear()
    monkeypatch.setattr(connections, "REFUSAL_SECONDS", 0.1)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines that a test can wait for; only for a test that waits for one, since a busy machine may miss them."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.4)
    monkeypatch.setattr(connections, "TAKING_SECONDS", 0.4)


def connect(address: tuple[str, int], sent: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    client = socket.create_connection(address, timeout=5, source_address=(source, 0))
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


def eventually(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def test_an_address_holds_so_many_connections_and_the_next_is_told_why_it_is_closed() -> None:
    with served(per_address=3) as address, ExitStack() as stack:
        held = [stack.enter_context(connect(address, GET)) for _ in range(3)]
        assert [read_answer(client)[0] for client in held] == [200] * 3
        refused = stack.enter_context(connect(address))
        status, problem = read_answer(refused)
        assert (status, problem["code"]) == (429, "too-many-requests")
        assert is_closed(refused)
        assert read_answer(stack.enter_context(connect(address, GET, OTHER_ADDRESS)))[0] == 200
        held[0].close()
        eventually(lambda: read_answer(stack.enter_context(connect(address, GET)))[0] == 200)


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /from HTTP/1.1\r\n\r\n", 400),
        (b"GET /from HTTP/1.1\r\nHost: kifu\r\nHost: kifu\r\n\r\n", 400),
        (b"GET /from HTTP/1.1\r\nhost: kifu\r\nHOST: other\r\n\r\n", 400),
        (b"GET /from HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET /from HTTP/1.0\r\n\r\n", 200),
        (b"GET /from HTTP/1.1\r\nHost:\r\n\r\n", 200),
        (b"GET http://kifu/from HTTP/1.1\r\nHost: kifu\r\n\r\n", 200),
    ],
)
def test_a_request_has_one_host(head: bytes, status: int) -> None:
    with served() as address, connect(address, head) as client:
        found, problem = read_answer(client)
    assert found == status
    assert status == 200 or (problem["code"], "Host" in problem["detail"]) == ("malformed", True)


@pytest.mark.parametrize("path", [b"//from", b"///from", b"/%66rom", b"/fro%6d", b"/%2Ffrom", b"/%", b"//kifu/from"])
def test_a_path_that_writes_its_first_word_otherwise_names_nothing(path: bytes) -> None:
    """The rules of a proxy, such as one for /metrics, may not know it."""
    with served() as address, connect(address, GET.replace(b"/from", path)) as client:
        assert read_answer(client)[0] == 404


def test_a_worker_holds_so_many_connections_in_all() -> None:
    with served(most=2, per_address=None) as address, ExitStack() as stack:
        for source in ("127.0.0.1", OTHER_ADDRESS):
            assert read_answer(stack.enter_context(connect(address, GET, source)))[0] == 200
        assert read_answer(stack.enter_context(connect(address, b"", "127.0.0.8")))[0] == 503


@pytest.mark.usefixtures("quick")
def test_a_connection_that_sends_nothing_is_closed() -> None:
    with served() as address, connect(address) as client:
        assert is_closed(client)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("sent", [b"GET /from HT", HEAD + b"X-Slow: y"])
def test_a_head_that_does_not_come_in_time_is_refused(sent: bytes) -> None:
    with served() as address, connect(address, sent) as client:
        status, problem = read_answer(client)
        assert (status, problem["code"]) == (408, "too-slow")
        assert is_closed(client)


@pytest.mark.usefixtures("quick")
def test_a_head_that_drips_gets_no_more_time() -> None:
    with served() as address, connect(address, b"GET /from HTTP/1.1\r\n") as client:
        begun = time.monotonic()
        client.settimeout(0.05)
        received = b""
        while not received:
            assert time.monotonic() - begun < 3
            try:
                client.sendall(b"X-A: b\r\n")
                received = client.recv(65536)
            except TimeoutError:
                continue
        assert b" 408 " in received


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "announced", [b"Content-Length: 100\r\n\r\nabc", b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"]
)
def test_a_body_that_does_not_come_in_time_is_refused(announced: bytes) -> None:
    with served() as address, connect(address, HEAD + announced) as client:
        status, problem = read_answer(client)
        assert (status, problem["code"]) == (408, "too-slow")
        assert is_closed(client)


def test_bodies_that_never_come_hold_no_thread() -> None:
    with served(threads=1) as address, ExitStack() as stack:
        for _ in range(40):
            stack.enter_context(connect(address, HEAD + b"Content-Length: 100\r\n\r\nabc"))
        assert read_answer(stack.enter_context(connect(address, GET)))[0] == 200


def test_a_connection_is_used_again_and_line_ends_between_requests_do_not_keep_it_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 1.5)
    with served() as address, connect(address) as client:
        for _ in range(3):
            client.sendall(HEAD + b"Content-Length: 3\r\n\r\nabc")
            assert read_answer(client) == (200, b"abc")
        client.sendall(b"\r\n")
        assert is_closed(client)


@pytest.mark.parametrize(
    "sent",
    [
        b"Content-Length: 11\r\n\r\n",
        b"Content-Length: 11\r\n\r\nabc",
        b"Transfer-Encoding: chunked\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
    ],
)
@pytest.mark.parametrize("half", [True, False])
def test_a_request_that_is_cut_off_before_the_end_of_its_body_is_not_carried_out(sent: bytes, half: bool) -> None:
    CARRIED_OUT.clear()
    with served() as address:
        client = connect(address, HEAD + sent)
        if half:
            client.shutdown(socket.SHUT_WR)
            assert read_answer(client) == (0, None)
        client.close()
        with connect(address, HEAD + b"Content-Length: 3\r\n\r\nend") as later:
            assert read_answer(later) == (200, b"end")
    assert CARRIED_OUT == [b"end"]


def test_a_body_comes_whole_in_pieces_and_after_a_while() -> None:
    with served() as address, connect(address, HEAD + b"Content-Length: 6\r\n\r\nabc") as client:
        time.sleep(0.1)
        client.sendall(b"def" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n")
        assert read_answer(client) == (200, b"abcdef")
        client.sendall(b"1\r\nc\r\n0\r\n\r\n")
        assert read_answer(client) == (200, b"abc")


@pytest.mark.parametrize(
    "sent",
    [
        b"Content-Length: 5000\r\n\r\n" + b"x" * 5000,
        b"Content-Length: 5000\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n1388\r\n" + b"x" * 5000 + b"\r\n0\r\n\r\n",
    ],
)
def test_no_more_of_a_body_is_kept_than_a_call_can_take(sent: bytes) -> None:
    with served() as address, connect(address, HEAD + sent) as client:
        status, _ = read_answer(client)
        # Flask's own refusal, or the first part of a body without a length, which Kifu refuses by its size.
        assert status == 413 or b"chunked" in sent


def test_a_body_that_was_refused_and_never_comes_gets_no_second_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BODY_SECONDS", 1.5)
    with served() as address, connect(address, HEAD + b"Content-Length: 5000\r\n\r\n") as client:
        assert read_answer(client)[0] == 413
        assert is_closed(client)


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"what is this\r\n\r\n", 400, "malformed"),
        (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n", 414, "uri-too-long"),
        (b"GET / HTTP/1.1\r\n" + b"X-Much: " + b"x" * 70_000, 431, "headers-too-large"),
        (HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400, "malformed"),
    ],
)
def test_what_is_no_request_is_answered_with_a_problem(sent: bytes, status: int, code: str) -> None:
    with served() as address, connect(address, sent) as client:
        answered, problem = read_answer(client)
        assert (answered, problem["status"], problem["code"]) == (status, status, code)
        assert is_closed(client)


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


@pytest.mark.usefixtures("quick")
def test_an_answer_that_nobody_takes_ends_with_its_connection() -> None:
    with served() as address, connect(address, b"GET /much HTTP/1.1\r\nHost: kifu\r\n\r\n"):
        assert ENDED.wait(5)


def test_an_answer_that_nobody_takes_and_that_is_the_last_ends_with_its_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "TAKING_SECONDS", 1.5)
    with served(per_address=1) as address, socket.socket() as client:
        # The kernel of the client takes so little that most of the answer stays with the service.
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


def test_an_answer_that_is_ready_as_its_connection_is_cut_off_is_dropped() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await ready.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"late"})
        answered.append(scope["path"])

    async def cut_off() -> bytes:
        config = Config(app, lifespan="off", ws="none", log_config=None)
        config.load()
        connection = connection_class(Door(10, None))(config, ServerState(), {})
        transport = ClosedTransport()
        connection.connection_made(transport)
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
        assert ENDED.wait(5)


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

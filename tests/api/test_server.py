"""The server of a worker over real connections: who is accepted, and the deadlines of heads and bodies."""

from __future__ import annotations

import select
import socket
import time
from contextlib import ExitStack

import pytest

from api.server import connections
from tests.support.toy_server import CARRIED_OUT, GET, HEAD, OTHER_ADDRESS, connect, is_closed, read_answer, served
from tests.support.waiting import eventually


@pytest.fixture(autouse=True)
def refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REFUSAL_SECONDS", 0.1)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines short enough to wait for; only for tests that wait for one, since a busy machine may miss them."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.4)


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
    """A proxy's rules, such as one for /metrics, may not match it."""
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
    head = b"GET /from HTTP/1.1\r\n"
    with served() as address, connect(address, head) as dripping, connect(address, head) as silent:
        answered: list[socket.socket] = []
        while not answered:
            dripping.sendall(b"X-A: b\r\n")
            answered = select.select([dripping, silent], [], [], 0.05)[0]
        # The one that came later and sent nothing more is not refused before it.
        assert dripping in answered
        assert read_answer(dripping)[0] == 408


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

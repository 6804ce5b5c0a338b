"""What takes long goes to the readers, of which an address holds a share, counted where the readers take requests."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import msgspec
import pytest

from api.server import gateway as gateways
from api.server.carrying import Threads
from api.server.environs import Message
from api.server.gateway import PASSED_ON, PASSED_ON_PER_ADDRESS, WAITING_PER_ADDRESS, Gateway, Routing
from api.server.lanes import Lane
from api.server.readers import LENGTH
from api.server.replies import Piece, ThreadReply
from tests.support.waiting import PATIENCE

PICTURE, MOVE, GAME, READY = "/picture.png", "/moves", "/game", "/readyz"
PLACES = {PICTURE: Lane.READERS, READY: Lane.PROBES}
ROUTING = Routing(lambda _path, _authorization: 100, lambda _method, path, _query: PLACES.get(path, Lane.TURNS))
LOUD, QUIET = "192.0.2.1", "192.0.2.77"
ASKED = 50


class HeldReaders:
    """Readers that take requests, say from which address each came, and answer none before they are told."""

    def __init__(self) -> None:
        self.in_hand: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.answered = 0
        self._go_on = asyncio.Event()

    def answer(self) -> None:
        """Answer everything from here on."""
        self._go_on.set()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        size = int.from_bytes(await reader.readexactly(LENGTH), "big")
        environ, _ = msgspec.msgpack.decode(await reader.readexactly(size))
        address = environ["REMOTE_ADDR"]
        self.in_hand[address] += 1
        self.most[address] = max(self.most[address], self.in_hand[address])
        await self._go_on.wait()
        self.in_hand[address] -= 1
        self.answered += 1
        encoded = msgspec.msgpack.encode(Piece(b"drawn", False, 200, (("Content-Length", "5"),)))
        writer.write(len(encoded).to_bytes(LENGTH, "big") + encoded)
        await writer.drain()
        writer.close()


def answer_in_a_thread(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    assert environ["PATH_INFO"] != PICTURE
    start("201 CREATED", [("Content-Length", "5")])
    return [b"moved"]


def make_gateway(readers: Path) -> Gateway:
    return Gateway(answer_in_a_thread, 4, ROUTING, readers=readers)


async def ask(gateway: Gateway, method: str, path: str, address: str) -> int:
    """Send a request without a body, and return the status of its answer."""
    scope = {
        "type": "http",
        "method": method,
        "raw_path": path.encode(),
        "query_string": b"",
        "http_version": "1.1",
        "server": ("127.0.0.1", 80),
        "client": (address, 4000),
        "headers": [],
    }
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    await gateway(scope, receive, send)
    return int(sent[0]["status"])


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


def run(tmp_path: Path, work: Callable[[Gateway, HeldReaders], Coroutine[Any, Any, None]]) -> None:
    async def with_readers() -> None:
        readers, path = HeldReaders(), tmp_path / "readers"
        async with await asyncio.start_unix_server(readers.take, path):
            await work(make_gateway(path), readers)

    asyncio.run(with_readers())


def test_an_address_that_asks_for_many_pictures_holds_its_share_of_the_readers(tmp_path: Path) -> None:
    async def work(gateway: Gateway, readers: HeldReaders) -> None:
        loud = [asyncio.ensure_future(ask(gateway, "GET", PICTURE, LOUD)) for _ in range(ASKED)]
        await until(lambda: readers.in_hand[LOUD] == PASSED_ON_PER_ADDRESS)
        # Others find room, and move without any of it, while not one picture is drawn.
        quiet = asyncio.ensure_future(ask(gateway, "GET", PICTURE, QUIET))
        await until(lambda: readers.in_hand[QUIET] == 1)
        assert {await ask(gateway, "POST", MOVE, address) for address in (LOUD, QUIET)} == {201}
        assert (readers.in_hand[LOUD], readers.answered) == (PASSED_ON_PER_ADDRESS, 0)
        readers.answer()
        assert set(await asyncio.gather(*loud, quiet)) == {200}
        assert readers.most[LOUD] == PASSED_ON_PER_ADDRESS

    run(tmp_path, work)


def test_all_addresses_together_hold_so_many_places_of_the_readers(tmp_path: Path) -> None:
    async def work(gateway: Gateway, readers: HeldReaders) -> None:
        addresses = [f"192.0.2.{n}" for n in range(1, 2 * PASSED_ON)]
        asked = [asyncio.ensure_future(ask(gateway, "GET", PICTURE, address)) for address in addresses * 3]
        await until(lambda: readers.in_hand.total() == PASSED_ON)
        assert await ask(gateway, "POST", MOVE, QUIET) == 201
        assert readers.in_hand.total() == PASSED_ON
        readers.answer()
        assert set(await asyncio.gather(*asked)) == {200}

    run(tmp_path, work)


def test_more_pictures_than_an_address_may_wait_for_are_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateways, "REFUSAL_SECONDS", 0.0)

    async def work(gateway: Gateway, readers: HeldReaders) -> None:
        held = PASSED_ON_PER_ADDRESS + WAITING_PER_ADDRESS
        asked = [asyncio.ensure_future(ask(gateway, "GET", PICTURE, LOUD)) for _ in range(held)]
        await until(lambda: readers.in_hand[LOUD] == PASSED_ON_PER_ADDRESS)
        assert await ask(gateway, "GET", PICTURE, LOUD) == 429
        readers.answer()
        assert set(await asyncio.gather(*asked)) == {200}

    run(tmp_path, work)


def test_a_monitor_learns_how_the_service_is_while_reads_of_its_address_wait() -> None:
    reading, go_on = threading.Semaphore(0), threading.Event()

    def app(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] == GAME:
            reading.release()
            assert go_on.wait(PATIENCE)
        start("200 OK", [("Content-Length", "0")])
        return [b""]

    async def work() -> None:
        gateway = Gateway(app, 4, ROUTING)
        asked = [asyncio.ensure_future(ask(gateway, "GET", GAME, LOUD)) for _ in range(ASKED)]
        await asyncio.to_thread(reading.acquire)
        assert await ask(gateway, "GET", READY, LOUD) == 200
        assert not any(one.done() for one in asked)
        go_on.set()
        assert set(await asyncio.gather(*asked)) == {200}

    asyncio.run(work())


def test_what_nobody_waits_for_any_more_when_a_thread_is_free_is_not_begun() -> None:
    begun, go_on = list[str](), threading.Event()

    def app(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        begun.append(environ["PATH_INFO"])
        assert go_on.wait(PATIENCE)
        start("200 OK", [("Content-Length", "0")])
        return [b""]

    async def work() -> None:
        threads = Threads(app, 1)
        first, gone, last = (ThreadReply(asyncio.get_running_loop()) for _ in range(3))
        for path, reply in (("first", first), ("gone", gone), ("last", last)):
            threads.start({"PATH_INFO": path}, reply)
        gone.hang_up()
        go_on.set()
        assert [(await reply.get()).status for reply in (first, last)] == [200, 200]

    asyncio.run(work())
    assert begun == ["first", "last"]

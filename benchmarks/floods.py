"""Floods of expensive calls: connections that endlessly ask, take the answer and ask again."""

from __future__ import annotations

import multiprocessing
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import cycle
from typing import BinaryIO

from benchmarks.load import get, post
from benchmarks.service import Service

PAUSE = 0.05
"""Seconds before a closed connection is reopened."""
TIMEOUT = 60.0
PICTURES_A_SECOND = 50.0
FRENCH = "Accept-Language: fr\r\n"
DEFAULT_LIMITS = {"KIFU_UNLIMITED": "0", "KIFU_RATE_LIMIT_GAMES": "100000/day"}
"""The default settings, except that the players may open as many games as they need."""


@dataclass(frozen=True)
class Flood:
    """The requests that an attacker's connections send, in turn, and the number of connections.

    They send `a_second` requests in all if that is given, and otherwise the next one as soon as the answer has come.
    """

    name: str
    connections: int
    requests: Sequence[bytes]
    a_second: float | None = None

    @property
    def pause(self) -> float:
        """The seconds from a request of a connection to its next one, if the service answers in time."""
        return 0.0 if self.a_second is None else self.connections / self.a_second


def make_floods(kifu: Service) -> list[Flood]:
    """Make the floods against the demo games of a service, all of which are recorded."""
    longest = {name: _longest_game(kifu, name) for name in ("yedo", "daimyo")}
    (yedo, steps), (daimyo, others) = longest["yedo"], longest["daimyo"]
    return [
        Flood("picture", 1, [get(f"/v1/games/{yedo}/picture.png")]),
        Flood("pictures", 20, [get(f"/v1/games/{yedo}/states/{n}.png") for n in range(1, steps)]),
        *_make_floods_of_pictures([(yedo, steps), (daimyo, others)]),
        Flood("drawings", 20, [get(f"/v1/games/{game}/drawings") for game in (yedo, daimyo)]),
        Flood("verifications", 10, [get(f"/v1/games/{daimyo}/verification")]),
        Flood("steps in French", 30, [get(f"/v1/games/{daimyo}/steps?limit=1000", headers=FRENCH)]),
        Flood("history", 20, [get("/v1/history?limit=1000")]),
        Flood("Kifu-Wait-For", 90, [get("/v1/games?limit=1", headers="Kifu-Wait-For: 3:999999999\r\n")]),
        Flood("metrics", 10, [get("/metrics")]),
        Flood("OpenAPI", 20, [get("/openapi.json")]),
        Flood("page", 20, [get(path) for path in ("/", "/games", "/rulebooks", "/leaderboards")]),
        Flood("clauses in French", 30, [get("/v1/rulesets/daimyo/clauses", headers=FRENCH)]),
        Flood("archives", 30, [get(f"/v1/games/{daimyo}/archive")]),
        Flood("states", 50, [get(f"/v1/games/{daimyo}/states/{n}") for n in range(1, others)]),
        Flood("audits", 30, [get(f"/v1/games/{yedo}/audit/{n}") for n in range(2, steps)]),
        Flood("lists of games", 50, [get("/v1/games")]),
        Flood("guests", 20, [post("/v1/guests", b"{}")]),
        Flood("wrong tokens", 20, [get("/v1/me", f"{n:064x}") for n in range(1000)]),
    ]


@contextmanager
def flooded(address: tuple[str, int], floods: Sequence[Flood], addresses: int = 1) -> Iterator[None]:
    """Flood a service from another process, each flood from a number of addresses."""
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_flood, args=(address, floods, addresses), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


def _make_floods_of_pictures(games: Sequence[tuple[str, int]]) -> list[Flood]:
    """Make steady floods of all pictures of games, each given with its number of steps."""
    steps = [f"/v1/games/{game}/states/{n}" for game, last in games for n in range(1, last)]
    return [
        Flood("PNG, 50 a second", 25, [get(f"{step}.png") for step in steps], PICTURES_A_SECOND),
        Flood("SVG, 50 a second", 25, [get(f"{step}.svg") for step in steps], PICTURES_A_SECOND),
        Flood(
            "previews, 50 a second", 25, [get(f"/v1/games/{game}/picture.png") for game, _ in games], PICTURES_A_SECOND
        ),
    ]


def _longest_game(kifu: Service, ruleset: str) -> tuple[str, int]:
    games = kifu.call("GET", f"/v1/games?ruleset={ruleset}&status=finished")["items"]
    longest = max(games, key=lambda game: int(game["step"]))
    return str(longest["id"]), int(longest["step"])


def _flood(address: tuple[str, int], floods: Sequence[Flood], addresses: int) -> None:
    threads = [
        threading.Thread(target=_ask_on, args=(address, f"127.0.8.{number % addresses + 1}", flood, number))
        for flood in floods
        for number in range(max(flood.connections, addresses))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _ask_on(address: tuple[str, int], source: str, flood: Flood, number: int) -> None:
    first = len(flood.requests) * number // flood.connections % len(flood.requests)
    asked = cycle([*flood.requests[first:], *flood.requests[:first]])
    pause = threading.Event()
    while True:
        with suppress(OSError, ValueError), socket.create_connection(address, TIMEOUT, (source, 0)) as connection:
            answers = connection.makefile("rb")
            while True:
                due = time.monotonic() + flood.pause
                connection.sendall(next(asked))
                _take_answer(answers)
                pause.wait(max(due - time.monotonic(), 0))
        pause.wait(PAUSE)


def _take_answer(answers: BinaryIO) -> None:
    """Take an answer; raises ValueError if the connection ended."""
    length: int | None = None
    while (line := answers.readline()) != b"\r\n":
        if not line:
            raise ValueError("closed")
        if line.lower().startswith(b"content-length:"):
            length = int(line.partition(b":")[2])
    if length is not None:
        answers.read(length)
        return
    while size := int(answers.readline(), 16):
        answers.read(size + 2)
    answers.readline()

"""Moves of others under attack: idle connections, stalled requests, live streams, and floods of calls.

Connections that the service closes are reopened as long as the attack lasts.

python -m benchmarks.overload [MOVES] [--flood WORDS]

With `--flood`, only floods whose names have these words are measured, such as "50 a second".
"""

from __future__ import annotations

import argparse
import select
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import product

from benchmarks.floods import DEFAULT_LIMITS, flooded, make_floods
from benchmarks.games_over_http import prepare
from benchmarks.load import Load, drive
from benchmarks.service import Service, service
from domain.rulesets import registry

ATTACKER = "127.0.0.9"
REOPENED_PER_SECOND = 100
PAUSE = 0.25
CLIENTS = 4
MOVES = 1_200
FLOOD_SECONDS = 3.0
"""How long a flood lasts before moves are counted."""
SOURCES = {"one address": 1, "eight addresses": 8}
RULESET = "micro-dojo"

STALLED_HEAD = b"POST /v1/players HTTP/1.1\r\nHost: kifu\r\nContent-Type: application/json\r\nX-Stal"
STALLED_BODY = (
    b"POST /v1/players HTTP/1.1\r\nHost: kifu\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"
    b'{"name": "'
)


@dataclass(frozen=True)
class Row:
    """One attack: its connections, and the latency of others' moves meanwhile in milliseconds."""

    attack: str
    connections: int
    moves: int
    moves_per_second: float
    median: float
    p99: float
    refused: int


def stream_of(game_id: str) -> bytes:
    """Return the request for the live stream of a game."""
    return f"GET /v1/games/{game_id}/live HTTP/1.1\r\nHost: kifu\r\n\r\n".encode()


@contextmanager
def attacked(address: tuple[str, int], openings: Sequence[bytes], *, spread: bool = False) -> Iterator[None]:
    """Hold a connection for each of `openings`, after sending just that.

    All come from one address, or with `spread` each from its own.
    """
    attack = Attack(address, openings, spread)
    thread = threading.Thread(target=attack.go_on)
    thread.start()
    try:
        yield
    finally:
        attack.stop.set()
        thread.join()
        attack.close()


class Attack:
    """The connections of an attacker."""

    def __init__(self, address: tuple[str, int], openings: Sequence[bytes], spread: bool) -> None:
        self._address = address
        self._openings = openings
        self._spread = spread
        self._held: dict[int, socket.socket] = {}
        self.stop = threading.Event()
        for number in range(len(openings)):
            self._open(number)

    def go_on(self) -> None:
        """Reopen what the service closed."""
        while not self.stop.wait(PAUSE):
            self._forget_closed()
            missing = [number for number in range(len(self._openings)) if number not in self._held]
            for number in missing[: int(REOPENED_PER_SECOND * PAUSE)]:
                self._open(number)

    def close(self) -> None:
        """Close the connections."""
        for connection in self._held.values():
            connection.close()

    def _open(self, number: int) -> None:
        connection = socket.socket()
        with suppress(OSError):
            connection.settimeout(1)
            connection.bind((f"127.9.{number // 250}.{1 + number % 250}" if self._spread else ATTACKER, 0))
            connection.connect(self._address)
            connection.sendall(self._openings[number])
            self._held[number] = connection
            return
        connection.close()

    def _forget_closed(self) -> None:
        poll = select.poll()
        for connection in self._held.values():
            poll.register(connection, select.POLLIN)
        readable = {descriptor for descriptor, _ in poll.poll(0)}
        for number, connection in list(self._held.items()):
            if connection.fileno() in readable and not _is_open(connection):
                del self._held[number]


def _is_open(connection: socket.socket) -> bool:
    """Return whether the connection is still open, after reading what has arrived."""
    with suppress(OSError):
        if connection.recv(65536):
            return True
    connection.close()
    return False


def measure(kifu: Service, openings: Sequence[bytes], moves: int, *, spread: bool = False) -> Load:
    """Play moves from another address meanwhile."""
    ruleset = next(ruleset for ruleset in registry() if ruleset.id == RULESET)
    number = time.time_ns() % 2**60
    tokens = _tokens(kifu)
    scripts: list[list[bytes]] = [[] for _ in range(CLIENTS)]
    while sum(map(len, scripts)) < moves:
        number += 1
        shortest = min(scripts, key=len)
        shortest += prepare(kifu, ruleset, tokens, number)[1]
    with attacked(kifu.address, openings, spread=spread):
        return drive(kifu.address, scripts)


@cache
def _tokens(kifu: Service) -> list[str]:
    """The two players, registered only once, since registrations from an address are limited."""
    return [kifu.token(name) for name in ("ann", "bob")]


def attacks(game_id: str) -> dict[str, list[bytes]]:
    """The attacks by name; `game_id` is a game that anyone may watch."""
    found = {
        "idle connections": [b""] * 1500,
        "stalled heads": [STALLED_HEAD] * 600,
        "stalled bodies": [STALLED_BODY] * 600,
        "live streams": [stream_of(game_id)] * 450,
    }
    return {**found, "of all these": [opening for openings in found.values() for opening in openings]}


def open_watched_game(kifu: Service) -> str:
    """Open a game that anyone may watch; returns its id."""
    token = kifu.token("watched")
    return str(kifu.call("POST", "/v1/games", {"ruleset": RULESET, "seats": 2}, token)["id"])


def run(moves: int = MOVES) -> list[Row]:
    """Measure without an attack, under each from one address, and under all from separate addresses."""
    with service() as kifu:
        found = attacks(open_watched_game(kifu))
        measure(kifu, [], 200)
        rows = [_row("without an attack", [], measure(kifu, [], moves))]
        rows += [_row(name, openings, measure(kifu, openings, moves)) for name, openings in found.items()]
        everything = found["of all these"]
        load = measure(kifu, everything, moves, spread=True)
        rows.append(_row("of all these, each from another address", everything, load))
    return [*rows, *run_floods(moves)]


def run_floods(moves: int = MOVES, named: str = "") -> list[Row]:
    """Measure floods of calls against a service with default limits: each alone and all, from one and from eight
    addresses. Those whose names lack the words `named` are left out.

    Before each comes a row without it, since a machine is not always equally fast.
    """
    rows: list[Row] = []
    with service(settings=DEFAULT_LIMITS) as kifu:
        floods = [one for one in make_floods(kifu) if named in one.name]
        kinds = [(one.name, [one]) for one in floods] + [("all floods at once", floods)]
        measure(kifu, [], moves // 4)
        for (name, flooding), (words, addresses) in product(kinds, SOURCES.items()):
            rows.append(_row("without a flood", [], measure(kifu, [], moves // 2)))
            with flooded(kifu.address, flooding, addresses):
                time.sleep(FLOOD_SECONDS)
                load = measure(kifu, [], moves // 2)
            connections = sum(max(one.connections, addresses) for one in flooding)
            rows.append(_row(f"{name}, from {words}", [b""] * connections, load))
    return rows


def _row(attack: str, openings: Sequence[bytes], load: Load) -> Row:
    return Row(
        attack,
        len(openings),
        len(load.latencies),
        load.per_second,
        load.percentile(0.5),
        load.percentile(0.99),
        sum(count for status, count in load.statuses.items() if status != 201),
    )


def _main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.overload", description="Moves of others under attack.")
    parser.add_argument("moves", nargs="?", type=int, default=MOVES)
    parser.add_argument("--flood", metavar="WORDS", help="measure only floods whose names have these words")
    told = parser.parse_args(arguments)
    for row in run(told.moves) if told.flood is None else run_floods(told.moves, told.flood):
        print(
            f"{row.connections} {row.attack}: {row.moves} moves, {row.moves_per_second:,.0f}/s, "
            f"median {row.median:.1f} ms, p99 {row.p99:.1f} ms, {row.refused} refused",
            flush=True,
        )


if __name__ == "__main__":
    _main(sys.argv[1:])

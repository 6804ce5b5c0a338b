"""Moves of others while one address does its worst: idle connections, stalled requests, live streams.

What the service closes is opened again as long as the attack lasts. python -m benchmarks.overload [MOVES]
"""

from __future__ import annotations

import select
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from benchmarks.games_over_http import prepare
from benchmarks.load import Load, drive
from benchmarks.service import Service, service
from domain.rulesets import registry

ATTACKER = "127.0.0.9"
REOPENED_PER_SECOND = 100
PAUSE = 0.25
CLIENTS = 4
MOVES = 1_200
RULESET = "micro-dojo"

STALLED_HEAD = b"POST /v1/players HTTP/1.1\r\nHost: kifu\r\nContent-Type: application/json\r\nX-Stal"
STALLED_BODY = (
    b"POST /v1/players HTTP/1.1\r\nHost: kifu\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"
    b'{"name": "'
)


@dataclass(frozen=True)
class Row:
    """One attack: how many connections, and the moves of others meanwhile in milliseconds."""

    attack: str
    connections: int
    moves: int
    moves_per_second: float
    median: float
    p99: float
    refused: int


def stream_of(game_id: str) -> bytes:
    """The request for the live stream of a game."""
    return f"GET /v1/games/{game_id}/live HTTP/1.1\r\nHost: kifu\r\n\r\n".encode()


@contextmanager
def attacked(address: tuple[str, int], connections: int, opening: bytes) -> Iterator[None]:
    """Hold so many connections from one address, each of which has sent `opening` and no more."""
    held = [found for _ in range(connections) if (found := _open(address, opening)) is not None]
    stop = threading.Event()
    thread = threading.Thread(target=_keep, args=(address, held, connections, opening, stop))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        for connection in held:
            connection.close()


def _open(address: tuple[str, int], opening: bytes) -> socket.socket | None:
    connection = socket.socket()
    with suppress(OSError):
        connection.settimeout(1)
        connection.bind((ATTACKER, 0))
        connection.connect(address)
        connection.sendall(opening)
        return connection
    connection.close()
    return None


def _keep(
    address: tuple[str, int], held: list[socket.socket], connections: int, opening: bytes, stop: threading.Event
) -> None:
    while not stop.wait(PAUSE):
        poll = select.poll()
        for connection in held:
            poll.register(connection, select.POLLIN)
        readable = {number for number, _ in poll.poll(0)}
        held[:] = [connection for connection in held if connection.fileno() not in readable or _is_open(connection)]
        for _ in range(min(connections - len(held), int(REOPENED_PER_SECOND * PAUSE))):
            if (found := _open(address, opening)) is not None:
                held.append(found)


def _is_open(connection: socket.socket) -> bool:
    """Whether it is, after what has come is taken from it."""
    with suppress(OSError):
        if connection.recv(65536):
            return True
    connection.close()
    return False


def measure(kifu: Service, connections: int, opening: bytes, moves: int) -> Load:
    """Play moves from another address meanwhile."""
    ruleset = next(ruleset for ruleset in registry() if ruleset.id == RULESET)
    number = time.time_ns()
    tokens = [kifu.token(f"{name} {number}") for name in ("ann", "bob")]
    scripts = [prepare(kifu, ruleset, tokens, number % 2**60 + client)[1] for client in range(CLIENTS)]
    while sum(map(len, scripts)) < moves:
        number += CLIENTS
        for script in scripts:
            script += prepare(kifu, ruleset, tokens, number % 2**60 + len(script))[1]
    with attacked(kifu.address, connections, opening):
        return drive(kifu.address, scripts)


def run(moves: int = MOVES) -> list[Row]:
    """Measure without an attack, and under each."""
    with service() as kifu:
        token = kifu.token("watched")
        game = kifu.call("POST", "/v1/games", {"ruleset": RULESET, "seats": 2}, token)["id"]
        attacks = {
            "none": (0, b""),
            "idle connections": (1500, b""),
            "stalled heads": (600, STALLED_HEAD),
            "stalled bodies": (600, STALLED_BODY),
            "live streams": (450, stream_of(game)),
        }
        measure(kifu, 0, b"", 200)
        return [
            _row(name, connections, measure(kifu, connections, opening, moves))
            for name, (connections, opening) in attacks.items()
        ]


def _row(attack: str, connections: int, load: Load) -> Row:
    return Row(
        attack,
        connections,
        len(load.latencies),
        load.per_second,
        load.percentile(0.5),
        load.percentile(0.99),
        sum(count for status, count in load.statuses.items() if status != 201),
    )


if __name__ == "__main__":
    for row in run(int(sys.argv[1]) if len(sys.argv) > 1 else MOVES):
        print(
            f"{row.connections} {row.attack}: {row.moves} moves, {row.moves_per_second:,.0f}/s, "
            f"median {row.median:.1f} ms, p99 {row.p99:.1f} ms, {row.refused} refused",
            flush=True,
        )

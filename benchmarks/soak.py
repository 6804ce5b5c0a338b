"""The memory of a service that is used for hours: games by clients, games against bots, the page's calls, live streams.

python -m benchmarks.soak [--minutes 60] [--rate 10] [--every 5] [--streams 50]

Whole games of all rulesets are played at this rate, in moves a second, some of them against a bot of the service. Other
players look at them meanwhile: they call everything that can be read of a game, and hold live streams open. The
resident memory of each process is printed at intervals, and in the end its growth since the first third.
"""

from __future__ import annotations

import argparse
import random
import re
import selectors
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.client import HTTPConnection
from typing import NamedTuple, Protocol

import psutil  # type: ignore[import-untyped]

from benchmarks.games_over_http import prepare
from benchmarks.load import drive
from benchmarks.memory import resident
from benchmarks.service import Service, service
from domain.rulesets import registry

TABLES = 6
"""Games of each ruleset that are played at a time."""
MOST_MOVES = 64
"""Moves sent at once."""
SLICE = 0.5
LOOKS = 5
"""Calls that read, in each slice."""
KEPT = 40
"""Games that others look at: those opened last."""
PARAMETER = re.compile(r"\{(\w+)\}")


class Sample(NamedTuple):
    """What was done until a moment, and the resident megabytes of each process then, by name."""

    minutes: float
    done: Mapping[str, int]
    megabytes: Mapping[str, float]


class Player(Protocol):
    """Uses the service a little in each slice."""

    done: Counter[str]

    def go_on(self, seconds: float) -> None: ...


class Tables:
    """Games of one ruleset between two players; when one ends, the next is opened."""

    def __init__(self, kifu: Service, ruleset_id: str, tokens: list[str], rate: float, opened: list[str]) -> None:
        self.done: Counter[str] = Counter()
        self._kifu, self._tokens, self._rate, self._opened = kifu, tokens, rate, opened
        self._ruleset = registry()[ruleset_id]
        self._left: list[list[bytes]] = [[] for _ in range(TABLES)]
        self._owed = 0.0
        self._turn = 0

    def go_on(self, seconds: float) -> None:
        """Send the moves that are due after `seconds`, each on the table whose turn it is."""
        self._owed = min(self._owed + self._rate * seconds, MOST_MOVES)
        scripts: list[list[bytes]] = [[] for _ in range(TABLES)]
        while self._owed >= 1:
            self._owed -= 1
            self._turn = (self._turn + 1) % TABLES
            if not self._left[self._turn]:
                if scripts[self._turn]:
                    break
                self._open()
            scripts[self._turn].append(self._left[self._turn].pop())
        load = drive(self._kifu.address, [script for script in scripts if script])
        if load.statuses and set(load.statuses) != {201}:
            raise RuntimeError(f"not every move was accepted: {load.statuses}")
        self.done["moves"] += len(load.latencies)

    def _open(self) -> None:
        self.done["games"] += 1
        game, requests = prepare(self._kifu, self._ruleset, self._tokens, self.done["games"])
        self._left[self._turn] = requests[::-1]
        self._opened.append(game)


class AgainstBot:
    """A player who plays one game after the other against a bot of the service, by the moves that are listed."""

    def __init__(self, kifu: Service, ruleset_id: str, token: str, opened: list[str]) -> None:
        self.done: Counter[str] = Counter()
        self._kifu, self._ruleset, self._token, self._opened = kifu, ruleset_id, token, opened
        self._game: str | None = None
        self._random = random.Random(1)

    def go_on(self, seconds: float) -> None:
        """Make one move if the player is asked for one."""
        if self._game is None:
            self._open()
        assert self._game is not None
        path = f"/v1/games/{self._game}"
        game = self._kifu.call("GET", path)
        if game["status"] == "finished":
            self._game = None
        elif 0 in game["to_move"]:
            asked = self._kifu.call("GET", f"{path}/legal-moves?seat=0", token=self._token)
            choice = next(one for one in asked["choices"] if one["moves"])
            move = self._random.choice(choice["moves"])["move"]
            # The bot may have answered meanwhile, so that the move is no longer asked for.
            with suppress(OSError):
                self._kifu.call("POST", f"{path}/moves", {"seat": 0, "move": move}, self._token)
                self.done["moves against a bot"] += 1

    def _open(self) -> None:
        bot = next(one["name"] for one in self._kifu.call("GET", "/v1/bots")["items"])
        opening = {"ruleset": self._ruleset, "seats": 2, "reserved": [{"seat": 1, "player": bot}]}
        self._game = str(self._kifu.call("POST", "/v1/games", opening, self._token)["id"])
        self._kifu.call("POST", f"/v1/games/{self._game}/seats", {"seat": 0}, self._token)
        self._opened.append(self._game)
        self.done["games against a bot"] += 1


class Readers:
    """Clients that call, one after the other, everything that can be read without an account."""

    def __init__(self, kifu: Service, opened: list[str]) -> None:
        self.done: Counter[str] = Counter()
        self._kifu, self._opened = kifu, opened
        self._random = random.Random(2)
        document = kifu.call("GET", "/openapi.json")
        self._paths = [
            path
            for path, calls in document["paths"].items()
            if "get" in calls and not path.startswith("/v1/me") and not path.endswith("/live")
        ]

    def go_on(self, seconds: float) -> None:
        """Make some calls."""
        for _ in range(LOOKS):
            self._look()

    def _look(self) -> None:
        if not self._opened:
            return
        game = self._kifu.call("GET", f"/v1/games/{self._random.choice(self._opened[-KEPT:])}")
        values = {"game_id": game["id"], "ruleset": game["ruleset"], "seat": "0", "name": "ann"}
        step = str(self._random.randint(1, game["step"] or 1))
        path = PARAMETER.sub(lambda found: values.get(found[1], step), self._random.choice(self._paths))
        status = self._read(path)
        if status >= 500:
            raise RuntimeError(f"GET {path}: {status}")
        self.done["calls that read"] += 1
        self.done[f"answered {status // 100}xx"] += 1

    def _read(self, path: str) -> int:
        connection = HTTPConnection(*self._kifu.address, timeout=60)
        try:
            connection.request("GET", path, headers={"Accept-Language": self._random.choice(("en", "fr"))})
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()


class Streams:
    """Live streams of the latest games, opened again as they end."""

    def __init__(self, kifu: Service, opened: list[str], count: int) -> None:
        self.done: Counter[str] = Counter()
        self._kifu, self._opened, self._count = kifu, opened, count
        self._selector = selectors.DefaultSelector()

    def go_on(self, seconds: float) -> None:
        """Reopen ended streams, and read what has arrived."""
        while self._opened and len(self._selector.get_map()) < self._count:
            self._open(random.choice(self._opened[-KEPT:]))
        for key, _ in self._selector.select(0):
            stream = key.fileobj
            assert isinstance(stream, socket.socket)
            data = stream.recv(1 << 20)
            self.done["kB of streams"] += len(data) >> 10
            if not data:
                self._selector.unregister(stream)
                stream.close()

    def _open(self, game: str) -> None:
        stream = socket.create_connection(self._kifu.address, timeout=30)
        head = f"GET /v1/games/{game}/live HTTP/1.1\r\nHost: kifu\r\nAccept: text/event-stream\r\nConnection: close\r\n"
        stream.sendall(f"{head}\r\n".encode())
        self._selector.register(stream, selectors.EVENT_READ)
        self.done["streams"] += 1


def soak(minutes: float, rate: float, every: float, streams: int) -> Iterator[Sample]:
    """Use a service for a number of minutes, and look at its processes every few minutes."""
    with service() as kifu:
        tokens = [kifu.token(name) for name in ("ann", "bob")]
        opened: list[str] = []
        rulesets = list(registry())
        players: list[Player] = [
            *(Tables(kifu, one.id, tokens, rate / len(rulesets), opened) for one in rulesets),
            *(AgainstBot(kifu, one.id, kifu.token(f"guest of {one.id}"), opened) for one in rulesets),
            Readers(kifu, opened),
            Streams(kifu, opened, streams),
        ]
        began = looked = last = time.monotonic()
        while (now := time.monotonic()) - began < minutes * 60:
            for player in players:
                player.go_on(now - last)
            last = now
            if now - looked >= every * 60:
                looked = now
                yield _sample(kifu, (now - began) / 60, players)
            time.sleep(max(0.0, SLICE - (time.monotonic() - now)))
        yield _sample(kifu, minutes, players)


def _sample(kifu: Service, minutes: float, players: list[Player]) -> Sample:
    done: Counter[str] = Counter()
    for player in players:
        done.update(player.done)
    workers = sorted(kifu.workers())
    named = {f"worker {number}": pid for number, pid in enumerate(workers, 1)}
    for process in psutil.Process(kifu.pid).children(recursive=True):
        words = " ".join(process.cmdline())
        named |= {
            name: process.pid
            for name, module in (("bots", "bots.app"), ("projector", "service.projector"))
            if module in words
        }
    return Sample(minutes, done, {name: resident(pid) for name, pid in named.items()})


def _main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description="The memory of a busy service.")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=10.0, help="moves a second (default 10)")
    parser.add_argument("--every", type=float, default=5.0, help="minutes between two samples (default 5)")
    parser.add_argument("--streams", type=int, default=50, help="live streams held open (default 50)")
    told = parser.parse_args(arguments)
    samples = []
    for sample in soak(told.minutes, told.rate, told.every, told.streams):
        samples.append(sample)
        sizes = ", ".join(f"{name} {size:.1f}" for name, size in sample.megabytes.items())
        done = ", ".join(f"{count:,} {name}" for name, count in sorted(sample.done.items()))
        print(f"{sample.minutes:6.1f} minutes: {sizes} MB; {done}", flush=True)
    first, last = samples[len(samples) // 3].megabytes, samples[-1].megabytes
    print("growth since the first third: " + ", ".join(f"{name} {last[name] / first[name]:.3f}" for name in last))


if __name__ == "__main__":
    _main(sys.argv[1:])

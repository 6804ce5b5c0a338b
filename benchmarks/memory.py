"""The memory of the web workers while games are played through them for hours, or 10,000 games one after the other.

python -m benchmarks.memory [GAMES [RULESET]]
python -m benchmarks.memory --minutes 120 [--rate 30] [--ruleset RULESET] [--every 10]

With --minutes whole games are played at this rate, in moves a second, on sixteen tables at a time, and the memory of
each worker is printed at intervals. Without it each game is opened, begun and resigned
after a few moves: what a worker could keep of a game it has by then.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.games_over_http import prepare
from benchmarks.load import drive, post
from benchmarks.service import Service, service
from domain.rulesets import registry

GAMES = 10_000
RULESET = "micro-dojo"
SAMPLES = 10
MOVES = 6
CLIENTS = 8
TABLES = 16
RATE = 30.0


@dataclass(frozen=True)
class Row:
    """Resident megabytes of the largest worker after each tenth of the games."""

    ruleset: str
    games: int
    megabytes: tuple[float, ...]

    @property
    def growth(self) -> float:
        """The last sample over the middle one: 1 is flat. The cache of games is full long before the middle."""
        return self.megabytes[-1] / self.megabytes[len(self.megabytes) // 2 - 1]


@dataclass(frozen=True)
class Sample:
    """What was played until a moment, and the resident megabytes of each worker then, ordered by process."""

    minutes: float
    moves: int
    games: int
    megabytes: tuple[float, ...]


def run(games: int = GAMES, ruleset: str = RULESET) -> Row:
    """Play `games` games of a ruleset and look at the workers ten times."""
    samples = []
    with service() as kifu:
        tokens = [kifu.token("ann"), kifu.token("bob")]
        for sample in range(SAMPLES):
            _play(kifu, ruleset, tokens, games // SAMPLES, sample * games)
            samples.append(max(_resident(pid) for pid in kifu.workers()))
    return Row(ruleset, games, tuple(samples))


def soak(minutes: float, rate: float = RATE, ruleset: str = RULESET, every: float = 10.0) -> Iterator[Sample]:
    """Play whole games at `rate` moves a second, and look at the workers every few minutes."""
    with service() as kifu:
        tables = _Tables(kifu, ruleset)
        began = looked = time.monotonic()
        moves = 0
        yield _sample(kifu, 0.0, moves, tables.games)
        while (now := time.monotonic()) - began < minutes * 60:
            moves += tables.play(max(1, round((now - began) * rate) - moves))
            if time.monotonic() - looked >= every * 60:
                looked = time.monotonic()
                yield _sample(kifu, (looked - began) / 60, moves, tables.games)
            time.sleep(max(0.0, 0.5 - (time.monotonic() - now)))
        yield _sample(kifu, (time.monotonic() - began) / 60, moves, tables.games)


class _Tables:
    """Sixteen games at a time; where one has ended the next is opened."""

    def __init__(self, kifu: Service, ruleset_id: str) -> None:
        self._kifu = kifu
        self._ruleset = registry()[ruleset_id]
        self._tokens = [kifu.token("ann"), kifu.token("bob")]
        self._left: list[list[bytes]] = [[] for _ in range(TABLES)]
        self._turn = 0
        self.games = 0

    def play(self, moves: int) -> int:
        """Send `moves` moves, at most 64, all tables at once; returns the number sent."""
        scripts: list[list[bytes]] = [[] for _ in range(TABLES)]
        for _ in range(min(moves, 64)):
            self._turn = (self._turn + 1) % TABLES
            if not self._left[self._turn]:
                if scripts[self._turn]:
                    continue
                self.games += 1
                _, requests = prepare(self._kifu, self._ruleset, self._tokens, self.games)
                self._left[self._turn] = requests[::-1]
            scripts[self._turn].append(self._left[self._turn].pop())
        load = drive(self._kifu.address, [script for script in scripts if script])
        if set(load.statuses) != {201}:
            raise RuntimeError(f"not every move was accepted: {load.statuses}")
        return len(load.latencies)


def _sample(kifu: Service, minutes: float, moves: int, games: int) -> Sample:
    return Sample(minutes, moves, games, tuple(_resident(pid) for pid in sorted(kifu.workers())))


def _play(kifu: Service, ruleset_id: str, tokens: list[str], games: int, first_seed: int) -> None:
    ruleset = registry()[ruleset_id]
    scripts: list[list[bytes]] = [[] for _ in range(CLIENTS)]
    for number in range(games):
        game_id, moves = prepare(kifu, ruleset, tokens, first_seed + number + 1, MOVES)
        resignation = post(f"/v1/games/{game_id}/resignation", b'{"seat": 0}', tokens[0])
        scripts[number % CLIENTS] += [*moves, resignation]
    load = drive(kifu.address, scripts)
    if set(load.statuses) != {201}:
        raise RuntimeError(f"not every move was accepted: {load.statuses}")


def _resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def _main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description="The memory of the web workers.")
    parser.add_argument("games", nargs="?", type=int, default=GAMES)
    parser.add_argument("named", nargs="?", metavar="ruleset")
    parser.add_argument("--ruleset", default=RULESET)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--rate", type=float, default=RATE, help="moves a second (default 30)")
    parser.add_argument("--every", type=float, default=10.0, help="minutes between two samples (default 10)")
    told = parser.parse_args(arguments)
    ruleset = told.named or told.ruleset
    if told.minutes is None:
        row = run(told.games, ruleset)
        megabytes = ", ".join(f"{mb:.0f}" for mb in row.megabytes)
        print(f"{row.games} games of {row.ruleset}: {megabytes} MB; growth {row.growth:.2f}")
        return
    for sample in soak(told.minutes, told.rate, ruleset, told.every):
        megabytes = ", ".join(f"{mb:.1f}" for mb in sample.megabytes)
        print(
            f"{sample.minutes:6.1f} minutes {sample.moves:8} moves {sample.games:6} games: {megabytes} MB", flush=True
        )


if __name__ == "__main__":
    _main(sys.argv[1:])

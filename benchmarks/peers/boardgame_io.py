"""Moves a second of boardgame.io, on PostgreSQL and in memory, beside those of Kifu.

Its game is a small one that we wrote for it, in place of Micro Dojo: two players, a few choices a turn, a state of 2
KB. Its server runs in one process of Node, as intended. A move counts when the player who made it has the new state.
For Kifu, that is when it is committed and fsynced, with its receipt. boardgame.io sends the state before it writes it,
so a visible move can be lost; the next move of the match waits for the write. It keeps a state and a log in one row for
each match, rewritten at every move, and no digests.

Rounds of all three follow each other, so other work on the machine meets each of them; what decides is the median of
the ratios of a round.

python -m benchmarks.peers.boardgame_io [MOVES]
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import msgspec
from psycopg.conninfo import conninfo_to_dict

from benchmarks.cpu import cpu_seconds, postmaster
from benchmarks.games_over_http import prepare
from benchmarks.load import drive
from benchmarks.service import free_port, service
from domain.rulesets import registry
from eventstore.postgres import embedded

HERE = Path(__file__).parent / "boardgame"
GAMES = (8, 16)
MOVES, ROUNDS = 1_500, 3
WARM_UP = 400
START_SECONDS = 60.0
LONGEST = 40.0


class Row(msgspec.Struct, frozen=True):
    """One measurement: moves acknowledged, seconds, latencies in milliseconds, and CPU seconds of the server."""

    server: str
    games: int
    moves: int
    seconds: float
    median: float
    p99: float
    cpu: float

    @property
    def per_second(self) -> float:
        return self.moves / self.seconds

    @property
    def cpu_of_a_move(self) -> float:
        """Milliseconds of all processes of the server, including its database."""
        return self.cpu / self.moves * 1000


class Measured(msgspec.Struct, frozen=True):
    """The measurements of a server with one number of games, and those of Kifu in the same rounds."""

    rows: tuple[Row, ...]
    of_kifu: tuple[Row, ...]

    def median(self, read: Callable[[Row], float]) -> float:
        """Return the median over the rounds of what is read of each."""
        return median(map(read, self.rows))

    @property
    def ratio(self) -> float:
        """How many moves Kifu played for each move of this server: the median over the rounds."""
        pairs = zip(self.of_kifu, self.rows, strict=True)
        return median(kifu.per_second / row.per_second for kifu, row in pairs)


class _Played(msgspec.Struct):
    moves: int
    seconds: float
    median: float
    p99: float


def why_not() -> str | None:
    """Return what is missing; None if it can be measured."""
    if shutil.which("node") is None:
        return "Node is not installed, so boardgame.io is not measured."
    if not (HERE / "node_modules" / "ready").exists():
        return "boardgame.io is not installed for the benchmark; `make bench-peers` does it."
    return None


def run(moves: int = MOVES, rounds: int = ROUNDS) -> list[Measured]:
    """Measure Kifu, boardgame.io in memory and boardgame.io on PostgreSQL, with 8 and with 16 games at once."""
    found = []
    for games in GAMES:
        measured = [
            (_measure_kifu(games, moves), _measure_memory(games, moves), _measure_postgres(games, moves))
            for _ in range(rounds)
        ]
        kifu, *others = zip(*measured, strict=True)
        found += [Measured(rows, kifu) for rows in (kifu, *others)]
    return found


def _measure_kifu(games: int, moves: int) -> Row:
    with _database() as (data, url), service(settings={"KIFU_DATABASE_URL": url}) as kifu:
        ruleset = registry()["micro-dojo"]
        tokens = [kifu.token(name) for name in ("ann", "bob")]
        scripts: list[list[bytes]] = [[] for _ in range(2 * games)]
        # Half of the scripts warm the service up.
        for seed, script in enumerate(scripts):
            wanted = (WARM_UP if seed < games else moves) / games
            while len(script) < wanted:
                script += prepare(kifu, ruleset, tokens, 1000 * seed + len(script))[1]
        drive(kifu.address, scripts[:games])
        servers = [kifu.pid, postmaster(data)]
        before = cpu_seconds(servers)
        load = drive(kifu.address, scripts[games:])
        spent = cpu_seconds(servers) - before
    if set(load.statuses) != {201}:
        raise RuntimeError(f"not all moves were played: {load.statuses}")
    return Row("Kifu", games, len(load.latencies), load.seconds, load.percentile(0.5), load.percentile(0.99), spent)


def _measure_memory(games: int, moves: int) -> Row:
    with _boardgame(None) as (port, pid):
        return _measure("boardgame.io in memory", port, [pid], games, moves)


def _measure_postgres(games: int, moves: int) -> Row:
    with _database() as (data, url):
        parts = conninfo_to_dict(url)
        connection = {
            "host": parts["host"],
            "port": int(str(parts["port"])),
            "username": parts["user"],
            "database": parts["dbname"],
        }
        with _boardgame(json.dumps(connection)) as (port, pid):
            return _measure("boardgame.io on PostgreSQL", port, [pid, postmaster(data)], games, moves)


def _measure(name: str, port: int, servers: list[int], games: int, moves: int) -> Row:
    _play(port, games, WARM_UP)
    before = cpu_seconds(servers)
    played = _play(port, games, moves)
    spent = cpu_seconds(servers) - before
    return Row(name, games, played.moves, played.seconds, played.median, played.p99, spent)


def _play(port: int, games: int, moves: int) -> _Played:
    command = ["node", "load.js", str(port), str(games), str(moves), str(LONGEST)]
    ran = subprocess.run(command, cwd=HERE, capture_output=True, check=False, timeout=10 * LONGEST)
    if ran.returncode != 0:
        raise RuntimeError(f"the load on boardgame.io failed: {ran.stderr.decode()[-500:]}")
    return msgspec.json.decode(ran.stdout, type=_Played)


@contextmanager
def _database() -> Iterator[tuple[Path, str]]:
    """Run a PostgreSQL server as Kifu embeds it; yields its folder and the URL of its owner."""
    with tempfile.TemporaryDirectory(prefix="kifu-bench-", ignore_cleanup_errors=True) as folder:
        server = embedded.start(Path(folder))
        try:
            yield Path(folder), server.url
        finally:
            server.stop()


@contextmanager
def _boardgame(connection: str | None) -> Iterator[tuple[int, int]]:
    """Run the server of boardgame.io, in memory or with this connection; yields its port and its process."""
    port = free_port()
    command = ["node", "server.js", str(port), *([connection] if connection else [])]
    environment = {**os.environ, "NODE_ENV": "production"}
    process = subprocess.Popen(command, cwd=HERE, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout is not None
        began = time.monotonic()
        if process.stdout.readline() != b"ready\n" or time.monotonic() - began > START_SECONDS:
            raise RuntimeError("the server of boardgame.io does not start")
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


if __name__ == "__main__":
    lacking = why_not()
    if lacking is not None:
        sys.exit(lacking)
    for one in run(*(int(argument) for argument in sys.argv[1:])):
        print(
            f"{one.rows[0].server}, {one.rows[0].games} games: {one.median(lambda row: row.per_second):,.0f} moves/s, "
            f"Kifu {one.ratio:.2f} times as many, median {one.median(lambda row: row.median):.1f} ms, "
            f"p99 {one.median(lambda row: row.p99):.1f} ms, "
            f"{one.median(lambda row: row.cpu_of_a_move):.2f} ms of CPU a move",
            flush=True,
        )

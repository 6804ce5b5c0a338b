"""Moves a second over HTTP with durable commits, compared with empty JSON POSTs to other servers.

Two play each game, with the default options of its ruleset, each player on a connection of their own, as people do.
Load, server, projector and database share the machine. If neighbours take time from a virtual machine, compare the CPU
time of a move with that of an empty POST, which depends on them much less than moves a second do. python -m
benchmarks.moves_over_http [MOVES [RULESET ...]]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import psutil  # type: ignore[import-untyped]

from benchmarks.cpu import cpu_seconds
from benchmarks.games_over_http import SeedOf, prepare
from benchmarks.load import Load, drive, post
from benchmarks.service import Service, empty_service, service
from benchmarks.yardstick import SERVERS
from domain.kernel.ruleset import AnyRuleset
from domain.rulesets import registry

CLIENTS = 16
MOVES = 20_000
WARM_UP = 1_000
OTHER_CLIENTS = {1: 2_000, 4: 5_000, 200: 20_000}
"""How many moves of the first ruleset are played with other numbers of clients."""
SETTINGS = {"KIFU_CONNECTIONS_PER_ADDRESS": "1000"}


@dataclass(frozen=True)
class Goal:
    """The goal for moves of a ruleset with a number of clients, if there is one; p99 in milliseconds."""

    moves_per_second: int | None = None
    ratio: float | None = None
    p99: int | None = None


NO_GOAL = Goal()
GOALS = {
    ("micro-dojo", 16): Goal(2000, 0.2, 35),
    ("daimyo", 16): Goal(1800, None, 40),
    ("micro-dojo", 200): Goal(p99=500),
}


@dataclass(frozen=True)
class Spent:
    """The cost of a load: CPU seconds of the server's processes, and the share of the machine that others took."""

    load: Load
    cpu: float
    stolen: float

    @property
    def microseconds(self) -> float:
        """The server's CPU time for each answer."""
        return self.cpu / len(self.load.latencies) * 1e6


@dataclass(frozen=True)
class Row:
    """Moves of a ruleset beside empty POSTs by the same number of clients."""

    ruleset: str
    clients: int
    shared: bool
    """Whether both players of a game had one connection."""
    played: Spent
    empty: dict[str, Spent]
    """The empty POSTs, by server."""

    def ratio(self, server: str) -> float:
        """The ratio of moves a second to a yardstick's empty POSTs a second."""
        return self.played.load.per_second / self.empty[server].load.per_second

    @property
    def goal(self) -> Goal:
        """The goal of this row."""
        return NO_GOAL if self.shared else GOALS.get((self.ruleset, self.clients), NO_GOAL)

    @property
    def refused(self) -> int:
        """The number of answers other than 201."""
        return sum(count for status, count in self.played.load.statuses.items() if status != 201)


def run(moves: int = MOVES, ruleset_ids: Sequence[str] = ()) -> list[Row]:
    """Play about `moves` moves of each ruleset with 16 clients, and of the first with other numbers of clients."""
    rulesets = {ruleset.id: ruleset for ruleset in registry()}
    names = list(ruleset_ids or rulesets)
    plan = [(name, CLIENTS, moves, False) for name in names]
    plan += [(names[0], clients, min(most, moves), False) for clients, most in OTHER_CLIENTS.items()]
    plan.append((names[0], CLIENTS, moves, True))
    with service(settings=SETTINGS) as kifu:
        played = [measure_moves(kifu, rulesets[name], count, clients, None, one) for name, clients, count, one in plan]
        workers = len(kifu.workers())
    empty = {clients: _measure_empty(workers, count, clients) for _, clients, count, _ in plan}
    return [
        Row(name, clients, shared, spent, empty[clients])
        for (name, clients, _, shared), spent in zip(plan, played, strict=True)
    ]


def play(kifu: Service, ruleset: AnyRuleset, moves: int) -> Load:
    """Play about `moves` moves of games for two on a service with 16 clients, after a warm-up."""
    return measure_moves(kifu, ruleset, moves).load


def measure_moves(
    kifu: Service,
    ruleset: AnyRuleset,
    moves: int,
    clients: int = CLIENTS,
    seed_of: SeedOf | None = None,
    shared: bool = False,
) -> Spent:
    """Play about `moves` moves of games for two on a service, after a warm-up; also returns what the service spent.

    With `shared`, both players of a game have one connection.
    """
    table = f"{ruleset.id} {clients}{' shared' if shared else ''}"
    tokens = [kifu.token(f"{name} of {table}") for name in ("ann", "bob")]
    drive(kifu.address, scripts_of(kifu, ruleset, tokens, WARM_UP, 1, CLIENTS, seed_of))
    scripts = scripts_of(kifu, ruleset, tokens, moves, 1_000_000, clients, seed_of)
    return _measure(kifu.address, scripts, kifu.processes(), shared)


def _measure_empty(workers: int, requests: int, clients: int) -> dict[str, Spent]:
    measured: dict[str, Spent] = {}
    for server in SERVERS:
        with empty_service(server, workers) as (address, pid):
            script = [post("/", b"{}")] * (requests // clients)
            drive(address, [script[: WARM_UP // CLIENTS]] * CLIENTS)
            measured[server] = _measure(address, [script] * clients, [pid])
    return measured


def _measure(
    address: tuple[str, int], scripts: Sequence[Sequence[bytes]], servers: list[int], shared: bool = False
) -> Spent:
    cpu, times = cpu_seconds(servers), psutil.cpu_times()
    load = drive(address, scripts, shared=shared)
    stolen = getattr(psutil.cpu_times(), "steal", 0.0) - getattr(times, "steal", 0.0)
    return Spent(load, cpu_seconds(servers) - cpu, stolen / (load.seconds * psutil.cpu_count()))


def scripts_of(
    kifu: Service,
    ruleset: AnyRuleset,
    tokens: list[str],
    moves: int,
    first_seed: int,
    clients: int,
    seed_of: SeedOf | None = None,
) -> list[list[bytes]]:
    """Return the requests of about `moves` moves for each client; its games are new for other seeds."""
    scripts: list[list[bytes]] = [[] for _ in range(clients)]
    seed = first_seed
    while sum(map(len, scripts)) < moves:
        shortest = min(scripts, key=len)
        _, requests = prepare(kifu, ruleset, tokens, seed, seed_of=seed_of)
        shortest += requests
        seed += 1
    return scripts


if __name__ == "__main__":
    for row in run(int(sys.argv[1]) if len(sys.argv) > 1 else MOVES, sys.argv[2:]):
        played = row.played
        empty = "; ".join(
            f"empty POST to {server} {spent.load.per_second:,.0f}/s, {spent.microseconds:,.0f} us of CPU, "
            f"ratio {row.ratio(server):.3f}"
            for server, spent in row.empty.items()
        )
        print(
            f"{row.ruleset}: {len(played.load.latencies)} moves, {row.clients} clients"
            f"{' with one connection a game' if row.shared else ''}: "
            f"{played.load.per_second:,.0f} moves/s, median {played.load.percentile(0.5):.1f} ms, "
            f"p99 {played.load.percentile(0.99):.1f} ms, {row.refused} refused, {played.microseconds:,.0f} us of CPU; "
            f"{empty}; stolen {played.stolen:.0%}"
        )

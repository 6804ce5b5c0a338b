"""Moves a second over HTTP with durable commits, beside empty JSON POSTs to the same server.

Load, server, projector and database share the machine. python -m benchmarks.moves_over_http [MOVES]
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from benchmarks.games_over_http import prepare
from benchmarks.load import Load, drive, post
from benchmarks.service import Service, empty_service, service
from domain.rulesets import registry

CLIENTS = 16
MOVES = 20_000
WARM_UP = 1_000


@dataclass(frozen=True)
class Row:
    """One measurement: moves and empty POSTs a second, latencies of moves in milliseconds, answers that were no 201."""

    clients: int
    moves: int
    moves_per_second: float
    empty_per_second: float
    median: float
    p99: float
    refused: int

    @property
    def ratio(self) -> float:
        return self.moves_per_second / self.empty_per_second


def run(moves: int = MOVES) -> Row:
    """Play games with 16 clients at once until about so many moves are answered; then the same in empty POSTs."""
    with service() as kifu:
        tokens = [kifu.token("ann"), kifu.token("bob")]
        drive(kifu.address, _scripts(kifu, tokens, WARM_UP, 1))
        played = drive(kifu.address, _scripts(kifu, tokens, moves, 1_000_000))
        workers = len(kifu.workers())
    empty = _empty(workers, moves)
    refused = sum(count for status, count in played.statuses.items() if status != 201)
    return Row(
        CLIENTS,
        len(played.latencies),
        played.per_second,
        empty.per_second,
        played.percentile(0.5),
        played.percentile(0.99),
        refused,
    )


def _scripts(kifu: Service, tokens: list[str], moves: int, first_seed: int) -> list[list[bytes]]:
    (ruleset,) = registry()
    scripts: list[list[bytes]] = [[] for _ in range(CLIENTS)]
    seed = first_seed
    while sum(map(len, scripts)) < moves:
        shortest = min(scripts, key=len)
        _, requests = prepare(kifu, ruleset, tokens, seed)
        shortest += requests
        seed += 1
    return scripts


def _empty(workers: int, requests: int) -> Load:
    with empty_service(workers) as address:
        script = [post("/", b"{}")] * (requests // CLIENTS)
        drive(address, [script[: WARM_UP // CLIENTS]] * CLIENTS)
        return drive(address, [script] * CLIENTS)


if __name__ == "__main__":
    row = run(int(sys.argv[1]) if len(sys.argv) > 1 else MOVES)
    print(
        f"{row.moves} moves, {row.clients} clients: {row.moves_per_second:,.0f} moves/s, "
        f"median {row.median:.1f} ms, p99 {row.p99:.1f} ms, {row.refused} refused; "
        f"empty POST {row.empty_per_second:,.0f}/s; ratio {row.ratio:.2f}"
    )

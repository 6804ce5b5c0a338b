"""Moves a second over HTTP with durable commits, beside empty JSON POSTs to the same server.

Two play each game, with the default options of its ruleset. Load, server, projector and database share the
machine. python -m benchmarks.moves_over_http [MOVES [RULESET ...]]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.games_over_http import prepare
from benchmarks.load import Load, drive, post
from benchmarks.service import Service, empty_service, service
from domain.rulesets import AnyRuleset, registry

"""The rulesets measured by default, if they are installed."""
CLIENTS = 16
MOVES = 20_000
WARM_UP = 1_000


@dataclass(frozen=True)
class Row:
    """One measurement: moves and empty POSTs a second, latencies of moves in milliseconds, answers that were no 201."""

    ruleset: str
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


def run(moves: int = MOVES, ruleset_ids: Sequence[str] = ()) -> list[Row]:
    """Play games with 16 clients at once until about `moves` moves are answered, then send as many empty POSTs."""
    rulesets = {ruleset.id: ruleset for ruleset in registry()}
    with service() as kifu:
        played = {name: play(kifu, rulesets[name], moves) for name in ruleset_ids or rulesets}
        workers = len(kifu.workers())
    empty = _empty(workers, moves)
    return [_row(name, load, empty) for name, load in played.items()]


def play(kifu: Service, ruleset: AnyRuleset, moves: int) -> Load:
    """Play about `moves` moves of games for two on a service, after a warm-up."""
    tokens = [kifu.token(f"{name} of {ruleset.id}") for name in ("ann", "bob")]
    drive(kifu.address, _scripts(kifu, ruleset, tokens, WARM_UP, 1))
    return drive(kifu.address, _scripts(kifu, ruleset, tokens, moves, 1_000_000))


def _row(ruleset: str, played: Load, empty: Load) -> Row:
    return Row(
        ruleset,
        CLIENTS,
        len(played.latencies),
        played.per_second,
        empty.per_second,
        played.percentile(0.5),
        played.percentile(0.99),
        sum(count for status, count in played.statuses.items() if status != 201),
    )


def _scripts(kifu: Service, ruleset: AnyRuleset, tokens: list[str], moves: int, first_seed: int) -> list[list[bytes]]:
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
    for row in run(int(sys.argv[1]) if len(sys.argv) > 1 else MOVES, sys.argv[2:]):
        print(
            f"{row.ruleset}: {row.moves} moves, {row.clients} clients: {row.moves_per_second:,.0f} moves/s, "
            f"median {row.median:.1f} ms, p99 {row.p99:.1f} ms, {row.refused} refused; "
            f"empty POST {row.empty_per_second:,.0f}/s; ratio {row.ratio:.2f}"
        )

"""The cost of digests and receipts: moves a second over HTTP with and without them, and verifying a long game.

The two services take turns, so that other load on the machine affects both. python -m benchmarks.chain_cost [MOVES
[ROUNDS]]
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.cold_state import STEPS, play_long
from benchmarks.load import Load
from benchmarks.moves_over_http import play
from benchmarks.service import service
from benchmarks.store import fresh_games
from domain.application.audit import Audit
from domain.rulesets import registry
from eventstore.postgres import embedded
from eventstore.postgres.migrate import migrate
from service.keys import signing
from service.settings import Settings

RULESET = "micro-dojo"
MOVES, ROUNDS = 10_000, 3
UNCHAINED = "unchained"
VERIFICATIONS = 9


@dataclass(frozen=True)
class Cost:
    """Moves a second with and without digests and receipts, each the best of all rounds."""

    moves: int
    chained: float
    unchained: float

    @property
    def share(self) -> float:
        """The lost share of the moves a second."""
        return 1 - self.chained / self.unchained


@dataclass(frozen=True)
class Verified:
    """Milliseconds of verifying a game of `steps` steps."""

    steps: int
    median: float
    slowest: float


def run(moves: int = MOVES, rounds: int = ROUNDS) -> Cost:
    """Play about `moves` moves in each round with each service."""
    loads: dict[bool, list[Load]] = {True: [], False: []}
    for _ in range(rounds):
        for chained in loads:
            loads[chained].append(_played(chained, moves))
    for load in (*loads[True], *loads[False]):
        if set(load.statuses) != {201}:
            raise RuntimeError(f"not all moves were accepted: {load.statuses}")
    best = {chained: max(load.per_second for load in found) for chained, found in loads.items()}
    return Cost(len(loads[True][0].latencies), best[True], best[False])


def _played(chained: bool, moves: int) -> Load:
    ruleset = {ruleset.id: ruleset for ruleset in registry()}[RULESET]
    with service(without=None if chained else UNCHAINED) as kifu:
        return play(kifu, ruleset, moves)


def verification() -> Verified:
    """Verify a game from the database again and again: chain, receipts and every move."""
    with tempfile.TemporaryDirectory(prefix="kifu-bench-", ignore_cleanup_errors=True) as folder:
        signer, keyring = signing.load_or_make(Settings(data=Path(folder)))
        server = embedded.start(Path(folder))
        try:
            migrate(server.url)
            with fresh_games(server.url, signer) as games:
                game_id = play_long(games)
                times = []
                for _ in range(VERIFICATIONS):
                    # A new one each time, since it caches its verdicts.
                    audit = Audit(games.stored, games.queries, keyring)
                    began = time.perf_counter()
                    found = audit.verification(game_id, None, arbiter=True)
                    times.append((time.perf_counter() - began) * 1000)
                    if not found.holds or found.receipts.genuine <= STEPS:
                        raise RuntimeError(f"the verification finds fault: {found}")
        finally:
            server.stop()
    times.sort()
    return Verified(STEPS, times[len(times) // 2], times[-1])


if __name__ == "__main__":
    found = verification()
    print(f"verification of {found.steps} steps: median {found.median:.0f} ms, slowest {found.slowest:.0f} ms")
    cost = run(*(int(argument) for argument in sys.argv[1:]))
    print(
        f"{cost.moves} moves: {cost.chained:,.0f}/s with digests and receipts, {cost.unchained:,.0f}/s without: "
        f"{100 * cost.share:.1f} % less"
    )

"""Random legal moves a second of the rules alone: listing the moves, deciding, writing facts, copying the state.

python -m benchmarks.engine [GAMES]
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from domain.rulesets import registry
from kifu.fuzzing.combinations import representative
from kifu.selfplay.play import play_games

GAMES = 400
LONG = {"yedo": 20}
"""How much longer games of some rulesets take; correspondingly fewer are played."""
GOALS = {"micro-dojo": 75_000, "daimyo": 20_000, "yedo": 10_000}
"""The goals in moves a second, if there is one."""
BEST_OF = 3


@dataclass(frozen=True)
class Row:
    """One measurement: the options played and the moves a second of the best of a few runs."""

    ruleset: str
    options: str
    games: int
    moves: int
    moves_per_second: float


def run(games: int = GAMES) -> list[Row]:
    """Measure every ruleset on one core; the best of a few runs, since other processes can only slow it down."""
    rows = []
    for ruleset in registry():
        played = max(games // LONG.get(ruleset.id, 1), 1)
        for combination in representative(ruleset):
            tallies = [play_games(ruleset, *combination, played, "bench") for _ in range(BEST_OF)]
            best = max(tallies, key=lambda tally: tally.moves_per_second)
            rows.append(Row(ruleset.id, combination.words, played, best.moves, best.moves_per_second))
    return rows


if __name__ == "__main__":
    for row in run(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES):
        print(f"{row.ruleset:12} {row.options:60} {row.moves_per_second:10,.0f} moves/s")

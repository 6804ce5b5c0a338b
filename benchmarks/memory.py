"""The memory of the web workers while 10,000 games are begun, one after the other.

python -m benchmarks.memory [GAMES [RULESET]]

Each game is resigned after a few moves: what a worker could keep of a game it has by then.
"""

from __future__ import annotations

import argparse
import sys
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


@dataclass(frozen=True)
class Row:
    """Resident megabytes of the largest worker after each tenth of the games."""

    ruleset: str
    games: int
    megabytes: tuple[float, ...]

    @property
    def growth(self) -> float:
        """The last sample divided by the middle one: 1 is flat. The cache of games is full long before the middle."""
        return self.megabytes[-1] / self.megabytes[len(self.megabytes) // 2 - 1]


def run(games: int = GAMES, ruleset: str = RULESET) -> Row:
    """Play `games` games of a ruleset, and measure the workers ten times."""
    samples = []
    with service() as kifu:
        tokens = [kifu.token("ann"), kifu.token("bob")]
        for sample in range(SAMPLES):
            _play(kifu, ruleset, tokens, games // SAMPLES, sample * games)
            samples.append(max(resident(pid) for pid in kifu.workers()))
    return Row(ruleset, games, tuple(samples))


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


def resident(pid: int) -> float:
    """Return the resident megabytes of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def _main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description="The memory of the web workers.")
    parser.add_argument("games", nargs="?", type=int, default=GAMES)
    parser.add_argument("ruleset", nargs="?", default=RULESET)
    told = parser.parse_args(arguments)
    row = run(told.games, told.ruleset)
    megabytes = ", ".join(f"{mb:.0f}" for mb in row.megabytes)
    print(f"{row.games} games of {row.ruleset}: {megabytes} MB; growth {row.growth:.2f}")


if __name__ == "__main__":
    _main(sys.argv[1:])

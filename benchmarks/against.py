"""Compares two versions of Kifu side by side: only these figures decide whether one is faster.

`make bench-against COMMIT=REVISION`, or python -m benchmarks.against REVISION [--pairs N] [--seconds S] [--clients N,N]
[--rulesets ID,ID] [--json]. The other version gets a work tree and an environment of its own in `.bench-against`. Both
services run all the time, and short slices of the same games go to one and then to the other, so other load on the
machine affects both; ratios are those of neighbouring slices. The rules of another version may refuse some of the
moves, which is counted.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from statistics import median, quantiles

from rich.console import Console

from benchmarks.cpu import running_seconds
from benchmarks.games_over_http import SentMove, choose_moves, open_game, requests
from benchmarks.load import drive
from benchmarks.service import Service, service
from domain.rulesets import registry

ROOT = Path(__file__).resolve().parent.parent
TREES = ROOT / ".bench-against"
SETTINGS = {"KIFU_CONNECTIONS_PER_ADDRESS": "1000"}
GAMES = 24
"""How many different games of each ruleset are played, again and again."""
CLIENTS, RULESETS = "1,4,8,16,200", "micro-dojo,daimyo,yedo"
SPARE = 1.6
"""How many times as many moves as in the last slice are prepared for the next."""


@dataclass(frozen=True)
class Slice:
    """The figures of one service in one slice: `cpu` in microseconds a move, `p99` in milliseconds."""

    per_second: float
    cpu: float
    p99: float
    refused: int


@dataclass(frozen=True)
class Compared:
    """The ratios of this version to the other, as medians with quartiles, and the medians of this version."""

    ruleset: str
    clients: int
    pairs: int
    moves: tuple[float, float, float]
    cpu: tuple[float, float, float]
    p99: tuple[float, float, float]
    per_second: float
    cpu_of_a_move: float
    refused: tuple[int, int]


class Player:
    """Plays slices of the same games on one service, always new ones."""

    def __init__(self, kifu: Service, games: dict[str, list[list[SentMove]]]) -> None:
        self._kifu = kifu
        self._games = games
        self._tokens = [kifu.token(name) for name in ("ann", "bob")]
        self._numbers = count()
        self._needed: dict[tuple[str, int], int] = {}

    def play(self, ruleset: str, clients: int, seconds: float) -> Slice:
        """Play games of a ruleset with this many clients for some seconds."""
        needed = self._needed.get((ruleset, clients), 20)
        scripts = [self._script(ruleset, needed) for _ in range(clients)]
        processes = self._kifu.processes()
        before = running_seconds(processes)
        load = drive(self._kifu.address, scripts, seconds=seconds)
        after = running_seconds(processes)
        answered = len(load.latencies)
        self._needed[ruleset, clients] = int(SPARE * answered / clients * seconds / load.seconds) + 20
        cpu = sum(spent - before.get(pid, 0.0) for pid, spent in after.items())
        refused = sum(number for status, number in load.statuses.items() if status != 201)
        return Slice(load.per_second, cpu / answered * 1e6, load.percentile(0.99), refused)

    def _script(self, ruleset: str, moves: int) -> list[bytes]:
        script: list[bytes] = []
        while len(script) < moves:
            number = next(self._numbers) % GAMES
            game_id = open_game(self._kifu, ruleset, self._tokens, number + 1)
            script += requests(game_id, self._tokens, self._games[ruleset][number])
        return script


def compare(
    revision: str, rulesets: Sequence[str], clients: Sequence[int], pairs: int, seconds: float, console: Console
) -> list[Compared]:
    """Compare this checkout with a revision; raises CalledProcessError if there is no such revision."""
    with console.status(f"setting up {revision} ..."):
        tree = check_out(revision)
    known = registry()
    games = {
        name: [choose_moves(known[name], 2, one.to_bytes(32), one) for one in range(1, GAMES + 1)] for name in rulesets
    }
    found = []
    with _services(tree) as (ours, theirs), console.status("") as status:
        mine, other = Player(ours, games), Player(theirs, games)
        for ruleset in rulesets:
            for number in clients:
                status.update(f"{ruleset}, {number} clients ...")
                found.append(_compare(mine, other, ruleset, number, pairs, seconds))
    return found


def check_out(revision: str) -> Path:
    """Return a work tree of the revision with its own environment, kept for later runs."""
    commit = _git("rev-parse", "--verify", "--short=12", f"{revision}^{{commit}}")
    tree = TREES / commit
    if not tree.exists():
        _git("worktree", "prune")
        _git("worktree", "add", "--detach", str(tree), commit)
    subprocess.run(["make", "--silent", ".venv/ready"], cwd=tree, check=True, stdout=sys.stderr)
    return tree


@contextmanager
def _services(tree: Path) -> Iterator[tuple[Service, Service]]:
    with service(settings=SETTINGS) as ours, service(settings=SETTINGS, tree=tree) as theirs:
        yield ours, theirs


def _compare(mine: Player, other: Player, ruleset: str, clients: int, pairs: int, seconds: float) -> Compared:
    for player in (mine, other):
        player.play(ruleset, clients, seconds)
    rows: list[tuple[Slice, Slice]] = []
    for pair in range(pairs):
        # Each goes first equally often.
        if pair % 2:
            theirs, ours = other.play(ruleset, clients, seconds), mine.play(ruleset, clients, seconds)
        else:
            ours, theirs = mine.play(ruleset, clients, seconds), other.play(ruleset, clients, seconds)
        rows.append((ours, theirs))
    return Compared(
        ruleset,
        clients,
        pairs,
        _spread([ours.per_second / theirs.per_second for ours, theirs in rows]),
        _spread([ours.cpu / theirs.cpu for ours, theirs in rows]),
        _spread([ours.p99 / theirs.p99 for ours, theirs in rows]),
        median(ours.per_second for ours, _ in rows),
        median(ours.cpu for ours, _ in rows),
        (sum(ours.refused for ours, _ in rows), sum(theirs.refused for _, theirs in rows)),
    )


def _spread(ratios: Sequence[float]) -> tuple[float, float, float]:
    """Return the median and the quartiles."""
    if len(ratios) < 2:
        return (ratios[0],) * 3
    low, middle, high = quantiles(ratios, n=4)
    return middle, low, high


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def _describe(row: Compared) -> str:
    ratios = (f"{middle:.2f} ({low:.2f}-{high:.2f})" for middle, low, high in (row.moves, row.cpu, row.p99))
    moves, cpu, p99 = ratios
    refused = f"; refused {row.refused[0]} here, {row.refused[1]} there" if any(row.refused) else ""
    return (
        f"{row.ruleset}, {row.clients} clients, {row.pairs} pairs: moves a second {moves}, CPU a move {cpu}, "
        f"p99 {p99}; "
        f"here {row.per_second:,.0f} moves a second, {row.cpu_of_a_move:,.0f} us a move{refused}"
    )


def main(words: Sequence[str]) -> None:
    """Compare and show the outcome, as a table or as JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.against", description="Compare two versions of Kifu.")
    parser.add_argument("revision", help="the commit, branch or tag to compare with")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=1.5, help="how long a slice lasts")
    parser.add_argument("--clients", default=CLIENTS, help=f"numbers of clients ({CLIENTS})")
    parser.add_argument("--rulesets", default=RULESETS, help=f"ids of rulesets ({RULESETS})")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(words)
    console = Console(stderr=given.json)
    try:
        clients = [int(number) for number in given.clients.split(",")]
        found = compare(given.revision, given.rulesets.split(","), clients, given.pairs, given.seconds, console)
    except subprocess.CalledProcessError as error:
        sys.exit(f"Error: {given.revision} cannot be set up: {error.stderr or error}".strip())
    if given.json:
        print(json.dumps([asdict(row) for row in found]))
    else:
        print("This version over the other one: medians of ratios, quartiles in brackets.")
        print("\n".join(map(_describe, found)))


if __name__ == "__main__":
    main(sys.argv[1:])

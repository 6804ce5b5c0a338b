"""Plays games between bots in several processes, with the same totals as in one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import NamedTuple

from domain.kernel.rulesets import Rulesets
from kifu.selfplay.play import PlayedGame, SideTally, Tally, play_game
from kifu.selfplay.usage import Named, Usage
from kifu.shared.rules import load_rulesets

CHUNKS = 8
"""How many parts each process's games are cut into, so that all finish together and progress shows."""


class Work(NamedTuple):
    """The games to play: the ruleset's id, its options as JSON values, and whether to count named things."""

    ruleset: str
    options: object
    seats: int
    games: int
    seed: str
    bots: tuple[str, ...]
    usage: bool


class Done(NamedTuple):
    """Finished games, and what they named."""

    played: list[PlayedGame]
    named: Counter[Named]


def play_all(work: Work, jobs: int, on_games: Callable[[int], None]) -> tuple[Tally, Usage]:
    """Play all games in `jobs` processes, or in this one if `jobs` is 1; `on_games` is called as games end."""
    tally, usage = Tally([SideTally() for _ in range(work.seats)]), Usage()
    for done in _parts(work, jobs):
        for played in done.played:
            tally.add(played)
        usage.counts.update(done.named)
        on_games(len(done.played))
    return tally, usage


def _parts(work: Work, jobs: int) -> Iterator[Done]:
    if jobs == 1:
        yield from (_play((work, range(number, number + 1))) for number in range(work.games))
        return
    size = max(1, work.games // (jobs * CHUNKS))
    parts = [(work, range(first, min(first + size, work.games))) for first in range(0, work.games, size)]
    # A fork would take along the thread that draws the progress.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as processes:
        yield from processes.map(_play, parts)


def _play(part: tuple[Work, Iterable[int]]) -> Done:
    work, numbers = part
    ruleset = _rulesets()[work.ruleset]
    options = ruleset.parse_options(work.options)
    usage = Usage()
    watch = usage.watch if work.usage else None
    played = [
        play_game(ruleset, options, work.seats, number, f"{work.seed}/{number}", work.bots, watch) for number in numbers
    ]
    return Done(played, usage.counts)


@cache
def _rulesets() -> Rulesets:
    return load_rulesets()

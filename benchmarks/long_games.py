"""Yedo for five: listing many legal moves over HTTP, and folding a whole game from its events.

python -m benchmarks.long_games
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from benchmarks.games_over_http import prepare
from benchmarks.load import drive, get
from benchmarks.service import service
from domain.kernel.bots import RandomBot, suggest_any
from domain.kernel.chance import Chance
from domain.kernel.ruleset import AnyRuleset
from domain.record.game import fold
from domain.rulesets import registry
from kifu.selfplay.recording import Recording, Setup

RULESET = "yedo"
SEATS = 5
OPTIONS = {"rounds": 8, "sets": "classic"}
GAMES = 12
"""How many games are searched for the position with the most moves."""
REQUESTS = 400
FOLDS = 15


class Widest(NamedTuple):
    """A position with many legal moves: the seed of its game, the moves before it, who is asked, and how many."""

    seed: int
    before: int
    seat: int
    moves: int


@dataclass(frozen=True)
class Listing:
    """The time of an answer to legal-moves in milliseconds, for a number of legal moves."""

    moves: int
    median: float
    p99: float


@dataclass(frozen=True)
class Folding:
    """The time in milliseconds to fold a whole game."""

    events: int
    median: float


def widest(ruleset: AnyRuleset) -> Widest:
    """Return the position with the most legal moves in a few random games, played as `prepare` plays them."""
    found = Widest(0, 0, 0, 0)
    for seed in range(1, GAMES + 1):
        random, chance = Random(seed), Chance(bytes.fromhex(f"{seed:064x}"))
        state, before = ruleset.open(ruleset.parse_options(OPTIONS), SEATS, chance).state, 0
        draws = 0
        while state.result is None:
            listed = suggest_any(state, ruleset.choices(state))
            choice, legal = listed.choice, listed.answers
            moves = sum(1 for _ in choice.moves(state))
            if moves > found.moves:
                found = Widest(seed, before, choice.seat, moves)
            before += 1
            draws += bool(chance.outcomes)
            state = ruleset.decide(state, choice.seat, random.choice(legal), chance.begin_step(draws + 1)).state
    return found


def listing() -> Listing:
    """Ask a service for the legal moves of the widest position, over and over."""
    ruleset = registry()[RULESET]
    found = widest(ruleset)
    with service() as kifu:
        tokens = [kifu.token(name) for name in ("ann", "bob", "cyd", "dan", "eve")]
        game_id, moves = prepare(kifu, ruleset, tokens, found.seed, found.before, OPTIONS)
        drive(kifu.address, [moves])
        asked = get(f"/v1/games/{game_id}/legal-moves?seat={found.seat}", tokens[found.seat])
        answer = kifu.call("GET", f"/v1/games/{game_id}/legal-moves?seat={found.seat}", None, tokens[found.seat])
        listed = len(answer["choices"][0]["moves"])
        load = drive(kifu.address, [[asked] * REQUESTS])
    if listed != found.moves or set(load.statuses) != {200}:
        raise RuntimeError(f"not the position that was looked for: {listed} moves, {load.statuses}")
    return Listing(listed, load.percentile(0.5), load.percentile(0.99))


def folding() -> Folding:
    """Play a whole game of random moves, and fold its events several times."""
    rulesets = registry()
    ruleset, random, bot = rulesets[RULESET], Random(5), RandomBot()
    recording = Recording(rulesets, Setup(ruleset, ruleset.parse_options(OPTIONS), SEATS), random, bytes(32))
    recording.start()
    while (state := recording.game.state) is not None and state.result is None:
        listed = suggest_any(state, ruleset.choices(state))
        recording.play(listed.choice.seat, bot.choose(ruleset, listed, random))
    times = []
    for _ in range(FOLDS):
        began = time.perf_counter()
        fold(recording.events, rulesets)
        times.append((time.perf_counter() - began) * 1000)
    return Folding(len(recording.events), sorted(times)[FOLDS // 2])


if __name__ == "__main__":
    folded = folding()
    print(f"{folded.events} events folded in {folded.median:.1f} ms")
    row = listing()
    print(f"{row.moves} legal moves listed over HTTP in {row.median:.1f} ms (p99 {row.p99:.1f} ms)")

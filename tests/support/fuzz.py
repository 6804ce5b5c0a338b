"""The fuzzer for tests: what `kifu fuzz` checks, with a game's own universe of moves and its own limits.

A game tells the fuzzer its `universe` (moves that can be written down, legal or not, for one state), its `limits`
(raises if a state breaks them) and, if its ruleset does not, which moves need no words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from domain.kernel.choice import Move
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.table import Outcome, State
from kifu.fuzzing.combinations import Combination
from kifu.fuzzing.fuzzer import Answer, Dice, Effort, Examiner
from kifu.fuzzing.playing import Playing

EFFORT = Effort(heavy_every=3, accepted=None, refused=10)


class Fuzzed(NamedTuple):
    """A ruleset under the fuzzer."""

    ruleset: AnyRuleset
    universe: Callable[[State], Iterable[Move]]
    limits: Callable[[State, Outcome[State]], None]


class Strict(Examiner):
    """An examiner that tries the whole universe of a game at one heavy step in `universe_every`, and its limits."""

    def __init__(self, game: Fuzzed, combination: Combination, seed: int, universe_every: int) -> None:
        random = Random(seed)
        super().__init__(game.ruleset, combination, Dice(random.randbytes(32)), random, effort=EFFORT)
        self._game = game
        self._rarely = max(1, universe_every // EFFORT.heavy_every)

    def check_outcome(self, before: State, outcome: Outcome[State], move: Move | None) -> None:
        super().check_outcome(before, outcome, move)
        self._game.limits(before, outcome)

    def candidates(self, state: State, answers: Sequence[Answer]) -> Iterator[Answer]:
        yield from super().candidates(state, answers)
        if self._random.randrange(self._rarely) == 0:
            for seat in {seat for seat, _ in answers}:
                for move in self._game.universe(state):
                    yield seat, move


def fuzz(game: Fuzzed, options: object, seats: int, seed: int, universe_every: int = 15) -> State:
    """Play a random game to its end; returns its last state. One step in `universe_every` tries the whole universe."""
    chosen = game.ruleset.parse_options(options)
    examiner = Strict(game, Combination(chosen, seats), seed, universe_every)
    return Playing(examiner, Random(seed)).run()

"""Random games under an examiner: one, with occasional resignations, or many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random

import msgspec

from domain.kernel.choice import Move
from domain.kernel.options import FEW_SEATS, GameOptions, OnResignation, listed_values
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.table import State
from domain.record.resigned_seats import bot_move, passing_move, seats_to_play
from kifu.fuzzing.combinations import Combination
from kifu.fuzzing.fuzzer import MOST_STEPS, Answer, Count, Defect, Dice, Effort, Examiner, MovePool, blaming
from kifu.fuzzing.laws import BrokenLaw, require

RESIGNS = 0.01
"""The probability that a seat resigns before a step, if the others play on."""
Played = tuple[int, Move | None]
"""A seat and its move, or None if the seat resigned."""


class Playing:
    """One random game under an examiner; `moves` are those played so far.

    If the options let the others play on, seats resign now and then, and the rules make their moves afterwards.
    """

    def __init__(self, examiner: Examiner, random: Random) -> None:
        self.moves: list[Played] = []
        self._examiner = examiner
        self._random = random

    def run(self) -> State:
        """Play to the end; raises Defect, also if the game never ends."""
        examiner = self._examiner
        state = examiner.open()
        examiner.count.steps += 1
        for step in range(2, MOST_STEPS):
            if state.result is not None:
                examiner.count.games += 1
                return state
            if self._resigns(state, step):
                continue
            heavy = self._random.randrange(examiner.effort.heavy_every) == 0
            offers = examiner.look(state, step, heavy)
            seat, move = self._by_rule(state, step, offers) or self._pick(offers)
            state = examiner.take(state, step, seat, move)
            examiner.count.steps += 1
            self.moves.append((seat, move))
        raise Defect(MOST_STEPS, None, None, BrokenLaw(f"the game does not end within {MOST_STEPS} steps"))

    def _resigns(self, state: State, step: int) -> bool:
        """Sometimes resign a seat, if the others play on; return whether one resigned."""
        examiner = self._examiner
        options, seats = examiner.options, range(examiner.seats)
        if not isinstance(options, GameOptions) or options.on_resignation not in ("pass", "bot"):
            return False
        left = [seat for seat in seats if seat not in examiner.resigned]
        if not examiner.ruleset.plays_on(options, len(left) - 1) or self._random.random() >= RESIGNS:
            return False
        seat = self._random.choice(left)
        self.moves.append((seat, None))
        examiner.resign(state, step, seat)
        examiner.count.steps += 1
        return True

    def _by_rule(self, state: State, step: int, offers: Sequence[Sequence[Answer]]) -> Answer | None:
        """Return the move due for a resigned seat; None if there is none."""
        examiner = self._examiner
        options, ruleset = examiner.options, examiner.ruleset
        due = seats_to_play(ruleset, state, examiner.resigned)
        if not due:
            return None
        seat = due[0]
        with blaming(step):
            move = passing_move(ruleset, state, seat)
            require(passing_move(ruleset, state, seat) == move, "a seat passes with another move the second time")
            if isinstance(options, GameOptions) and options.on_resignation == "bot":
                move = bot_move(ruleset, state, seat, self._random.randbytes(32)) or move
        return seat, move

    def _pick(self, offers: Sequence[Sequence[Answer]]) -> Answer:
        """Pick an answer: half of the time uniformly by question, half of the time by move."""
        if self._random.random() < 0.5:
            return self._random.choice(self._random.choice([answers for answers in offers if answers]))
        return self._random.choice(list(chain.from_iterable(offers)))


@dataclass
class Fuzzing:
    """Many games of a ruleset, cycling through its combinations. The same seed plays the same games."""

    ruleset: AnyRuleset
    combinations: Sequence[Combination]
    seed: str
    effort: Effort = field(default_factory=Effort)
    counts: dict[Combination, Count] = field(default_factory=dict)
    pool: MovePool = field(default_factory=MovePool)

    @property
    def sums(self) -> Count:
        """The total counts of all combinations."""
        counts = self.counts.values()
        return Count(
            games=sum(count.games for count in counts),
            steps=sum(count.steps for count in counts),
            tried=sum(count.tried for count in counts),
            refused=sum(count.refused for count in counts),
        )

    def run(self, more: Callable[[int], bool], on_game: Callable[[Combination], None] = lambda _: None) -> None:
        """Play games, numbered from 0, as long as `more` accepts the next number; raises Failed."""
        number = 0
        while more(number):
            combination = self.combinations[number % len(self.combinations)]
            self._play(number, combination)
            on_game(combination)
            number += 1

    def _play(self, number: int, combination: Combination) -> None:
        random = Random(f"{self.seed}/{number}")  # noqa: S311 - the seed of a game that hides nothing
        secret = random.randbytes(32)
        checks = Random(f"{self.seed}/{number}/checks")  # noqa: S311 - picks what is tried
        count = self.counts.setdefault(combination, Count())
        combination = _choose_resignation(combination, random)
        examiner = Examiner(self.ruleset, combination, Dice(secret), checks, self.pool, self.effort, count)
        playing = Playing(examiner, random)
        try:
            playing.run()
        except Defect as defect:
            raise Failed(number, combination, secret, playing.moves, defect) from defect


def _choose_resignation(combination: Combination, random: Random) -> Combination:
    """Return a combination with a random choice of how the game continues after a resignation."""
    options, seats = combination
    if seats <= FEW_SEATS or not isinstance(options, GameOptions):
        return combination
    ways = listed_values(OnResignation)
    return Combination(msgspec.structs.replace(options, on_resignation=random.choice(ways)), seats)


class Failed(Exception):
    """A fuzzer game with a defect, after `moves` that broke no law."""

    def __init__(
        self, number: int, combination: Combination, secret: bytes, moves: Sequence[Played], defect: Defect
    ) -> None:
        super().__init__(f"game {number} ({combination.words}): {defect}")
        self.number = number
        self.combination = combination
        self.secret = secret
        self.moves = moves
        self.defect = defect

"""The fuzzer: plays random games of any ruleset under all its options and checks every law."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from random import Random
from typing import NamedTuple

import msgspec

from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.kernel.choice import AnyChoice, Move
from domain.kernel.errors import IllegalMove, NotAsked, Refusal
from domain.kernel.ruleset import AnyRuleset, MalformedMove
from domain.kernel.table import Outcome, State
from kifu.fuzzing.combinations import Combination
from kifu.fuzzing.families import draw_family
from kifu.fuzzing.laws import (
    BrokenLaw,
    all_viewers,
    check_clauses,
    check_refusal,
    check_result,
    check_scores,
    check_step,
    check_views,
    check_words,
    require,
)

MOST_STEPS = 5_000
MOST_KEPT = 5_000
"""How many moves the fuzzer remembers."""
LEARNT = 10
"""How many moves it learns from each position."""

Answer = tuple[int, Move]
"""A seat and its move."""


class Defect(Exception):
    """A broken law, or an exception other than a refusal, when `seat` tried `move` as step `step`.

    `seat` and `move` are None where no move was tried; `trace` says where in the code it happened.
    """

    def __init__(self, step: int, seat: int | None, move: Move | None, cause: Exception) -> None:
        kind = "" if isinstance(cause, BrokenLaw) else f"{type(cause).__name__}: "
        super().__init__(f"step {step}: {kind}{cause}")
        self.step = step
        self.seat = seat
        self.move = move
        self.error = f"{kind}{cause}"
        self.trace = "".join(traceback.format_exception(cause))


@dataclass(frozen=True)
class Effort:
    """How much is checked: expensive checks run at one step in `heavy_every` and try this many moves.

    If `accepted` is None, all offered moves are tried.
    """

    heavy_every: int = 5
    accepted: int | None = 40
    refused: int = 30


THOROUGH = Effort(heavy_every=1, accepted=None, refused=200)


@dataclass
class Count:
    """What was played, and the extra moves: `tried` ones were offered, `refused` ones were not."""

    games: int = 0
    steps: int = 0
    tried: int = 0
    refused: int = 0


class MovePool:
    """Moves seen in earlier positions and games, to be sent at the wrong time."""

    def __init__(self) -> None:
        self._moves: list[Move] = []
        self._known: set[Move] = set()
        self._values: dict[str, list[object]] = {}
        self._taken: set[tuple[str, object]] = set()

    def learn(self, moves: Iterable[Move], random: Random) -> None:
        """Remember moves and the values of their fields; a full pool drops others."""
        for move in moves:
            if move in self._known:
                continue
            self._known.add(move)
            if len(self._moves) < MOST_KEPT:
                self._moves.append(move)
            else:
                place = random.randrange(MOST_KEPT)
                self._known.discard(self._moves[place])
                self._moves[place] = move
            for name in move.__struct_fields__:
                if (taken := (name, getattr(move, name))) not in self._taken:
                    self._taken.add(taken)
                    self._values.setdefault(name, []).append(taken[1])

    def strange(self, offered: Sequence[Move], count: int, random: Random) -> Iterator[Move]:
        """Make moves to try: half seen elsewhere, half offered ones with one field changed."""
        for number in range(count):
            move = random.choice(offered)
            names = [name for name in move.__struct_fields__ if name in self._values]
            if number % 2 or not names:
                yield random.choice(self._moves)
            else:
                name = random.choice(names)
                yield msgspec.structs.replace(move, **{name: random.choice(self._values[name])})


class Dice(NamedTuple):
    """The chance of a game: its secret seed, and whether outcomes are numbered by step, as in older games."""

    secret: bytes
    by_step: bool = False


class Examiner:
    """Checks one game by all laws. Every method raises Defect for what it finds.

    `draws` counts the steps with random outcomes. `resigned` are the seats that have resigned so far.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        combination: Combination,
        dice: Dice,
        random: Random,
        pool: MovePool | None = None,
        effort: Effort = THOROUGH,
        count: Count | None = None,
    ) -> None:
        self.draws = 0
        self.resigned: tuple[int, ...] = ()
        self.ruleset = ruleset
        self.options, self.seats = combination
        self.names = [f"Player {seat}" for seat in range(self.seats)]
        self.names += ruleset.side_names(self.options, self.seats)
        self.pool = pool or MovePool()
        self.effort = effort
        self.count = count or Count()
        self._dice = dice
        self._random = random

    def open(self) -> State:
        """Set the game up."""
        with blaming(1):
            before = self.ruleset.start(self.options, self.seats)
            chance = self._chance(1)
            outcome = self.ruleset.open(self.options, self.seats, chance)
            again = self.ruleset.open(self.options, self.seats, self._chance(1))
            require(outcome == again, "the set-up is not the same twice")
            self.check_outcome(before, outcome, None)
        self.draws += bool(chance.outcomes)
        return outcome.state

    def take(self, state: State, step: int, seat: int, move: Move) -> State:
        """Play an offered move as a step."""
        state, drew = self._try(state, step, seat, move)
        self.draws += drew
        return state

    def _try(self, state: State, step: int, seat: int, move: Move) -> tuple[State, bool]:
        """Return the state after an offered move, and whether chance was involved."""
        chance = self._chance(step)
        with blaming(step, seat, move):
            try:
                outcome = self.ruleset.decide(state, seat, move, chance, self.resigned)
            except Refusal as refusal:
                raise BrokenLaw(f"{move} is offered to seat {seat}, but refused: {refusal}") from refusal
            again = self.ruleset.decide(state, seat, move, self._chance(step), self.resigned)
            require(outcome == again, "the move does not lead to the same twice")
            self.check_outcome(state, outcome, move)
        return outcome.state, bool(chance.outcomes)

    def resign(self, state: State, step: int, seat: int) -> None:
        """Resign a seat as a step."""
        resigned = (*self.resigned, seat)
        with blaming(step):
            check_result(self.ruleset.resigned(state, seat, self.resigned), self.names, resigned)
        self.resigned = resigned

    def look(self, state: State, step: int, heavy: bool) -> list[list[Answer]]:
        """Check the position before step `step`; return what each choice offers."""
        with blaming(step):
            offers = [self._offered(choice, state) for choice in self.ruleset.choices(state)]
            answers = list(chain.from_iterable(offers))
            _check_distinct(answers)
            asked = self.ruleset.asked(state)
            require(asked and {seat for seat, _ in answers}.issuperset(asked), f"seats {asked} cannot all answer")
        self.pool.learn((move for _, move in self._some(answers, LEARNT)), self._random)
        if heavy:
            with blaming(step):
                check_views(self.ruleset, state, all_viewers(self.seats), self.names)
                before = self.ruleset.encode_state(state)
            for seat, move in self._some(answers, self.effort.accepted):
                self._accepted(state, step, seat, move)
            for seat, move in self.candidates(state, answers):
                self.refused(state, step, seat, move)
            with blaming(step):
                require(self.ruleset.encode_state(state) == before, "a move that was only tried changed the state")
        return offers

    def check_outcome(self, before: State, outcome: Outcome[State], move: Move | None) -> None:
        """Check the laws of a step."""
        state = outcome.state
        check_step(self.ruleset, before, outcome)
        self.ruleset.check_state(state)
        check_clauses(self.ruleset, self.options, self.seats, outcome)
        check_words(self.ruleset, outcome, move, self.names)
        check_views(self.ruleset, state, (SPECTATOR,), self.names)
        check_scores(self.ruleset, state, self.seats, self.names)
        if state.result is not None:
            require(not self.ruleset.choices(state), "the game is over, but something is asked")
            check_result(state.result, self.names, self.resigned)

    def candidates(self, state: State, answers: Sequence[Answer]) -> Iterator[Answer]:
        """Return moves that may be illegal, for seats that are asked and for others."""
        others = sorted({*range(len(self.names) + 1)} - {seat for seat, _ in answers})
        for seat in others:
            yield seat, self._random.choice(answers)[1]
        asked = sorted({seat for seat, _ in answers})
        for number, move in enumerate(self.pool.strange([m for _, m in answers], self.effort.refused, self._random)):
            yield asked[number % len(asked)], move

    def refused(self, state: State, step: int, seat: int, move: Move) -> None:
        """Check that a move is refused by a clause of the rulebook, unless it is offered."""
        with blaming(step, seat, move):
            try:
                move = self.ruleset.decode_move(msgspec.json.encode(move))
            except MalformedMove:
                return
            choices = [choice for choice in self.ruleset.choices(state) if choice.seat == seat]
            if any(_is_offered(choice, state, move) for choice in choices):
                return
            try:
                self.ruleset.decide(state, seat, move, self._chance(step))
            except NotAsked as refusal:
                require(not choices, f"a seat that is asked is told that it is not: {refusal}")
            except IllegalMove as refusal:
                require(choices, f"a seat that is not asked is told what it may answer: {refusal}")
                check_refusal(self.ruleset, refusal)
            else:
                raise BrokenLaw(f"{move} is not offered to seat {seat}, but accepted")
            self.count.refused += 1

    def attempt(self, state: State, step: int, seat: int, move: Move) -> None:
        """Check that a move is accepted if it is offered, and refused if it is not."""
        with blaming(step, seat, move):
            offered = any(c.seat == seat and _is_offered(c, state, move) for c in self.ruleset.choices(state))
        (self._accepted if offered else self.refused)(state, step, seat, move)

    def _accepted(self, state: State, step: int, seat: int, move: Move) -> None:
        with blaming(step, seat, move):
            asking = next(c for c in self.ruleset.choices(state) if c.seat == seat and c.allows(state, move))
            require(asking.label(state, move, self.names).strip(), "a move has no label")
            sent = self.ruleset.decode_move(msgspec.json.encode(move))
            if sent != move:
                raise BrokenLaw(f"{move} is another move once it was sent: {sent}")
        self._try(state, step, seat, move)
        self.count.tried += 1

    def _offered(self, choice: AnyChoice, state: State) -> list[Answer]:
        if not choice.question(()) or choice.clause not in self.ruleset.rulebook:
            raise BrokenLaw(f"{choice} asks nothing, or by no clause")
        template = choice.template(state)
        moves = list(choice.moves(state))
        if template is not None:
            family = draw_family(template, self.ruleset.decode_move, partial(choice.allows, state), self._random)
            suggested = list(choice.suggestions(state))
            for move in suggested:
                require(choice.allows(state, move), f"{move} is suggested, but not legal")
            moves += [move for move in dict.fromkeys((*family, *suggested)) if move not in moves]
        return [(choice.seat, move) for move in moves]

    def _some(self, answers: Sequence[Answer], most: int | None) -> Sequence[Answer]:
        return answers if most is None or len(answers) <= most else self._random.sample(answers, most)

    def _chance(self, step: int) -> Chance:
        return Chance(self._dice.secret, step if self._dice.by_step else self.draws + 1)


def _is_offered(choice: AnyChoice, state: State, move: Move) -> bool:
    """Return whether a choice offers a move. Without a template, only its list of moves counts."""
    return move in choice.moves(state) or (choice.template(state) is not None and choice.allows(state, move))


def _check_distinct(answers: Sequence[Answer]) -> None:
    if len(set(answers)) < len(answers):
        seat, move = next(answer for place, answer in enumerate(answers) if answer in answers[:place])
        raise BrokenLaw(f"{move} is offered to seat {seat} twice")


@contextmanager
def blaming(step: int, seat: int | None = None, move: Move | None = None) -> Iterator[None]:
    """Raise every error in the block as a Defect of this step and move."""
    try:
        yield
    except Defect:
        raise
    except Exception as error:
        raise Defect(step, seat, move, error) from error

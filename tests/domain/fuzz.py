"""The fuzzer: random games by seed, with everything checked after every step. For any ruleset.

A game tells the fuzzer its `universe` (moves that can be written down, legal or not, for one state), its `limits`
(raises where a state breaks them) and which moves say nothing worth a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from domain.kernel.audience import ARBITER, SPECTATOR
from domain.kernel.chance import Chance
from domain.kernel.choice import AnyChoice, Move
from domain.kernel.errors import IllegalMove, NotAsked
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import Outcome, State, no_dead_end
from tests.domain.laws import check_refusal, check_step

MOST_STEPS = 2_000


class Fuzzed(NamedTuple):
    """A ruleset under the fuzzer."""

    ruleset: Ruleset[State]
    universe: Callable[[State], Iterable[Move]]
    limits: Callable[[State, Outcome[State]], None]
    silent: tuple[type[Move], ...] = ()
    sample: Callable[[AnyChoice, State, Random], Iterable[Move]] = lambda choice, state, random: ()
    """Some moves of the family of a choice with a template."""


def fuzz(game: Fuzzed, options: object, seats: int, seed: int, universe_every: int = 15) -> State:
    """Play a random game to its end; returns its last state. One step in `universe_every` tries the whole universe."""
    random = Random(seed)
    ruleset = game.ruleset
    secret = random.randbytes(32)
    chosen = ruleset.parse_options(options)
    before = ruleset.start(chosen, seats)
    outcome = ruleset.open(chosen, seats, Chance(secret, 1))
    _check(game, before, outcome, None)
    for step in range(2, MOST_STEPS):
        state = outcome.state
        if state.result is not None:
            assert ruleset.choices(state) == []
            return state
        offers = _offers(game, state, random)
        _check_offers(game, state, offers, secret, step, seats)
        if random.randrange(universe_every) == 0:
            _check_universe(game, state, offers, secret, step)
        seat, move = random.choice([(seat, move) for seat, moves in offers.items() for move in moves])
        outcome = ruleset.decide(state, seat, move, Chance(secret, step))
        assert outcome == ruleset.decide(state, seat, move, Chance(secret, step)), "not the same twice"
        _check(game, state, outcome, move)
    pytest.fail(f"seed {seed}: the game does not end within {MOST_STEPS} steps")


def _check(game: Fuzzed, before: State, outcome: Outcome[State], move: Move | None) -> None:
    ruleset, state = game.ruleset, outcome.state
    check_step(ruleset, before, outcome)
    game.limits(before, outcome)
    no_dead_end(state)
    names = [f"Player{seat}" for seat in range(9)]
    words = [text for fact in outcome.facts if (text := fact.words(names, SPECTATOR))]
    assert words or isinstance(move, game.silent), f"{move} says nothing"
    for viewer in (SPECTATOR, ARBITER):
        view = ruleset.view(state, viewer)
        assert msgspec.json.encode(view)
        assert ruleset.board(view, names).strip()
    assert [score.seat for score in ruleset.scores(state)] == list(range(len(ruleset.scores(state))))


def _offers(game: Fuzzed, state: State, random: Random) -> dict[int, list[Move]]:
    offers: dict[int, list[Move]] = {}
    for choice in game.ruleset.choices(state):
        listed = list(choice.moves(state))
        assert len(set(listed)) == len(listed), f"{choice} offers a move twice"
        family = list(game.sample(choice, state, random)) if choice.template(state) is not None else []
        offers.setdefault(choice.seat, []).extend([*listed, *family])
        assert choice.prompt
        assert choice.clause in game.ruleset.rulebook
    return offers


def _check_offers(
    game: Fuzzed, state: State, offers: dict[int, list[Move]], secret: bytes, step: int, seats: int
) -> None:
    """Seats that are asked can answer, every offered move is accepted as it is sent, other seats are not asked."""
    ruleset = game.ruleset
    assert ruleset.asked(state)
    assert set(ruleset.asked(state)) <= {seat for seat, moves in offers.items() if moves}
    for seat, moves in offers.items():
        for move in moves:
            assert move.label().strip()
            assert ruleset.decode_move(msgspec.json.encode(move)) == move
            assert ruleset.decide(state, seat, move, Chance(secret, step)).facts
    for seat in {*range(seats), seats} - set(offers):
        move = next(move for moves in offers.values() for move in moves)
        with pytest.raises(NotAsked):
            ruleset.decide(state, seat, move, Chance(secret, step))


def _check_universe(game: Fuzzed, state: State, offers: dict[int, list[Move]], secret: bytes, step: int) -> None:
    """Whatever is not offered is refused by a clause of the rulebook, and the state stays as it was."""
    ruleset = game.ruleset
    before = ruleset.encode_state(state)
    choices = ruleset.choices(state)
    for seat, moves in offers.items():
        for move in game.universe(state):
            if move in moves or any(choice.seat == seat and choice.allows(state, move) for choice in choices):
                continue
            try:
                ruleset.decide(state, seat, move, Chance(secret, step))
            except IllegalMove as refusal:
                check_refusal(ruleset, refusal)
            else:
                pytest.fail(f"{move} is not offered to seat {seat} but accepted")
    assert ruleset.encode_state(state) == before

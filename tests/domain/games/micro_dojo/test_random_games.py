"""Random games with every combination of options."""

from __future__ import annotations

from itertools import product
from random import Random

import msgspec
import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from domain.games.micro_dojo.state import MicroDojoOptions, MicroDojoState
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.kernel.errors import Refusal
from tests.domain.games.micro_dojo.game import RULES
from tests.domain.games.micro_dojo.universe import MICRO_DOJO, universe
from tests.support import fuzz

COMBINATIONS = [
    {"objectives": objectives, "movement": movement}
    for objectives, movement in product(("basic", "advanced"), ("none", "1A", "1B", "2A", "2B"))
]


@pytest.mark.slow
@pytest.mark.parametrize("options", COMBINATIONS, ids=lambda options: "-".join(options.values()))
def test_random_games_keep_every_law_and_end(options: dict[str, str]) -> None:
    for seed in range(2):
        state = fuzz.fuzz(MICRO_DOJO, options, 2, seed)
        assert state.result.ended_by in ("micro-dojo.end.seven-points", "micro-dojo.end.final-objective")


@pytest.mark.long
@pytest.mark.parametrize("options", COMBINATIONS, ids=lambda options: "-".join(options.values()))
def test_many_random_games_keep_every_law_and_end(options: dict[str, str]) -> None:
    for seed in range(100, 128):
        fuzz.fuzz(MICRO_DOJO, options, 2, seed)


def position(seed: int, steps: int, options: dict[str, str]) -> MicroDojoState:
    """Return a state some random moves into a game."""
    random = Random(seed)
    state = RULES.open(MicroDojoOptions(**options), 2, Chance(random.randbytes(32), 1)).state
    for step in range(2, steps + 2):
        moves = [(choice.seat, move) for choice in RULES.choices(state) for move in choice.moves(state)]
        if not moves:
            break
        state = RULES.decide(state, *random.choice(moves), Chance(bytes(32), step)).state
    return state


POSITIONS = st.builds(position, st.integers(0, 2**32), st.integers(0, 80), st.sampled_from(COMBINATIONS))


@examples(POSITIONS, st.sampled_from(universe()))
def test_a_move_is_accepted_exactly_where_it_is_offered(state: MicroDojoState, move: object) -> None:
    offered = [choice for choice in RULES.choices(state) if move in choice.moves(state)]
    for seat in (0, 1):
        try:
            RULES.decide(state, seat, move, Chance(bytes(32), 9))
            accepted = True
        except Refusal:
            accepted = False
        assert accepted == any(choice.seat == seat for choice in offered)


@examples(POSITIONS, st.integers(1, 2**32))
def test_no_move_of_micro_dojo_depends_on_chance(state: MicroDojoState, seed: int) -> None:
    for choice in RULES.choices(state):
        for move in choice.moves(state):
            chance = Chance(seed.to_bytes(32, "big"), 9)
            outcome = RULES.decide(state, choice.seat, move, chance)
            assert chance.outcomes == []
            assert outcome == RULES.decide(state, choice.seat, move, Chance(bytes(32), 9))


@examples(POSITIONS)
def test_a_view_is_the_same_for_all_and_agrees_with_the_state(state: MicroDojoState) -> None:
    view = RULES.view(state, SPECTATOR)
    assert [seat.points for seat in view.seats] == list(state.points)
    assert view.supply == {"gold": 13 - sum(state.gold), "food": 13 - sum(state.food)}
    assert sum(not place.face_up for place in view.objectives) == state.evaluated
    assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


@examples(POSITIONS)
def test_points_are_the_sum_of_their_origins_and_each_origin_cites_a_clause(state: MicroDojoState) -> None:
    for score in RULES.scores(state):
        assert score.points == sum(line.points for line in score.lines) == state.points[score.seat]
        assert all(line.clause in RULES.rulebook and line.what for line in score.lines)

"""Micro Dojo hides nothing but chance: games in the same position look alike to everybody, whatever their seeds."""

from __future__ import annotations

from random import Random

import pytest

from domain.kernel.audience import SPECTATOR, Viewer, seat_viewer
from tests.domain.games.micro_dojo.game import RULES
from tests.domain.games.micro_dojo.test_random_games import COMBINATIONS, position
from tests.domain.games.micro_dojo.universe import universe
from tests.support.noninterference import Pair, Secretly, walk


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [SPECTATOR, seat_viewer(0), seat_viewer(1)], ids=["spectator", "seat 0", "seat 1"])
def test_two_games_that_differ_in_their_seed_only_look_the_same(viewer: Viewer) -> None:
    random = Random(7)
    for seed in range(10):
        state = position(seed, seed * 7, COMBINATIONS[seed])
        if state.result is None:
            pair = Pair(viewer, Secretly(state, random.randbytes(32)), Secretly(state, random.randbytes(32)))
            sample = random.sample(universe(), 100)
            assert walk(RULES, pair, lambda state, moves=sample: moves, random, steps=20) > 0

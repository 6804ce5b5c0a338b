"""Set-up, over many seeds."""

from __future__ import annotations

from itertools import permutations

import pytest

from domain.games.micro_dojo.activation import TakeEither
from domain.games.micro_dojo.building import TakeBuilding
from domain.games.micro_dojo.content import MEEPLES
from domain.games.micro_dojo.movement import MoveMeeple
from domain.games.micro_dojo.state import NEIGHBOURS
from domain.kernel.audience import SPECTATOR
from tests.domain.games.micro_dojo.game import RULES, given, opened

BASIC = {name for name, objective in RULES.content.objectives.items() if not objective.advanced}
ADVANCED = set(RULES.content.objectives) - BASIC


def food_gained_on(space: int) -> int:
    """Return the food that a seat has after moving a meeple to a space, taking food where there is a choice."""
    start = NEIGHBOURS[space][0]
    others = [place for place in range(1, 10) if place not in (space, start)]
    meeples = dict(zip(MEEPLES, (start, *others), strict=False))
    moved = given(meeples=meeples).when(0, MoveMeeple("sumo", space))
    if TakeEither("food") in moved.offered(0):
        moved = moved.when(0, TakeEither("food"))
    return moved.state.food[0]


@pytest.mark.clause("micro-dojo.setup.board")
def test_the_space_at_row_2_column_2_grants_two_actions_and_four_of_the_nine_spaces_grant_food() -> None:
    centre = RULES.content.spaces[5]
    assert (centre.actions, centre.gold, centre.food, centre.either, centre.build) == (2, 0, 0, 0, False)
    assert [space for space in range(1, 10) if food_gained_on(space)] == [3, 4, 6, 8]


@pytest.mark.clause("micro-dojo.setup.board")
def test_the_board_is_laid_out_row_by_row_as_the_clause_says() -> None:
    spaces = [RULES.content.spaces[space] for space in range(1, 10)]
    grants = [(space.gold, space.food, space.either, space.build, space.actions) for space in spaces]
    assert grants == [
        *((1, 0, 0, False, 0), (2, 0, 0, False, 0), (0, 1, 0, False, 0)),
        *((0, 2, 0, False, 0), (0, 0, 0, False, 2), (1, 1, 0, False, 0)),
        *((0, 0, 0, True, 0), (0, 0, 1, True, 0), (0, 0, 0, False, 1)),
    ]


@pytest.mark.clause("micro-dojo.setup.board")
def test_a_space_that_is_not_on_the_board_is_refused() -> None:
    given().when(0, MoveMeeple("sumo", 10)).refused("micro-dojo.setup.board")


@pytest.mark.clause("micro-dojo.setup.meeples")
def test_over_1000_seeds_the_meeples_stand_on_the_four_corners_in_each_of_the_24_orders() -> None:
    orders = {opened(seed).state.meeples for seed in range(1_000)}
    assert orders == set(permutations((1, 3, 7, 9)))


@pytest.mark.clause("micro-dojo.setup.objectives")
def test_a_new_game_shows_five_distinct_basic_objectives_worth_1_1_2_2_and_3() -> None:
    seen = set()
    for seed in range(200):
        state = opened(seed).state
        track = RULES.view(state, SPECTATOR).objectives
        assert [place.points for place in track] == [1, 1, 2, 2, 3]
        assert all(place.face_up for place in track)
        assert len({place.objective for place in track}) == 5
        seen |= {place.objective for place in track}
    assert seen == BASIC
    assert len(BASIC) == 9


@pytest.mark.clause("micro-dojo.setup.objectives-advanced")
def test_advanced_objectives_occur_with_their_option_and_never_without() -> None:
    with_option = {name for seed in range(200) for name in opened(seed, objectives="advanced").state.track}
    without = {name for seed in range(200) for name in opened(seed).state.track}
    assert with_option == BASIC | ADVANCED
    assert len(with_option) == 14
    assert not without & ADVANCED


@pytest.mark.clause("micro-dojo.setup.buildings")
def test_a_new_game_offers_six_distinct_buildings_and_after_one_is_taken_five_remain() -> None:
    seen = set()
    for seed in range(200):
        display = opened(seed).state.display
        assert len(set(display)) == len(display) == 6
        seen |= set(display)
    assert seen == set(RULES.content.buildings)
    taken = given(at="activation of space 7", gold=(2, 0)).when(0, TakeBuilding("broker"))
    taken.then(display=("castle", "statue", "market", "barracks", "shrine"))


@pytest.mark.clause("micro-dojo.setup.buildings")
def test_a_building_that_is_not_on_display_is_refused() -> None:
    position = given(at="activation of space 7", gold=(7, 0), food=(7, 0), display=("market",))
    position.when(0, TakeBuilding("broker")).refused("micro-dojo.setup.buildings")


@pytest.mark.clause("micro-dojo.setup.start-player")
def test_the_start_player_is_random_the_other_holds_the_token_and_both_purses_are_empty() -> None:
    starts = []
    for seed in range(100):
        state = opened(seed).state
        starts.append(state.turn)
        assert RULES.asked(state) == (state.turn,)
        assert state.influence == 1 - state.turn
        assert (state.gold, state.food, state.points) == ((0, 0), (0, 0), (0, 0))
    assert 30 < sum(starts) < 70

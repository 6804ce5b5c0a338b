"""Where islands lie: clockwise around the central one, in the sea, none on another one."""

from __future__ import annotations

from itertools import combinations

import pytest

from domain.games.daimyo.picture.sea_places import (
    CENTRE_WIDTH,
    CENTRE_X,
    FRAME,
    ISLAND_HEIGHT,
    ISLAND_WIDTH,
    WIDTH,
    find_island,
    measure_height,
)

LEAST = 400
ALL = pytest.mark.parametrize("islands", [1, 2, 4, 5, 6, 8])


@ALL
def test_no_island_lies_on_another_one_or_leaves_the_sea(islands: int) -> None:
    height = measure_height(islands, LEAST)
    corners = [find_island(place, islands, height) for place in range(islands)]
    for x, y in corners:
        assert x + ISLAND_WIDTH < CENTRE_X or x > CENTRE_X + CENTRE_WIDTH
        assert FRAME <= x <= WIDTH - FRAME - ISLAND_WIDTH
        assert FRAME <= y <= height - FRAME - ISLAND_HEIGHT
    for (left, top), (other, low) in combinations(corners, 2):
        assert left != other or abs(top - low) > ISLAND_HEIGHT


def test_six_islands_go_clockwise_from_the_upper_left_corner() -> None:
    height = measure_height(6, LEAST)
    corners = [find_island(place, 6, height) for place in range(6)]
    assert [x < CENTRE_X for x, _ in corners] == [True, False, False, False, True, True]
    assert corners[0][1] < corners[5][1] < corners[4][1]
    assert corners[1][1] < corners[2][1] < corners[3][1]


@ALL
def test_the_board_is_as_high_as_the_central_island_needs(islands: int) -> None:
    assert measure_height(islands, 5_000) > 5_000

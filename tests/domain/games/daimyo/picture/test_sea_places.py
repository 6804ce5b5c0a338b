"""The positions of islands: clockwise around the central one, in the sea, without overlaps."""

from __future__ import annotations

from itertools import combinations

import pytest

from domain.games.daimyo.picture.sea_places import (
    CENTRE_Y,
    FRAME,
    ISLAND_HEIGHT,
    ISLAND_WIDTH,
    RAIL,
    WIDTH,
    find_island,
    measure_height,
)

CENTRE = 124
ALL = pytest.mark.parametrize("islands", [1, 2, 4, 5, 6])


@ALL
def test_no_island_lies_on_another_one_or_leaves_the_sea(islands: int) -> None:
    height = measure_height(CENTRE)
    corners = [find_island(place, islands, height) for place in range(islands)]
    for x, y in corners:
        assert y + ISLAND_HEIGHT < CENTRE_Y or y > CENTRE_Y + CENTRE
        assert FRAME <= x <= WIDTH - FRAME - ISLAND_WIDTH
        assert RAIL <= y <= height - RAIL - ISLAND_HEIGHT
    for (left, top), (other, low) in combinations(corners, 2):
        assert top != low or abs(left - other) > ISLAND_WIDTH


def test_six_islands_go_clockwise_from_the_upper_left_corner() -> None:
    corners = [find_island(place, 6, measure_height(CENTRE)) for place in range(6)]
    assert [y < CENTRE_Y for _, y in corners] == [True, True, True, False, False, False]
    assert corners[0][0] < corners[1][0] < corners[2][0]
    assert corners[3][0] > corners[4][0] > corners[5][0]


@ALL
def test_the_board_is_higher_than_the_central_island(islands: int) -> None:
    assert measure_height(5_000) > 5_000

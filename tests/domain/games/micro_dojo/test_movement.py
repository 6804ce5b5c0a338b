"""The move step: which meeple may move where, markers, the Influence token."""

from __future__ import annotations

from itertools import permutations

import pytest

from domain.games.micro_dojo.actions import TriggerObjective
from domain.games.micro_dojo.activation import EndTurn, Take
from domain.games.micro_dojo.facts import MarkerPlaced, TurnBegan
from domain.games.micro_dojo.movement import DiscardInfluence, MoveMeeple
from domain.games.micro_dojo.state import NEIGHBOURS
from tests.domain.games.micro_dojo.game import given


def destinations(position, meeple: str) -> set[int]:
    return {move.to for move in position.offered(position.state.turn, MoveMeeple) if move.meeple == meeple}


@pytest.mark.clause("micro-dojo.turn.alternate")
def test_after_a_complete_turn_of_seat_0_the_only_open_choice_is_seat_1s_move() -> None:
    position = given().when(0, MoveMeeple("sumo", 4)).then(turn=1, food=(2, 0))
    assert position.asks() == [(1, "MoveStep")]
    position.citing("micro-dojo.turn.alternate", TurnBegan)


@pytest.mark.clause("micro-dojo.turn.alternate")
def test_a_turn_moves_first_and_activates_second() -> None:
    given().when(0, Take()).refused("micro-dojo.turn.alternate")
    given(at="activation of space 9").when(0, MoveMeeple("ninja", 2)).refused("micro-dojo.turn.alternate")


@pytest.mark.clause("micro-dojo.turn.no-choice")
def test_the_only_thing_that_a_space_leaves_to_do_is_done_without_asking() -> None:
    given().when(0, MoveMeeple("sumo", 2)).then(gold=(2, 0), turn=1)


@pytest.mark.clause("micro-dojo.turn.no-choice")
def test_a_turn_in_which_nothing_is_left_to_do_ends() -> None:
    given(meeples={"sumo": 4}, display=("castle",)).when(0, MoveMeeple("geisha", 8)).then(turn=0)
    given(meeples={"sumo": 4, "geisha": 1}, display=("castle",)).when(0, MoveMeeple("sumo", 7)).then(turn=1)


@pytest.mark.clause("micro-dojo.move.orthogonal")
def test_from_a_corner_with_one_neighbour_occupied_exactly_one_destination_is_offered() -> None:
    position = given(meeples={"sumo": 1, "ninja": 2})
    assert destinations(position, "sumo") == {4}
    position.when(0, MoveMeeple("sumo", 5)).refused("micro-dojo.move.orthogonal")
    position.when(0, MoveMeeple("sumo", 2)).refused("micro-dojo.move.orthogonal")
    position.when(0, MoveMeeple("sumo", 1)).refused("micro-dojo.move.orthogonal")


@pytest.mark.clause("micro-dojo.move.orthogonal")
def test_from_the_centre_a_meeple_reaches_the_four_spaces_beside_it() -> None:
    assert destinations(given(meeples={"sumo": 5}), "sumo") == {2, 4, 6, 8}


@pytest.mark.clause("micro-dojo.move.marked-unavailable")
def test_after_both_first_turns_two_meeples_are_marked_and_neither_can_be_moved() -> None:
    position = given().when(0, MoveMeeple("sumo", 2)).when(1, MoveMeeple("ninja", 6))
    position.then(markers=("sumo", "ninja"), turn=0)
    assert destinations(position, "sumo") == destinations(position, "ninja") == set()
    position.when(0, MoveMeeple("sumo", 5)).refused("micro-dojo.move.marked-unavailable")
    position.when(0, MoveMeeple("ninja", 5)).refused("micro-dojo.move.marked-unavailable")


@pytest.mark.clause("micro-dojo.move.place-marker")
def test_seat_0_moves_the_ninja_and_then_the_sumo_and_its_marker_is_on_the_sumo_only() -> None:
    position = given().when(0, MoveMeeple("ninja", 2)).then(markers=("ninja", None))
    position.citing("micro-dojo.move.place-marker", MarkerPlaced)
    position = position.when(1, MoveMeeple("samurai", 6)).when(0, MoveMeeple("sumo", 4))
    position.then(markers=("sumo", "samurai"))
    assert destinations(position, "ninja") == {1, 3, 5}


@pytest.mark.clause("micro-dojo.move.guard-house-blocks")
def test_with_the_guard_house_on_its_only_free_neighbour_a_corner_meeple_has_no_destination() -> None:
    position = given(meeples={"sumo": 1, "ninja": 2}, barrier=4, barrier_owner=1, buildings=((), ("guard-house",)))
    assert destinations(position, "sumo") == set()
    position.when(0, MoveMeeple("sumo", 4)).refused("micro-dojo.move.guard-house-blocks")


@pytest.mark.clause("micro-dojo.influence.remove-marker")
def test_the_token_frees_a_marked_meeple_once_and_is_gone_for_the_rest_of_the_game() -> None:
    position = given(seat=1, markers=("sumo", None), influence=1)
    assert destinations(position, "sumo") == set()
    freed = position.when(1, DiscardInfluence("sumo")).then(influence=None, markers=(None, None), turn=1)
    moved = freed.when(1, MoveMeeple("sumo", 2)).then(markers=(None, "sumo"), meeples={"sumo": 2})
    later = moved.when(0, MoveMeeple("samurai", 6)).then(turn=1, influence=None)
    assert later.offered(1, DiscardInfluence) == []
    later.when(1, DiscardInfluence("samurai")).refused("micro-dojo.influence.remove-marker")


@pytest.mark.clause("micro-dojo.influence.remove-marker")
def test_the_token_frees_marked_meeples_only_and_only_for_its_holder_before_they_move() -> None:
    position = given(seat=1, markers=("sumo", None), influence=1)
    assert position.offered(1, DiscardInfluence) == [DiscardInfluence("sumo")]
    position.when(1, DiscardInfluence("ninja")).refused("micro-dojo.influence.remove-marker")
    given(markers=("sumo", None), influence=1).when(0, DiscardInfluence("sumo")).refused(
        "micro-dojo.influence.remove-marker"
    )
    late = given(at="activation of space 9", influence=0, markers=("samurai", "ninja"))
    late.when(0, DiscardInfluence("ninja")).refused("micro-dojo.turn.alternate")
    assert late.offered(0) == [TriggerObjective(), EndTurn()]


@pytest.mark.clause("micro-dojo.influence.remove-marker")
def test_wherever_the_meeples_and_the_guard_house_stand_one_of_three_free_meeples_can_move() -> None:
    for spaces in permutations(range(1, 10), 4):
        for barrier in {*range(10)} - {*spaces}:
            empty = {*range(1, 10)} - {*spaces, barrier}
            blocked = sum(empty.isdisjoint(NEIGHBOURS[space]) for space in spaces)
            assert blocked < 3

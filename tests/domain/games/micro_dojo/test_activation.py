"""Activating a space: gold, food, limits, and any order."""

from __future__ import annotations

import pytest

from domain.games.micro_dojo.activation import EndTurn, Take, TakeEither
from domain.games.micro_dojo.building import TakeBuilding
from domain.games.micro_dojo.facts import Gained
from domain.games.micro_dojo.guard_house import PlaceGuardHouse
from domain.games.micro_dojo.movement import MoveMeeple
from tests.domain.games.micro_dojo.game import given


@pytest.mark.clause("micro-dojo.activate.any-order")
def test_gold_may_be_taken_first_to_buy_a_building_that_costs_3_gold() -> None:
    position = given(at="activation of space 8", gold=(2, 0))
    assert TakeBuilding("barracks") not in position.offered(0)
    paid = position.when(0, TakeEither("gold")).then(gold=(3, 0), turn=0).when(0, TakeBuilding("barracks"))
    paid.then(gold=(0, 0), buildings=(("barracks",), ()), turn=1)


@pytest.mark.clause("micro-dojo.activate.any-order")
def test_a_building_may_be_bought_first_and_the_gold_or_food_taken_afterwards() -> None:
    position = given(at="activation of space 8", gold=(2, 0)).when(0, TakeBuilding("broker")).then(turn=0)
    position.when(0, TakeEither("food")).then(gold=(0, 0), food=(1, 0), turn=1)


@pytest.mark.clause("micro-dojo.activate.gain")
def test_moving_to_the_middle_left_space_gives_2_food() -> None:
    position = given().when(0, MoveMeeple("sumo", 4)).then(food=(2, 0), gold=(0, 0))
    position.citing("micro-dojo.activate.gain", Gained)


@pytest.mark.clause("micro-dojo.activate.gain")
def test_what_the_space_shows_must_be_taken_once_before_the_turn_ends() -> None:
    position = given(at="activation of space 6", gold=(2, 0), buildings=(("guard-house",), ()))
    position.when(0, EndTurn()).refused("micro-dojo.activate.gain")
    position.when(0, TakeEither("gold")).refused("micro-dojo.activate.gain")
    taken = position.when(0, Take()).then(gold=(3, 0), food=(1, 0), turn=0)
    taken.when(0, Take()).refused("micro-dojo.activate.gain")
    assert PlaceGuardHouse(5) in taken.offered(0)
    taken.when(0, EndTurn()).then(turn=1)


@pytest.mark.clause("micro-dojo.activate.cap")
def test_with_6_food_a_space_of_2_food_leaves_7() -> None:
    position = given(food=(6, 0)).when(0, MoveMeeple("sumo", 4)).then(food=(7, 0))
    position.citing("micro-dojo.activate.cap", Gained)


@pytest.mark.clause("micro-dojo.activate.supply")
def test_with_7_and_5_gold_held_a_space_of_2_gold_gives_1() -> None:
    position = given(gold=(5, 7)).when(0, MoveMeeple("sumo", 2)).then(gold=(6, 7))
    position.citing("micro-dojo.activate.supply", Gained)
    assert position.supply()["gold"] == 0


@pytest.mark.clause("micro-dojo.activate.supply")
def test_spent_resources_return_to_the_supply() -> None:
    position = given(at="activation of space 7", gold=(6, 7))
    assert position.supply()["gold"] == 0
    assert position.when(0, TakeBuilding("barracks")).supply()["gold"] == 3

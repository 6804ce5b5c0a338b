"""The build symbol."""

from __future__ import annotations

import pytest

from domain.games.micro_dojo.activation import EndTurn, TakeEither
from domain.games.micro_dojo.building import BuildMove, GiveBuilding, TakeBuilding
from domain.games.micro_dojo.facts import BuildingGiven, BuildingTaken, Paid, Scored
from tests.domain.games.micro_dojo.game import DISPLAY, given


@pytest.mark.clause("micro-dojo.build.pay")
def test_with_3_gold_the_barracks_may_be_taken_and_the_gold_returns_to_the_supply() -> None:
    position = given(at="activation of space 7", gold=(3, 0))
    assert position.supply()["gold"] == 10
    taken = position.when(0, TakeBuilding("barracks")).then(gold=(0, 0), buildings=(("barracks",), ()))
    assert "barracks" not in taken.state.display
    assert taken.supply()["gold"] == 13
    taken.citing("micro-dojo.build.pay", Paid).citing("micro-dojo.build.pay", BuildingTaken)


@pytest.mark.clause("micro-dojo.build.cannot-afford")
def test_with_2_gold_taking_the_barracks_is_refused_and_nothing_changes() -> None:
    position = given(at="activation of space 7", gold=(2, 0))
    refused = position.when(0, TakeBuilding("barracks")).refused("micro-dojo.build.cannot-afford")
    refused.then(gold=(2, 0), display=DISPLAY, buildings=((), ()), turn=0)


@pytest.mark.clause("micro-dojo.build.cannot-afford")
def test_a_cost_of_gold_and_food_is_paid_in_both() -> None:
    short_of_food = given(at="activation of space 7", gold=(7, 0), food=(0, 7))
    short_of_food.when(0, TakeBuilding("market")).refused("micro-dojo.build.cannot-afford")
    given(at="activation of space 7", gold=(1, 0), food=(1, 0)).when(0, TakeBuilding("market")).then(
        gold=(0, 0), food=(0, 0)
    )


@pytest.mark.clause("micro-dojo.build.gift")
def test_a_shrine_given_to_the_town_gives_1_point_and_is_neither_on_display_nor_in_hand() -> None:
    position = given(at="activation of space 7", buildings=(("shrine",), ()), display=("market",), points=(2, 0))
    given_away = position.when(0, GiveBuilding("shrine")).then(points=(3, 0), buildings=((), ()), display=("market",))
    given_away.citing("micro-dojo.build.gift", BuildingGiven).citing("micro-dojo.build.gift", Scored)


@pytest.mark.clause("micro-dojo.build.gift")
def test_only_an_own_building_can_be_given() -> None:
    position = given(at="activation of space 7", buildings=(("yatai",), ("shrine",)), display=())
    position.when(0, GiveBuilding("shrine")).refused("micro-dojo.build.gift")


@pytest.mark.clause("micro-dojo.build.once")
def test_after_taking_a_building_a_second_one_is_not_offered_in_that_turn() -> None:
    position = given(at="activation of space 8", gold=(7, 0), food=(7, 0)).when(0, TakeBuilding("barracks"))
    assert position.offered(0) == [TakeEither("gold"), TakeEither("food")]
    position.when(0, TakeBuilding("broker")).refused("micro-dojo.build.once")
    position.when(0, GiveBuilding("barracks")).refused("micro-dojo.build.once")


@pytest.mark.clause("micro-dojo.build.once")
def test_a_build_symbol_may_be_declined() -> None:
    position = given(at="activation of space 7", gold=(7, 0), food=(7, 0))
    assert len(position.offered(0, BuildMove)) == 6
    position.when(0, EndTurn()).then(turn=1, gold=(7, 0), buildings=((), ()))


@pytest.mark.clause("micro-dojo.build.once")
def test_a_space_without_a_build_symbol_lets_nobody_build() -> None:
    position = given(at="activation of space 9", gold=(7, 0), food=(7, 0))
    position.when(0, TakeBuilding("barracks")).refused("micro-dojo.build.once")

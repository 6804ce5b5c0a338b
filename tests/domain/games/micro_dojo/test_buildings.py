"""The twelve buildings."""

from __future__ import annotations

import pytest

from domain.games.micro_dojo.actions import ActivateBuilding
from domain.games.micro_dojo.activation import EndTurn, TakeEither
from domain.games.micro_dojo.alternative_movement import SamuraiStep
from domain.games.micro_dojo.building import GiveBuilding, TakeBuilding
from domain.games.micro_dojo.facts import Gained, GuardHousePlaced, GuardHouseReturned, MeepleMoved, Paid, Scored
from domain.games.micro_dojo.guard_house import PlaceGuardHouse
from domain.games.micro_dojo.movement import MoveMeeple, RideMeeple
from tests.domain.games.micro_dojo.game import Position, given

BUILD = "activation of space 7"
CENTRE = "activation of space 5"
ONE_ACTION = "activation of space 9"


def owning(*buildings: str, at: str = ONE_ACTION, **values: object) -> Position:
    """Return a position in which seat 0 owns these buildings and nothing is on display."""
    return given(at=at, buildings=(buildings, ()), display=(), **values)


def bought(building: str, gold: int, food: int) -> Position:
    """Take a building with exactly this much in hand, after checking that one less of either is refused."""
    for less in {(gold - 1, food), (gold, food - 1)}:
        if min(less) >= 0:
            poor = given(at=BUILD, gold=(less[0], 0), food=(less[1], 0), display=(building,))
            poor.when(0, TakeBuilding(building)).refused("micro-dojo.build.cannot-afford")
    rich = given(at=BUILD, gold=(gold, 0), food=(food, 0), display=(building,))
    return rich.when(0, TakeBuilding(building)).then(gold=(0, 0), food=(0, 0), buildings=((building,), ()), display=())


@pytest.mark.clause("micro-dojo.building.barracks")
def test_barracks_turn_3_gold_into_1_point() -> None:
    bought("barracks", 3, 0).then(points=(0, 0))
    used = owning("barracks", gold=(3, 0)).when(0, ActivateBuilding("barracks")).then(gold=(0, 0), points=(1, 0))
    used.citing("micro-dojo.building.barracks", Paid).citing("micro-dojo.building.barracks", Scored)
    owning("barracks", gold=(2, 0), food=(7, 0)).when(0, ActivateBuilding("barracks")).refused(
        "micro-dojo.building.barracks"
    )


@pytest.mark.clause("micro-dojo.building.broker")
def test_a_broker_brings_1_gold_to_3_by_one_action() -> None:
    bought("broker", 2, 0)
    used = owning("broker", gold=(1, 0)).when(0, ActivateBuilding("broker")).then(gold=(3, 0), turn=1)
    used.citing("micro-dojo.building.broker", Gained)


@pytest.mark.clause("micro-dojo.building.castle")
def test_taking_the_castle_from_5_and_5_leaves_nothing_and_adds_2_points() -> None:
    bought("castle", 5, 5).then(points=(2, 0)).citing("micro-dojo.building.castle", Scored)


@pytest.mark.clause("micro-dojo.building.gold-mine")
def test_a_gold_mine_gives_1_extra_gold_where_a_space_grants_gold_and_none_with_food() -> None:
    bought("gold-mine", 1, 3)
    mine = given(buildings=(("gold-mine",), ())).when(0, MoveMeeple("sumo", 2)).then(gold=(3, 0))
    mine.citing("micro-dojo.building.gold-mine", Gained)
    either = given(at="activation of space 8", buildings=(("gold-mine",), ()), display=())
    either.when(0, TakeEither("food")).then(gold=(0, 0), food=(1, 0))
    either.when(0, TakeEither("gold")).then(gold=(2, 0), food=(0, 0))


@pytest.mark.clause("micro-dojo.building.gold-mine")
def test_a_gold_mine_adds_nothing_to_what_an_action_gains() -> None:
    owning("gold-mine", "broker").when(0, ActivateBuilding("broker")).then(gold=(2, 0))


@pytest.mark.clause("micro-dojo.building.guard-house")
def test_the_guard_house_blocks_during_the_opponents_turn_and_is_back_at_the_owners_next() -> None:
    bought("guard-house", 2, 1)
    position = owning("guard-house", gold=(2, 0))
    placed = position.when(0, PlaceGuardHouse(2)).then(gold=(0, 0), barrier=2)
    placed.citing("micro-dojo.building.guard-house", Paid)
    theirs = placed.when(0, EndTurn()).then(turn=1, barrier=2, barrier_owner=0)
    theirs.when(1, MoveMeeple("sumo", 2)).refused("micro-dojo.move.guard-house-blocks")
    mine = theirs.when(1, MoveMeeple("sumo", 4)).then(turn=0, barrier=None, buildings=(("guard-house",), ()))
    mine.citing("micro-dojo.building.guard-house", GuardHouseReturned)
    assert MoveMeeple("ninja", 2) in mine.offered(0)


@pytest.mark.clause("micro-dojo.building.guard-house")
def test_the_guard_house_wants_2_gold_an_owner_and_an_empty_space() -> None:
    for position, space in (
        (owning("guard-house", gold=(1, 0)), 2),
        (owning("market", gold=(7, 0)), 2),
        (owning("guard-house", gold=(2, 0)), 1),
        (owning("guard-house", gold=(2, 0)), 12),
    ):
        position.when(0, PlaceGuardHouse(space)).refused("micro-dojo.building.guard-house")


@pytest.mark.clause("micro-dojo.building.guard-house-no-lockout")
def test_a_placement_that_would_leave_the_opponent_without_a_move_is_not_offered() -> None:
    jam = {"geisha": 7, "samurai": 8, "sumo": 5, "ninja": 9}
    position = owning("guard-house", at=CENTRE, gold=(2, 0), meeples=jam, markers=("sumo", "ninja"))
    assert [move.space for move in position.offered(0, PlaceGuardHouse)] == [1, 2, 3, 6]
    position.when(0, PlaceGuardHouse(4)).refused("micro-dojo.building.guard-house-no-lockout")


@pytest.mark.clause("micro-dojo.building.guard-house-no-lockout")
def test_a_placement_that_leaves_the_opponent_the_influence_token_is_allowed() -> None:
    jam = {"geisha": 7, "samurai": 8, "sumo": 5, "ninja": 9}
    position = owning("guard-house", at=CENTRE, gold=(2, 0), meeples=jam, markers=("sumo", "ninja"), influence=1)
    blocked = position.when(0, PlaceGuardHouse(4)).when(0, EndTurn()).then(turn=1, barrier=4)
    assert blocked.offered(1, MoveMeeple) == []
    assert len(blocked.offered(1)) == 2


@pytest.mark.clause("micro-dojo.building.guard-house-timing")
def test_on_a_gold_space_the_owner_may_place_the_guard_house_before_ending_the_turn() -> None:
    position = owning("guard-house", at="activation of space 2", gold=(2, 0))
    placed = position.when(0, PlaceGuardHouse(5)).then(barrier=5, gold=(2, 0), turn=1)
    placed.citing("micro-dojo.building.guard-house-timing", GuardHousePlaced)


@pytest.mark.clause("micro-dojo.building.guard-house-timing")
def test_the_guard_house_is_placed_once_in_a_turn_and_not_in_the_move_step() -> None:
    position = owning("guard-house", at=CENTRE, gold=(7, 0)).when(0, PlaceGuardHouse(2)).then(gold=(5, 0), turn=0)
    assert position.offered(0, PlaceGuardHouse) == []
    position.when(0, PlaceGuardHouse(4)).refused("micro-dojo.building.guard-house-timing")
    early = given(gold=(7, 0), buildings=(("guard-house",), ()))
    early.when(0, PlaceGuardHouse(2)).refused("micro-dojo.turn.alternate")


@pytest.mark.clause("micro-dojo.building.guard-house-gift")
def test_a_guard_house_on_the_board_can_be_given_to_the_town_and_blocks_nothing_any_more() -> None:
    position = owning("guard-house", at=BUILD, gold=(2, 0)).when(0, PlaceGuardHouse(5))
    position.then(barrier=5, buildings=(("guard-house",), ()))
    gift = position.when(0, GiveBuilding("guard-house"))
    gift.then(barrier=None, barrier_owner=None, buildings=((), ()), points=(1, 0), turn=1)
    gift.citing("micro-dojo.building.guard-house-gift", GuardHouseReturned)


@pytest.mark.clause("micro-dojo.building.market")
def test_a_market_turns_4_gold_into_4_food_in_one_activation() -> None:
    bought("market", 1, 1)
    position = owning("market", gold=(4, 0))
    position.when(0, ActivateBuilding("market", gold=4)).then(gold=(0, 0), food=(4, 0), turn=1)
    for spent in ((0, 0), (5, 0), (1, 1), (0, 1)):
        position.when(0, ActivateBuilding("market", *spent)).refused("micro-dojo.building.market")


@pytest.mark.clause("micro-dojo.building.rice-paddy")
def test_a_rice_paddy_gives_1_extra_food_where_a_space_grants_food() -> None:
    bought("rice-paddy", 3, 1)
    position = given(buildings=(("rice-paddy",), ()))
    position.when(0, MoveMeeple("sumo", 4)).then(food=(3, 0)).citing("micro-dojo.building.rice-paddy", Gained)
    position.when(0, MoveMeeple("sumo", 2)).then(gold=(2, 0), food=(0, 0))


@pytest.mark.clause("micro-dojo.building.school")
def test_a_school_turns_any_4_resources_into_1_point() -> None:
    bought("school", 1, 1)
    position = owning("school", gold=(3, 0), food=(1, 0))
    position.when(0, ActivateBuilding("school", 3, 1)).then(gold=(0, 0), food=(0, 0), points=(1, 0))
    poor = owning("school", gold=(2, 0), food=(1, 0))
    for spent in ((2, 1), (3, 1), (2, 2), (0, 0)):
        poor.when(0, ActivateBuilding("school", *spent)).refused("micro-dojo.building.school")
    rich = owning("school", gold=(4, 0), food=(4, 0)).offered(0, ActivateBuilding)
    assert [(move.gold, move.food) for move in rich] == [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]


@pytest.mark.clause("micro-dojo.building.shrine")
def test_a_shrine_turns_3_food_into_1_point() -> None:
    bought("shrine", 0, 3)
    owning("shrine", food=(3, 0)).when(0, ActivateBuilding("shrine")).then(food=(0, 0), points=(1, 0))
    owning("shrine", food=(2, 0)).when(0, ActivateBuilding("shrine")).refused("micro-dojo.building.shrine")


@pytest.mark.clause("micro-dojo.building.stables")
def test_with_stables_a_meeple_reaches_the_opposite_corner_of_its_row_for_1_food() -> None:
    bought("stables", 1, 1)
    position = given(meeples={"ninja": 5}, food=(1, 0), buildings=(("stables",), ()))
    ridden = position.when(0, RideMeeple("sumo", 3)).then(meeples={"sumo": 3}, gold=(0, 0), food=(1, 0), turn=1)
    ridden.citing("micro-dojo.building.stables", Paid)
    ridden.then(markers=("sumo", None))


@pytest.mark.clause("micro-dojo.building.stables")
def test_the_stables_want_an_owner_food_and_empty_spaces_on_the_way() -> None:
    stables = (("stables",), ())
    given(food=(1, 0)).when(0, RideMeeple("sumo", 5)).refused("micro-dojo.building.stables")
    given(buildings=stables).when(0, RideMeeple("sumo", 5)).refused("micro-dojo.building.stables")
    blocked = given(meeples={"ninja": 2}, food=(1, 0), buildings=stables)
    blocked.when(0, RideMeeple("sumo", 3)).refused("micro-dojo.building.stables")
    blocked.when(0, RideMeeple("sumo", 4)).refused("micro-dojo.building.stables")


@pytest.mark.clause("micro-dojo.building.stables-ordinary")
def test_a_meeple_may_ride_out_and_back_to_the_space_that_it_came_from() -> None:
    position = given(food=(1, 0), buildings=(("stables",), ()))
    ridden = position.when(0, RideMeeple("sumo", 1)).then(gold=(1, 0), food=(0, 0), markers=("sumo", None), turn=1)
    ridden.citing("micro-dojo.building.stables-ordinary", MeepleMoved)


@pytest.mark.clause("micro-dojo.building.stables-ordinary")
def test_stables_do_not_lengthen_an_alternative_movement() -> None:
    position = given(meeples={"samurai": 1, "sumo": 2}, movement="2A", food=(1, 0), buildings=(("stables",), ()))
    assert {move.to for move in position.offered(0, SamuraiStep)} == {5}
    stepped = position.when(0, SamuraiStep(5)).then(food=(1, 0), turn=0)
    assert stepped.offered(0, RideMeeple) == []
    stepped.when(0, RideMeeple("samurai", 9)).refused("micro-dojo.turn.alternate")


@pytest.mark.clause("micro-dojo.building.statue")
def test_taking_the_statue_from_3_and_3_leaves_nothing_and_adds_1_point() -> None:
    bought("statue", 3, 3).then(points=(1, 0)).citing("micro-dojo.building.statue", Scored)


@pytest.mark.clause("micro-dojo.building.yatai")
def test_a_yatai_brings_2_food_by_one_action() -> None:
    bought("yatai", 0, 2)
    owning("yatai").when(0, ActivateBuilding("yatai")).then(food=(2, 0), turn=1)

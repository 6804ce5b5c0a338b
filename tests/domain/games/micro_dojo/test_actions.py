"""The action symbol."""

from __future__ import annotations

import pytest

from domain.games.micro_dojo.actions import ActionMove, ActivateBuilding, Donate, Trade, TriggerObjective
from domain.games.micro_dojo.activation import EndTurn
from domain.games.micro_dojo.facts import BuildingActivated, ObjectiveEvaluated, Paid, Scored
from domain.games.micro_dojo.guard_house import PlaceGuardHouse
from tests.domain.games.micro_dojo.game import BASIC, given

CENTRE = "activation of space 5"
ONE_ACTION = "activation of space 9"


@pytest.mark.clause("micro-dojo.action.per-symbol")
def test_the_centre_lets_a_player_donate_and_then_trade_but_no_third_action() -> None:
    position = given(at=CENTRE, gold=(7, 0), food=(5, 0), buildings=(("guard-house",), ()))
    used = position.when(0, Donate("food")).when(0, Trade("gold", 2)).then(gold=(5, 0), food=(1, 0), turn=0)
    assert used.offered(0, ActionMove) == []
    assert PlaceGuardHouse(1 if 1 not in used.state.meeples else 2) in used.offered(0)
    for third in (Donate("gold"), Trade("gold", 2), TriggerObjective(), ActivateBuilding("broker")):
        used.when(0, third).refused("micro-dojo.action.per-symbol")


@pytest.mark.clause("micro-dojo.action.per-symbol")
def test_a_space_with_one_symbol_gives_one_action_which_may_be_declined() -> None:
    position = given(at=ONE_ACTION, gold=(5, 0))
    position.when(0, Donate("gold")).then(turn=1, points=(1, 0))
    position.when(0, EndTurn()).then(turn=1, gold=(5, 0), points=(0, 0))


@pytest.mark.clause("micro-dojo.action.objective")
def test_the_richer_player_gains_the_point_of_the_banker_whoever_triggers_it() -> None:
    for gold, points in (((4, 2), (1, 0)), ((2, 4), (0, 1))):
        position = given(at=ONE_ACTION, gold=gold).when(0, TriggerObjective()).then(points=points, evaluated=1)
        position.citing("micro-dojo.action.objective", ObjectiveEvaluated)
        position.citing("micro-dojo.objective.banker", Scored)


@pytest.mark.clause("micro-dojo.action.objective")
def test_on_a_tie_nobody_gains_and_the_second_objective_is_leftmost() -> None:
    tied = given(at=ONE_ACTION, gold=(3, 3)).when(0, TriggerObjective()).then(points=(0, 0), evaluated=1)
    tied.without(Scored)
    assert BASIC[1] == "hoarder"
    next_one = given(at=ONE_ACTION, evaluated=1, gold=(3, 3), food=(0, 1)).when(0, TriggerObjective())
    next_one.then(points=(0, 1), evaluated=2)


@pytest.mark.clause("micro-dojo.action.objective")
def test_each_place_of_the_track_gives_its_own_points() -> None:
    for place, points in enumerate((1, 1, 2, 2)):
        track = tuple("banker" if there == place else "hoarder" for there in range(5))
        position = given(at=ONE_ACTION, gold=(1, 0), track=track, evaluated=place)
        position.when(0, TriggerObjective()).then(points=(points, 0), evaluated=place + 1)


@pytest.mark.clause("micro-dojo.action.objective-once")
def test_on_the_centre_a_second_objective_in_the_same_turn_is_refused() -> None:
    position = given(at=CENTRE, gold=(4, 2)).when(0, TriggerObjective()).then(turn=0)
    position.when(0, TriggerObjective()).refused("micro-dojo.action.objective-once")
    assert position.offered(0, Trade) == [Trade("gold", 2), Trade("gold", 4)]


@pytest.mark.clause("micro-dojo.action.building")
def test_on_the_centre_the_broker_gives_2_gold_once_in_a_turn() -> None:
    position = given(at=CENTRE, buildings=(("broker",), ()), display=())
    used = position.when(0, ActivateBuilding("broker")).then(gold=(2, 0), turn=0)
    used.citing("micro-dojo.action.building", BuildingActivated)
    used.when(0, ActivateBuilding("broker")).refused("micro-dojo.action.building")
    assert used.offered(0, ActivateBuilding) == []


@pytest.mark.clause("micro-dojo.action.building")
def test_only_an_own_building_with_an_action_symbol_can_be_activated() -> None:
    position = given(at=CENTRE, buildings=(("statue",), ("broker",)), display=())
    for building in ("statue", "broker", "palace"):
        position.when(0, ActivateBuilding(building)).refused("micro-dojo.action.building")


@pytest.mark.clause("micro-dojo.action.trade")
def test_6_gold_become_3_food_in_one_trade_and_5_gold_cannot_yield_3_food() -> None:
    traded = given(at=ONE_ACTION, gold=(6, 0)).when(0, Trade("gold", 6)).then(gold=(0, 0), food=(3, 0), turn=1)
    traded.citing("micro-dojo.action.trade", Paid)
    five = given(at=ONE_ACTION, gold=(5, 0))
    assert max(move.amount // 2 for move in five.offered(0, Trade)) == 2
    for amount in (6, 5, 0, -2):
        five.when(0, Trade("gold", amount)).refused("micro-dojo.action.trade")


@pytest.mark.clause("micro-dojo.action.trade")
def test_food_is_traded_for_gold_at_the_same_rate() -> None:
    given(at=ONE_ACTION, food=(4, 0)).when(0, Trade("food", 4)).then(gold=(2, 0), food=(0, 0))


@pytest.mark.clause("micro-dojo.action.donate")
def test_4_gold_and_4_food_allow_no_donation_but_5_food_do() -> None:
    mixed = given(at=ONE_ACTION, gold=(4, 0), food=(4, 0))
    assert mixed.offered(0, Donate) == []
    mixed.when(0, Donate("gold")).refused("micro-dojo.action.donate")
    mixed.when(0, Donate("food")).refused("micro-dojo.action.donate")
    donated = given(at=ONE_ACTION, food=(5, 0)).when(0, Donate("food")).then(food=(0, 0), points=(1, 0))
    donated.citing("micro-dojo.action.donate", Paid).citing("micro-dojo.action.donate", Scored)
    given(at=ONE_ACTION, gold=(6, 0)).when(0, Donate("gold")).then(gold=(1, 0), points=(1, 0))

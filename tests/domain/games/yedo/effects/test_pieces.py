"""Disciples gained, called home and moved, and the Watch Patrol moved by effects."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.patrol_effects import PatrolColour, PatrolMove, PatrolTo, SendPatrol
from domain.games.yedo.effects.pieces import GainDisciple, MoveDisciple, ReturnDisciple, SendToReserve
from domain.games.yedo.facts.pieces import (
    DiscipleGained,
    DiscipleHome,
    DiscipleMoved,
    DiscipleToReserve,
    PatrolPlaced,
    PatrolTurned,
)
from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.phases.acting import Activate, CompleteMission
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.printed.terms import DISTRICTS
from domain.games.yedo.printed.vocabulary import Effect
from domain.games.yedo.verbs.asking import Deed, deed_of
from domain.games.yedo.verbs.moves import ChooseDistrict, ChooseSpace
from tests.domain.games.yedo.game import Position, given, pays

CARD = "yedo.components.action-anatomy"
LATER = SendPatrol(seat=2, deed=deed_of(2, CARD))
"""A question that comes when everything before it is done."""


def doing(game: Position, clause: str, *effects: Effect, space: str = "") -> Position:
    """Seat 0 gets these effects by a clause, with the activated figure on `space`."""
    return game.doing(deed_of(0, clause, space=space), *effects, then=(LATER,))


@pytest.mark.clause("yedo.reward.auction-disciples")
def test_a_disciple_gained_comes_from_the_reserve() -> None:
    clause = "yedo.reward.auction-disciples"
    doing(given(), clause, GainDisciple()).then(0, reserve=1, house=3).citing(clause, DiscipleGained)
    given().effects(0, GainDisciple(count=2), then=(LATER,)).then(0, reserve=0, house=4)


@pytest.mark.clause("yedo.ruling.disciple-from-reserve")
def test_with_nobody_in_the_reserve_no_disciple_is_gained() -> None:
    game = given().having(0, house=4, reserve=0).effects(0, GainDisciple(), then=(LATER,))
    assert game.then(0, house=4).of_type(EffectWithout)
    game = given().having(0, house=2, reserve=0).effects(0, GainDisciple(), then=(LATER,))
    game.then(0, house=2)


@pytest.mark.clause("yedo.icon.reward-send-reserve")
def test_the_activated_disciple_goes_to_the_reserve_if_two_are_left() -> None:
    clause = "yedo.icon.reward-send-reserve"
    game = given().having(0, house=3, reserve=1).placed(("gates-1", 0))
    game = doing(game, clause, SendToReserve(), space="gates-1").then(0, house=2, reserve=2, on=())
    game.citing(clause, DiscipleToReserve)
    game = doing(given().placed(("gates-1", 0)), clause, SendToReserve(), space="gates-1")
    assert game.then(0, house=1, reserve=2, on=("gates-1",)).of_type(EffectWithout)


@pytest.mark.clause("yedo.icon.reward-send-reserve")
def test_a_mission_that_sends_a_disciple_to_the_reserve_needs_3_disciples() -> None:
    mission, needed = "fall-of-a-house", {"weapons": ("katana", "yumi"), "annexes": ("dojo",)}
    game = given(seats=4).having(0, house=2, missions=(mission,), **needed).placed(("temple-1", 1))
    two = game.placed(("shogun", 0), ("gates-1", 0)).asking(Activate(seat=0))
    two.when(0, CompleteMission("gates-1", mission)).refused("yedo.icon.reward-send-reserve")
    three = game.having(0, house=3, reserve=1).placed(("shogun", 0), ("gates-1", 0), ("market-1", 0))
    three = three.asking(Activate(seat=0)).when(0, CompleteMission("gates-1", mission)).asked((1, "Activate"))
    points = 1 + pays(mission)[0]
    three.then(0, reserve=2, house=0, on=("shogun", "market-1"), done=(mission,), points=points)


def test_a_disciple_called_home_is_chosen_by_its_owner() -> None:
    game = given().placed(("gates-1", 0), ("temple-1", 0), ("harbor-1", 1))
    game = game.effects(0, ReturnDisciple(), then=(LATER,))
    assert [move.space for move in game.offered(0, ChooseSpace)] == ["gates-1", "temple-1"]
    game.when(0, ChooseSpace("harbor-1")).refused(CARD)
    game.when(0, ChooseSpace("temple-1")).then(0, house=1, on=("gates-1",)).citing(CARD, DiscipleHome)
    game = given().effects(0, ReturnDisciple(), then=(LATER,))
    assert game.of_type(EffectWithout)


def test_a_disciple_of_the_target_may_be_called_home() -> None:
    game = given().placed(("gates-1", 0), ("harbor-1", 1))
    game = game.doing(Deed(0, 0, CARD, target=1), ReturnDisciple(whose="target"), then=(LATER,))
    game.then(1, house=2, on=()).then(0, on=("gates-1",))


def test_a_disciple_moves_to_a_free_space_of_an_accessible_district() -> None:
    closed = Lasting("an-event", (0, 1, 2), "round", (Closed(districts=("temple",), spaces=("harbor-1",)),))
    game = given(seats=3, lasting=(closed,)).placed(("gates-1", 0), ("tavern-1", 1))
    game = game.effects(0, MoveDisciple(), then=(LATER,)).asked((0, "MoveTo"))
    free = {move.space for move in game.offered(0, ChooseSpace)}
    assert "harbor-2" in free
    assert free.isdisjoint({"gates-1", "tavern-1", "temple-1", "temple-2", "harbor-1", "gates-3"})
    game.when(0, ChooseSpace("temple-1")).refused("yedo.assign.closed-district")
    game.when(0, ChooseSpace("tavern-1")).refused("yedo.assign.one-per-space")
    game = game.when(0, ChooseSpace("harbor-2")).then(0, on=("harbor-2",)).citing(CARD, DiscipleMoved)
    game.then(1, on=("tavern-1",))


def test_the_disciple_that_moves_is_chosen_first() -> None:
    game = given().placed(("gates-1", 0), ("temple-1", 0)).effects(0, MoveDisciple(), then=(LATER,))
    game.asked((0, "MoveFrom")).when(0, ChooseSpace("shogun")).refused(CARD)
    game = game.when(0, ChooseSpace("temple-1")).when(0, ChooseSpace("shogun"))
    game.then(0, on=("gates-1", "shogun"))


def test_a_disciple_moves_into_the_district_that_a_card_names() -> None:
    game = given(seats=3).placed(("gates-1", 0)).effects(0, MoveDisciple(to="harbor"), then=(LATER,))
    assert [move.space for move in game.offered(0, ChooseSpace)] == ["harbor-1", "harbor-2"]
    game.when(0, ChooseSpace("shogun")).refused(CARD)
    full = given(seats=3).placed(("gates-1", 0), ("harbor-1", 1), ("harbor-2", 2))
    assert full.effects(0, MoveDisciple(to="harbor"), then=(LATER,)).of_type(EffectWithout)


def test_a_disciple_may_move_within_the_bower_but_no_second_one_into_it() -> None:
    game = given(seats=3).placed(("bower-1", 0)).effects(0, MoveDisciple(to="castle"), then=(LATER,))
    assert {move.space for move in game.offered(0, ChooseSpace)} == {"shogun", "bakufu", "bower-2", "bower-3"}
    game = given(seats=3).placed(("bower-1", 0), ("gates-1", 0)).effects(0, MoveDisciple(to="castle"), then=(LATER,))
    game = game.when(0, ChooseSpace("gates-1"))
    assert {move.space for move in game.offered(0, ChooseSpace)} == {"shogun", "bakufu"}
    game.when(0, ChooseSpace("bower-2")).refused("yedo.assign.bower-one")


@pytest.mark.parametrize("effect", [MoveDisciple(), ReturnDisciple()])
def test_an_activated_disciple_is_neither_moved_nor_called_home(effect: Effect) -> None:
    game = given(activated="gates-1").placed(("gates-1", 0)).effects(0, effect, then=(LATER,))
    assert game.then(0, on=("gates-1",)).of_type(EffectWithout)


# The Watch Patrol


@pytest.mark.clause("yedo.icon.reward-patrol-color")
def test_the_watch_patrol_changes_its_colour_without_a_choice() -> None:
    clause = "yedo.icon.reward-patrol-color"
    game = doing(given(patrol="gates", patrol_colour="gold"), clause, PatrolColour())
    game.then(patrol_colour="silver", patrol="gates").citing(clause, PatrolTurned).asked((2, "SendPatrol"))
    doing(given(patrol_colour="silver"), clause, PatrolColour()).then(patrol_colour="gold")


def test_the_watch_patrol_is_moved_in_its_direction() -> None:
    given(patrol="castle").effects(0, PatrolMove(steps=2), then=(LATER,)).then(patrol="tavern")
    silver = given(patrol="castle", patrol_colour="silver").effects(0, PatrolMove(steps=1), then=(LATER,))
    silver.then(patrol="temple")


def test_the_watch_patrol_is_put_into_a_district() -> None:
    game = given(patrol="castle").effects(0, PatrolTo(district="harbor"), then=(LATER,)).then(patrol="harbor")
    game.citing(CARD, PatrolPlaced)
    game = given(patrol="castle").effects(0, PatrolTo(district="choice"), then=(LATER,)).asked((0, "SendPatrol"))
    assert [move.district for move in game.offered(0, ChooseDistrict)] == [*DISTRICTS]
    game.when(0, ChooseDistrict("market")).then(patrol="market")


@pytest.mark.parametrize("effect", [PatrolColour(), PatrolMove(steps=1), PatrolTo(district="harbor")])
def test_nothing_moves_the_watch_patrol_while_it_is_off_the_board(effect: Effect) -> None:
    game = given(patrol=None).effects(0, effect, then=(LATER,))
    assert game.then(patrol=None, patrol_colour="gold").of_type(EffectWithout)

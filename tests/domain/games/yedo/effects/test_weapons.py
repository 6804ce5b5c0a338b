"""Weapons taken from the Market, the bag and the discard pile, and Weapons that a card sells."""

from __future__ import annotations

import pytest

from domain.games.yedo import draws
from domain.games.yedo.effects.patrol_effects import SendPatrol
from domain.games.yedo.effects.weapons import BuyDrawnWeapon, PickUpWeapon, Sell, TakeWeapon
from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.facts.weapons import (
    BagRefilled,
    WeaponKept,
    WeaponsDrawn,
    WeaponSold,
    WeaponsThrownBack,
    WeaponTaken,
)
from domain.games.yedo.printed.modifier_words import CostLess
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.printed.vocabulary import Effect
from domain.games.yedo.verbs.asking import Deed, deed_of
from domain.games.yedo.verbs.moves import KeepWeapon, TakeWeaponFrom
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.kernel.moves import DECLINE
from tests.domain.games.yedo.game import CONTENT, Position, given

CARD = "yedo.components.action-anatomy"
LATER = SendPatrol(seat=2, deed=deed_of(2, CARD))
"""A question that comes when everything before it is done."""
NAMES = ["A", "B", "C", "D"]


def doing(game: Position, clause: str, *effects: Effect, space: str = "") -> Position:
    """Seat 0 gets these effects by a clause, with the activated figure on `space`."""
    return game.doing(deed_of(0, clause, space=space), *effects, then=(LATER,))


@pytest.mark.clause("yedo.icon.reward-weapon")
def test_a_weapon_gained_is_one_of_the_market_for_nothing() -> None:
    clause = "yedo.icon.reward-weapon"
    game = doing(given().selling("doku", None, "nawa", "yumi"), clause, TakeWeapon())
    game.when(0, TakeWeaponFrom(2, "katana")).refused(clause)
    game.when(0, TakeWeaponFrom(1, "nawa")).refused(clause)
    game = game.when(0, TakeWeaponFrom(1, "doku")).then(0, weapons=("doku",), mon=12).citing(clause, WeaponTaken)
    game.then(market=(None, None, "nawa", "yumi"))


@pytest.mark.clause("yedo.icon.reward-weapon")
def test_nothing_is_gained_from_an_empty_market() -> None:
    game = doing(given().selling(None, None, None, None), "yedo.icon.reward-weapon", TakeWeapon())
    assert game.then(0, weapons=()).of_type(EffectWithout)


@pytest.mark.clause("yedo.reward.auction-weapons", "yedo.discard.weapon-top")
def test_of_3_weapons_of_the_bag_1_is_kept_and_2_are_discarded() -> None:
    clause = "yedo.reward.auction-weapons"
    start = given(weapon_discard=("shuko",)).on_top("weapons", "doku", "nawa", "yumi")
    size = start.state.pile("weapons").size
    game = doing(start, clause, TakeWeapon(source="bag", look=3)).citing(clause, WeaponsDrawn)
    assert game.of_type(WeaponsDrawn)[0].weapons == ("doku", "nawa", "yumi")
    game.when(0, KeepWeapon("katana")).refused(clause)
    game = game.when(0, KeepWeapon("nawa")).then(0, weapons=("nawa",)).citing(clause, WeaponsThrownBack)
    game.then(weapon_discard=("shuko", "doku", "yumi"), looking=None).asked((2, "SendPatrol"))
    assert game.state.pile("weapons").size == size - 3


@pytest.mark.clause("yedo.limit.weapons")
def test_a_fifth_weapon_may_be_the_one_that_is_discarded() -> None:
    four = ("doku", "fukiya", "katana", "nawa")
    game = given().having(0, weapons=four).on_top("weapons", "yumi")
    game = game.effects(0, TakeWeapon(source="bag"), then=(LATER,)).then(0, weapons=(*four, "yumi"))
    assert "yumi" in {getattr(move, "weapon", None) for move in game.offered(0)}


@pytest.mark.clause("yedo.market.bag-refill")
def test_an_empty_bag_is_filled_with_the_discarded_weapons_in_the_middle_of_a_draw() -> None:
    start = given().selling(None, None, None, None)
    bag = start.state.pile("weapons").cards
    game = start.having(1, weapons=bag[10:]).having(2, weapons=bag[1:10])
    game = game.having(1, weapons=()).having(2, weapons=()).with_state(weapon_discard=bag[1:10])
    assert game.state.pile("weapons").size == 1
    drawn = game.effects(0, TakeWeapon(source="bag", look=3), then=(LATER,))
    drawn.citing("yedo.market.bag-refill", BagRefilled).then(weapon_discard=())
    assert drawn.of_type(WeaponsDrawn)[0].weapons[0] == bag[0]
    assert len(drawn.of_type(WeaponsDrawn)[0].weapons) == 3
    assert drawn.state.pile("weapons").size == 7


@pytest.mark.clause("yedo.market.bag-refill")
def test_a_draw_that_empties_the_bag_fills_it_at_once_so_the_discard_pile_begins_anew() -> None:
    bag = given().state.pile("weapons").cards
    game = given().having(1, weapons=bag[1:]).having(1, weapons=()).with_state(weapon_discard=bag[1:])
    both = (TakeWeapon(source="bag"), TakeWeapon(source="discard"))
    drawn = game.effects(0, *both, then=(LATER,)).citing("yedo.market.bag-refill", BagRefilled)
    assert drawn.then(0, weapons=bag[:1]).then(weapon_discard=()).of_type(EffectWithout)
    assert drawn.state.pile("weapons").rest == bag[1:]


@pytest.mark.clause("yedo.market.bag-refill", "yedo.tavern.foresight-weapons")
def test_weapons_arranged_beside_an_empty_bag_come_before_those_that_return_to_it() -> None:
    start = given()
    bag = start.state.pile("weapons").cards
    game = start.on_top("weapons", *bag[:2]).having(1, weapons=bag[2:]).having(1, weapons=())
    game = game.with_state(weapon_discard=bag[2:]).effects(0, TakeWeapon(source="market", kind="yumi"), then=(LATER,))
    game.citing("yedo.market.bag-refill", BagRefilled).then(weapon_discard=())
    assert game.state.pile("weapons").pick(Chance(bytes(32), 2), draws.WEAPON_BAG, 2) == bag[:2]


@pytest.mark.clause("yedo.market.bag-refill")
def test_the_bag_is_not_filled_while_enough_weapons_lie_in_it() -> None:
    game = given(weapon_discard=("shuko",)).effects(0, TakeWeapon(source="bag", look=3), then=(LATER,))
    game.without(BagRefilled)


def test_a_weapon_may_come_from_the_discard_pile() -> None:
    start = given(weapon_discard=("doku", "yumi", "doku"))
    game = start.effects(0, TakeWeapon(source="discard"), then=(LATER,))
    assert [move.weapon for move in game.offered(0, PickUpWeapon)] == ["doku", "yumi"]
    game.when(0, PickUpWeapon("katana")).refused(CARD)
    game.when(0, PickUpWeapon("doku")).then(0, weapons=("doku",)).then(weapon_discard=("yumi", "doku"))
    game = start.effects(0, TakeWeapon(source="discard", kind="yumi"), then=(LATER,)).then(0, weapons=("yumi",))
    game = given().effects(0, TakeWeapon(source="discard"), then=(LATER,))
    assert game.of_type(EffectWithout)


ARM = "yedo.action-card.sample-arm-yourselves"


def arming(game: Position) -> Position:
    """Seat 1 plays Arm Yourselves: 4 Weapons, of which it keeps 1; its opponents may buy one each for 5 Mon."""
    game = game.on_top("weapons", "doku", "katana", "nawa", "yumi")
    deed = Deed(1, 1, CARD, "arm-yourselves")
    return game.doing(deed, *CONTENT.action_cards["arm-yourselves"].effects, then=(LATER,))


@pytest.mark.clause("yedo.action-card.sample-arm-yourselves")
def test_arm_yourselves_lets_each_opponent_in_player_order_buy_one_weapon_for_5_mon() -> None:
    game = arming(given(seats=4, track=(3, 1, 0, 2))).asked((1, "KeepDrawn"))
    game = game.when(1, KeepWeapon("katana")).then(1, weapons=("katana",)).asked((3, "BuyDrawn"))
    game.when(3, BuyDrawnWeapon("katana")).refused(ARM)
    game = game.when(3, BuyDrawnWeapon("yumi")).then(3, weapons=("yumi",), mon=7).citing(ARM, WeaponSold)
    game = game.asked((0, "BuyDrawn")).when(0, DECLINE).then(0, weapons=(), mon=12)
    game = game.asked((2, "BuyDrawn")).when(2, BuyDrawnWeapon("doku")).then(2, weapons=("doku",), mon=7)
    game.then(weapon_discard=("nawa",), looking=None).citing(ARM, WeaponsThrownBack).asked((2, "SendPatrol"))


@pytest.mark.clause("yedo.action-card.sample-arm-yourselves")
def test_who_cannot_pay_5_mon_is_not_asked_to_buy() -> None:
    game = arming(given(seats=4).having(0, mon=4).having(3, mon=0)).when(1, KeepWeapon("doku"))
    game = game.asked((2, "BuyDrawn")).when(2, DECLINE).asked((2, "SendPatrol"))
    game.then(weapon_discard=("katana", "nawa", "yumi"))


@pytest.mark.clause("yedo.action-card.sample-arm-yourselves")
def test_the_data_say_that_arm_yourselves_is_known_in_part() -> None:
    assert CONTENT.action_cards["arm-yourselves"].source == "house"
    assert CONTENT.action_cards["arm-yourselves"].when == "any"


@pytest.mark.clause("yedo.action-card.sample-arm-yourselves")
def test_a_sale_may_leave_nothing_to_the_seller() -> None:
    game = given(seats=2).on_top("weapons", "doku").effects(0, Sell(look=1, price=3), then=(LATER,))
    game = game.asked((1, "BuyDrawn")).when(1, BuyDrawnWeapon("doku")).then(1, weapons=("doku",), mon=9)
    game.then(weapon_discard=())


def test_a_drawn_weapon_is_offered_at_the_price_that_its_buyer_pays() -> None:
    cheaper = Lasting("a-card", (1,), "round", (CostLess(of="any", by=2),))
    game = given(seats=2, lasting=(cheaper,)).on_top("weapons", "doku")
    game = game.effects(0, Sell(look=1, price=5), then=(LATER,)).asked((1, "BuyDrawn"))
    (choice,) = (choice for choice in game.rules.choices(game.state) if not choice.standing)
    assert choice.label(game.state, BuyDrawnWeapon("doku"), ("Anna", "Bela")) == "buy the Doku for 3 Mon"
    game.when(1, BuyDrawnWeapon("doku")).then(1, weapons=("doku",), mon=9)


def test_a_weapon_kept_above_the_limit_is_discarded_before_others_buy() -> None:
    four = ("doku", "fukiya", "nawa", "shuko")
    game = arming(given(seats=4).having(1, weapons=four)).when(1, KeepWeapon("katana"))
    assert game.asks()[0] != (0, "BuyDrawn")
    assert game.asked_seat() == 1
    assert game.when(1, game.any_move()).asks()[0] == (0, "BuyDrawn")


def test_the_weapon_kept_is_shown_to_everyone() -> None:
    game = given().on_top("weapons", "yumi").effects(0, TakeWeapon(source="bag"), then=(LATER,))
    assert "Yumi" in game.of_type(WeaponKept)[0].words(NAMES, SPECTATOR)

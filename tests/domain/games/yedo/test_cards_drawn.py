"""Cards and Weapons drawn, kept, laid under and sold; Disciples and the Watch Patrol moved by effects."""

from __future__ import annotations

import pytest

from domain.games.yedo.asking import Deed, deed_of
from domain.games.yedo.cards import KeepOne
from domain.games.yedo.facts.cards import CardDrawn, CardKept, CardsLaidUnder, CardsLookedAt
from domain.games.yedo.facts.pieces import (
    DiscipleGained,
    DiscipleHome,
    DiscipleMoved,
    DiscipleToReserve,
    PatrolPlaced,
    PatrolTurned,
)
from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.facts.weapons import (
    BagRefilled,
    WeaponKept,
    WeaponsDrawn,
    WeaponSold,
    WeaponsThrownBack,
    WeaponTaken,
)
from domain.games.yedo.moves import ChooseDeck, ChooseDistrict, ChooseSpace, KeepCard, KeepWeapon, TakeWeaponFrom
from domain.games.yedo.parts import Lasting
from domain.games.yedo.patrol_effects import SendPatrol
from domain.games.yedo.vocabulary import (
    DISTRICTS,
    Closed,
    Draw,
    Effect,
    GainDisciple,
    MoveDisciple,
    PatrolColour,
    PatrolMove,
    PatrolTo,
    ReturnDisciple,
    Sell,
    SendToReserve,
    TakeWeapon,
)
from domain.games.yedo.weapons import BuyDrawnWeapon, PickUpWeapon
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.moves import DECLINE
from tests.domain.games.yedo.game import CONTENT, Position, given

CARD = "yedo.components.action-anatomy"
LATER = SendPatrol(seat=2, deed=deed_of(2, CARD))
"""A question that comes when everything before it is done."""
NAMES = ["A", "B", "C", "D"]
BONUS = sorted(CONTENT.bonus_cards)


def doing(game: Position, clause: str, *effects: Effect, space: str = "") -> Position:
    """Seat 0 gets these effects by a clause, with the activated figure on `space`."""
    return game.doing(deed_of(0, clause, space=space), *effects, then=(LATER,))


# Cards


@pytest.mark.clause("yedo.reward.auction-action")
def test_of_3_action_cards_1_is_kept_and_2_go_under_the_deck() -> None:
    clause = "yedo.reward.auction-action"
    game = doing(given().on_top("action", "turncoat", "safe-house", "double-time"), clause, Draw(deck="action", look=3))
    size = game.state.pile("action").size
    assert {move.card for move in game.offered(0, KeepCard)} == {"turncoat", "safe-house", "double-time"}
    game.when(0, KeepCard("first-bow")).refused(clause)
    game = game.when(0, KeepCard("safe-house")).then(0, actions=("safe-house",)).asked((2, "SendPatrol"))
    assert game.state.pile("action").size == size + 2
    assert [known.card for known in game.state.pile("action").under] == ["turncoat", "double-time"]
    game.citing(clause, CardKept).citing(clause, CardsLaidUnder).then(looking=None)


@pytest.mark.clause("yedo.reward.auction-bonus")
def test_of_3_bonus_cards_1_is_kept_and_2_go_under_the_deck() -> None:
    game = doing(given(), "yedo.reward.auction-bonus", Draw(deck="bonus", look=3))
    kept, *_ = game.offered(0, KeepCard)
    game = game.when(0, kept).then(0, bonus=(kept.card,))
    assert game.state.pile("bonus").size == len(BONUS) - 1
    assert len(game.state.pile("bonus").under) == 2


@pytest.mark.clause("yedo.reward.auction-missions")
def test_of_3_missions_of_a_chosen_colour_1_is_kept() -> None:
    clause = "yedo.reward.auction-missions"
    game = doing(given(), clause, Draw(deck="mission", look=3)).asked((0, "ChooseColour"))
    assert {move.deck for move in game.offered(0, ChooseDeck)} == {"green", "yellow", "red", "black"}
    game.when(0, ChooseDeck("bonus")).refused(clause)
    size = game.state.pile("red").size
    game = game.when(0, ChooseDeck("red"))
    kept, *_ = game.offered(0, KeepCard)
    game = game.when(0, kept).then(0, missions=(kept.card,)).citing(clause, CardKept)
    assert game.state.pile("red").size == size - 1
    assert CONTENT.colour_of(kept.card) == "red"


@pytest.mark.clause("yedo.reward.auction-missions-short")
def test_a_short_deck_of_missions_gives_fewer_to_choose_from_and_an_empty_one_nothing() -> None:
    start = given()
    black, red = start.state.pile("black").cards, start.state.pile("red").cards
    game = start.having(1, done=black[2:]).having(2, done=red).effects(0, Draw(deck="mission", look=3), then=(LATER,))
    assert {move.deck for move in game.offered(0, ChooseDeck)} == {"green", "yellow", "black"}
    game.when(0, ChooseDeck("red")).refused("yedo.reward.auction-missions-short")
    game = game.when(0, ChooseDeck("black"))
    assert {move.card for move in game.offered(0, KeepCard)} == set(black[:2])
    game = game.when(0, KeepCard(black[0])).then(0, missions=(black[0],))
    assert game.state.pile("black").cards == (black[1],)


@pytest.mark.clause("yedo.reward.auction-missions-short")
def test_the_last_card_of_a_deck_is_drawn_without_a_choice() -> None:
    start = given()
    black = start.state.pile("black").cards
    game = start.having(1, done=black[1:]).effects(0, Draw(deck="mission", look=3, colour="black"), then=(LATER,))
    game.then(0, missions=black[:1]).asked((2, "SendPatrol")).without(CardsLookedAt)


@pytest.mark.clause("yedo.icon.reward-action", "yedo.limit.action-cards")
def test_an_action_card_gained_is_the_top_one_and_the_limit_holds() -> None:
    hand = ("double-time", "safe-house", "turncoat")
    game = given().having(0, actions=hand).on_top("action", "first-bow")
    game = doing(game, "yedo.icon.reward-action", Draw(deck="action")).citing("yedo.icon.reward-action", CardDrawn)
    game = game.then(0, actions=("double-time", "first-bow", "safe-house", "turncoat")).asked((0, "Spare"))
    assert len(game.when(0, game.any_move()).state.actions[0]) == 3


@pytest.mark.clause("yedo.icon.reward-bonus", "yedo.limit.bonus-cards")
def test_a_bonus_card_gained_is_the_top_one_and_the_limit_holds() -> None:
    game = given().having(0, bonus=BONUS[:2]).on_top("bonus", BONUS[2])
    game = doing(game, "yedo.icon.reward-bonus", Draw(deck="bonus")).then(0, bonus=tuple(BONUS[:3]))
    game = game.asked((0, "Spare"))
    game = game.when(0, game.any_move())
    assert len(game.state.bonus[0]) == 2
    assert game.state.pile("bonus").under[-1].card in BONUS[:3]


@pytest.mark.clause("yedo.icon.reward-mission")
def test_a_mission_gained_is_the_top_one_of_a_chosen_deck() -> None:
    start = given()
    held = start.state.pile("green").cards[:3]
    game = doing(start.having(0, missions=held), "yedo.icon.reward-mission", Draw(deck="mission"))
    game = game.when(0, ChooseDeck("yellow")).asked((2, "SendPatrol"))
    assert game.citing("yedo.icon.reward-mission", CardDrawn).state.mission_colours(0).count("yellow") == 1
    assert len(game.state.missions[0]) == 4


@pytest.mark.clause("yedo.ruling.decks-run-out")
def test_a_deck_gives_its_undermost_cards_last_and_an_empty_one_nothing() -> None:
    start = given().effects(0, Draw(deck="bonus", look=3), then=(LATER,))
    start = start.when(0, start.offered(0, KeepCard)[0])
    under = [known.card for known in start.state.pile("bonus").under]
    game = start.having(0, bonus=()).having(1, bonus=start.state.pile("bonus").rest)
    assert list(game.state.pile("bonus").cards) == sorted(under)
    game = game.having(1, bonus=()).effects(1, Draw(deck="bonus"), then=(LATER,)).then(1, bonus=(under[0],))
    game = game.effects(1, Draw(deck="bonus"), then=(LATER,)).then(1, bonus=tuple(sorted(under)))
    game = game.having(1, bonus=()).effects(1, Draw(deck="bonus"), then=(LATER,))
    assert game.then(1, bonus=()).of_type(EffectWithout)


def test_only_its_drawer_sees_a_card_that_is_drawn_or_looked_at() -> None:
    game = doing(given().on_top("action", "turncoat", "safe-house"), CARD, Draw(deck="action", look=2))
    looked = game.of_type(CardsLookedAt)[0]
    game = game.when(0, KeepCard("turncoat"))
    for fact in (looked, game.of_type(CardKept)[0]):
        assert "Turncoat" in fact.words(NAMES, seat_viewer(0))
        assert "Turncoat" not in fact.words(NAMES, seat_viewer(1))
        assert "Turncoat" not in fact.words(NAMES, SPECTATOR)
    assert not KeepOne.public
    assert not KeepOne.automatic


def test_several_cards_may_be_kept() -> None:
    game = given().on_top("action", "turncoat", "safe-house", "double-time")
    game = game.effects(0, Draw(deck="action", look=3, keep=2), then=(LATER,))
    game = game.when(0, KeepCard("turncoat")).asked((0, "KeepOne"))
    game = game.when(0, KeepCard("double-time")).then(0, actions=("double-time", "turncoat")).then(looking=None)
    assert [known.card for known in game.state.pile("action").under] == ["safe-house"]


# Weapons


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


@pytest.mark.clause(ARM)
def test_arm_yourselves_lets_each_opponent_in_player_order_buy_one_weapon_for_5_mon() -> None:
    game = arming(given(seats=4, order=(3, 1, 0, 2))).asked((1, "KeepDrawn"))
    game = game.when(1, KeepWeapon("katana")).then(1, weapons=("katana",)).asked((3, "BuyDrawn"))
    game.when(3, BuyDrawnWeapon("katana")).refused(ARM)
    game = game.when(3, BuyDrawnWeapon("yumi")).then(3, weapons=("yumi",), mon=7).citing(ARM, WeaponSold)
    game = game.asked((0, "BuyDrawn")).when(0, DECLINE).then(0, weapons=(), mon=12)
    game = game.asked((2, "BuyDrawn")).when(2, BuyDrawnWeapon("doku")).then(2, weapons=("doku",), mon=7)
    game.then(weapon_discard=("nawa",), looking=None).citing(ARM, WeaponsThrownBack).asked((2, "SendPatrol"))


@pytest.mark.clause(ARM)
def test_who_cannot_pay_5_mon_is_not_asked_to_buy() -> None:
    game = arming(given(seats=4).having(0, mon=4).having(3, mon=0)).when(1, KeepWeapon("doku"))
    game = game.asked((2, "BuyDrawn")).when(2, DECLINE).asked((2, "SendPatrol"))
    game.then(weapon_discard=("katana", "nawa", "yumi"))


@pytest.mark.clause(ARM)
def test_the_data_say_that_arm_yourselves_is_known_in_part() -> None:
    assert CONTENT.action_cards["arm-yourselves"].source == "house"
    assert CONTENT.action_cards["arm-yourselves"].when == "any"


@pytest.mark.clause(ARM)
def test_a_sale_may_leave_nothing_to_the_seller() -> None:
    game = given(seats=2).on_top("weapons", "doku").effects(0, Sell(look=1, price=3), then=(LATER,))
    game = game.asked((1, "BuyDrawn")).when(1, BuyDrawnWeapon("doku")).then(1, weapons=("doku",), mon=9)
    game.then(weapon_discard=())


def test_a_weapon_kept_above_the_limit_is_discarded_before_others_buy() -> None:
    four = ("doku", "fukiya", "nawa", "shuko")
    game = arming(given(seats=4).having(1, weapons=four)).when(1, KeepWeapon("katana"))
    assert game.asks()[0] != (0, "BuyDrawn")
    assert game.asked_seat() == 1
    assert game.when(1, game.any_move()).asks()[0] == (0, "BuyDrawn")


# Disciples


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


def test_the_weapon_kept_is_shown_to_everyone() -> None:
    game = given().on_top("weapons", "yumi").effects(0, TakeWeapon(source="bag"), then=(LATER,))
    assert "Yumi" in game.of_type(WeaponKept)[0].words(NAMES, SPECTATOR)

"""Every Action Card, played once: it does what its words say, which are also those of its test."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.annexes import ChooseAnnex
from domain.games.yedo.effects.weapons import BuyDrawnWeapon
from domain.games.yedo.facts.cards import CardAimed, CardNegated, CardPlayed
from domain.games.yedo.facts.pieces import DiscipleArrested
from domain.games.yedo.phases.acting import Activate, CompleteMission, Idle, Perform
from domain.games.yedo.phases.assigning import Assign, Place
from domain.games.yedo.phases.bidding import StayOrDrop
from domain.games.yedo.phases.patrol import Influence, PatrolPhase, SaveOwn
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.verbs.moves import (
    ACCEPT,
    ArrangeCards,
    ChooseDeck,
    ChooseDistrict,
    ChooseSpace,
    GiveUpCard,
    KeepCard,
    KeepWeapon,
    TakeWeaponFrom,
)
from domain.kernel.choice import Item
from domain.kernel.moves import DECLINE, ChooseOption, ChooseSeat
from tests.domain.games.yedo.action_cards import GIFTS, WALLS, all_cards
from tests.domain.games.yedo.game import CONTENT, Position, pays

AFTERWARDS = Influence(seat=1)
"""A question at the bottom of the agenda."""
OWN: dict[str, tuple[str, Item]] = {
    "own-bidding": ("bidding", StayOrDrop(seat=0)),
    "own-assignment": ("assign", Assign(seat=0)),
    "own-activation": ("actions", Activate(seat=0)),
    "mission": ("actions", Activate(seat=0)),
    "patrol-move": ("patrol", Influence(seat=0)),
    "patrol-save": ("patrol", SaveOwn(seat=0)),
    "any": ("assign", Assign(seat=0)),
    "answer": ("assign", Assign(seat=0)),
}
"""The phase and the question in which a card of each moment is played here."""
RED = all_cards().state.pile("red").rest


def holding(card: str, *placed: tuple[str, int], **values: object) -> Position:
    """Return a game in which seat 0 holds only this card and is asked at its moment; `placed` are Disciples."""
    phase, question = OWN[CONTENT.action_cards[card].when]
    state = {name: values.pop(name) for name in ("patrol", "patrol_colour", "church", "track") if name in values}
    game = all_cards(phase=phase, **state).having(0, actions=(card,), **values)
    return game.placed(*placed).asking(question, AFTERWARDS)


def played(card: str, *placed: tuple[str, int], **values: object) -> Position:
    """Return that game after seat 0 has played the card."""
    game = holding(card, *placed, **values).when(0, PlayCard(card))
    assert [fact.card for fact in game.of_type(CardPlayed)] == [card]
    return game


def asked_again(game: Position, card: str) -> Position:
    """Check that the question during which the card was played is open again."""
    return game.asked((0, type(OWN[CONTENT.action_cards[card].when][1]).__name__))


def test_every_design_is_played_here() -> None:
    tests = {name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_")}
    assert len(CONTENT.action_cards) == 36
    assert [design for design in CONTENT.action_cards if not any(test.startswith(design) for test in tests)] == []


# Neutrals


def test_walls_have_ears_lets_the_card_that_it_answers_do_nothing() -> None:
    game = holding("walls-have-ears").having(1, actions=("gifts-for-the-council",)).when(1, GIFTS)
    game = game.asked((0, "React")).when(0, WALLS)
    assert [fact.card for fact in game.of_type(CardNegated)] == ["gifts-for-the-council"]
    game.asked((0, "Assign")).then(1, mon=12, points=1, actions=()).then(0, actions=())


def test_a_word_at_the_well_draws_two_missions_of_a_deck_and_keeps_one() -> None:
    game = holding("a-word-at-the-well").on_top("red", *RED[:2]).when(0, PlayCard("a-word-at-the-well"))
    game = game.asked((0, "ChooseColour")).when(0, ChooseDeck("red")).asked((0, "KeepOne"))
    game = game.when(0, KeepCard(RED[1])).then(0, missions=(RED[1],))
    assert [known.card for known in game.state.pile("red").under] == [RED[0]]
    asked_again(game, "a-word-at-the-well")


def test_fortune_teller_looks_at_three_cards_of_a_deck_and_gives_1_mon() -> None:
    three = RED[:3]
    game = holding("fortune-teller").on_top("red", *three).when(0, PlayCard("fortune-teller"))
    game = game.asked((0, "ChooseForesight")).when(0, ChooseDeck("red"))
    game = game.when(0, ArrangeCards(three[::-1])).then(0, mon=13, missions=())
    assert [known.card for known in game.state.pile("red").over] == list(three[::-1])
    asked_again(game, "fortune-teller")


def test_an_open_hand_builds_an_annex_for_6_mon_gives_1_mon_for_each_and_2_mon_to_every_opponent() -> None:
    game = played("an-open-hand", ("market-1", 0), annexes=("kobudo-ryu",)).asked((0, "PickAnnex"))
    game = game.when(0, ChooseAnnex("dojo")).then(0, annexes=("dojo", "kobudo-ryu"), mon=12 - 6 + 2, points=2)
    for opponent in range(1, game.state.seats):
        game.then(opponent, mon=12 + 2)
    asked_again(game, "an-open-hand")


def test_before_the_altar_gives_a_blessing_or_4_mon() -> None:
    game = played("before-the-altar").asked((0, "ChooseOne"))
    game.when(0, ChooseOption(1)).then(0, blessings=True, mon=12)
    game.when(0, ChooseOption(2)).then(0, blessings=False, mon=16)
    played("before-the-altar", blessings=True).then(0, mon=16)


def test_a_good_word_at_court_gives_1_point_or_3_mon() -> None:
    game = played("a-good-word-at-court").asked((0, "ChooseOne"))
    game.when(0, ChooseOption(1)).then(0, points=2, mon=12)
    game.when(0, ChooseOption(2)).then(0, points=1, mon=15)


# Resources


@pytest.mark.clause("yedo.action-card.sample-arm-yourselves")
def test_arm_yourselves_keeps_one_of_four_weapons_and_opponents_buy_the_others() -> None:
    drawn = ("doku", "katana", "nawa", "yumi")
    game = holding("arm-yourselves").having(2, mon=4).on_top("weapons", *drawn).when(0, PlayCard("arm-yourselves"))
    game = game.when(0, KeepWeapon("katana")).asked((1, "BuyDrawn"))
    game = game.when(1, BuyDrawnWeapon("doku")).asked((3, "BuyDrawn")).then(1, weapons=("doku",), mon=7)
    game = game.when(3, DECLINE).then(0, weapons=("katana",), mon=12).then(3, weapons=())
    assert game.state.weaponry.weapon_discard == ("nawa", "yumi")
    assert CONTENT.action_cards["arm-yourselves"].source == "house"
    asked_again(game, "arm-yourselves")


def test_good_harvest_gives_4_mon() -> None:
    asked_again(played("good-harvest").then(0, mon=16), "good-harvest")


def test_shaking_the_alms_box_takes_all_mon_of_the_church() -> None:
    game = played("shaking-the-alms-box", ("market-1", 0), church=6).then(0, mon=18).then(church=0)
    asked_again(game, "shaking-the-alms-box")
    poor = holding("shaking-the-alms-box", ("market-1", 0), church=1)
    poor.when(0, PlayCard("shaking-the-alms-box")).refused("yedo.actions-cards.requirements-kept")


def test_a_blade_in_pawn_takes_a_weapon_of_the_market_for_2_mon() -> None:
    game = holding("a-blade-in-pawn").selling("nawa", None, "yumi", None).when(0, PlayCard("a-blade-in-pawn"))
    game = game.when(0, ACCEPT).when(0, TakeWeaponFrom(3, "yumi")).then(0, mon=10, weapons=("yumi",))
    asked_again(game.then(market=("nawa", None, None, None)), "a-blade-in-pawn")


def test_sealed_wager_draws_two_bonus_cards_and_keeps_one() -> None:
    first, second = sorted(CONTENT.bonus_cards)[:2]
    game = holding("sealed-wager").on_top("bonus", first, second).when(0, PlayCard("sealed-wager"))
    game = game.when(0, KeepCard(second)).then(0, bonus=(second,))
    assert [known.card for known in game.state.pile("bonus").under] == [first]
    asked_again(game, "sealed-wager")


def test_gifts_for_the_council_give_2_points_for_3_mon() -> None:
    game = played("gifts-for-the-council").asked((0, "TakeOffer"))
    game.when(0, ACCEPT).then(0, mon=9, points=3)
    game.when(0, DECLINE).then(0, mon=12, points=1)


# Rule Changers


def test_cheap_timber_makes_one_annex_5_mon_cheaper() -> None:
    full = CONTENT.prices.annex
    game = played("cheap-timber", ("tavern-1", 0), ("tavern-2", 0), house=4, mon=30)
    game = game.when(0, Perform("tavern-1", "carpenter/dojo")).then(0, mon=30 - full + 5).then(lasting=())
    game = game.asking(Activate(seat=0), AFTERWARDS).when(0, Perform("tavern-2", "carpenter/yashiki"))
    game.then(0, mon=30 - full + 5 - full)


def test_borrowed_steel_stands_in_for_a_weapon_of_a_mission() -> None:
    game = holding("borrowed-steel", ("harbor-1", 0), missions=("rice-boats-aflame",))
    mission = CompleteMission("harbor-1", "rice-boats-aflame")
    game.when(0, mission).refused("yedo.icon.requirement-weapon")
    game = game.when(0, PlayCard("borrowed-steel")).when(0, mission)
    game.then(0, points=1 + pays("rice-boats-aflame")[0], done=("rice-boats-aflame",)).then(lasting=())


def test_painted_smile_stands_in_for_a_geisha_of_a_mission() -> None:
    game = holding("painted-smile", ("red-light-1", 0), missions=("pillow-talk",))
    mission = CompleteMission("red-light-1", "pillow-talk")
    game.when(0, mission).refused("yedo.icon.requirement-geisha")
    game = game.when(0, PlayCard("painted-smile")).when(0, mission)
    game.then(0, points=1 + pays("pillow-talk")[0], done=("pillow-talk",), geishas=()).then(lasting=())


def test_first_bow_moves_the_marker_to_the_first_place_and_gives_1_mon() -> None:
    game = played("first-bow", ("market-1", 0), track=(2, 1, 0, 3)).then(0, mon=13).then(order=(0, 2, 1, 3))
    asked_again(game, "first-bow")
    first = holding("first-bow", ("market-1", 0))
    first.when(0, PlayCard("first-bow")).refused("yedo.actions-cards.requirements-kept")


def test_safe_house_keeps_the_patrol_away_until_the_end_of_the_round() -> None:
    game = played("safe-house", patrol="harbor", house=3).when(0, Place("red-light-1"))
    (held,) = game.state.playing.lasting
    assert (held.seats, held.until) == ((0,), "round")
    game = game.with_state(phase="patrol").asking(PatrolPhase(), AFTERWARDS).running()
    game.without(DiscipleArrested).then(0, on=("red-light-1",))


def test_friends_in_every_shop_make_one_purchase_4_mon_cheaper() -> None:
    luxury = CONTENT.prices.luxury
    game = played("friends-in-every-shop", ("harbor-1", 0), ("harbor-2", 0), house=3)
    game = game.when(0, Perform("harbor-1", "luxury-4")).then(0, mon=12, points=1 + luxury["4"]).then(lasting=())
    game = game.asking(Activate(seat=0), AFTERWARDS).when(0, Perform("harbor-2", "luxury-4")).then(0, mon=8)


# Disciple


def test_feint_moves_a_disciple_to_a_free_space() -> None:
    game = (
        played("feint", ("market-1", 0), ("market-2", 0), ("temple-1", 1), house=3)
        .asked((0, "MoveFrom"))
        .when(0, ChooseSpace("market-1"))
    )
    game.when(0, ChooseSpace("temple-1")).refused("yedo.assign.one-per-space")
    asked_again(game.when(0, ChooseSpace("temple-2")).then(0, on=("market-2", "temple-2")), "feint")


def test_second_wind_sends_a_disciple_home_to_be_assigned_again_and_gives_1_mon() -> None:
    game = played("second-wind", ("market-1", 0), ("market-2", 0)).when(0, ChooseSpace("market-2"))
    game = asked_again(game.then(0, on=("market-1",), house=1, mon=13), "second-wind")
    game.when(0, Place("temple-1")).then(0, on=("market-1", "temple-1"))


def test_through_the_gardens_moves_a_disciple_before_it_acts_and_gives_2_mon() -> None:
    game = played("through-the-gardens", ("market-1", 0), ("market-2", 0)).when(0, ChooseSpace("market-1"))
    game = asked_again(game.when(0, ChooseSpace("temple-1")).then(0, mon=14), "through-the-gardens")
    game.when(0, Perform("temple-1", "blessing")).then(0, blessings=True)


def test_tireless_activates_two_disciples_in_a_row_for_3_mon() -> None:
    game = played("tireless", ("market-1", 0), ("market-2", 0), ("temple-1", 1)).when(0, ACCEPT).then(0, mon=9)
    game = game.when(0, Idle("market-1")).asked((0, "Activate"))
    game.when(0, Idle("market-2")).asked((1, "Activate"))
    game = played("tireless", ("market-1", 0), ("market-2", 0), ("temple-1", 1)).when(0, DECLINE).then(0, mon=12)
    game.when(0, Idle("market-1")).asked((1, "Activate"))


def test_cousin_from_the_hills_comes_from_the_reserve_for_5_mon() -> None:
    game = played("cousin-from-the-hills").when(0, ACCEPT).then(0, mon=7, house=3, reserve=1)
    asked_again(game, "cousin-from-the-hills")
    full = holding("cousin-from-the-hills", house=4, reserve=0)
    full.when(0, PlayCard("cousin-from-the-hills")).refused("yedo.actions-cards.requirements-kept")


def test_every_corner_watched_gives_1_mon_and_1_more_for_each_disciple_on_the_board() -> None:
    where = (("market-1", 0), ("temple-1", 0), ("market-2", 1))
    asked_again(played("every-corner-watched", *where).then(0, mon=12 + 1 + 2), "every-corner-watched")


# Watch Patrol


def test_double_time_moves_the_patrol_by_one_more_district() -> None:
    played("double-time", patrol="market").then(patrol="temple")


def test_down_the_wrong_street_moves_the_patrol_by_two_districts_and_gives_1_mon() -> None:
    played("down-the-wrong-street", patrol="market", patrol_colour="silver").then(patrol="harbor").then(0, mon=13)


def test_a_purse_for_the_captain_saves_one_disciple_for_2_mon() -> None:
    game = played("a-purse-for-the-captain", ("market-1", 0), ("market-2", 0), patrol="market")
    saved = [(saved.seat, saved.count) for saved in game.state.watch.saved]
    assert saved == [(0, 1)]
    game.then(0, mon=10)


def test_turncoat_turns_the_patrol_and_moves_it_by_one_district() -> None:
    played("turncoat", patrol="market").then(patrol="red-light", patrol_colour="silver")


def test_an_unsigned_letter_sends_the_patrol_to_a_district_of_choice() -> None:
    game = played("an-unsigned-letter", patrol="market").asked((0, "SendPatrol"))
    game.when(0, ChooseDistrict("castle")).then(patrol="castle")


def test_under_the_floor_mats_saves_all_own_disciples() -> None:
    game = played("under-the-floor-mats", ("market-1", 0), ("market-2", 0), ("market-3", 1), patrol="market")
    assert [(saved.seat, saved.count) for saved in game.state.watch.saved] == [(0, None)]


# Hard Interaction


def aimed(game: Position, target: int) -> Position:
    """Aim the card that was played at a seat."""
    return game.asked((0, "AimPlayed")).when(0, ChooseSeat(target))


def test_light_fingers_takes_3_mon_from_a_target() -> None:
    game = aimed(played("light-fingers"), 2).then(0, mon=15).then(2, mon=9)
    asked_again(game, "light-fingers")
    aimed(played("light-fingers").having(2, mon=1), 2).then(0, mon=13).then(2, mon=0)


def test_loss_of_face_costs_each_opponent_with_the_most_points_2_of_them_and_gives_2_mon() -> None:
    game = holding("loss-of-face", ("market-1", 0)).having(1, points=6).having(2, points=5).having(3, points=6)
    game = game.when(0, PlayCard("loss-of-face")).then(0, mon=14, points=1).then(1, points=4)
    asked_again(game.then(2, points=5).then(3, points=4), "loss-of-face")
    played("loss-of-face", ("market-1", 0), points=9).then(0, points=9, mon=14).then(1, points=1)


def test_make_way_moves_a_disciple_of_a_target_and_gives_1_mon() -> None:
    game = aimed(played("make-way", ("temple-1", 1), ("tavern-1", 1), ("market-1", 3)), 1).asked((0, "MoveFrom"))
    game = game.when(0, ChooseSpace("temple-1")).when(0, ChooseSpace("gates-1"))
    asked_again(game.then(1, on=("tavern-1", "gates-1")).then(3, on=("market-1",)).then(0, mon=13), "make-way")


def test_called_away_sends_a_placed_disciple_of_a_target_home() -> None:
    game = played("called-away", ("market-1", 0), ("temple-1", 1), ("gates-1", 1), ("tavern-1", 2))
    assert game.offered(0, ChooseSeat) == [ChooseSeat(1), ChooseSeat(2)]  # seat 3 has nobody there
    game = aimed(game, 1).asked((0, "CallHome")).when(0, ChooseSpace("gates-1"))
    asked_again(game.then(1, on=("temple-1",), house=1), "called-away")


def test_hush_money_takes_4_mon_or_an_action_card_as_the_target_chooses() -> None:
    game = holding("hush-money").having(1, actions=("feint", "turncoat")).when(0, PlayCard("hush-money"))
    game = aimed(game, 1).asked((1, "React")).when(1, DECLINE).asked((1, "ChooseOne"))
    asked_again(game.when(1, ChooseOption(1)).then(0, mon=16).then(1, mon=8), "hush-money")
    game = game.when(1, ChooseOption(2)).asked((1, "GiveUpHidden")).when(1, GiveUpCard("action", "feint"))
    game.then(0, actions=("feint",), mon=12).then(1, actions=("turncoat",), mon=12)


def test_the_switched_scrolls_swaps_a_card_with_a_target_and_gives_1_mon() -> None:
    game = holding("the-switched-scrolls", bonus=("the-arsenal",)).having(2, bonus=("long-service",))
    game = game.when(0, PlayCard("the-switched-scrolls"))
    assert [fact.target for fact in game.of_type(CardAimed)] == [2]  # nobody else has a card to swap
    game = game.asked((0, "GiveForSwap")).when(0, GiveUpCard("bonus", "the-arsenal"))
    asked_again(game.then(0, bonus=("long-service",), mon=13).then(2, bonus=("the-arsenal",)), "the-switched-scrolls")

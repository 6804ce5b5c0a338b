"""The limits on a player's possessions, and what happens as soon as one is exceeded."""

from __future__ import annotations

from typing import get_args

import pytest

from domain.games.yedo.effects.annexes import BuildAnnex, ChooseAnnex, Geisha
from domain.games.yedo.effects.combining import TakeOffer
from domain.games.yedo.effects.goods import Blessing, Mon
from domain.games.yedo.effects.losing import GiveUpDisciple
from domain.games.yedo.facts.cards import CardDiscarded, CardDrawn, CardHandedOver
from domain.games.yedo.facts.missions import MissionShown
from domain.games.yedo.facts.pieces import DiscipleToReserve
from domain.games.yedo.facts.turns import EffectWithout, LastingOver
from domain.games.yedo.facts.weapons import WeaponDiscarded, WeaponPickedUp
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.modifier_words import Limit
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.printed.terms import Asset
from domain.games.yedo.verbs.asking import deed_of
from domain.games.yedo.verbs.moves import ACCEPT, GiveUpCard, GiveUpWeapon
from domain.kernel.pile import Known
from tests.domain.games.yedo.game import Position, given

CLAUSE = "yedo.components.action-anatomy"
THREE_ACTIONS = ("before-the-altar", "cheap-timber", "first-bow")
TWO_BONUS = ("a-clear-conscience", "landlord")
FOUR_WEAPONS = ("doku", "katana", "shuko", "yumi")
FOUR_MISSIONS = ("a-bitter-cup", "lighter-purses", "pillow-talk", "the-missing-cook")
GREEN = "listen-at-the-gate"
later = TakeOffer(seat=2, deed=deed_of(2, CLAUSE), effects=(Mon(amount=1),))


def waiting(**fields: object) -> Position:
    """A position in which seat 2 is asked something; any excess over a limit comes first."""
    return given(3, **fields)


def gaining(game: Position, deck: str, card: str, seat: int = 0) -> Position:
    return game.asking(later).happening(CardDrawn(CLAUSE, seat, deck, card))


def picking_up(game: Position, weapon: str, seat: int = 0) -> Position:
    pile = game.state.pile("weapons")
    left = list(pile.rest)
    left.remove(weapon)
    game.state.put_pile("weapons", type(pile)(rest=tuple(left)))
    game = game.with_state(weapon_discard=(*game.state.weaponry.weapon_discard, weapon))
    return game.asking(later).happening(WeaponPickedUp(CLAUSE, seat, weapon))


@pytest.mark.clause("yedo.limit.action-cards")
@pytest.mark.clause("yedo.discard.action-bottom")
def test_above_three_action_cards_a_player_discards_one_under_the_deck_before_anything_else() -> None:
    game = gaining(waiting().having(0, actions=THREE_ACTIONS), "action", "safe-house").asked((0, "Spare"))
    size = game.state.pile("action").size
    game = game.when(0, GiveUpCard("action", "cheap-timber")).citing("yedo.limit.action-cards", CardDiscarded)
    game.then(0, actions=("before-the-altar", "first-bow", "safe-house")).asked((2, "TakeOffer"))
    assert game.state.pile("action").size == size + 1
    assert game.state.pile("action").under[-1] == Known("cheap-timber", (0,))


def test_the_new_action_card_may_be_the_one_that_goes() -> None:
    game = gaining(waiting().having(0, actions=THREE_ACTIONS), "action", "safe-house")
    game.when(0, GiveUpCard("action", "safe-house")).then(0, actions=THREE_ACTIONS)


def test_an_excess_action_card_may_be_played_if_its_moment_fits() -> None:
    hand = ("cheap-timber", "double-time", "fortune-teller")
    game = gaining(waiting(acting=0, activated="gates-1").having(0, actions=hand), "action", "safe-house")
    assert game.offered(0, PlayCard) == [PlayCard("fortune-teller"), PlayCard("cheap-timber")]
    game = game.when(0, PlayCard("double-time")).refused("yedo.actions-cards.timing")
    game = game.when(0, PlayCard("cheap-timber")).asked((2, "TakeOffer"))
    game.then(0, actions=("double-time", "fortune-teller", "safe-house"))
    assert [held.source for held in game.state.playing.lasting] == ["cheap-timber"]


def test_in_the_turn_of_another_player_only_cards_of_any_time_fit() -> None:
    hand = ("cheap-timber", "double-time", "fortune-teller")
    for turn in ({"acting": 1, "activated": "gates-1"}, {"acting": 0}):
        game = gaining(waiting(**turn).having(0, actions=hand), "action", "safe-house")
        assert game.offered(0, PlayCard) == [PlayCard("fortune-teller")]
    game = gaining(
        waiting(phase="bidding").having(0, actions=(*hand[:2], "safe-house")), "action", "a-good-word-at-court"
    )
    assert game.offered(0, PlayCard) == [PlayCard("a-good-word-at-court")]


def test_no_action_card_is_played_to_keep_another_limit() -> None:
    game = gaining(waiting().having(0, actions=("fortune-teller",), bonus=TWO_BONUS), "bonus", "many-roofs")
    assert game.offered(0, PlayCard) == []


def test_three_action_cards_are_not_above_the_limit() -> None:
    game = gaining(waiting().having(0, actions=THREE_ACTIONS[:2]), "action", "safe-house")
    game.asked((2, "TakeOffer"))


@pytest.mark.clause("yedo.limit.bonus-cards")
@pytest.mark.clause("yedo.discard.bonus-bottom")
def test_of_three_bonus_cards_the_owner_chooses_one_to_put_under_the_deck() -> None:
    game = gaining(waiting().having(0, bonus=TWO_BONUS), "bonus", "many-roofs")
    three = [*TWO_BONUS, "many-roofs"]
    assert game.offered(0) == [GiveUpCard("bonus", card) for card in three]
    size = game.state.pile("bonus").size
    game = game.when(0, GiveUpCard("bonus", "landlord")).citing("yedo.limit.bonus-cards", CardDiscarded)
    game.then(0, bonus=("a-clear-conscience", "many-roofs")).asked((2, "TakeOffer"))
    assert game.state.pile("bonus").size == size + 1
    assert game.state.pile("bonus").under[-1].card == "landlord"


@pytest.mark.clause("yedo.limit.weapons")
@pytest.mark.clause("yedo.discard.weapon-top")
def test_above_four_weapons_one_goes_open_onto_the_discard_pile() -> None:
    game = picking_up(waiting().having(0, weapons=FOUR_WEAPONS), "nawa").asked((0, "SpareGoods"))
    assert game.offered(0) == [GiveUpWeapon(kind) for kind in ("doku", "katana", "nawa", "shuko", "yumi")]
    game = game.when(0, GiveUpWeapon("doku")).citing("yedo.limit.weapons", WeaponDiscarded)
    game.then(0, weapons=("katana", "nawa", "shuko", "yumi")).then(weapon_discard=("doku",)).asked((2, "TakeOffer"))


def test_of_five_weapons_of_a_kind_one_goes_unasked() -> None:
    game = picking_up(waiting().having(0, weapons=("yumi",) * 4), "yumi")
    game.then(0, weapons=("yumi",) * 4).then(weapon_discard=("yumi",)).asked((2, "TakeOffer"))


@pytest.mark.clause("yedo.limit.missions")
@pytest.mark.clause("yedo.limit.mission-discard-place")
def test_above_four_missions_one_goes_under_the_deck_of_its_colour() -> None:
    game = waiting().having(0, missions=FOUR_MISSIONS)
    red = game.state.pile("red").rest[0]
    game = gaining(game, "red", red).asked((0, "Spare"))
    assert {move.card for move in game.offered(0, GiveUpCard)} == {*FOUR_MISSIONS, red}
    size = game.state.pile("red").size
    game = game.when(0, GiveUpCard("red", red)).citing("yedo.limit.missions", CardDiscarded)
    game.then(0, missions=FOUR_MISSIONS).asked((2, "TakeOffer"))
    assert game.state.pile("red").size == size + 1
    assert game.state.pile("red").under[-1] == Known(red, (0,))


@pytest.mark.clause("yedo.limit.mission-slot-use")
def test_four_uncompleted_missions_are_not_above_the_limit() -> None:
    game = gaining(waiting().having(0, missions=FOUR_MISSIONS[:3]), "green", GREEN)
    game.asked((2, "TakeOffer"))
    assert len(game.state.hands.missions[0]) == 4


@pytest.mark.clause("yedo.ruling.shown-mission")
def test_a_mission_being_completed_does_not_count() -> None:
    game = waiting().having(0, missions=FOUR_MISSIONS).asking(later)
    game = game.happening(MissionShown("yedo.mission.steps", 0, FOUR_MISSIONS[0]))
    game = game.happening(CardDrawn(CLAUSE, 0, "green", GREEN)).asked((2, "TakeOffer"))
    game.happening(CardDrawn(CLAUSE, 0, "red", game.state.pile("red").rest[0])).asked((0, "Spare"))


@pytest.mark.clause("yedo.limit.disciples")
def test_above_four_disciples_one_goes_to_the_reserve() -> None:
    game = waiting().having(0, house=4, reserve=0).placed().with_state(lasting=MORE_DISCIPLES)
    game = game.having(0, house=5).asking(later).happening(LastingOver(CLAUSE, "round", "safe-house", 0))
    game = game.asked((2, "TakeOffer"))
    game.then(0, house=4, reserve=1).citing("yedo.limit.disciples", DiscipleToReserve)


def test_a_player_above_the_limit_of_disciples_chooses_which_one_goes() -> None:
    game = waiting().having(0, house=5, reserve=0).placed(("gates-1", 0)).with_state(lasting=MORE_DISCIPLES)
    game = game.asking(later).happening(LastingOver(CLAUSE, "round", "safe-house", 0))
    assert game.offered(0) == [GiveUpDisciple(None), GiveUpDisciple("gates-1")]
    game.when(0, GiveUpDisciple("gates-1")).then(0, house=4, reserve=1, on=())


MORE_DISCIPLES = (Lasting("safe-house", (0,), "round", (Limit(of="disciple", by=1),)),)


@pytest.mark.clause("yedo.limit.blessing")
def test_a_second_blessing_is_not_taken() -> None:
    game = waiting().having(0, blessings=True).effects(0, Blessing(), then=(later,))
    game.then(0, blessings=True).citing(CLAUSE, EffectWithout)
    assert game.state.temple_blessings == 2


@pytest.mark.clause("yedo.limit.geishas")
def test_a_fourth_geisha_is_not_taken() -> None:
    game = waiting().having(0, geishas=(1, 1, 2)).effects(0, Geisha(), then=(later,))
    game.then(0, geishas=(1, 1, 2)).then(geisha_supply=(2, 3)).citing(CLAUSE, EffectWithout)


@pytest.mark.clause("yedo.limit.annexes")
def test_an_annex_of_a_type_that_is_owned_or_run_out_is_not_taken() -> None:
    game = waiting().having(0, annexes=("dojo",)).having(1, annexes=("yashiki",)).having(2, annexes=("yashiki",))
    game = game.effects(0, BuildAnnex(), then=(later,)).asked((0, "PickAnnex"))
    game = game.when(0, ChooseAnnex("dojo")).refused("yedo.limit.annexes")
    game = game.when(0, ChooseAnnex("yashiki")).refused("yedo.limit.annexes")
    game.when(0, ChooseAnnex("kobudo-ryu")).then(0, annexes=("dojo", "kobudo-ryu"))


@pytest.mark.clause("yedo.limit.mon")
def test_mon_have_no_limit() -> None:
    waiting().having(0, mon=60).effects(0, Mon(amount=10), then=(later,)).then(0, mon=70)


@pytest.mark.clause("yedo.limit.clan-power-or-character")
def test_without_modules_nobody_owns_a_clan_power_or_a_character() -> None:
    assert {"clan-power", "character"}.isdisjoint(get_args(Asset))


# Several limits, several players


@pytest.mark.clause("yedo.limit.after-trade")
def test_cards_received_in_a_trade_count_at_once() -> None:
    game = waiting().having(0, actions=THREE_ACTIONS).having(1, actions=("safe-house",)).asking(later)
    game = game.happening(CardHandedOver("yedo.trade.assets", 1, 0, "action", "safe-house")).asked((0, "Spare"))
    game.when(0, GiveUpCard("action", "first-bow")).asked((2, "TakeOffer"))


@pytest.mark.clause("yedo.ruling.limits-in-order")
def test_players_above_a_limit_are_asked_in_player_order() -> None:
    game = waiting(track=(1, 2, 0)).having(0, actions=(*THREE_ACTIONS, "safe-house"))
    game = gaining(game.having(1, weapons=(*FOUR_WEAPONS, "nawa")), "bonus", "landlord", seat=2)
    game = game.asked((1, "SpareGoods")).when(1, GiveUpWeapon("nawa"))
    game.asked((0, "Spare")).when(0, GiveUpCard("action", "safe-house")).asked((2, "TakeOffer"))


def test_a_player_two_above_a_limit_is_asked_twice() -> None:
    game = gaining(waiting().having(0, actions=(*THREE_ACTIONS, "safe-house")), "action", "borrowed-steel")
    game = game.when(0, GiveUpCard("action", "safe-house")).asked((0, "Spare"))
    game.when(0, GiveUpCard("action", "first-bow")).asked((2, "TakeOffer"))


def test_a_card_lets_a_player_own_more() -> None:
    more = Lasting("safe-house", (0,), "round", (Limit(of="action-card", by=1),))
    game = gaining(waiting(lasting=(more,)).having(0, actions=THREE_ACTIONS), "action", "safe-house")
    game.asked((2, "TakeOffer"))
    game.happening(LastingOver(CLAUSE, "round", "safe-house", 0)).asked((0, "Spare"))


def test_something_that_is_not_there_cannot_be_discarded() -> None:
    game = gaining(waiting().having(0, actions=THREE_ACTIONS), "action", "safe-house")
    game = game.when(0, GiveUpCard("action", "borrowed-steel")).refused("yedo.limit.action-cards")
    game = game.when(0, GiveUpWeapon("doku")).refused("yedo.limit.action-cards")
    game.when(0, ACCEPT).refused("yedo.ruling.limits-in-order")


@pytest.mark.clause("yedo.clan-board.hidden-cards")
def test_who_is_asked_about_a_limit_follows_from_the_number_of_cards_alone() -> None:
    one = gaining(waiting().having(0, actions=THREE_ACTIONS), "action", "safe-house")
    other = gaining(waiting().having(0, actions=("painted-smile", "painted-smile", "turncoat")), "action", "first-bow")
    assert one.asks() == other.asks() == [(0, "Spare")]
    assert len(one.state.agenda) == len(other.state.agenda)

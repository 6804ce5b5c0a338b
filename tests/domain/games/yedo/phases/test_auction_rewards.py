"""What the winner of an auction receives."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.annexes import ChooseAnnex
from domain.games.yedo.facts.cards import CardKept, CardsLaidUnder, CardsLookedAt
from domain.games.yedo.facts.goods import AnnexBuilt, GeishaTaken, PrestigeGained
from domain.games.yedo.facts.pieces import DiscipleGained, DisciplePlaced
from domain.games.yedo.facts.weapons import WeaponKept, WeaponsThrownBack
from domain.games.yedo.phases.assigning import AssignPhase, Place
from domain.games.yedo.phases.bidding import Announce, Auctions
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.verbs.moves import ChooseDeck, KeepCard, KeepWeapon
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.fact import show_record
from domain.kernel.pile import Known
from tests.domain.games.yedo.game import Position, given

OVER = LastCall(seat=0)


def position(**fields: object) -> Position:
    """Return a Bidding Phase in which seat 1 alone is on the Bidding Track."""
    return given(4, phase="bidding", bidding=(1,), **fields)


def won(lot: str, game: Position | None = None) -> Position:
    """Let seat 1 win a lot."""
    game = (game or position()).asking(Auctions(), OVER).running()
    return game.when(1, Announce(lot))


@pytest.mark.clause("yedo.reward.auction-action")
def test_of_three_action_cards_one_is_kept_and_two_go_under_the_deck() -> None:
    game = position().on_top("action", "walls-have-ears", "before-the-altar", "an-open-hand")
    size = game.state.pile("action").size
    game = won("action", game).asked((1, "KeepOne"))
    assert game.offered(1) == [KeepCard("walls-have-ears"), KeepCard("before-the-altar"), KeepCard("an-open-hand")]
    game = game.when(1, KeepCard("before-the-altar")).then(1, actions=("before-the-altar",))
    game.citing("yedo.reward.auction-action", CardKept).citing("yedo.reward.auction-action", CardsLaidUnder)
    assert game.state.pile("action").size == size - 1
    assert game.state.pile("action").under == (Known("walls-have-ears", (1,)), Known("an-open-hand", (1,)))


@pytest.mark.clause("yedo.reward.auction-bonus")
def test_of_three_bonus_cards_one_is_kept_and_two_go_under_the_deck() -> None:
    game = position().on_top("bonus", "landlord", "red-wax", "deep-pockets")
    size = game.state.pile("bonus").size
    game = won("bonus", game).asked((1, "KeepOne")).when(1, KeepCard("deep-pockets")).then(1, bonus=("deep-pockets",))
    assert game.state.pile("bonus").size == size - 1
    assert game.state.pile("bonus").under == (Known("landlord", (1,)), Known("red-wax", (1,)))
    game.citing("yedo.reward.auction-bonus", CardKept)


@pytest.mark.clause("yedo.reward.auction-bonus")
def test_the_cards_to_choose_from_are_shown_to_the_winner_alone() -> None:
    (looked,) = won("bonus").of_type(CardsLookedAt)
    assert show_record(looked, seat_viewer(1), looked.owners())["cards"] == looked.cards
    for viewer in (seat_viewer(0), SPECTATOR):
        assert show_record(looked, viewer, looked.owners())["cards"] == {"hidden": 3}


@pytest.mark.clause("yedo.reward.auction-weapons")
def test_of_three_weapons_one_is_kept_and_two_go_on_top_of_the_discard_pile() -> None:
    game = position().on_top("weapons", "doku", "yumi", "nawa").with_state(weapon_discard=("fukiya",))
    bag = game.state.pile("weapons").size
    game = won("weapons", game).asked((1, "KeepDrawn")).when(1, KeepWeapon("yumi"))
    game.then(1, weapons=("yumi",)).then(weapon_discard=("fukiya", "doku", "nawa"))
    game.citing("yedo.reward.auction-weapons", WeaponKept).citing("yedo.reward.auction-weapons", WeaponsThrownBack)
    assert game.state.pile("weapons").size == bag - 3


@pytest.mark.clause("yedo.round.market-before-event")
def test_a_won_weapon_comes_from_the_bag_and_leaves_the_market_as_it_is() -> None:
    game = won("weapons", position().selling("doku", "katana", "yumi", "nawa")).asked((1, "KeepDrawn"))
    game.when(1, next(iter(game.offered(1)))).then(market=("doku", "katana", "yumi", "nawa"))


@pytest.mark.clause("yedo.reward.auction-annexes")
def test_an_annex_that_is_not_owned_is_taken_for_nothing_but_the_bid_with_2_prestige_points() -> None:
    game = won("annexes", position().having(1, annexes=("yashiki",))).asked((1, "PickAnnex"))
    assert ChooseAnnex("yashiki") not in game.offered(1)
    game = game.when(1, ChooseAnnex("dojo")).then(1, annexes=("dojo", "yashiki"), points=3, mon=7)
    game.citing("yedo.reward.auction-annexes", AnnexBuilt).citing("yedo.reward.auction-annexes", PrestigeGained)


@pytest.mark.clause("yedo.reward.auction-annexes-none")
def test_who_can_take_no_annex_gains_the_2_prestige_points_all_the_same() -> None:
    every = ("dojo", "karesansui", "kobudo-ryu", "yashiki")
    game = won("annexes", position().having(1, annexes=every)).then(1, annexes=every, points=3, mon=7)
    game.citing("yedo.reward.auction-annexes-none", PrestigeGained).without(AnnexBuilt)


@pytest.mark.clause("yedo.reward.auction-geishas")
def test_the_geisha_of_the_highest_value_is_taken_with_as_many_prestige_points() -> None:
    game = won("geishas", position(geisha_supply=(1, 2, 3))).then(1, geishas=(3,), points=4, mon=7)
    game.then(geisha_supply=(1, 2)).citing("yedo.reward.auction-geishas", GeishaTaken)
    won("geishas", position(geisha_supply=(1, 1, 2))).then(1, geishas=(2,), points=3)


@pytest.mark.clause("yedo.reward.auction-disciples")
def test_a_disciple_comes_from_the_reserve_to_the_clan_house() -> None:
    game = won("disciples").then(1, house=3, reserve=1, mon=9)
    game.citing("yedo.reward.auction-disciples", DiscipleGained)
    assigning = game.with_state(phase="assign").having(0, house=0).having(2, house=0).having(3, house=0)
    assigning = assigning.asking(AssignPhase()).running()
    for space in ("gates-1", "gates-2", "harbor-1"):
        assigning = assigning.when(1, Place(space))
    assigning.citing("yedo.assign.where", DisciplePlaced)


@pytest.mark.clause("yedo.reward.auction-disciples-limit", "yedo.bidding.useless-win")
def test_nobody_has_more_than_4_disciples_after_winning_one() -> None:
    game = won("disciples", position().having(1, house=3, reserve=1)).then(1, house=4, reserve=0)
    assert game.state.disciples(1) == 4
    game = won("disciples", position().having(1, house=4, reserve=0)).then(1, house=4, reserve=0, mon=9)
    game.without(DiscipleGained)


@pytest.mark.clause("yedo.reward.auction-missions")
def test_of_three_missions_of_one_colour_one_is_kept_and_two_go_under_their_deck() -> None:
    game = won("missions").asked((1, "ChooseColour"))
    decks = {colour: game.state.pile(colour).size for colour in game.state.parameters.colours}
    game = game.when(1, ChooseDeck("red")).asked((1, "KeepOne"))
    seen = [move.card for move in game.offered(1)]
    assert len(seen) == 3
    game = game.when(1, KeepCard(seen[1])).then(1, missions=(seen[1],))
    assert {colour: game.state.pile(colour).size for colour in decks} == {**decks, "red": decks["red"] - 1}
    assert [known.card for known in game.state.pile("red").under] == [seen[0], seen[2]]
    game.citing("yedo.reward.auction-missions", CardKept)


@pytest.mark.clause("yedo.reward.auction-missions-short")
def test_a_deck_of_two_missions_gives_two_to_choose_from_and_an_empty_one_none() -> None:
    game = position()
    state = game.state
    pile = state.pile("black")
    state.put_pile("black", pile.without_top(*pile.rest[2:]))
    state.put_pile("green", state.pile("green").without_top(*state.pile("green").rest))
    game = won("missions", game).asked((1, "ChooseColour"))
    assert game.offered(1, ChooseDeck) == [ChooseDeck("yellow"), ChooseDeck("red"), ChooseDeck("black")]
    game = game.when(1, ChooseDeck("green")).refused("yedo.reward.auction-missions-short")
    game = game.when(1, ChooseDeck("black")).asked((1, "KeepOne"))
    assert len(game.offered(1)) == 2

"""Hiring heroes from the market: at the end of a round, and by tiles and heroes."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.hiring import HireHero
from domain.games.daimyo.effects.heroes import PlayHeroCard
from domain.games.daimyo.facts.goods import Paid
from domain.games.daimyo.facts.heroes import DeckReshuffled, HeroDrawn, HeroHired, MarketPlaceFilled, NothingDrawn
from domain.games.daimyo.phases.end_of_round import PassHelmet
from domain.games.daimyo.phases.turn import EndTurn
from domain.games.daimyo.printed.entries import Edition
from domain.kernel.audience import SPECTATOR
from domain.kernel.moves import DECLINE
from tests.domain.games.daimyo.game import CONTENT, RULES, Position, given

MARKET = ("press-sergeant", "relic-swapper", "ronin-envoy", "shadow-sovereign", "eight-gates-general")
"""Five heroes with costs of 2, 3, 4, 5 and 5."""
TOP = "vat-farmer"
"""A hero of cost 1."""
EDITIONS: tuple[Edition, ...] = ("2019", "2021")
AFTER_REVENUE = 1
"""The gold of the revenue, which is taken before the heroes are hired."""


def hiring(seats: int = 3, edition: Edition = "2021", start: int = 0, gold: dict[int, int] | None = None) -> Position:
    """Give the players this much gold, by default 1; the helmet has just been passed to `start`."""
    game = given(seats, edition=edition, turn=3 * seats, active=seats - 1).selling(*MARKET, top=TOP)
    for seat in range(seats):
        game = game.having(seat, gold=(gold or {}).get(seat, AFTER_REVENUE) - AFTER_REVENUE)
    game = game.menu("tax", main=False).when(seats - 1, EndTurn()).until("ChooseStartPlayer")
    return game.when(0, PassHelmet(start))


def test_the_market_of_these_tests_costs_what_it_says() -> None:
    assert [CONTENT.heroes[hero].cost for hero in (*MARKET, TOP)] == [2, 3, 4, 5, 5, 1]


@pytest.mark.clause("daimyo.hire.order")
@pytest.mark.parametrize("edition", EDITIONS)
def test_hiring_goes_clockwise_from_the_new_start_player(edition: Edition) -> None:
    game = hiring(edition=edition, start=2, gold={0: 9, 1: 9, 2: 9})
    order = []
    for _ in range(3):
        order.append(game.asked_seat())
        for other in {0, 1, 2} - {game.asked_seat()}:
            game.when_not_asked(other, HireHero("press-sergeant"))
        game = game.when(game.asked_seat(), DECLINE)
    assert order == [2, 0, 1]


@pytest.mark.clause("daimyo.hire.order")
def test_a_player_finishes_hiring_before_the_next_one_begins() -> None:
    game = hiring(start=1, gold={0: 9, 1: 9, 2: 9})
    game = game.when(1, HireHero("press-sergeant")).when(1, HireHero("relic-swapper"))
    assert game.asks() == [(1, "Hiring")]
    game = game.when(1, DECLINE)
    assert game.asks() == [(2, "Hiring")]
    game.when_not_asked(1, HireHero("ronin-envoy"))


@pytest.mark.clause("daimyo.hire.order")
def test_a_player_who_cannot_pay_for_a_hero_is_skipped() -> None:
    game = hiring(gold={0: 1, 1: 2, 2: 1})
    assert game.asks() == [(1, "Hiring")]
    game = game.when(1, HireHero("press-sergeant"))
    assert game.asks() == [(2, "Hiring")], "the hero of cost 1 has come to the market"
    game.when(2, HireHero(TOP)).then(2, gold=0)


@pytest.mark.clause("daimyo.hire.cost")
@pytest.mark.parametrize("edition", EDITIONS)
def test_seven_gold_hire_the_heroes_of_cost_2_and_5(edition: Edition) -> None:
    game = hiring(edition=edition, gold={0: 7}).when(0, HireHero("press-sergeant")).then(0, gold=5)
    game = game.citing("daimyo.hire.cost", Paid).when(0, HireHero("shadow-sovereign")).then(0, gold=0)
    assert {"press-sergeant", "shadow-sovereign"} <= set(game.state.hands.hand[0])


@pytest.mark.clause("daimyo.hire.cost")
def test_a_hero_beyond_the_gold_or_outside_the_market_cannot_be_hired() -> None:
    game = hiring(gold={0: 4})
    assert [move.hero for move in game.offered(0, HireHero)] == ["press-sergeant", "relic-swapper", "ronin-envoy"]
    for hero in ("shadow-sovereign", TOP, "dock-runner", "nature-moss-druid", "nobody"):
        game = game.when(0, HireHero(hero)).refused("daimyo.hire.cost")
    game.when(0, DECLINE).then(0, gold=4)


@pytest.mark.clause("daimyo.hire.refill")
def test_the_visible_hero_fills_the_market_at_once_and_the_next_is_turned_up() -> None:
    game = hiring(gold={0: 3})
    game = game.with_state(hero_deck=game.state.offers.hero_deck[:19])
    assert RULES.view(game.state, SPECTATOR).hero_deck == 20
    after = game.when(0, HireHero("press-sergeant")).citing("daimyo.hire.refill", MarketPlaceFilled)
    assert after.state.offers.market == (TOP, *MARKET[1:])
    assert after.state.offers.top_hero in game.state.offers.hero_deck
    assert RULES.view(after.state, SPECTATOR).hero_deck == 19
    after.when(0, HireHero(TOP)).then(0, gold=0)


@pytest.mark.clause("daimyo.hire.refill")
def test_a_market_whose_deck_is_empty_is_left_shorter() -> None:
    game = hiring(gold={0: 9}).with_state(hero_deck=(), top_hero=None)
    game = game.when(0, HireHero("press-sergeant")).then(None, market=MARKET[1:], top_hero=None)
    game = game.with_state(market=("relic-swapper",)).when(0, HireHero("relic-swapper")).then(None, market=())
    assert (0, "Hiring") not in game.asks()


@pytest.mark.clause("daimyo.hire.to-hand")
def test_hired_heroes_go_to_the_hand() -> None:
    game = hiring(gold={0: 9}).having(0, hand=("odd-jobber",), deck=("dock-runner", "scrap-diver"), discard=())
    game = game.when(0, HireHero("press-sergeant")).when(0, HireHero("relic-swapper"))
    game.then(0, hand=("odd-jobber", "press-sergeant", "relic-swapper"), discard=())
    game.citing("daimyo.hire.to-hand", HeroHired)
    assert game.state.hands.deck[0] == ("dock-runner", "scrap-diver")


@pytest.mark.clause("daimyo.hire.draw-after")
@pytest.mark.parametrize("edition", EDITIONS)
def test_after_all_hiring_everyone_draws_a_hero(edition: Edition) -> None:
    game = hiring(edition=edition, gold={0: 2})
    decks = [len(deck) for deck in game.state.hands.deck]
    game = game.without(HeroDrawn).when(0, DECLINE).citing("daimyo.hire.draw-after", HeroDrawn)
    assert [fact.side for fact in game.of_type(HeroDrawn)] == [0, 1, 2]
    assert [len(deck) for deck in game.state.hands.deck] == [count - 1 for count in decks]
    game.then(None, round=2)


@pytest.mark.clause("daimyo.hire.draw-after")
def test_the_last_card_of_a_deck_is_drawn() -> None:
    hand = ("dock-runner", "odd-jobber", "scrap-diver")
    game = hiring(gold={0: 2}).having(0, hand=hand).having(0, deck=("nomad-tide-rider",))
    game = game.when(0, DECLINE).then(0, deck=(), hand=tuple(sorted((*hand, "nomad-tide-rider"))))
    game.without(DeckReshuffled)


@pytest.mark.clause("daimyo.hire.draw-after")
def test_a_hired_hero_is_not_among_the_cards_drawn() -> None:
    game = hiring(gold={0: 2}).having(0, deck=()).having(0, discard=())
    game = game.when(0, HireHero("press-sergeant")).until("PlaceDie").then(0, hand=("press-sergeant",), deck=())
    assert [fact.side for fact in game.of_type(NothingDrawn)] == [0]


@pytest.mark.clause("daimyo.hire.draw-after")
def test_an_empty_deck_is_made_anew_from_the_discard_pile_before_the_draw() -> None:
    game = hiring(gold={0: 2}).having(0, deck=()).having(0, discard=("nomad-tide-rider",)).when(0, DECLINE)
    game.then(0, hand=("nomad-tide-rider",), deck=(), discard=())


@pytest.mark.clause("daimyo.ruling.hire-tile-outside")
def test_a_hero_hired_by_a_tile_goes_to_the_hand_and_the_market_is_full_at_once() -> None:
    game = given(boards="advanced").selling(*MARKET, top=TOP).having(0, gold=1).using_tile("hire-two-less")
    game = game.when(0, HireHero("relic-swapper")).then(0, gold=0, hand=("relic-swapper",), discard=())
    assert len(game.state.offers.market) == 5
    assert TOP in game.state.offers.market
    assert game.asks() == [(0, "TurnMenu")], "a tile hires one hero"


@pytest.mark.clause("daimyo.ruling.hire-tile-outside")
def test_a_tile_that_hires_may_be_used_without_hiring() -> None:
    game = given(boards="advanced").selling(*MARKET, top=TOP).having(0, gold=9).using_tile("hire-two-less")
    game.when(0, DECLINE).then(0, gold=9, hand=()).then(None, market=MARKET)


@pytest.mark.clause("daimyo.ruling.discount-floor")
def test_a_hero_cheaper_than_the_discount_costs_nothing_and_pays_nothing_out() -> None:
    game = given(boards="advanced").selling(*MARKET[1:], TOP, top=MARKET[0]).using_tile("hire-two-less")
    assert [move.hero for move in game.offered(0, HireHero)] == [TOP]
    game.when(0, HireHero(TOP)).then(0, gold=0, hand=(TOP,)).without(Paid)


@pytest.mark.clause("daimyo.ruling.discount-floor")
@pytest.mark.parametrize(("gold", "heroes"), [(0, 1), (1, 2), (2, 3), (3, 5)])
def test_a_discount_of_2_makes_dearer_heroes_payable(gold: int, heroes: int) -> None:
    game = given(boards="advanced").selling(*MARKET, top=TOP).having(0, gold=gold).using_tile("hire-two-less")
    assert len(game.offered(0, HireHero)) == heroes


def test_no_hero_is_hired_in_the_middle_of_a_round() -> None:
    game = given().having(0, gold=9).selling(*MARKET, top=TOP)
    game.when(0, HireHero("press-sergeant")).refused("daimyo.turn.choose-die")
    game.menu("tax").when(0, HireHero("press-sergeant")).refused("daimyo.turn.main-and-bonus")


@pytest.mark.clause("daimyo.hire.to-hand", "daimyo.hire.refill", "daimyo.ruling.discount-floor")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_hero_who_hires_brings_another_to_the_hand_which_can_be_played_later(edition: Edition) -> None:
    game = given(edition=edition).selling(*MARKET, top=TOP).having(0, gold=1, hand=("talent-agent",))
    game = game.dice(0, ("red", 5, "tax"), ("green", 3, "relic")).menu("relic", main=False)
    game = game.when(0, PlayHeroCard("talent-agent"))
    assert [move.hero for move in game.offered(0, HireHero)] == ["press-sergeant", "relic-swapper", "ronin-envoy"]
    game.when(0, HireHero("press-sergeant")).then(0, gold=1, hand=("press-sergeant",)).without(Paid)
    game = game.when(0, HireHero("ronin-envoy")).then(0, gold=0, hand=("ronin-envoy",), discard=("talent-agent",))
    assert game.state.offers.market == tuple(TOP if hero == "ronin-envoy" else hero for hero in MARKET)

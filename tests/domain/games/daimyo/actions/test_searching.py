"""The options besides taking a tile in the Relic action: searching the no man's land, and the black market."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.relics import BuyFromMercenaries, MoveScavenger, Scavenge, SearchLand, Shop
from domain.games.daimyo.effects.tiles import TakeTile
from domain.games.daimyo.facts.goods import Paid
from domain.games.daimyo.facts.tiles import LandFilled, LandSearched, TileTaken
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.moves import TakeTileFrom
from tests.domain.games.daimyo.game import Position, given
from tests.domain.games.daimyo.scavenging import LANDS, MARKET, scavenging

EDITIONS = pytest.mark.parametrize("edition", ["2021", "2019"])
TAKE_RED_1 = TakeTileFrom("red-1", "red")


def on_red(edition: str = "2021", market: tuple[str, ...] = MARKET, **values: object) -> Position:
    """Return the Relic action after the first move, to red."""
    return scavenging(edition, market, **values).when(0, MoveScavenger("red"))


@EDITIONS
@pytest.mark.clause("daimyo.relic.extras-window")
def test_searching_taking_and_shopping_come_in_any_order_each_once_at_a_stop(edition: str) -> None:
    search, take, shop = SearchLand("metal", ("red-4",)), TAKE_RED_1, Shop("red-3")
    for order in ((search, take, shop), (shop, take, search), (take, shop, search), (search, shop, take)):
        game = on_red(edition, metal=3, gold=3, capacity=6)
        for move in order:
            game = game.when(0, move)
        game.then(0, tiles=("red-1", "red-3"), metal=2, gold=2)
        assert game.asks() == [(0, "ScavengerMove")]


@EDITIONS
@pytest.mark.clause("daimyo.relic.extras-window")
def test_a_second_search_or_purchase_at_one_stop_is_refused(edition: str) -> None:
    game = on_red(edition, metal=3, gold=3, capacity=6).when(0, SearchLand("metal", ("red-4",)))
    game.when(0, SearchLand("metal", ("blue-3",))).refused("daimyo.relic.extras-window")
    game = game.when(0, Shop("red-3"))
    game.when(0, Shop("yellow-3")).refused("daimyo.relic.extras-window")
    game.when(0, SearchLand("metal", ("blue-3",))).refused("daimyo.relic.extras-window")


@EDITIONS
@pytest.mark.clause("daimyo.relic.extras-window")
def test_after_the_second_move_both_are_open_once_more(edition: str) -> None:
    game = on_red(edition, metal=3, gold=3, capacity=6).when(0, SearchLand("metal", ("red-4",)))
    game = game.when(0, TAKE_RED_1).when(0, Shop("red-3")).when(0, MoveScavenger("yellow"))
    game = game.when(0, TakeTileFrom("red-2", "yellow")).when(0, Shop("yellow-3"))
    game = game.when(0, SearchLand("metal", ("yellow-4",)))
    game.then(0, metal=1, gold=1, tiles=("red-1", "red-2", "red-3", "yellow-3"))
    assert game.asks() == [(0, "TurnMenu")]
    game.when(0, Shop("purple-2")).refused("daimyo.relic.shop-only-in-relic-action")
    game.when(0, SearchLand("metal", ("blue-1",))).refused("daimyo.turn.main-and-bonus")


@pytest.mark.clause("daimyo.relic.extras-window")
def test_both_are_open_again_where_the_scavenger_began() -> None:
    game = on_red(metal=2, gold=2, capacity=6).when(0, SearchLand("metal", ("red-4",))).when(0, TAKE_RED_1)
    game = game.when(0, Shop("red-3")).when(0, MoveScavenger("blue")).when(0, SearchLand("metal", ("blue-1",)))
    game.when(0, Shop("yellow-3")).then(0, metal=0, gold=0)


@EDITIONS
@pytest.mark.parametrize("resource", ["metal", "crystal"])
@pytest.mark.clause("daimyo.relic.search")
def test_a_search_sends_two_tiles_to_the_black_market_and_refills_the_island(edition: str, resource: str) -> None:
    game = on_red(edition, **{resource: 1})
    bag = len(game.state.relic_tiles.bag)
    game = game.when(0, SearchLand(resource, ("blue-3", "red-4"))).then(0, goods=Goods(), tiles=())
    game.then(black_market=tuple(sorted((*MARKET, "blue-3", "red-4"))))
    assert len(game.state.land("red")) == 3
    assert "red-1" in game.state.land("red")
    assert len(game.state.relic_tiles.bag) == bag - 2
    game.citing("daimyo.relic.search", LandSearched).citing("daimyo.relic.search", LandFilled)


@pytest.mark.clause("daimyo.relic.search")
def test_a_search_may_send_a_single_tile_and_one_comes_for_it() -> None:
    game = on_red(crystal=1)
    bag = len(game.state.relic_tiles.bag)
    game = game.when(0, SearchLand("crystal", ("red-4",)))
    assert (len(game.state.land("red")), len(game.state.relic_tiles.bag), len(game.state.relic_tiles.black_market)) == (
        3,
        bag - 1,
        4,
    )


@pytest.mark.clause("daimyo.relic.search")
def test_a_search_costs_metal_or_crystal_and_takes_one_or_two_tiles_that_lie_there() -> None:
    game = on_red(rice=5, gold=5, metal=1)
    for move in (
        SearchLand("rice", ("red-1",)),
        SearchLand("gold", ("red-1",)),
        SearchLand("crystal", ("red-1",)),
        SearchLand("metal", ()),
        SearchLand("metal", ("blue-3", "red-1", "red-4")),
        SearchLand("metal", ("red-1", "red-1")),
        SearchLand("metal", ("red-2",)),
        SearchLand("metal", ("purple-2",)),
        SearchLand("metal", ("red-4", "blue-3")),
    ):
        game.when(0, move).refused("daimyo.relic.search")
    game.when(0, SearchLand("metal", ("blue-3", "red-4"))).then(0, metal=0, rice=5, gold=5)


@pytest.mark.clause("daimyo.relic.search")
def test_two_equal_tiles_may_both_be_sent_away() -> None:
    game = given(seats=2, lands={**LANDS, "red": ("red-1", "red-1", "red-4")}, black_market=MARKET)
    game = game.having(0, scavenger="blue", metal=1).tiles_counted().action("relic").when(0, MoveScavenger("red"))
    picks = {move.tiles for move in game.offered(0, SearchLand)}
    assert picks == {("red-1",), ("red-4",), ("red-1", "red-1"), ("red-1", "red-4")}
    game = game.when(0, SearchLand("metal", ("red-1", "red-1")))
    assert game.state.relic_tiles.black_market.count("red-1") == 2


@pytest.mark.clause("daimyo.relic.search")
def test_a_search_with_an_empty_bag_makes_the_island_poorer() -> None:
    game = on_red(metal=1).with_state(bag=("yellow-2",)).when(0, SearchLand("metal", ("blue-3", "red-4")))
    assert game.state.land("red") == ("red-1", "yellow-2")
    game.then(bag=())


@pytest.mark.clause("daimyo.relic.search", "daimyo.relic.extras-window")
def test_a_tile_that_a_search_brought_to_light_may_be_taken() -> None:
    game = on_red(metal=1).with_state(bag=("yellow-2",)).when(0, SearchLand("metal", ("red-4",)))
    game.when(0, TakeTileFrom("red-4", "red")).refused("daimyo.relic.take-one")
    game.when(0, TakeTileFrom("yellow-2", "red")).then(0, tiles=("yellow-2",))


@EDITIONS
@pytest.mark.clause("daimyo.relic.shop")
def test_a_gold_buys_a_tile_of_the_black_market_which_is_not_refilled(edition: str) -> None:
    game = on_red(edition, gold=2)
    bag = game.state.relic_tiles.bag
    game = game.when(0, Shop("red-3")).then(0, gold=1, tiles=("red-3",))
    game.then(black_market=("purple-2", "yellow-3"), bag=bag)
    game.citing("daimyo.relic.shop", Paid).citing("daimyo.relic.shop", TileTaken).without(LandFilled)


@pytest.mark.clause("daimyo.relic.shop")
def test_only_tiles_that_lie_there_are_bought_and_only_with_gold() -> None:
    on_red(rice=3, metal=3, crystal=3).when(0, Shop("red-3")).refused("daimyo.relic.shop")
    on_red(gold=1).when(0, Shop("red-1")).refused("daimyo.relic.shop")
    on_red(gold=1, market=()).when(0, Shop("red-3")).refused("daimyo.relic.shop")


@pytest.mark.clause("daimyo.relic.shop-only-in-relic-action")
def test_a_tile_taken_by_a_card_does_not_open_the_black_market() -> None:
    start = given(seats=2, lands=LANDS, black_market=MARKET).having(0, scavenger="blue", gold=5, metal=5)
    scavenge = start.effects(Scavenge(2)).when(0, MoveScavenger("red"))
    for game in (scavenge, scavenge.when(0, TAKE_RED_1), start.effects(TakeTile("here")), start.effects(TakeTile())):
        game.when(0, Shop("red-3")).refused("daimyo.relic.shop-only-in-relic-action")
        game.when(0, BuyFromMercenaries("red-3")).refused("daimyo.relic.shop-only-in-relic-action")
        assert not game.offered(0, SearchLand)
    scavenge.when(0, SearchLand("metal", ("red-1",))).refused("daimyo.tile.scavenge")


@pytest.mark.parametrize("space", ["tax", "production", "villagers"])
@pytest.mark.clause("daimyo.relic.shop-only-in-relic-action")
def test_the_black_market_is_closed_in_other_main_actions_and_before_the_relic_action(space: str) -> None:
    game = given(seats=2, black_market=MARKET).having(0, gold=5).menu(space)
    game.when(0, Shop("red-3")).refused("daimyo.relic.shop-only-in-relic-action")


@EDITIONS
@pytest.mark.clause("daimyo.relic.faq.no-extras-before-move")
def test_nothing_is_searched_or_bought_before_the_scavenger_has_moved(edition: str) -> None:
    game = scavenging(edition, gold=2, metal=2)
    clause = "daimyo.relic.faq.no-extras-before-move"
    game.when(0, SearchLand("metal", ("blue-1",))).refused(clause)
    game.when(0, Shop("red-3")).refused(clause)
    game = game.when(0, MoveScavenger("red"))
    game.when(0, SearchLand("metal", ("red-1",))).then(0, metal=1)
    game.when(0, Shop("red-3")).then(0, gold=1)
    between = game.when(0, Shop("red-3")).when(0, TAKE_RED_1).when(0, SearchLand("metal", ("red-4",)))
    between.when(0, Shop("yellow-3")).refused(clause)


@EDITIONS
@pytest.mark.clause("daimyo.example.relic-action")
def test_capucine_takes_a_tile_searches_buys_one_of_the_finds_and_takes_another_elsewhere(edition: str) -> None:
    game = scavenging(edition, gold=1, crystal=1, capacity=4, tiles=("blue-4",))
    bag = len(game.state.relic_tiles.bag)
    game = game.when(0, MoveScavenger("yellow")).when(0, TakeTileFrom("yellow-4", "yellow"))
    (first,) = game.of_type(LandFilled)
    game = game.when(0, SearchLand("crystal", ("blue-1", "red-2")))
    game = game.when(0, Shop("red-2")).when(0, MoveScavenger("purple")).when(0, TakeTileFrom("purple-4", "purple"))
    game.then(0, goods=Goods(), tiles=("blue-4", "purple-4", "red-2", "yellow-4"), scavenger="purple")
    assert len(game.state.relic_tiles.black_market) == 4
    assert first.tiles[0] in game.state.land("yellow")
    assert [len(game.state.land(island)) for island in ("yellow", "purple")] == [3, 3]
    assert len(game.state.relic_tiles.bag) == bag - 4
    assert game.asks() == [(0, "TurnMenu")]

"""Storage: how it grows, what it holds, and what has to leave before a new tile arrives."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.clans import USE_ABILITY
from domain.games.daimyo.actions.relics import BuyFromMercenaries, MoveScavenger, Shop
from domain.games.daimyo.automated.mercenaries import MercenaryRelics, TakeForMercenaries
from domain.games.daimyo.effects.gains import Storage
from domain.games.daimyo.effects.tiles import TakeTile
from domain.games.daimyo.facts.goods import Scored, StorageRaised
from domain.games.daimyo.facts.tiles import BagTileDrawn, BagTileLaidDown, TileGivenUp, TileTaken
from domain.games.daimyo.facts.turn import EffectWithout
from domain.games.daimyo.state import Die, Placed
from domain.games.daimyo.verbs.asking import Deed, DoEffects
from domain.games.daimyo.verbs.moves import GiveUpTile, TakeTileFrom
from domain.kernel.moves import DECLINE
from tests.domain.games.daimyo.game import Position, given, opened

LANDS = {
    "blue": ("blue-1", "blue-2", "purple-1"),
    "red": ("blue-3", "purple-2", "red-4"),
    "yellow": ("blue-1", "red-2", "yellow-1"),
    "purple": ("purple-3", "purple-4", "yellow-2"),
}
MARKET = ("purple-2", "red-3", "yellow-3")
FULL = ("blue-4", "red-1", "red-2")


def storing(seats: int = 2, **values: object) -> Position:
    """Return a game on four islands for two or on five for three; seat 0 has these values and its scavenger on blue."""
    lands = LANDS if seats < 3 else {**LANDS, "green": ("green-1", "green-2", "green-4")}
    game = given(seats=seats, lands=lands, black_market=MARKET)
    return game.having(0, scavenger="blue", **values).tiles_counted()


def drawing(bag: tuple[str, ...], count: int = 1, **values: object) -> Position:
    """Let seat 0 of three, so that green is in play, play a hero that takes tiles from this bag."""
    return storing(3, **values).with_state(bag=bag).effects(TakeTile("bag", count))


@pytest.mark.parametrize(("edition", "seats"), [("2021", 1), ("2021", 2), ("2021", 3), ("2021", 4), ("2019", 3)])
@pytest.mark.clause("daimyo.storage.start-and-max")
def test_every_player_starts_with_storage_for_three_tiles(edition: str, seats: int) -> None:
    assert opened(seats, edition=edition).state.holdings.capacity[:seats] == (3,) * seats


@pytest.mark.clause("daimyo.storage.start-and-max")
def test_storage_grows_up_to_nine_and_no_further() -> None:
    game = given().effects(*(Storage(),) * 6).then(0, capacity=9, points=0)
    game.effects(Storage()).then(0, capacity=9, points=1).without(StorageRaised)


@pytest.mark.clause("daimyo.storage.overflow-pp")
def test_at_nine_each_further_storage_is_a_point() -> None:
    game = given().having(0, capacity=9, points=12).effects(Storage()).then(0, capacity=9, points=13)
    game.citing("daimyo.storage.overflow-pp", Scored)


@pytest.mark.parametrize(("before", "after", "points"), [(7, 9, 0), (8, 9, 1), (9, 9, 2)])
@pytest.mark.clause("daimyo.storage.overflow-pp")
def test_two_storage_from_a_bonus_tile_are_split_at_the_limit(before: int, after: int, points: int) -> None:
    given().having(0, capacity=before).using_tile("storage-two").then(0, capacity=after, points=points)


@pytest.mark.clause("daimyo.storage.overflow-pp")
def test_the_action_and_the_clan_ability_score_at_nine_as_well() -> None:
    given().having(0, capacity=9).action("villagers").then(0, capacity=9, points=1)
    tech_at_nine = given().having(0, clan="tech", capacity=9).dice(0, 6, 5, 4).menu("relic", main=False)
    tech_at_nine.when(0, USE_ABILITY).then(0, capacity=9, points=1)


@pytest.mark.clause("daimyo.storage.sources")
def test_the_ability_of_the_tech_clan_raises_the_storage() -> None:
    dice = (Placed("relic", Die("green", 6)), Placed("tax", Die("red", 5)), Placed("production", Die("green", 2)))
    game = given().having(0, clan="tech").with_state(placed=(dice, (), ())).menu("relic", main=False)
    game.when(0, USE_ABILITY).then(0, capacity=4)


@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.clause("daimyo.storage.sources")
def test_villagers_heroes_and_bonus_tiles_raise_the_storage(edition: str) -> None:
    given(edition=edition).action("villagers").then(0, capacity=4)
    given(edition=edition).effects(Storage(2)).then(0, capacity=5)
    given(edition=edition).using_tile("storage-two").then(0, capacity=5)


@pytest.mark.clause("daimyo.storage.limit", "daimyo.storage.full-discard-first")
def test_a_restored_relic_and_loose_tiles_fill_the_storage_together() -> None:
    game = storing(relics={"red": 3}, tiles=("blue-4", "yellow-4")).action("relic").when(0, MoveScavenger("red"))
    game = game.when(0, TakeTileFrom("purple-2", "red")).without(TileTaken).then(0, tiles=("blue-4", "yellow-4"))
    assert set(game.offered(0)) == {GiveUpTile("blue-4"), GiveUpTile("yellow-4")}
    game.when(0, GiveUpTile("blue-4")).then(0, tiles=("purple-2", "yellow-4"))


@pytest.mark.clause("daimyo.storage.limit")
def test_below_the_limit_nothing_has_to_go() -> None:
    game = storing(relics={"red": 3}, tiles=("blue-4",)).action("relic").when(0, MoveScavenger("red"))
    game.when(0, TakeTileFrom("purple-2", "red")).without(TileGivenUp).then(0, tiles=("blue-4", "purple-2"))


@pytest.mark.clause("daimyo.storage.full-discard-first")
def test_with_full_storage_a_tile_goes_to_the_black_market_before_the_new_one_comes() -> None:
    game = storing(tiles=FULL).action("relic").when(0, MoveScavenger("yellow"))
    game = game.when(0, TakeTileFrom("yellow-1", "yellow"))
    assert set(game.offered(0)) == {GiveUpTile(tile) for tile in FULL}
    game.when(0, GiveUpTile("yellow-1")).refused("daimyo.storage.full-discard-first")
    game.when(0, DECLINE).refused("daimyo.storage.full-discard-first")
    game.when(0, MoveScavenger("red")).refused("daimyo.turn.finish-before-next")
    game = game.when(0, GiveUpTile("red-1"))
    game.then(0, tiles=("blue-4", "red-2", "yellow-1")).then(black_market=tuple(sorted((*MARKET, "red-1"))))
    names = [type(fact) for fact in game.facts if isinstance(fact, TileGivenUp | TileTaken)]
    assert names == [TileGivenUp, TileTaken]


@pytest.mark.clause("daimyo.storage.full-discard-first")
def test_a_bought_tile_needs_room_too_and_the_given_one_is_for_sale_at_the_next_stop() -> None:
    game = storing(tiles=FULL, gold=2).action("relic").when(0, MoveScavenger("yellow")).when(0, Shop("red-3"))
    game = game.when(0, GiveUpTile("blue-4")).then(0, gold=1, tiles=("red-1", "red-2", "red-3"))
    game.then(black_market=("blue-4", "purple-2", "yellow-3"))
    game.when(0, Shop("blue-4")).refused("daimyo.relic.extras-window")
    game = game.when(0, DECLINE).when(0, MoveScavenger("red")).when(0, Shop("blue-4")).when(0, GiveUpTile("red-3"))
    game.then(0, gold=0, tiles=FULL).then(black_market=("purple-2", "red-3", "yellow-3"))


@pytest.mark.clause("daimyo.storage.full-discard-first")
def test_a_tile_bought_from_the_mercenaries_needs_room_too() -> None:
    game = storing(tiles=FULL, gold=2).having(2, tiles=("yellow-4",)).tiles_counted().action("relic")
    game = game.when(0, MoveScavenger("yellow")).when(0, BuyFromMercenaries("yellow-4"))
    game = game.when(0, GiveUpTile("blue-4")).then(2, tiles=(), gold=2)
    game.then(0, gold=0, tiles=("red-1", "red-2", "yellow-4"))
    game.then(black_market=tuple(sorted((*MARKET, "blue-4"))))
    assert [fact.origin for fact in game.of_type(TileTaken)] == ["mercenaries"]


@pytest.mark.clause("daimyo.storage.full-bag-draw")
def test_a_tile_out_of_the_bag_is_seen_before_an_old_one_is_given_up() -> None:
    game = drawing(("green-3",), tiles=FULL)
    assert [fact.tile for fact in game.of_type(BagTileDrawn)] == ["green-3"]
    assert set(game.offered(0)) == {GiveUpTile(tile) for tile in FULL}
    game.when(0, GiveUpTile("green-3")).refused("daimyo.storage.full-discard-first")
    game.when(0, DECLINE).refused("daimyo.storage.full-discard-first")
    game = game.when(0, GiveUpTile("blue-4")).then(0, tiles=("green-3", "red-1", "red-2"))
    game.then(bag=(), black_market=tuple(sorted((*MARKET, "blue-4"))))


@pytest.mark.clause("daimyo.storage.full-bag-draw")
def test_with_room_the_tile_out_of_the_bag_is_simply_kept() -> None:
    drawing(("green-3",), tiles=("red-1",)).without(TileGivenUp).then(0, tiles=("green-3", "red-1")).then(bag=())


@pytest.mark.clause("daimyo.storage.full-bag-draw")
def test_the_second_tile_is_drawn_once_there_is_room_for_the_first() -> None:
    game = drawing(("green-3", "purple-1"), 2, tiles=FULL)
    assert len(game.of_type(BagTileDrawn)) == 1
    game = game.when(0, GiveUpTile("blue-4"))
    assert len(game.of_type(BagTileDrawn)) == 1
    game = game.when(0, GiveUpTile("red-1")).then(bag=())
    game.then(0, tiles=("green-3", "purple-1", "red-2"))


@pytest.mark.clause("daimyo.ruling.bag-duplicate")
def test_a_second_copy_out_of_the_bag_goes_to_the_black_market() -> None:
    for held in (("red-1",), FULL):
        game = drawing(("red-1",), tiles=held).then(0, tiles=held).without(TileTaken)
        game.then(bag=(), black_market=tuple(sorted((*MARKET, "red-1"))))
        game.citing("daimyo.ruling.bag-duplicate", BagTileLaidDown)
        assert game.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.ruling.bag-duplicate")
def test_a_copy_of_a_restored_piece_is_not_a_duplicate_and_a_draw_continues_after_one() -> None:
    drawing(("red-1",), relics={"red": 3}).without(BagTileLaidDown).then(0, tiles=("red-1",))
    both = drawing(("red-1", "red-1"), 2)
    both.then(0, tiles=("red-1",)).then(bag=(), black_market=tuple(sorted((*MARKET, "red-1"))))


@pytest.mark.clause("daimyo.ruling.bag-duplicate")
def test_a_second_copy_that_the_empire_draws_leaves_its_action_incomplete() -> None:
    deed = Deed(1, 0, "daimyo.solo.empire-turn")
    game = given(seats=1, bag=("red-1", "red-1"), black_market=MARKET).asking(DoEffects(deed, (TakeTile("bag", 2),)))
    game = game.running().then(1, tiles=("red-1",)).then(fell_short=True)
    game.then(bag=(), black_market=tuple(sorted((*MARKET, "red-1"))))


@pytest.mark.clause("daimyo.ruling.storage-of-relics")
def test_storage_full_of_restored_relics_takes_no_tile() -> None:
    relics = {"red": 3, "blue": 3, "yellow": 3}
    game = storing(relics=relics, gold=1, metal=1).action("relic").when(0, MoveScavenger("yellow"))
    game.when(0, TakeTileFrom("yellow-1", "yellow")).refused("daimyo.ruling.storage-of-relics")
    game.when(0, Shop("red-3")).refused("daimyo.ruling.storage-of-relics")
    game.when(0, DECLINE).then(0, tiles=(), gold=1)
    drawing(("yellow-4",), relics=relics).without(BagTileDrawn).then(bag=("yellow-4",))
    card = storing(relics=relics).effects(TakeTile("lands", 2))
    assert [fact.effect for fact in card.of_type(EffectWithout)] == ["take-tile"]


@pytest.mark.clause("daimyo.ruling.storage-of-relics")
def test_one_loose_tile_beside_the_relics_can_be_exchanged_again_and_again() -> None:
    game = storing(relics={"red": 3, "blue": 3}, tiles=("yellow-4",)).action("relic").when(0, MoveScavenger("yellow"))
    game = game.when(0, TakeTileFrom("yellow-1", "yellow")).then(0, tiles=("yellow-1",))
    game.when(0, MoveScavenger("red")).when(0, TakeTileFrom("red-4", "red")).then(0, tiles=("red-4",))


@pytest.mark.clause("daimyo.ruling.duplicates-bind-all")
def test_the_mercenaries_hold_no_equal_tiles_and_no_limit_of_storage() -> None:
    held = ("blue-4", "purple-2", "red-1", "red-2")
    game = storing().having(2, tiles=held).tiles_counted().asking(MercenaryRelics(seat=0, side=2))
    game.when(0, TakeForMercenaries("red", ("blue-3", "purple-2"))).refused("daimyo.mercenaries.relic-take-two")
    game = game.when(0, TakeForMercenaries("red", ("blue-3", "red-4")))
    game.then(2, tiles=tuple(sorted((*held, "blue-3", "red-4"))))


@pytest.mark.clause("daimyo.ruling.duplicates-bind-all")
def test_the_empire_holds_no_equal_tiles_either() -> None:
    deed = Deed(1, 0, "daimyo.solo.empire-turn")
    game = storing(seats=1).having(1, tiles=("red-2", "yellow-1")).tiles_counted()
    game = game.asking(DoEffects(deed, (TakeTile("lands"),))).running()
    game.when(0, TakeTileFrom("red-2", "yellow")).refused("daimyo.relic.no-duplicates")
    game.when(0, TakeTileFrom("blue-1", "yellow")).then(1, tiles=("blue-1", "red-2", "yellow-1"))

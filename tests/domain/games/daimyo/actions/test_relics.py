"""The Relic action: the scavenger moves to another island and takes a tile there, twice."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.relics import MoveScavenger, Scavenge, SearchLand, Shop
from domain.games.daimyo.effects.tiles import TakeTile
from domain.games.daimyo.facts.pieces import ScavengerMoved
from domain.games.daimyo.facts.tiles import LandFilled, TileTaken
from domain.games.daimyo.phases.turn import DO_MAIN_ACTION, END_TURN
from domain.games.daimyo.verbs.moves import TakeTileFrom
from domain.kernel.moves import DECLINE
from tests.domain.games.daimyo.game import Position, given
from tests.domain.games.daimyo.scavenging import LANDS, MARKET, scavenging

FOUR_ISLANDS = pytest.mark.parametrize("edition", ["2021", "2019"])


def destinations(game: Position) -> set[str]:
    """Return the islands to which the scavenger may go."""
    return {move.island for move in game.offered(0, MoveScavenger)}


@FOUR_ISLANDS
@pytest.mark.clause("daimyo.relic.move-first")
def test_the_scavenger_goes_to_any_other_island_first(edition: str) -> None:
    game = scavenging(edition)
    assert set(game.offered(0)) == {MoveScavenger(island) for island in ("red", "yellow", "purple")}
    game.when(0, MoveScavenger("blue")).refused("daimyo.relic.move-first")
    for island in ("red", "yellow", "purple"):
        moved = game.when(0, MoveScavenger(island)).then(0, scavenger=island)
        moved.citing("daimyo.relic.move-first", ScavengerMoved)


@pytest.mark.parametrize("island", ["green", "black", "atlantis"])
@pytest.mark.clause("daimyo.relic.move-first")
def test_the_scavenger_does_not_go_to_an_island_that_is_not_in_play(island: str) -> None:
    scavenging().when(0, MoveScavenger(island)).refused("daimyo.relic.move-first")


@pytest.mark.parametrize(("seats", "count"), [(1, 3), (2, 3), (3, 4), (4, 5)])
@pytest.mark.clause("daimyo.relic.move-first")
def test_all_islands_in_play_but_the_present_one_are_open(seats: int, count: int) -> None:
    game = given(seats=seats).having(0, scavenger="blue").action("relic")
    assert len(destinations(game)) == count


@FOUR_ISLANDS
@pytest.mark.clause("daimyo.relic.take-one")
def test_one_of_the_tiles_of_the_island_is_taken_and_the_others_stay(edition: str) -> None:
    game = scavenging(edition).when(0, MoveScavenger("red")).when(0, TakeTileFrom("blue-3", "red"))
    game.then(0, tiles=("blue-3",)).citing("daimyo.relic.take-one", TileTaken)
    left = list(game.state.land("red"))
    for tile in ("red-1", "red-4"):
        left.remove(tile)
    assert len(left) == 1


@pytest.mark.clause("daimyo.relic.take-one")
def test_a_second_tile_or_one_of_another_place_is_not_taken() -> None:
    game = scavenging(gold=1).when(0, MoveScavenger("red"))
    game.when(0, TakeTileFrom("red-2", "yellow")).refused("daimyo.relic.take-one")
    game.when(0, TakeTileFrom("red-2", "red")).refused("daimyo.relic.take-one")
    game.when(0, TakeTileFrom("red-1", "yellow")).refused("daimyo.relic.take-one")
    game.when(0, TakeTileFrom("red-3", "black-market")).refused("daimyo.relic.take-one")
    game = game.when(0, TakeTileFrom("red-1", "red"))
    game.when(0, TakeTileFrom("red-4", "red")).refused("daimyo.relic.take-one")


@pytest.mark.clause("daimyo.ruling.take-compulsory")
def test_with_room_in_the_storage_a_tile_has_to_be_taken() -> None:
    game = scavenging(metal=1).when(0, MoveScavenger("red"))
    game.when(0, DECLINE).refused("daimyo.ruling.take-compulsory")
    game.when(0, MoveScavenger("yellow")).refused("daimyo.relic.take-one")
    searched = game.when(0, SearchLand("metal", ("red-1",)))
    searched.when(0, DECLINE).refused("daimyo.ruling.take-compulsory")


@pytest.mark.clause("daimyo.ruling.take-compulsory")
def test_with_full_storage_the_tile_may_be_left_lying_rather_than_give_one_up() -> None:
    full = ("red-2", "yellow-1", "yellow-2")
    game = scavenging(tiles=full).when(0, MoveScavenger("red"))
    assert DECLINE in game.offered(0)
    assert TakeTileFrom("red-1", "red") in game.offered(0)
    game = game.when(0, DECLINE).without(TileTaken).then(0, tiles=full)
    assert destinations(game) == {"blue", "yellow", "purple"}


@pytest.mark.clause("daimyo.ruling.take-compulsory")
def test_shopping_first_can_fill_the_storage_so_that_the_tile_may_be_left() -> None:
    game = scavenging(gold=1, tiles=("red-2", "yellow-1")).when(0, MoveScavenger("red"))
    game.when(0, DECLINE).refused("daimyo.ruling.take-compulsory")
    game.when(0, Shop("red-3")).when(0, DECLINE).then(0, tiles=("red-2", "red-3", "yellow-1"))


@pytest.mark.clause("daimyo.ruling.take-compulsory", "daimyo.relic.no-duplicates")
def test_where_no_tile_can_be_taken_the_visit_is_over_by_itself() -> None:
    game = scavenging(capacity=4, tiles=LANDS["red"]).when(0, MoveScavenger("red"))
    game.then(0, scavenger="red", tiles=LANDS["red"])
    assert game.asks() == [(0, "ScavengerMove")]


@FOUR_ISLANDS
@pytest.mark.clause("daimyo.relic.refill")
def test_a_taken_tile_is_replaced_from_the_bag_at_once(edition: str) -> None:
    game = given(seats=2, edition=edition, lands=LANDS, black_market=MARKET).having(0, scavenger="blue")
    game = game.tiles_counted().action("relic").when(0, MoveScavenger("yellow"))
    bag = game.state.relic_tiles.bag
    assert len(bag) == 33
    game = game.when(0, TakeTileFrom("yellow-4", "yellow")).citing("daimyo.relic.refill", LandFilled)
    (filled,) = game.of_type(LandFilled)
    assert len(filled.tiles) == 1
    assert game.state.land("yellow") == tuple(sorted(("blue-1", "red-2", *filled.tiles)))
    assert len(game.state.relic_tiles.bag) == 32
    assert filled.tiles[0] in bag


@pytest.mark.clause("daimyo.relic.refill")
def test_the_tile_of_the_refill_is_drawn_by_lot() -> None:
    game = scavenging().when(0, MoveScavenger("yellow"))
    drawn = {game.when(0, TakeTileFrom("yellow-4", "yellow"), seed).of_type(LandFilled)[0].tiles for seed in range(40)}
    assert len(drawn) > 6


@pytest.mark.clause("daimyo.relic.refill")
def test_with_an_empty_bag_an_island_runs_out_of_tiles_of_which_the_last_is_taken_by_itself() -> None:
    lands = {**LANDS, "red": ("red-1",), "yellow": ("red-2",)}
    game = given(seats=2, lands=lands, bag=()).having(0, scavenger="blue").action("relic")
    game = game.when(0, MoveScavenger("red")).without(LandFilled).then(0, tiles=("red-1",))
    assert game.state.land("red") == ()
    game = game.when(0, MoveScavenger("yellow")).then(0, tiles=("red-1", "red-2"))
    assert game.asks() == [(0, "TurnMenu")]


@FOUR_ISLANDS
@pytest.mark.clause("daimyo.relic.twice")
def test_move_and_take_are_done_twice(edition: str) -> None:
    game = scavenging(edition).when(0, MoveScavenger("red")).when(0, TakeTileFrom("red-1", "red"))
    game.when(0, END_TURN).refused("daimyo.turn.finish-before-next")
    game = game.when(0, MoveScavenger("yellow")).when(0, TakeTileFrom("red-2", "yellow"))
    game.then(0, tiles=("red-1", "red-2"), scavenger="yellow")
    assert game.asks() == [(0, "TurnMenu")]
    game.when(0, MoveScavenger("purple")).refused("daimyo.turn.main-and-bonus")
    game.when(0, DO_MAIN_ACTION).refused("daimyo.turn.choose-die")


@FOUR_ISLANDS
@pytest.mark.clause("daimyo.relic.second-move-may-return")
def test_the_second_move_may_go_back_or_on_but_not_stay(edition: str) -> None:
    game = scavenging(edition).when(0, MoveScavenger("red")).when(0, TakeTileFrom("red-1", "red"))
    assert destinations(game) == {"blue", "yellow", "purple"}
    game.when(0, MoveScavenger("red")).refused("daimyo.relic.move-first")
    back = game.when(0, MoveScavenger("blue")).when(0, TakeTileFrom("purple-1", "blue"))
    back.then(0, tiles=("purple-1", "red-1"), scavenger="blue")


@FOUR_ISLANDS
@pytest.mark.clause("daimyo.relic.no-duplicates")
def test_a_second_tile_of_the_same_colour_and_number_is_not_taken(edition: str) -> None:
    game = scavenging(edition, tiles=("red-2",)).when(0, MoveScavenger("yellow"))
    game.when(0, TakeTileFrom("red-2", "yellow")).refused("daimyo.relic.no-duplicates")
    assert set(game.offered(0)) == {TakeTileFrom("blue-1", "yellow"), TakeTileFrom("yellow-4", "yellow")}


@pytest.mark.clause("daimyo.relic.no-duplicates")
def test_a_duplicate_is_neither_bought_nor_swapped_for_the_own_copy_nor_taken_by_a_card() -> None:
    game = scavenging(gold=1, tiles=("red-1", "red-2", "red-3")).when(0, MoveScavenger("yellow"))
    game.when(0, Shop("red-3")).refused("daimyo.relic.no-duplicates")
    game.when(0, TakeTileFrom("red-2", "yellow")).refused("daimyo.relic.no-duplicates")
    card = given(seats=2, lands=LANDS).having(0, scavenger="yellow", tiles=("red-2",)).effects(TakeTile("lands"))
    card.when(0, TakeTileFrom("red-2", "yellow")).refused("daimyo.relic.no-duplicates")


@pytest.mark.clause("daimyo.relic.no-duplicates")
def test_another_player_may_hold_the_same_tile() -> None:
    game = given(seats=2, lands=LANDS).having(0, scavenger="blue").having(1, tiles=("red-2",)).action("relic")
    game.when(0, MoveScavenger("yellow")).when(0, TakeTileFrom("red-2", "yellow")).then(0, tiles=("red-2",))


@FOUR_ISLANDS
@pytest.mark.clause("daimyo.relic.duplicate-after-restoring")
def test_a_copy_of_a_tile_in_a_restored_relic_is_legal(edition: str) -> None:
    game = scavenging(edition, relics={"red": 3}).when(0, MoveScavenger("yellow"))
    game.when(0, TakeTileFrom("red-2", "yellow")).then(0, tiles=("red-2",))


@FOUR_ISLANDS
@pytest.mark.clause("daimyo.relic.faq.no-collect-before-move")
def test_before_the_first_move_no_tile_is_taken_where_the_scavenger_begins(edition: str) -> None:
    game = scavenging(edition)
    game.when(0, TakeTileFrom("blue-1", "blue")).refused("daimyo.relic.faq.no-collect-before-move")
    game = game.when(0, MoveScavenger("red")).when(0, TakeTileFrom("red-1", "red"))
    game.when(0, TakeTileFrom("blue-1", "blue")).refused("daimyo.relic.faq.no-collect-before-move")
    game = game.when(0, MoveScavenger("blue")).when(0, TakeTileFrom("blue-1", "blue"))
    game.then(0, tiles=("blue-1", "red-1"))


@pytest.mark.clause("daimyo.relic.take-one", "daimyo.relic.twice")
def test_a_card_that_sends_the_scavenger_out_does_so_once() -> None:
    game = given(seats=2, lands=LANDS).having(0, scavenger="blue").effects(Scavenge())
    game.when(0, TakeTileFrom("blue-1", "blue")).refused("daimyo.relic.faq.no-collect-before-move")
    game = game.when(0, MoveScavenger("red")).when(0, TakeTileFrom("red-1", "red"))
    game.then(0, tiles=("red-1",), scavenger="red")
    assert game.asks() == [(0, "TurnMenu")]

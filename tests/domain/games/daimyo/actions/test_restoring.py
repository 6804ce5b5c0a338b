"""Restoring relics: at once, on a free altar, as one stack, up to three times a colour."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from domain.games.daimyo.actions.relics import BuyFromMercenaries, MoveScavenger, Shop
from domain.games.daimyo.actions.restoring import UseAltar
from domain.games.daimyo.actions.villagers import UseVillager
from domain.games.daimyo.automated.mercenaries import MercenaryRelics, TakeForMercenaries
from domain.games.daimyo.effects.gains import Gain
from domain.games.daimyo.effects.tiles import TakeTile
from domain.games.daimyo.facts.tiles import RelicRestored
from domain.games.daimyo.laws import LAWS
from domain.games.daimyo.phases.turn import END_TURN
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import Relic
from domain.games.daimyo.verbs.asking import Deed, DoEffects
from domain.games.daimyo.verbs.moves import GiveUpTile, TakeTileFrom
from tests.domain.games.daimyo.game import CONTENT, Position, given

GREEN = CONTENT.relic["green"]
THREE = GREEN[:3]
LAST = GREEN[3]
ELSEWHERE = {
    "blue": ("blue-1", "blue-2", "purple-1"),
    "red": ("blue-3", "purple-2", "red-4"),
    "yellow": ("blue-1", "red-2", "yellow-1"),
    "purple": ("purple-3", "purple-4", "yellow-2"),
    "green": ("red-1", "red-3", "yellow-3"),
}
Source: TypeAlias = Callable[[Position], Position]
EDITIONS = pytest.mark.parametrize("edition", ["2021", "2019"])


def missing_one(edition: str = "2021", tiles: tuple[str, ...] = THREE, **values: object) -> Position:
    """Give seat 0 of three storage for 4 tiles and 3 green pieces; the last piece lies on red."""
    lands = {**ELSEWHERE, "red": ("blue-3", LAST, "red-4")}
    game = given(edition=edition, lands=lands, black_market=(LAST,), villagers=("choose", "storage", "relic"))
    return game.having(0, **{"capacity": 4, "scavenger": "blue", "tiles": tiles, "gold": 2, **values}).tiles_counted()


def from_island(game: Position) -> Position:
    """Get the last piece by the Relic action."""
    return game.action("relic").when(0, MoveScavenger("red")).when(0, TakeTileFrom(LAST, "red"))


def from_black_market(game: Position) -> Position:
    """Buy the last piece."""
    return game.action("relic").when(0, MoveScavenger("yellow")).when(0, Shop(LAST))


def from_bag(game: Position) -> Position:
    """Get the last piece from the bag by a hero."""
    return game.with_state(bag=(LAST,)).effects(TakeTile("bag"))


def from_villagers(game: Position) -> Position:
    """Get the last piece by the villager tile."""
    game = game.having(0, scavenger="red").action("villagers").when(0, UseVillager("relic"))
    return game.when(0, TakeTileFrom(LAST, "red"))


def from_any_place(game: Position) -> Position:
    """Choose the last piece on an island by a hero."""
    return game.effects(TakeTile("lands")).when(0, TakeTileFrom(LAST, "red"))


@EDITIONS
@pytest.mark.parametrize("source", [from_island, from_black_market, from_bag, from_villagers, from_any_place])
@pytest.mark.clause("daimyo.restore.immediate")
def test_a_relic_is_restored_before_anything_else_by_whatever_means_its_last_piece_comes(
    edition: str, source: Callable[[Position], Position]
) -> None:
    game = source(missing_one(edition))
    assert game.asks() == [(0, "ChooseAltar")]
    assert set(game.offered(0)) == {UseAltar(3), UseAltar(2), UseAltar(1)}
    game.when(0, END_TURN).refused("daimyo.turn.finish-before-next")
    game.when(0, MoveScavenger("blue")).refused("daimyo.turn.finish-before-next")
    game.when(0, UseAltar(3)).then(0, tiles=(), relics=(Relic("green", 3),), influence={"green": 3})


@pytest.mark.clause("daimyo.restore.immediate")
def test_a_piece_bought_from_the_mercenaries_completes_a_relic() -> None:
    game = given(seats=2, lands={"red": ("blue-3", "purple-2", "red-4")}, black_market=("red-3",))
    game = game.having(0, capacity=4, scavenger="blue", gold=2, tiles=CONTENT.relic["yellow"][:3])
    game = game.having(2, tiles=("yellow-4",)).action("relic").when(0, MoveScavenger("red"))
    game = game.when(0, BuyFromMercenaries("yellow-4")).when(0, UseAltar(3))
    game.then(0, tiles=(), influence={"yellow": 3}).then(2, tiles=())


@pytest.mark.clause("daimyo.restore.immediate")
def test_the_rest_of_a_card_is_done_after_the_relic_and_finds_the_room_that_it_made() -> None:
    game = missing_one().effects(TakeTile("lands", 2), Gain(Goods(rice=1))).when(0, TakeTileFrom(LAST, "red"))
    game = game.then(0, rice=0).when(0, UseAltar(2))
    assert game.asks() == [(0, "ChooseTile")]
    game.when(0, TakeTileFrom("red-1", "green")).then(0, tiles=("red-1",), rice=1, influence={"green": 2})


@pytest.mark.clause("daimyo.restore.immediate")
def test_three_pieces_and_a_second_copy_of_another_player_restore_nothing() -> None:
    game = missing_one(tiles=GREEN[:2]).having(1, tiles=(GREEN[2],)).tiles_counted()
    from_island(game).without(RelicRestored).then(0, tiles=(*GREEN[:2], LAST)).then(1, tiles=(GREEN[2],))


@EDITIONS
@pytest.mark.clause("daimyo.restore.altar")
def test_the_pawn_takes_a_free_altar_and_gives_its_influence_there(edition: str) -> None:
    red = CONTENT.relic["red"]
    game = given(edition=edition, lands={"blue": (red[3], "blue-2", "purple-1")}).having(1, relics={"red": 2})
    game = game.having(0, capacity=4, scavenger="yellow", tiles=red[:3], governors=("red-1",)).action("relic")
    game = game.when(0, MoveScavenger("blue")).when(0, TakeTileFrom(red[3], "blue"))
    assert set(game.offered(0)) == {UseAltar(3), UseAltar(1)}
    game = game.when(0, UseAltar(3)).then(0, influence={"red": 5, "blue": 0}, relics=(Relic("red", 3),))
    game.citing("daimyo.restore.altar", RelicRestored)
    game.then(1, influence={"red": 2})


@pytest.mark.parametrize("altar", [0, 2, 4, -1])
@pytest.mark.clause("daimyo.restore.altar")
def test_a_taken_altar_or_one_that_is_not_there_holds_no_pawn(altar: int) -> None:
    game = from_island(missing_one().having(1, relics={"green": 2}))
    game.when(0, UseAltar(altar)).refused("daimyo.island.altars")


@pytest.mark.clause("daimyo.restore.altar")
def test_the_last_free_altar_is_taken_without_asking() -> None:
    game = from_any_place(missing_one().having(1, relics=(("green", 3), ("green", 1))))
    game.then(0, relics=(Relic("green", 2),), influence={"green": 2})
    assert game.asks() == [(0, "TurnMenu")]


@pytest.mark.parametrize("altar", [3, 2, 1])
@pytest.mark.clause("daimyo.ruling.altar-choice")
def test_a_player_may_choose_any_free_altar_the_best_or_not(altar: int) -> None:
    from_island(missing_one()).when(0, UseAltar(altar)).then(0, influence={"green": altar})


@EDITIONS
@pytest.mark.clause("daimyo.restore.stack-counts-one")
def test_the_four_pieces_become_a_stack_that_takes_one_place(edition: str) -> None:
    game = from_island(missing_one(edition))
    assert game.state.stored(0) == 4
    game = game.when(0, UseAltar(3))
    assert (game.state.stored(0), game.value(0, "capacity")) == (1, 4)


@pytest.mark.clause("daimyo.restore.stack-counts-one")
def test_the_pieces_of_a_restored_relic_can_no_longer_be_given_up() -> None:
    game = missing_one(relics={"green": 3}, tiles=("blue-1", "red-2", "yellow-4")).effects(TakeTile("lands"))
    game = game.when(0, TakeTileFrom(LAST, "red"))
    assert set(game.offered(0)) == {GiveUpTile("blue-1"), GiveUpTile("red-2"), GiveUpTile("yellow-4")}
    game.when(0, GiveUpTile("green-1")).refused("daimyo.storage.full-discard-first")


@EDITIONS
@pytest.mark.clause("daimyo.restore.same-colour-again")
def test_a_player_may_restore_the_same_colour_again(edition: str) -> None:
    blue = CONTENT.relic["blue"]
    game = given(edition=edition, lands={"red": ("blue-4", "red-1", "red-2")})
    game = game.having(0, capacity=5, scavenger="yellow", relics={"blue": 3}, tiles=blue[:3]).action("relic")
    game = game.when(0, MoveScavenger("red")).when(0, TakeTileFrom("blue-4", "red"))
    game.when(0, UseAltar(3)).refused("daimyo.island.altars")
    game = game.when(0, UseAltar(2)).then(0, tiles=(), influence={"blue": 5})
    assert len(game.value(0, "relics")) == 2
    assert game.state.stored(0) == 2


@EDITIONS
@pytest.mark.clause("daimyo.restore.max-three-per-colour")
def test_the_third_relic_of_a_colour_uses_up_its_tiles_and_its_altars(edition: str) -> None:
    black = CONTENT.relic["black"]
    game = given(seats=4, edition=edition, lands={**ELSEWHERE, "black": ("black-4", "red-1", "red-2")})
    game = game.having(0, relics={"black": 3}).having(1, relics={"black": 1})
    game = game.having(2, tiles=black[:3], capacity=4).with_state(active=2, black_market=())
    game = game.tiles_counted().effects(TakeTile("lands"))
    game = game.when(2, TakeTileFrom("black-4", "black")).then(2, relics=(Relic("black", 2),), influence={"black": 2})
    state = game.state
    places = (state.relic_tiles.bag, state.relic_tiles.black_market, *state.relic_tiles.lands, *state.holdings.tiles)
    assert not {tile for place in places for tile in place} & set(black)
    assert LAWS["conservation of relic tiles"](state)


@pytest.mark.clause("daimyo.restore.max-three-per-colour")
def test_in_the_solo_game_the_empire_alone_may_restore_a_colour_a_fourth_time() -> None:
    red = CONTENT.relic["red"]
    game = given(seats=1, lands={"blue": (red[3], "blue-2", "purple-1")})
    game = game.having(0, relics={"red": 3}).having(1, relics=(("red", 2), ("red", 1)), tiles=red[:3])
    deed = Deed(1, 0, "daimyo.solo.empire-turn")
    game = game.asking(DoEffects(deed, (TakeTile("lands"),))).running().when(0, TakeTileFrom(red[3], "blue"))
    game.then(1, tiles=(), relics=(Relic("red", 2), Relic("red", 1), Relic("red", 0)), influence={"red": 3})
    game.citing("daimyo.solo.relic-over-three", RelicRestored)


@EDITIONS
@pytest.mark.clause("daimyo.example.restore")
def test_capucine_finds_altar_three_of_green_taken_and_uses_altar_two(edition: str) -> None:
    game = missing_one(edition, governors=("green-1",)).having(1, relics={"green": 3})
    game = from_island(game).then(0, influence={"green": 2})
    assert game.state.stored(0) == 4
    game.when(0, UseAltar(3)).refused("daimyo.island.altars")
    game = game.when(0, UseAltar(2)).then(0, influence={"green": 4}, relics=(Relic("green", 2),))
    assert game.state.stored(0) == 1


@pytest.mark.parametrize(("taken", "best"), [((), 3), ((3,), 2), ((2,), 3), ((3, 2), 1)])
@pytest.mark.clause("daimyo.ruling.best-altar")
def test_the_mercenaries_use_the_best_free_altar(taken: tuple[int, ...], best: int) -> None:
    red = CONTENT.relic["red"]
    game = given(seats=2, lands={"blue": ("blue-2", "purple-1", red[3])})
    game = game.having(0, relics=tuple(("red", altar) for altar in taken)).having(2, tiles=red[:3])
    game = game.asking(MercenaryRelics(seat=0, side=2))
    game = game.when(0, TakeForMercenaries("blue", ("blue-2", red[3])))
    game.then(2, tiles=("blue-2",), relics=(Relic("red", best),), influence={"red": best})
    game.citing("daimyo.mercenaries.restore", RelicRestored)


@pytest.mark.parametrize(("taken", "best"), [((), 3), ((3,), 2), ((3, 2), 1)])
@pytest.mark.clause("daimyo.ruling.best-altar")
def test_the_empire_uses_the_best_free_altar(taken: tuple[int, ...], best: int) -> None:
    red = CONTENT.relic["red"]
    game = given(seats=1, lands={"blue": (red[3], "blue-2", "purple-1")})
    game = game.having(0, relics=tuple(("red", altar) for altar in taken)).having(1, tiles=red[:3])
    deed = Deed(1, 0, "daimyo.solo.empire-turn")
    game = game.asking(DoEffects(deed, (TakeTile("lands"),))).running().when(0, TakeTileFrom(red[3], "blue"))
    game.then(1, tiles=(), relics=(Relic("red", best),), influence={"red": best})
    game.citing("daimyo.ruling.best-altar", RelicRestored)


@EDITIONS
@pytest.mark.clause("daimyo.storage.fourth-tile-needs-room")
def test_the_piece_that_completes_a_relic_needs_room_before_it_is_restored(edition: str) -> None:
    held = (*THREE, "red-1")
    game = from_island(missing_one(edition, tiles=held)).without(RelicRestored).then(0, tiles=held)
    assert set(game.offered(0)) == {GiveUpTile(tile) for tile in held}
    game = game.when(0, GiveUpTile("red-1")).when(0, UseAltar(3)).then(0, tiles=(), relics=(Relic("green", 3),))
    assert game.state.relic_tiles.black_market == (LAST, "red-1")
    assert (game.state.stored(0), game.value(0, "capacity")) == (1, 4)


@pytest.mark.clause("daimyo.storage.fourth-tile-needs-room")
def test_giving_up_a_piece_of_the_relic_does_not_complete_it() -> None:
    game = from_island(missing_one(tiles=(*THREE, "red-1"))).when(0, GiveUpTile("green-1"))
    game.without(RelicRestored).then(0, tiles=("green-2", "green-3", LAST, "red-1"), relics=())


@EDITIONS
@pytest.mark.parametrize("source", [from_island, from_black_market, from_bag, from_any_place])
@pytest.mark.clause("daimyo.storage.fourth-tile-cannot-exceed")
def test_storage_for_three_cannot_complete_a_relic_of_four_pieces(edition: str, source: Source) -> None:
    game = source(missing_one(edition, capacity=3))
    assert set(game.offered(0)) == {GiveUpTile(tile) for tile in THREE}
    for tile in THREE:
        after = game.when(0, GiveUpTile(tile)).without(RelicRestored).then(0, relics=())
        assert len(after.value(0, "tiles")) == 3


@pytest.mark.clause("daimyo.storage.fourth-tile-cannot-exceed")
def test_the_storage_step_of_the_villagers_comes_in_time_for_the_fourth_piece() -> None:
    game = from_villagers(missing_one(capacity=3)).when(0, UseAltar(3))
    game.then(0, capacity=4, tiles=(), relics=(Relic("green", 3),))

"""The faces of the three villager tiles, each used by the main action."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.relics import SearchLand, Shop
from domain.games.daimyo.actions.villagers import UseVillager
from domain.games.daimyo.facts.goods import Gained
from domain.games.daimyo.facts.tiles import LandFilled, TileTaken
from domain.games.daimyo.facts.turn import EffectWithout
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.moves import ChooseGoods, MovePieceTo, TakeTileFrom
from domain.kernel.moves import DECLINE
from tests.domain.games.daimyo.game import CONTENT, Position, given

PAIRS = {"choose": "both", "storage": "move", "relic": "draw"}
OTHER_SIDE = PAIRS | {back: front for front, back in PAIRS.items()}
YELLOW = ("blue-2", "red-3", "yellow-4")


def showing(face: str, **fields: object) -> Position:
    """Let seat 0 choose a villager tile, one of which shows this face."""
    return given(villagers=faces_with(face), **fields)


def faces_with(face: str) -> tuple[str, ...]:
    """Return the faces of the three tiles, this one among them."""
    return tuple(face if face in pair else pair[0] for pair in PAIRS.items())


@pytest.mark.parametrize("good", ["gold", "rice", "metal"])
@pytest.mark.clause("daimyo.villager-tile.choose-one")
def test_the_choice_gives_one_good_of_a_short_list_with_gold(good: str) -> None:
    game = showing("choose").action("villagers").when(0, UseVillager("choose"))
    game.when(0, ChooseGoods(Goods(crystal=1))).refused("daimyo.villager-tile.choose-one")
    game.when(0, ChooseGoods(Goods(gold=1, rice=1))).refused("daimyo.villager-tile.choose-one")
    game = game.when(0, ChooseGoods(Goods(**{good: 1})))
    game.then(0, goods=Goods(**{good: 1}), capacity=4).then(villagers=faces_with("both"))
    assert game.citing("daimyo.villager-tile.choose-one", Gained).of_type(Gained)[0].goods.total == 1


@pytest.mark.clause("daimyo.villager-tile.gain-two")
def test_both_gives_one_of_each_of_two_goods() -> None:
    game = showing("both").having(0, rice=1).action("villagers").when(0, UseVillager("both"))
    game.then(0, goods=Goods(rice=2, crystal=1)).then(villagers=faces_with("choose"))
    game.citing("daimyo.villager-tile.gain-two", Gained)


@pytest.mark.clause("daimyo.villager-tile.storage")
def test_the_storage_face_raises_the_storage_once_more() -> None:
    game = showing("storage").having(0, capacity=4).action("villagers").when(0, UseVillager("storage"))
    game.then(0, capacity=6, points=0)


@pytest.mark.parametrize(("capacity", "points"), [(7, 0), (8, 1), (9, 2)])
@pytest.mark.clause("daimyo.villager-tile.storage", "daimyo.storage.overflow-pp")
def test_storage_beyond_nine_is_a_point_for_the_face_as_for_the_step(capacity: int, points: int) -> None:
    game = showing("storage").having(0, capacity=capacity).action("villagers").when(0, UseVillager("storage"))
    game.then(0, capacity=9, points=points)


@pytest.mark.clause("daimyo.villager-tile.move-governor")
def test_a_moved_governor_takes_its_influence_along_and_collects_at_the_new_site() -> None:
    sites = CONTENT.sites
    assert (sites["blue-1"].resource, sites["red-3"].resource) == ("rice", "metal")
    game = showing("move").having(0, governors=("blue-1",)).action("villagers").when(0, UseVillager("move"))
    game = game.when(0, MovePieceTo("blue-1", "red-3"))
    game.then(0, goods=Goods(metal=1), governors=("red-3",), influence={"blue": 0, "red": 2})
    game.then(villagers=faces_with("storage"))


@pytest.mark.clause("daimyo.villager-tile.move-governor")
def test_only_an_own_governor_moves_and_only_to_a_free_space() -> None:
    game = showing("move").having(0, governors=("blue-1",)).having(1, governors=("red-3",), farms=("red-1",))
    game = game.action("villagers").when(0, UseVillager("move"))
    game.when(0, MovePieceTo("red-3", "blue-2")).refused("daimyo.villager-tile.move-governor")
    for taken in ("red-3", "blue-1", "green-9"):
        game.when(0, MovePieceTo("blue-1", taken)).refused("daimyo.island.site-available")
    game.when(0, MovePieceTo("blue-1", "red-1")).then(0, governors=("red-1",), rice=1)
    game.when(0, MovePieceTo("blue-1", "blue-2")).then(0, governors=("blue-2",), rice=1, influence={"blue": 2})


@pytest.mark.clause("daimyo.villager-tile.relic")
def test_the_relic_face_gives_a_tile_where_the_scavenger_stands() -> None:
    game = showing("relic", lands={"yellow": YELLOW}, bag=("red-1",), black_market=("red-2",))
    game = game.having(0, scavenger="yellow", gold=1, metal=1).action("villagers").when(0, UseVillager("relic"))
    assert game.offered(0) == [TakeTileFrom(tile, "yellow") for tile in YELLOW]
    game.when(0, TakeTileFrom("red-2", "black-market")).refused("daimyo.relic.shop-only-in-relic-action")
    game.when(0, Shop("red-2")).refused("daimyo.relic.shop-only-in-relic-action")
    game.when(0, SearchLand("metal", ("red-3",))).refused("daimyo.turn.finish-before-next")
    game.when(0, DECLINE).refused("daimyo.ruling.take-compulsory")
    game = game.when(0, TakeTileFrom("red-3", "yellow")).then(0, tiles=("red-3",), scavenger="yellow", gold=1)
    assert game.state.land("yellow") == ("blue-2", "red-1", "yellow-4")
    game.then(bag=(), black_market=("red-2",), villagers=faces_with("draw"))
    game.citing("daimyo.villager-tile.relic", TileTaken).citing("daimyo.relic.refill", LandFilled)


@pytest.mark.clause("daimyo.villager-tile.relic", "daimyo.relic.no-duplicates")
def test_the_relic_face_gives_nothing_where_every_tile_would_be_a_second_copy() -> None:
    game = showing("relic", lands={"yellow": ("red-1", "red-1", "red-2")})
    game = game.having(0, scavenger="yellow", tiles=("red-1", "red-2")).action("villagers")
    game = game.when(0, UseVillager("relic")).without(TileTaken).then(villagers=faces_with("draw"))
    assert [fact.effect for fact in game.of_type(EffectWithout)] == ["take-tile"]


@pytest.mark.clause("daimyo.villager-tile.draw-two")
def test_the_draw_face_draws_two_heroes_more() -> None:
    game = showing("draw").cards(0, hand=1, deck=5).action("villagers").when(0, UseVillager("draw"))
    assert (len(game.value(0, "hand")), len(game.value(0, "deck"))) == (4, 2)
    game.then(villagers=faces_with("relic"))


@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.parametrize("face", sorted(OTHER_SIDE))
@pytest.mark.clause("daimyo.villager-tile.pairs")
def test_the_back_of_choose_is_both_of_storage_move_and_of_relic_draw(edition: str, face: str) -> None:
    game = showing(face, edition=edition, lands={"yellow": YELLOW}).having(0, scavenger="yellow").action("villagers")
    game = game.when(0, UseVillager(face))
    while game.asks() != [(0, "TurnMenu")]:
        game = game.when(0, game.any_move())
    game.then(villagers=faces_with(OTHER_SIDE[face]))
    assert len(game.state.offers.villagers) == len(CONTENT.villager_tiles) == 3

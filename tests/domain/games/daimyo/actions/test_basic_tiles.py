"""The bonus action tiles of the basic side when used, in both editions."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.daimyo.actions.construction import ConstructBuilding
from domain.games.daimyo.actions.recruitment import RecruitGovernor, RecruitShadow, StopRecruiting
from domain.games.daimyo.actions.relics import MoveScavenger, SearchLand, Shop
from domain.games.daimyo.facts.goods import Paid
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.moves import TakeTileFrom
from tests.domain.games.daimyo.game import CONTENT, Position, given, set_up
from tests.domain.games.daimyo.tiles import SPACE, USE, laid, revenue

LAND = {"red": ("red-1", "red-2", "yellow-1")}


def on_menu(game: Position) -> None:
    """Check that the tile is done and the turn continues."""
    assert game.asks() == [(0, "TurnMenu")]
    game.when(0, USE).refused("daimyo.bonus.once-per-turn")


# Units


@pytest.mark.clause("daimyo.tile.recruit-discount", "daimyo.ruling.recruit-tiles")
@pytest.mark.parametrize("unit", [RecruitGovernor("red-1"), RecruitShadow("red-shadow-1")])
def test_a_tile_recruits_one_unit_for_1_rice_less(unit: RecruitGovernor | RecruitShadow) -> None:
    game = laid("recruit-discount").having(0, rice=2, recruitment=2, gold=9).menu(SPACE).when(0, USE).when(0, unit)
    game.then(0, rice=0, recruitment=2)
    assert len(game.state.pieces.governors[0]) + len(game.state.pieces.shadows[0]) == 1
    assert game.state.hands.hand[0] == (), "a unit, no hero"
    on_menu(game)


@pytest.mark.clause("daimyo.tile.recruit-discount", "daimyo.ruling.recruit-tiles")
def test_the_tile_needs_the_reduced_price_in_rice() -> None:
    game = laid("recruit-discount").having(0, rice=1, recruitment=2, gold=1).menu(SPACE)
    game.when(0, USE).refused("daimyo.tile.recruit-discount")


@pytest.mark.clause("daimyo.tile.recruit-discount")
def test_a_tile_that_is_used_may_still_recruit_nobody() -> None:
    game = laid("recruit-discount").having(0, rice=1).menu(SPACE).when(0, USE).when(0, StopRecruiting())
    on_menu(game.then(0, rice=1, recruitment=0))


@pytest.mark.clause("daimyo.tile.recruit-discount.2019")
def test_in_2019_a_unit_of_1_rice_is_free_and_moves_the_pawn() -> None:
    game = laid("recruit-discount-2019", edition="2019").menu(SPACE).when(0, USE).when(0, RecruitGovernor("red-1"))
    game.then(0, rice=0, recruitment=1, governors=("red-1",)).without(Paid)
    on_menu(game)


# Buildings


@pytest.mark.clause("daimyo.tile.build-normal-cost")
def test_a_tile_builds_one_building_at_full_cost_without_a_red_die() -> None:
    game = laid("build").having(0, metal=6, crystal=4, farms=("blue-1",)).menu(SPACE, colour="green").when(0, USE)
    game.when(0, ConstructBuilding("techno-farm", "red-1", Goods(metal=1))).refused("daimyo.construction.cost")
    game = game.when(0, ConstructBuilding("techno-farm", "red-1")).then(0, metal=3, crystal=3)
    assert game.asks() == [(0, "LayTile")]
    on_menu(game.when(0, game.any_move()).then(0, farms=("blue-1", "red-1")))


@pytest.mark.clause("daimyo.tile.build-normal-cost")
def test_the_surcharge_has_to_be_paid_too() -> None:
    game = laid("build").having(0, metal=2, crystal=1, farms=("blue-1",)).menu(SPACE)
    game.when(0, USE).refused("daimyo.tile.build-normal-cost")
    game.having(0, farms=()).when(0, USE).then(0, metal=2)


@pytest.mark.clause("daimyo.tile.build-discount.2019")
def test_in_2019_a_tile_builds_for_1_metal_or_1_crystal_less() -> None:
    game = laid("build-discount-2019", edition="2019").having(0, metal=2).menu(SPACE).when(0, USE)
    assert {move.saving for move in game.offered(0, ConstructBuilding)} == {Goods(crystal=1)}
    game = game.when(0, ConstructBuilding("techno-farm", "red-1", Goods(crystal=1)))
    game.then(0, metal=0, crystal=0, rice=1, farms=("red-1",))


@pytest.mark.clause("daimyo.tile.build-discount.2019")
def test_the_discount_of_2019_may_take_the_metal_of_either_building() -> None:
    game = laid("build-discount-2019", edition="2019").having(0, metal=1, crystal=2).menu(SPACE).when(0, USE)
    moves = {(move.building, str(move.saving)) for move in game.offered(0, ConstructBuilding)}
    assert moves == {
        ("techno-farm", str(Goods(metal=1))),
        ("radio-tower", str(Goods(metal=1))),
        ("radio-tower", str(Goods(crystal=1))),
    }


# The scavenger


@pytest.mark.clause("daimyo.tile.scavenge")
@pytest.mark.parametrize("edition", ["2021", "2019"])
def test_a_tile_moves_the_scavenger_once_for_one_tile(edition: str) -> None:
    game = laid("scavenge", edition=edition, lands=LAND).having(0, scavenger="blue", gold=5, metal=5)
    game = game.tiles_counted().menu(SPACE).when(0, USE)
    market = game.state.relic_tiles.black_market
    game.when(0, MoveScavenger("blue")).refused("daimyo.relic.move-first")
    game = game.when(0, MoveScavenger("red"))
    game.when(0, Shop(market[0])).refused("daimyo.relic.shop-only-in-relic-action")
    game.when(0, SearchLand("metal", ("red-1",))).refused("daimyo.tile.scavenge")
    game.when(0, TakeTileFrom("blue-1", "blue")).refused("daimyo.relic.take-one")
    game = game.when(0, TakeTileFrom("red-1", "red")).then(0, tiles=("red-1",), scavenger="red", gold=5, metal=5)
    assert len(game.state.land("red")) == 3
    on_menu(game)


# Goods and storage


@pytest.mark.clause("daimyo.tile.gain", "daimyo.tile.variants")
@pytest.mark.parametrize(("face", "kind"), [(f"gain-{kind}", kind) for kind in ("rice", "metal", "crystal", "gold")])
def test_a_tile_gives_the_goods_that_it_prints(face: str, kind: str) -> None:
    game = laid(face).menu(SPACE).when(0, USE).then(0, goods=Goods(**{kind: 2}))
    on_menu(game)


@pytest.mark.clause("daimyo.tile.gain-two-a.2019")
@pytest.mark.parametrize("kind", ["rice", "gold"])
def test_the_first_gain_tile_of_2019_gives_two_of_a_good(kind: str) -> None:
    laid(f"gain-two-{kind}-2019", edition="2019").menu(SPACE).when(0, USE).then(0, goods=Goods(**{kind: 2}))


@pytest.mark.clause("daimyo.tile.gain-two-b.2019")
@pytest.mark.parametrize(
    ("face", "goods"),
    [
        ("gain-two-metal-2019", Goods(metal=2)),
        ("gain-two-crystal-2019", Goods(crystal=2)),
        ("gain-metal-crystal-2019", Goods(metal=1, crystal=1)),
    ],
)
def test_the_second_gain_tile_of_2019_gives_two_goods(face: str, goods: Goods) -> None:
    laid(face, edition="2019").menu(SPACE).when(0, USE).then(0, goods=goods)


@pytest.mark.clause("daimyo.tile.storage-two")
@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.parametrize(("before", "after", "points"), [(3, 5, 0), (8, 9, 1), (9, 9, 2)])
def test_a_tile_raises_storage_by_two(edition: str, before: int, after: int, points: int) -> None:
    game = laid("storage-two", edition=edition).having(0, capacity=before).menu(SPACE).when(0, USE)
    on_menu(game.then(0, capacity=after, points=points))


# Revenue


@pytest.mark.clause("daimyo.tile.revenue")
@pytest.mark.parametrize(
    ("face", "goods"),
    [
        ("revenue-two-gold", Goods(rice=1, gold=3)),
        ("revenue-rice-gold", Goods(rice=2, gold=2)),
        ("revenue-metal-crystal", Goods(rice=1, metal=1, crystal=1, gold=1)),
        ("revenue-rice-crystal", Goods(rice=2, crystal=1, gold=1)),
    ],
)
@pytest.mark.parametrize("space", ["revenue-1", "revenue-2"])
def test_a_yellow_tile_adds_to_every_revenue(face: str, goods: Goods, space: str) -> None:
    game = laid(face, space=space, turn=9, order=(0, 1, 2))
    revenue(game).then(0, goods=goods)


@pytest.mark.clause("daimyo.tile.revenue-one.2019")
@pytest.mark.parametrize("kind", ["rice", "gold"])
def test_the_first_yellow_tile_of_2019_adds_one_good(kind: str) -> None:
    game = laid(f"revenue-one-{kind}-2019", space="revenue-1", edition="2019", turn=9)
    revenue(game).then(0, goods=Goods(rice=1, gold=1) + Goods(**{kind: 1}))


@pytest.mark.clause("daimyo.tile.revenue-two.2019")
@pytest.mark.parametrize(
    ("face", "goods"),
    [
        ("revenue-metal-crystal-2019", Goods(rice=1, metal=1, crystal=1, gold=1)),
        ("revenue-rice-crystal-2019", Goods(rice=2, crystal=1, gold=1)),
    ],
)
def test_the_second_yellow_tile_of_2019_adds_one_each_of_two_goods(face: str, goods: Goods) -> None:
    revenue(laid(face, space="revenue-2", edition="2019", turn=9)).then(0, goods=goods)


@pytest.mark.clause("daimyo.tile.revenue")
def test_without_a_yellow_tile_the_revenue_is_the_fixed_one() -> None:
    revenue(given(turn=9)).then(0, goods=Goods(rice=1, gold=1))


@pytest.mark.clause("daimyo.tile.basic-set")
@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_begins_with_six_gray_tiles_and_two_yellow_ones_under_buildings(edition: str, seats: int) -> None:
    game = set_up(seats, edition=edition)
    for seat in range(seats):
        faces = [CONTENT.faces[game.tile_face(tile)] for tile in game.state.clan_boards.under[seat]]
        assert Counter(face.colour for face in faces) == {"gray": 6, "yellow": 2}
        assert not game.state.clan_boards.laid[seat]

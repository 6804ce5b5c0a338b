"""Construction: techno-farms and radio towers, their rising prices, where they go and what they give."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.bonus_tiles import LayBonusTile, UseTile
from domain.games.daimyo.actions.construction import ConstructBuilding, StopBuilding
from domain.games.daimyo.actions.recruitment import RecruitShadow
from domain.games.daimyo.effects.heroes import PlayHeroCard
from domain.games.daimyo.facts.goods import Gained, Paid
from domain.games.daimyo.facts.pieces import BuildingPlaced, GovernorRemoved
from domain.games.daimyo.facts.turn import BonusTileLaid
from domain.games.daimyo.phases.turn import EndTurn
from domain.games.daimyo.printed.entries import BuildingKind
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.moves import ChooseSite
from tests.domain.games.daimyo.game import Position, given

FARM: BuildingKind = "techno-farm"
TOWER: BuildingKind = "radio-tower"
SITES = ("blue-1", "blue-2", "blue-3", "blue-4")
FARM_SPACES = ("villagers", "production", "relic", "revenue-1")
TOWER_SPACES = ("recruitment", "construction", "clan-ability", "revenue-2")
FARM_TILES = dict(zip(FARM_SPACES, ("amber-1", "amber-2", "amber-3", "amber-4"), strict=True))
TOWER_TILES = dict(zip(TOWER_SPACES, ("aurora-1", "aurora-2", "aurora-3", "aurora-4"), strict=True))


def builder(farms: int = 0, towers: int = 0, seats: int = 3, edition: str = "2021", **goods: int) -> Position:
    """Give seat 0 these buildings on blue and red, with their tiles laid, and these goods."""
    laid = dict([*list(FARM_TILES.items())[:farms], *list(TOWER_TILES.items())[:towers]])
    game = given(seats, edition=edition).mini_boards(0, "amber", "aurora", laid=laid).having(0, **goods)
    red = tuple(site.replace("blue", "red") for site in SITES[:towers])
    return game.having(0, farms=SITES[:farms], towers=red)


def built(game: Position, building: BuildingKind, site: str, tile: str, space: str) -> Position:
    """Let seat 0 construct a building and lay its tile; return the facts of both moves."""
    game = game.when(0, ConstructBuilding(building, site))
    laid = game.when(0, LayBonusTile(tile, space))
    return Position(laid.state, (*game.facts, *laid.facts), laid.refusal)


@pytest.mark.clause("daimyo.construction.steps", "daimyo.construction.cost", "daimyo.construction.place")
def test_a_building_is_paid_then_built_and_then_its_tile_is_laid() -> None:
    game = builder(metal=2, crystal=1).action("construction")
    done = built(game, FARM, "yellow-1", "amber-2", "relic")
    done.then(0, goods=Goods(), farms=("yellow-1",), under=("amber-1", "amber-3", "amber-4", *TOWER_TILES.values()))
    assert done.state.tile_on(0, "relic") == "amber-2"
    steps = [fact for fact in done.facts if isinstance(fact, Paid | BuildingPlaced | BonusTileLaid)]
    assert [type(fact) for fact in steps] == [Paid, BuildingPlaced, BonusTileLaid]
    done.citing("daimyo.construction.cost", Paid).citing("daimyo.construction.place", BuildingPlaced)
    assert done.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.construction.any-number")
def test_one_action_builds_a_farm_and_two_towers() -> None:
    game = builder(metal=4, crystal=6).action("construction")
    game = built(game, FARM, "blue-1", "amber-1", "relic")
    game = built(game, TOWER, "red-1", "aurora-1", "villagers")
    game = built(game, TOWER, "green-5", "aurora-4", "revenue-1")
    game.then(0, goods=Goods(), farms=("blue-1",), towers=("green-5", "red-1"))


@pytest.mark.clause("daimyo.construction.any-number")
def test_a_builder_may_stop_at_once_and_is_done_when_nothing_can_be_paid() -> None:
    game = builder(metal=9, crystal=9).action("construction").when(0, StopBuilding())
    game.then(0, metal=9, farms=(), towers=()).when(0, StopBuilding()).refused("daimyo.turn.main-and-bonus")
    poor = builder(metal=1, crystal=1, rice=9, gold=9).action("construction")
    assert poor.asks() == [(0, "TurnMenu")]
    poor.when(0, ConstructBuilding(FARM, "red-1")).refused("daimyo.turn.main-and-bonus")


@pytest.mark.clause("daimyo.construction.cost", "daimyo.construction.surcharge")
@pytest.mark.parametrize(("count", "metal"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_a_farm_costs_2_metal_1_crystal_and_a_metal_for_each_farm_built(count: int, metal: int) -> None:
    game = builder(farms=count, metal=metal, crystal=1).action("construction")
    done = built(game, FARM, "purple-1", list(FARM_TILES.values())[count], list(FARM_SPACES)[count])
    done.then(0, goods=Goods())
    short = builder(farms=count, metal=metal - 1, crystal=3).action("construction")
    short.when(0, ConstructBuilding(FARM, "purple-1")).refused("daimyo.construction.cost")


@pytest.mark.clause("daimyo.construction.cost", "daimyo.construction.surcharge")
@pytest.mark.parametrize(("count", "crystal"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_a_tower_costs_1_metal_2_crystal_and_a_crystal_for_each_tower_built(count: int, crystal: int) -> None:
    game = builder(towers=count, metal=1, crystal=crystal).action("construction")
    done = built(game, TOWER, "purple-1", list(TOWER_TILES.values())[count], list(TOWER_SPACES)[count])
    done.then(0, goods=Goods())


@pytest.mark.clause("daimyo.construction.surcharge-updates")
def test_the_surcharge_rises_within_the_action_and_for_its_own_kind_only() -> None:
    game = builder(farms=1, metal=9, crystal=9).action("construction")
    game = built(game, TOWER, "purple-1", "aurora-1", "recruitment").then(0, metal=8, crystal=7)
    game = built(game, FARM, "purple-2", "amber-2", "production").then(0, metal=5, crystal=6)
    built(game, FARM, "purple-3", "amber-3", "relic").then(0, metal=1, crystal=5)


@pytest.mark.clause("daimyo.example.construction")
def test_greg_builds_a_third_farm_lays_its_tile_on_his_clan_ability_and_stops() -> None:
    game = builder(farms=2, metal=4, crystal=1).action("construction")
    game = built(game, FARM, "yellow-2", "amber-3", "clan-ability").then(0, metal=0, crystal=0)
    game.then(0, farms=("blue-1", "blue-2", "yellow-2"))
    assert game.state.tile_on(0, "clan-ability") == "amber-3"
    next_one = game.having(0, metal=5, crystal=1).action("construction")
    built(next_one, FARM, "yellow-3", "amber-4", "revenue-1").then(0, goods=Goods())
    assert game.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.example.construction")
def test_greg_may_stop_with_the_price_of_a_fourth_farm_in_his_hands() -> None:
    game = builder(farms=2, metal=9, crystal=2).action("construction")
    game = built(game, FARM, "yellow-2", "amber-3", "clan-ability").when(0, StopBuilding())
    game.then(0, metal=5, crystal=1).when(0, EndTurn()).then(None, active=1)


@pytest.mark.clause("daimyo.construction.place")
def test_a_site_holds_one_building_of_any_side_and_kind() -> None:
    game = builder(towers=1, metal=9, crystal=9).having(1, farms=("green-1",), towers=("green-2",))
    game = game.action("construction")
    for site in ("red-1", "green-1", "green-2", "black-1", "nowhere"):
        game.when(0, ConstructBuilding(FARM, site)).refused("daimyo.construction.place")
        game.when(0, ConstructBuilding(TOWER, site)).refused("daimyo.construction.place")


@pytest.mark.clause("daimyo.construction.enemy-governor-allowed")
@pytest.mark.parametrize(("building", "tile"), [(FARM, "amber-1"), (TOWER, "aurora-1")])
def test_a_building_may_stand_beside_an_enemy_governor(building: BuildingKind, tile: str) -> None:
    game = builder(metal=2, crystal=2).having(1, governors=("red-1",)).having(0, governors=("red-2",))
    game = game.action("construction")
    built(game, building, "red-1", tile, "relic").then(1, governors=("red-1",))
    built(game, building, "red-2", tile, "relic").then(0, governors=("red-2",))


@pytest.mark.clause("daimyo.construction.indestructible")
def test_a_shadow_leaves_buildings_alone() -> None:
    game = given().having(0, rice=1).having(1, towers=("red-1",), farms=("red-2",)).action("recruitment")
    game = game.when(0, RecruitShadow("red-shadow-1"))
    game.then(1, towers=("red-1",), farms=("red-2",), gold=0).without(GovernorRemoved)


@pytest.mark.clause("daimyo.construction.indestructible")
def test_a_hero_who_removes_governors_cannot_name_a_building() -> None:
    game = given().having(0, hand=("shadow-sovereign",)).having(1, towers=("red-1",), governors=("red-2", "red-3"))
    game = game.dice(0, ("red", 6, "tax"), ("red", 5, "recruitment"), ("red", 4, "construction"))
    game = game.menu("construction", main=False).when(0, PlayHeroCard("shadow-sovereign"))
    game.when(0, ChooseSite("red-1")).refused("daimyo.recruitment.shadow.targets")
    game.when(0, ChooseSite("red-2")).then(1, towers=("red-1",), governors=("red-3",))


@pytest.mark.clause("daimyo.construction.radio-tower-influence")
def test_a_tower_adds_2_influence_at_once() -> None:
    game = builder(metal=1, crystal=2).having(0, shadows=("yellow-shadow-1",)).then(0, influence={"yellow": 1})
    game.action("construction").when(0, ConstructBuilding(TOWER, "yellow-3")).then(0, influence={"yellow": 3})


@pytest.mark.clause("daimyo.construction.no-techno-farm-influence")
def test_a_farm_adds_no_influence() -> None:
    game = builder(metal=2, crystal=1).having(0, governors=("blue-1",)).action("construction")
    game.when(0, ConstructBuilding(FARM, "blue-2")).then(0, influence={"blue": 2})


@pytest.mark.clause("daimyo.construction.techno-farm.2021")
def test_in_2021_a_farm_yields_its_resource_in_production_only() -> None:
    game = builder(metal=2, crystal=1).action("construction")
    game = built(game, FARM, "red-3", "amber-1", "relic").then(0, goods=Goods()).without(Gained)
    game.action("production").then(0, goods=Goods(metal=1))


@pytest.mark.clause("daimyo.construction.techno-farm.2019", "daimyo.example.construction-harvest.2019")
def test_in_2019_gregs_new_farm_on_a_metal_site_gives_1_metal_at_once() -> None:
    game = builder(farms=2, edition="2019", metal=7, crystal=1).action("construction")
    game = game.when(0, ConstructBuilding(FARM, "red-3")).then(0, metal=7 - 4 + 1, crystal=0)
    game.citing("daimyo.construction.techno-farm.2019", Gained)


@pytest.mark.clause("daimyo.construction.techno-farm.2019")
def test_in_2019_a_tower_gives_nothing_when_it_is_built() -> None:
    game = builder(edition="2019", metal=1, crystal=2).action("construction")
    game.when(0, ConstructBuilding(TOWER, "red-3")).then(0, goods=Goods()).without(Gained)


@pytest.mark.clause("daimyo.construction.techno-farm-chain.2019")
def test_in_2019_the_yield_of_a_new_farm_pays_for_the_next_building() -> None:
    game = builder(edition="2019", metal=2, crystal=3).action("construction")
    game = built(game, FARM, "red-3", "amber-1", "relic").then(0, metal=1, crystal=2)
    built(game, TOWER, "red-4", "aurora-1", "villagers").then(0, goods=Goods(), towers=("red-4",))
    later = builder(edition="2021", metal=2, crystal=3).action("construction")
    later = built(later, FARM, "red-3", "amber-1", "relic").then(0, metal=0, crystal=2)
    assert later.asks() == [(0, "TurnMenu")], "since 2021 the tower is 1 metal short"


@pytest.mark.parametrize(("farms", "towers", "building"), [(4, 0, FARM), (0, 4, TOWER)])
def test_a_fifth_building_of_a_kind_cannot_be_built(farms: int, towers: int, building: BuildingKind) -> None:
    game = builder(farms=farms, towers=towers, metal=20, crystal=20).action("construction")
    game.when(0, ConstructBuilding(building, "yellow-1")).refused(f"daimyo.component.{building}s")
    other = FARM if building == TOWER else TOWER
    assert {move.building for move in game.offered(0, ConstructBuilding)} == {other}


@pytest.mark.clause("daimyo.ruling.discount-floor")
@pytest.mark.parametrize(
    ("building", "saving"),
    [
        (FARM, Goods(metal=2)),
        (FARM, Goods(metal=1, crystal=1)),
        (TOWER, Goods(crystal=2)),
        (TOWER, Goods(metal=1, crystal=1)),
    ],
)
def test_a_discount_of_2_saves_any_two_resources_of_the_price(building: BuildingKind, saving: Goods) -> None:
    price = Goods(metal=2, crystal=1) if building == FARM else Goods(metal=1, crystal=2)
    rest = price - saving
    game = builder(metal=rest.metal, crystal=rest.crystal).having(0, hand=("arc-architect",))
    game = game.dice(0, ("red", 5, "tax"), ("red", 4, "recruitment")).menu("recruitment", main=False)
    game = game.when(0, PlayHeroCard("arc-architect"))
    for wrong in (Goods(), Goods(crystal=3), Goods(rice=2), Goods(metal=1)):
        game = game.when(0, ConstructBuilding(building, "red-1", wrong)).refused("daimyo.construction.cost")
    game.when(0, ConstructBuilding(building, "red-1", saving)).then(0, goods=Goods())


def test_a_hero_who_builds_constructs_one_building_and_its_tile_is_laid() -> None:
    game = builder(metal=9, crystal=9).having(0, hand=("signal-engineer",))
    game = game.dice(0, ("red", 4, "tax"), ("red", 3, "recruitment")).menu("recruitment", main=False)
    game = game.when(0, PlayHeroCard("signal-engineer"))
    game = game.when(0, ConstructBuilding(FARM, "red-1", Goods(crystal=1))).then(0, metal=7, crystal=9)
    game = game.when(0, LayBonusTile("amber-1", "relic"))
    assert game.asks() == [(0, "TurnMenu")]
    game.when(0, ConstructBuilding(FARM, "red-2")).refused("daimyo.turn.main-and-bonus")


def test_a_tile_that_builds_charges_the_full_price() -> None:
    game = builder(farms=1, metal=3, crystal=1).menu("villagers", main=False).when(0, UseTile("villagers"))
    game = game.when(0, ConstructBuilding(FARM, "red-1", Goods(metal=1))).refused("daimyo.construction.cost")
    built(game, FARM, "red-1", "amber-2", "relic").then(0, goods=Goods())
    poor = builder(farms=1, metal=2, crystal=1).menu("villagers", main=False)
    poor.when(0, UseTile("villagers")).refused("daimyo.tile.build-normal-cost")


@pytest.mark.clause("daimyo.construction.cost")
@pytest.mark.parametrize("good", ["metal", "crystal"])
def test_a_building_paid_in_one_good_costs_one_of_it_for_each_resource_of_the_price(good: str) -> None:
    face = f"gain-and-build-in-{good}"
    game = builder(farms=2, **{good: 4}).using_tile(face)
    game.when(0, ConstructBuilding(FARM, "purple-1")).then(0, goods=Goods())
    short = builder(farms=2, **{good: 3}).using_tile(face)
    short.when(0, ConstructBuilding(FARM, "purple-1")).refused("daimyo.construction.cost")

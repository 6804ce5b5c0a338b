"""The effects on units, buildings, dice and villagers, and those that harm, done for a player."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.construction import Build, ConstructBuilding, StopBuilding
from domain.games.daimyo.actions.dice import AdjustDie, TurnDie
from domain.games.daimyo.actions.production import Collect
from domain.games.daimyo.actions.recruitment import (
    Recruit,
    RecruitGovernor,
    RecruitShadow,
    ResetRecruitment,
    StopRecruiting,
)
from domain.games.daimyo.actions.villagers import DoVillagerStep, TakeHelmet, UseVillager, VillagerSteps, VillagerTile
from domain.games.daimyo.effects.gains import Lose
from domain.games.daimyo.effects.placing import Eliminate, MoveGovernor, MovePiece, PlacePiece
from domain.games.daimyo.facts.turn import EffectWithout
from domain.games.daimyo.printed.goods import KINDS, Goods
from domain.games.daimyo.verbs.moves import ChooseGoods, ChooseSite, MovePieceTo, PlacePieceOn
from domain.kernel.moves import DECLINE, ChooseSeat
from tests.domain.games.daimyo.game import Position, given

done = Position.done

# Units


@pytest.mark.clause("daimyo.recruitment.cost", "daimyo.ruling.discount-floor")
def test_units_are_recruited_for_less_up_to_a_number() -> None:
    game = given().having(0, rice=1).effects(Recruit(count=2, discount=1)).when(0, RecruitGovernor("red-1"))
    game = game.then(0, rice=1, recruitment=1).when(0, RecruitShadow("blue-shadow-1"))
    done(game).then(0, rice=0, gold=1, recruitment=2)


@pytest.mark.clause("daimyo.recruitment.cost")
def test_units_are_recruited_for_a_fixed_price_and_one_may_stop() -> None:
    game = given().having(0, recruitment=2).effects(Recruit(count=2, exactly=0)).when(0, RecruitGovernor("red-1"))
    done(game.then(0, rice=0, recruitment=2).when(0, StopRecruiting())).then(0, governors=("red-1",))


@pytest.mark.clause("daimyo.tile.adv.reset-recruitment")
def test_the_pawn_goes_back_to_the_first_space_for_nothing() -> None:
    done(given().having(0, recruitment=2, gold=9).effects(ResetRecruitment())).then(0, recruitment=0, gold=9)


@pytest.mark.clause("daimyo.clan-ability.nomad")
@pytest.mark.parametrize("collect", [0, 1, 2])
def test_a_governor_moves_and_collects(collect: int) -> None:
    game = given().having(0, governors=("red-1", "red-2")).effects(MoveGovernor(collect=collect))
    done(game.when(0, MovePieceTo("red-2", "blue-5"))).then(
        0, governors=("blue-5", "red-1"), goods=Goods(crystal=collect)
    )


@pytest.mark.clause("daimyo.recruitment.shadow.targets")
def test_an_enemy_governor_is_removed_wherever_it_stands() -> None:
    game = given().having(0, governors=("red-1",)).having(1, governors=("red-2",)).having(2, governors=("blue-1",))
    any_island = game.effects(Eliminate())
    any_island.when(0, ChooseSite("red-1")).refused("daimyo.recruitment.shadow.targets")
    done(any_island.when(0, ChooseSite("blue-1"))).then(2, governors=(), gold=1).then(0, gold=0)
    own_island = game.effects(Eliminate(where="own-governor"))
    done(own_island).then(1, governors=(), gold=1).then(2, governors=("blue-1",))


# Buildings and other pieces


@pytest.mark.clause("daimyo.construction.cost")
def test_a_building_is_built_for_less_or_in_one_good() -> None:
    game = given().having(0, metal=1, crystal=1).effects(Build(discount=1))
    game = game.when(0, ConstructBuilding("radio-tower", "red-1", Goods(crystal=1)))
    done(game.when(0, game.any_move())).then(0, goods=Goods(), towers=("red-1",))
    in_gold = (
        given().having(0, gold=3).effects(Build(in_good="gold")).when(0, ConstructBuilding("techno-farm", "red-1"))
    )
    done(in_gold.when(0, in_gold.any_move())).then(0, gold=0, farms=("red-1",))
    done(given().having(0, metal=3, crystal=3).effects(Build()).when(0, StopBuilding())).then(0, metal=3, farms=())


@pytest.mark.clause("daimyo.bonus-tile.place")
@pytest.mark.parametrize("kind", ["radio-tower", "techno-farm"])
def test_a_building_placed_for_free_uncovers_its_tile(kind: str) -> None:
    game = given().effects(PlacePiece(kind=kind, islands=("red",)))
    game.when(0, PlacePieceOn("blue-1")).refused("daimyo.island.site-available")
    game = game.when(0, PlacePieceOn("red-1"))
    assert game.asks() == [(0, "LayTile")]
    game = done(game.when(0, game.any_move()))
    assert len(game.state.clan_boards.under[0]) == 7
    assert len(game.state.pieces.farms[0]) + len(game.state.pieces.towers[0]) == 1


@pytest.mark.clause("daimyo.recruitment.shadow.gold", "daimyo.recruitment.governor.no-harvest")
def test_units_placed_for_free_do_what_units_do() -> None:
    game = given().having(1, governors=("purple-1",)).effects(PlacePiece(kind="shadow", islands=("purple",)))
    game = done(game.when(0, PlacePieceOn("purple-shadow-3"))).then(0, gold=3, rice=0).then(1, governors=(), gold=1)
    two = given().effects(PlacePiece(kind="governor", count=2)).when(0, PlacePieceOn("red-1"))
    done(two.when(0, PlacePieceOn("red-2"))).then(0, governors=("red-1", "red-2"), goods=Goods(), recruitment=0)


@pytest.mark.clause("daimyo.component.shadows", "daimyo.component.radio-towers")
def test_no_piece_is_placed_when_none_is_left() -> None:
    shadows = ("red-shadow-1", "red-shadow-2", "blue-shadow-1")
    assert done(given().having(0, shadows=shadows).effects(PlacePiece(kind="shadow"))).of_type(EffectWithout)
    towers = ("red-1", "red-2", "red-3", "red-4")
    assert done(given().having(0, towers=towers).effects(PlacePiece(kind="radio-tower"))).of_type(EffectWithout)


@pytest.mark.clause("daimyo.island.influence-adjust-on-move")
@pytest.mark.parametrize(("kind", "pieces", "influence"), [("radio-tower", "towers", 2), ("techno-farm", "farms", 0)])
@pytest.mark.parametrize("edition", ["2021", "2019"])
def test_a_building_moves_with_its_influence_and_yields_nothing(
    kind: str, pieces: str, influence: int, edition: str
) -> None:
    game = given(edition=edition).having(0, **{pieces: ("red-1",)}).having(1, farms=("blue-2",))
    game = game.effects(MovePiece(kind=kind))
    game.when(0, MovePieceTo("red-1", "blue-2")).refused("daimyo.island.site-available")
    game = done(game.when(0, MovePieceTo("red-1", "blue-1")))
    game.then(0, **{pieces: ("blue-1",)}, goods=Goods(), influence={"red": 0, "blue": influence})


@pytest.mark.clause("daimyo.recruitment.shadow.permanent")
def test_no_card_moves_the_shadow_of_a_player() -> None:
    game = given().having(0, shadows=("red-shadow-1",)).effects(MovePiece(kind="shadow"))
    assert done(game).of_type(EffectWithout)


@pytest.mark.clause("daimyo.tile.adv.governor-harvest", "daimyo.tile.adv.tower-harvest")
@pytest.mark.parametrize(
    ("at", "pieces"), [("governor", "governors"), ("radio-tower", "towers"), ("techno-farm", "farms")]
)
def test_one_piece_collects_what_its_site_makes(at: str, pieces: str) -> None:
    game = given().having(0, **{pieces: ("red-1", "red-5")}).effects(Collect(at=at, times=3))
    done(game.when(0, ChooseSite("red-5"))).then(0, goods=Goods(crystal=3))


# Villagers, dice, helmet


@pytest.mark.clause("daimyo.villagers.tile", "daimyo.tile.adv.partial-villagers")
def test_villagers_are_called_by_a_card() -> None:
    game = given(villagers=("both", "storage", "draw")).effects(VillagerTile())
    game.when(0, UseVillager("move")).refused("daimyo.villagers.tile")
    done(game.when(0, UseVillager("storage"))).then(0, capacity=4)
    three = given(villagers=("both", "storage", "draw")).effects(VillagerSteps(count=3))
    for step in ("draw", "storage"):
        three = three.when(0, DoVillagerStep(step))
    assert three.asks() == [(0, "ChooseVillager")]
    done(three.when(0, UseVillager("both"))).then(0, capacity=4, rice=1, crystal=1)


@pytest.mark.clause("daimyo.hero-discard.bounds")
@pytest.mark.parametrize(("direction", "ways"), [("up", {1}), ("down", {-1}), ("either", {1, -1})])
def test_dice_turn_the_way_that_the_card_says_or_not_at_all(direction: str, ways: set[int]) -> None:
    game = given().dice(0, 3, ("red", 4)).effects(AdjustDie(direction=direction, times=2))
    assert {move.by for move in game.offered(0, TurnDie)} == ways
    (first,) = {move.space for move in game.offered(0, TurnDie) if move.space == "production"}
    once = game.when(0, TurnDie(first, min(ways)))
    assert [placed.die.value for placed in once.state.dice.placed[0]] == [3 + min(ways), 4]
    done(once.when(0, DECLINE))
    done(game.when(0, DECLINE))


@pytest.mark.clause("daimyo.villagers.helmet-no-immediate-order-change")
def test_the_helmet_comes_without_changing_the_order_of_the_round() -> None:
    done(given(helmet=2).effects(TakeHelmet())).then(helmet=0, order=(0, 1, 2))


# Harm


@pytest.mark.clause("daimyo.component.hero-card-aggressive-mark")
def test_every_opponent_loses_what_they_choose_and_as_much_as_they_hold() -> None:
    game = given().having(0, rice=5).having(1, rice=2, metal=1, gold=4).having(2, crystal=1)
    game = game.effects(Lose(count=2))
    assert game.asks() == [(1, "PickGoods")]
    game.when(1, ChooseGoods(Goods(gold=2))).refused("daimyo.hero.exact-strength")
    game.when(1, ChooseGoods(Goods(rice=1))).refused("daimyo.hero.exact-strength")
    game = done(game.when(1, ChooseGoods(Goods(rice=1, metal=1))))
    game.then(0, rice=5).then(1, goods=Goods(rice=1, gold=4)).then(2, goods=Goods())


@pytest.mark.clause("daimyo.component.hero-card-aggressive-mark")
def test_a_chosen_opponent_who_has_something_to_lose_loses_it() -> None:
    game = given(4).having(1, gold=1).having(2, rice=3).having(0, gold=3).effects(Lose(of=KINDS, who="one-opponent"))
    assert game.offered(0) == [ChooseSeat(1), ChooseSeat(2)]
    for seat in (0, 3, 4):
        game.when(0, ChooseSeat(seat)).refused("daimyo.hero.exact-strength")
    done(game.when(0, ChooseSeat(2))).then(2, rice=2).then(1, gold=1)

"""The bonus action tiles of the advanced side when used."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.construction import ConstructBuilding
from domain.games.daimyo.actions.dice import TurnDie
from domain.games.daimyo.actions.hiring import HireHero
from domain.games.daimyo.actions.recruitment import RecruitGovernor
from domain.games.daimyo.actions.relics import MoveScavenger
from domain.games.daimyo.actions.villagers import DoVillagerStep, UseVillager
from domain.games.daimyo.effects.heroes import DiscardHeroCard
from domain.games.daimyo.facts.goods import Paid
from domain.games.daimyo.facts.turn import EffectWithout
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.moves import ChooseSite, GiveUpTile, TakeTileFrom
from domain.kernel.moves import DECLINE
from tests.domain.games.daimyo.tiles import SPACE, USE, advanced, revenue

LANDS = {"red": ("red-1", "red-2", "yellow-1"), "blue": ("blue-1", "blue-2", "blue-3")}


# Tiles that cost a hero


@pytest.mark.clause("daimyo.tile.adv.build-by-discard")
def test_a_discarded_hero_saves_a_resource_of_the_builder_s_choice() -> None:
    game = advanced("build-by-discard").cards(0, hand=2).having(0, metal=3, crystal=3, farms=("blue-1",)).menu(SPACE)
    kept, thrown = game.state.hands.hand[0]
    game = game.when(0, USE)
    game.when(0, DECLINE).refused("daimyo.turn.finish-before-next")
    game = game.when(0, DiscardHeroCard(thrown)).then(0, hand=(kept,), discard=(thrown,))
    savings = {move.saving for move in game.offered(0, ConstructBuilding) if move.building == "techno-farm"}
    assert savings == {Goods(metal=1), Goods(crystal=1)}
    game.when(0, ConstructBuilding("techno-farm", "red-1")).refused("daimyo.construction.cost")
    game = game.when(0, ConstructBuilding("techno-farm", "red-1", Goods(crystal=1)))
    game.then(0, metal=0, crystal=3, farms=("blue-1", "red-1"))


@pytest.mark.clause("daimyo.tile.adv.build-by-discard")
def test_without_a_hero_or_the_goods_there_is_nothing_to_use() -> None:
    game = advanced("build-by-discard").having(0, metal=3, crystal=3).menu(SPACE)
    game.when(0, USE).refused("daimyo.tile.adv.build-by-discard")
    game.cards(0, hand=1).having(0, metal=0, crystal=0).when(0, USE).refused("daimyo.tile.adv.build-by-discard")


@pytest.mark.clause("daimyo.tile.adv.hire-three-less-by-discard")
def test_a_discarded_hero_makes_another_three_gold_cheaper() -> None:
    game = advanced("hire-three-less-by-discard").cards(0, hand=2).having(0, gold=2)
    game = game.selling("arc-architect", "vat-farmer", "ruin-scout", "ronin-envoy", "clan-mimic", top="neon-poet")
    game = game.menu(SPACE)
    kept, thrown = game.state.hands.hand[0]
    game = game.when(0, USE).when(0, DiscardHeroCard(thrown)).when(0, HireHero("arc-architect"))
    game.then(0, gold=0, hand=tuple(sorted((kept, "arc-architect"))), discard=(thrown,))
    assert len(game.state.offers.market) == 5


@pytest.mark.clause("daimyo.tile.adv.discard-for-villager")
def test_a_discarded_hero_calls_the_villagers() -> None:
    game = advanced("discard-for-villager", villagers=("both", "storage", "draw")).cards(0, hand=1).menu(SPACE)
    (hero,) = game.state.hands.hand[0]
    game = game.when(0, USE).when(0, DiscardHeroCard(hero))
    game = game.when(0, UseVillager("storage")).then(0, hand=(), capacity=4, discard=(hero,))
    assert set(game.state.offers.villagers) == {"both", "move", "draw"}
    game.then(helmet=0)


@pytest.mark.clause("daimyo.tile.adv.discard-for-villager")
def test_without_a_hero_no_villager_comes() -> None:
    advanced("discard-for-villager").menu(SPACE).when(0, USE).refused("daimyo.tile.adv.discard-for-villager")


# Tiles that hire and recruit


@pytest.mark.clause("daimyo.tile.adv.hire-two-less")
@pytest.mark.parametrize(("hero", "left"), [("arc-architect", 0), ("vat-farmer", 3), ("ruin-scout", 3)])
def test_a_hero_of_the_market_costs_two_gold_less_but_never_less_than_0(hero: str, left: int) -> None:
    game = advanced("hire-two-less").having(0, gold=3)
    market = ("arc-architect", "vat-farmer", "ruin-scout", "ronin-envoy", "clan-mimic")
    game = game.selling(*market, top="neon-poet")
    game = game.menu(SPACE).when(0, USE).when(0, HireHero(hero)).then(0, gold=left, hand=(hero,))
    assert game.state.offers.market[market.index(hero)] == "neon-poet"
    assert game.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.tile.adv.hire-two-less")
def test_a_hero_that_still_costs_too_much_or_is_not_there_is_not_hired() -> None:
    game = advanced("hire-two-less").having(0, gold=2)
    game = game.selling("arc-architect", "ronin-envoy", "clan-mimic", "talent-agent", "neon-poet").menu(SPACE)
    game = game.when(0, USE).when(0, HireHero("arc-architect")).refused("daimyo.hire.cost")
    game = game.when(0, HireHero("vat-farmer")).refused("daimyo.hire.cost")
    game.when(0, DECLINE).then(0, gold=2, hand=())


@pytest.mark.clause("daimyo.tile.adv.recruit-for-one", "daimyo.ruling.recruit-tiles")
@pytest.mark.parametrize(("pawn", "after"), [(0, 1), (1, 2), (2, 2)])
def test_a_unit_costs_exactly_one_rice_and_the_pawn_moves_on(pawn: int, after: int) -> None:
    game = advanced("recruit-for-one").having(0, rice=1, recruitment=pawn).menu(SPACE).when(0, USE)
    game = game.when(0, RecruitGovernor("red-1")).then(0, rice=0, recruitment=after, governors=("red-1",))
    assert game.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.tile.adv.recruit-for-one")
def test_without_rice_nobody_is_recruited_for_one() -> None:
    advanced("recruit-for-one").menu(SPACE).when(0, USE).refused("daimyo.tile.adv.recruit-for-one")


@pytest.mark.clause("daimyo.tile.adv.reset-recruitment")
@pytest.mark.parametrize("pawn", [1, 2])
def test_one_gold_puts_the_pawn_back_wherever_it_is(pawn: int) -> None:
    game = advanced("reset-recruitment").having(0, gold=1, recruitment=pawn).menu(SPACE).when(0, USE)
    game.then(0, gold=0, recruitment=0)


@pytest.mark.clause("daimyo.tile.adv.reset-recruitment")
def test_without_gold_or_with_the_pawn_already_there_nothing_is_reset() -> None:
    game = advanced("reset-recruitment").having(0, gold=1).menu(SPACE)
    game.when(0, USE).refused("daimyo.tile.adv.reset-recruitment")
    game.having(0, gold=0, recruitment=1).when(0, USE).refused("daimyo.tile.adv.reset-recruitment")


# Relic tiles


@pytest.mark.clause("daimyo.tile.adv.pay-scavenge-two")
@pytest.mark.parametrize("second", [True, False])
def test_one_gold_moves_the_scavenger_for_up_to_two_tiles(second: bool) -> None:
    game = advanced("pay-scavenge-two", lands=LANDS).having(0, gold=1, scavenger="blue").tiles_counted().menu(SPACE)
    game = game.when(0, USE).then(0, gold=0).when(0, MoveScavenger("red"))
    game.when(0, DECLINE).refused("daimyo.ruling.take-compulsory")
    game = game.when(0, TakeTileFrom("red-1", "red"))
    game = game.when(0, TakeTileFrom("red-2", "red") if second else DECLINE)
    game.then(0, tiles=("red-1", "red-2") if second else ("red-1",))
    assert len(game.state.land("red")) == 3
    assert game.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.tile.adv.pay-scavenge-two")
def test_without_gold_the_scavenger_stays() -> None:
    game = advanced("pay-scavenge-two").having(0, rice=3).menu(SPACE)
    game.when(0, USE).refused("daimyo.tile.adv.pay-scavenge-two")


@pytest.mark.clause("daimyo.tile.adv.swap-relics")
def test_two_tiles_of_the_islands_come_and_two_own_ones_go_into_the_bag() -> None:
    held = ("green-1", "green-2", "purple-1")
    game = advanced("swap-relics", lands=LANDS).having(0, capacity=5, tiles=held, gold=3).tiles_counted().menu(SPACE)
    bag, market = len(game.state.relic_tiles.bag), game.state.relic_tiles.black_market
    game = game.when(0, USE)
    game.when(0, TakeTileFrom(market[0], "black-market")).refused("daimyo.relic.shop-only-in-relic-action")
    game = game.when(0, TakeTileFrom("red-1", "red")).when(0, TakeTileFrom("blue-2", "blue"))
    game.then(0, tiles=tuple(sorted((*held, "red-1", "blue-2"))))
    assert len(game.state.relic_tiles.bag) == bag - 2
    game = game.when(0, GiveUpTile("green-1"))
    game.when(0, GiveUpTile("green-1")).refused("daimyo.tile.adv.swap-relics")
    game = game.when(0, GiveUpTile("red-1")).then(0, tiles=("blue-2", "green-2", "purple-1"))
    game.then(black_market=market)
    assert len(game.state.relic_tiles.bag) == bag


@pytest.mark.clause("daimyo.tile.adv.swap-relics")
def test_full_storage_makes_room_first_and_a_relic_may_be_completed_by_the_swap() -> None:
    held = ("red-3", "red-4", "green-1", "green-2")
    game = advanced("swap-relics", lands=LANDS).having(0, capacity=5, tiles=held).tiles_counted().menu(SPACE)
    game = game.when(0, USE).when(0, TakeTileFrom("red-1", "red")).when(0, TakeTileFrom("red-2", "red"))
    assert game.asks() == [(0, "MakeRoom")]
    game = game.when(0, GiveUpTile("green-1"))
    assert game.asks() == [(0, "ChooseAltar")]
    game = game.when(0, game.any_move())
    while game.asks() != [(0, "TurnMenu")]:
        game = game.when(0, game.any_move())
    game.then(0, tiles=())
    assert len(game.state.holdings.relics[0]) == 1


@pytest.mark.clause("daimyo.tile.adv.storage-and-black-market")
def test_storage_and_a_tile_of_the_black_market_come_for_free() -> None:
    held = ("blue-1", "green-1", "yellow-1")
    game = advanced("storage-and-black-market", black_market=("purple-3", "red-2", "red-3"))
    game = game.having(0, capacity=3, tiles=held).menu(SPACE).when(0, USE)
    game = game.when(0, TakeTileFrom("red-2", "black-market")).without(Paid)
    game.then(0, capacity=4, tiles=("blue-1", "green-1", "red-2", "yellow-1"), gold=0)
    game.then(black_market=("purple-3", "red-3"))


@pytest.mark.clause("daimyo.tile.adv.storage-and-black-market")
def test_with_an_empty_black_market_only_storage_is_gained() -> None:
    game = advanced("storage-and-black-market", black_market=()).menu(SPACE).when(0, USE).then(0, capacity=4, tiles=())
    assert [fact.effect for fact in game.of_type(EffectWithout)] == ["take-tile"]


# Goods


@pytest.mark.clause("daimyo.tile.adv.gain-and-build-in-one-good")
@pytest.mark.parametrize("good", ["metal", "crystal"])
@pytest.mark.parametrize("building", ["techno-farm", "radio-tower"])
def test_one_good_is_gained_and_pays_the_whole_building(good: str, building: str) -> None:
    game = advanced(f"gain-and-build-in-{good}").having(0, **{good: 2}).menu(SPACE).when(0, USE).then(0, **{good: 3})
    game = game.when(0, ConstructBuilding(building, "red-1")).then(0, goods=Goods())
    assert len(game.state.pieces.farms[0]) + len(game.state.pieces.towers[0]) == 1


@pytest.mark.clause("daimyo.tile.adv.gain-and-build-in-one-good")
def test_the_surcharge_is_paid_in_the_good_too_and_what_cannot_be_built_still_gives_it() -> None:
    game = advanced("gain-and-build-in-metal").having(0, metal=2, crystal=9, farms=("blue-1",)).menu(SPACE)
    game = game.when(0, USE).then(0, metal=3)
    game.when(0, ConstructBuilding("techno-farm", "red-1")).refused("daimyo.construction.cost")
    poor = advanced("gain-and-build-in-metal").having(0, crystal=9).menu(SPACE).when(0, USE).then(0, metal=1, crystal=9)
    assert poor.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.tile.adv.gain-and-draw")
@pytest.mark.parametrize("good", ["rice", "metal"])
def test_a_good_and_a_hero_come_together(good: str) -> None:
    game = advanced(f"gain-{good}-and-draw").cards(0, hand=1, deck=2).menu(SPACE).when(0, USE)
    game.then(0, goods=Goods(**{good: 1}))
    assert len(game.state.hands.hand[0]) == 2


@pytest.mark.clause("daimyo.tile.adv.tower-harvest")
def test_one_radio_tower_collects_twice() -> None:
    game = advanced("tower-harvest").having(0, towers=("red-5", "red-1"), governors=("blue-1",)).menu(SPACE)
    game = game.when(0, USE)
    game.when(0, ChooseSite("blue-1")).refused("daimyo.tile.adv.tower-harvest")
    game.when(0, ChooseSite("red-5")).then(0, goods=Goods(crystal=2))


@pytest.mark.clause("daimyo.tile.adv.tower-harvest", "daimyo.tile.adv.governor-harvest")
@pytest.mark.parametrize("face", ["tower-harvest", "governor-harvest"])
def test_nothing_collects_where_no_such_piece_stands(face: str) -> None:
    game = advanced(face).having(0, farms=("red-1",)).having(1, towers=("blue-1",), governors=("blue-2",)).menu(SPACE)
    game.when(0, USE).refused(f"daimyo.tile.adv.{face}")


@pytest.mark.clause("daimyo.tile.adv.governor-harvest")
def test_one_governor_collects_twice() -> None:
    game = advanced("governor-harvest").having(0, governors=("red-1", "red-5")).menu(SPACE).when(0, USE)
    game.when(0, ChooseSite("red-1")).then(0, goods=Goods(rice=2))


@pytest.mark.clause("daimyo.tile.adv.pay-one-gain-three")
@pytest.mark.parametrize(
    ("face", "price", "goods"),
    [
        ("pay-gold-gain-three", Goods(gold=1), Goods(rice=1, metal=1, crystal=1)),
        ("pay-rice-gain-three", Goods(rice=1), Goods(metal=1, crystal=1, gold=1)),
    ],
)
def test_the_crossed_out_good_is_paid_for_three_others(face: str, price: Goods, goods: Goods) -> None:
    game = advanced(face).menu(SPACE)
    game.when(0, USE).refused("daimyo.tile.adv.pay-one-gain-three")
    game.having(0, rice=price.rice, gold=price.gold).when(0, USE).then(0, goods=goods)


@pytest.mark.clause("daimyo.tile.adv.gain-per-shadow")
@pytest.mark.parametrize("good", ["gold", "metal"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_each_own_shadow_gives_a_good(good: str, count: int) -> None:
    spaces = ("red-shadow-1", "blue-shadow-2", "blue-shadow-3")
    game = advanced(f"{good}-per-shadow").having(0, shadows=spaces[:count]).having(1, shadows=("red-shadow-2",))
    game.menu(SPACE).when(0, USE).then(0, goods=Goods(**{good: count}))


@pytest.mark.clause("daimyo.tile.adv.gain-per-shadow")
def test_without_a_shadow_nothing_is_gained() -> None:
    game = advanced("gold-per-shadow").having(1, shadows=("red-shadow-2",)).menu(SPACE)
    game.when(0, USE).refused("daimyo.tile.adv.gain-per-shadow").then(0, gold=0)


@pytest.mark.clause("daimyo.tile.adv.revenue-and-draw")
@pytest.mark.parametrize("good", ["rice", "metal", "crystal", "gold"])
def test_a_yellow_tile_gives_goods_and_a_hero_in_the_revenue(good: str) -> None:
    game = advanced(f"revenue-{good}-and-draw", space="revenue-2", turn=9).cards(0, deck=3)
    game = revenue(game).then(0, goods=Goods(rice=1, gold=1) + Goods(**{good: 1}))
    assert len(game.state.hands.hand[0]) == 1


# Dice and villagers


@pytest.mark.clause("daimyo.tile.adv.storage-and-dice", "daimyo.hero-discard.bounds")
def test_storage_and_two_pips_upward_on_one_die_or_two() -> None:
    game = advanced("storage-and-dice").dice(0, 5, ("red", 4, "recruitment")).menu(SPACE)
    game = game.dice(0, ("green", 5, "production"), ("red", 4, "recruitment")).when(0, USE).then(0, capacity=4)
    game.when(0, TurnDie("recruitment", -1)).refused("daimyo.tile.adv.storage-and-dice")
    game.when(0, TurnDie("tax", 1)).refused("daimyo.hero-discard.modify-die")
    once = game.when(0, TurnDie("production", 1))
    once.when(0, TurnDie("production", 1)).refused("daimyo.hero-discard.bounds")
    values = [placed.die.value for placed in once.when(0, TurnDie("recruitment", 1)).state.dice.placed[0]]
    assert values == [6, 5]
    twice = game.when(0, TurnDie("recruitment", 1)).when(0, TurnDie("recruitment", 1))
    assert [placed.die.value for placed in twice.state.dice.placed[0]] == [5, 6]
    assert twice.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.tile.adv.storage-and-dice")
def test_with_all_dice_at_6_only_storage_is_gained() -> None:
    game = advanced("storage-and-dice").dice(0, ("green", 6, "production")).menu(SPACE).when(0, USE)
    assert game.then(0, capacity=4).asks() == [(0, "TurnMenu")]
    one_left = advanced("storage-and-dice").dice(0, ("green", 5, "production")).menu(SPACE).when(0, USE)
    assert one_left.when(0, TurnDie("production", 1)).asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.tile.adv.partial-villagers")
def test_one_gold_buys_two_steps_of_the_villagers() -> None:
    game = advanced("partial-villagers").cards(0, hand=2, deck=2).having(0, gold=1).menu(SPACE)
    villagers = game.state.offers.villagers
    game = game.when(0, USE).then(0, gold=0).when(0, DoVillagerStep("storage")).then(0, capacity=4)
    game.when(0, DoVillagerStep("storage")).refused("daimyo.tile.adv.partial-villagers")
    game.when(0, DoVillagerStep("helmet")).refused("daimyo.ruling.villager-steps-helmet")
    game = game.when(0, DoVillagerStep("draw")).then(villagers=villagers)
    assert len(game.state.hands.hand[0]) == 3


@pytest.mark.clause("daimyo.tile.adv.partial-villagers")
def test_the_villager_tile_may_be_one_of_the_two_steps() -> None:
    game = advanced("partial-villagers", villagers=("both", "storage", "draw")).having(0, gold=1).menu(SPACE)
    game = game.when(0, USE).when(0, DoVillagerStep("tile")).when(0, UseVillager("storage")).then(0, capacity=4)
    game.when(0, DoVillagerStep("storage")).then(0, capacity=5)
    advanced("partial-villagers").menu(SPACE).when(0, USE).refused("daimyo.tile.adv.partial-villagers")

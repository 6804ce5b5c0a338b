"""Bonus actions: when and how often they are used, clan abilities, and the tiles on action and ability."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.bonus_tiles import UseTile
from domain.games.daimyo.actions.clans import USE_ABILITY
from domain.games.daimyo.actions.construction import ConstructBuilding, StopBuilding
from domain.games.daimyo.actions.recruitment import RecruitGovernor, RecruitShadow
from domain.games.daimyo.effects.heroes import DiscardForDie, PlayHeroCard
from domain.games.daimyo.facts.turn import BonusTileUsed, ClanAbilityUsed
from domain.games.daimyo.phases.turn import DO_MAIN_ACTION, END_TURN, TakeDie
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import Die
from domain.games.daimyo.verbs.moves import ChooseGoods, MovePieceTo, TakeTileFrom
from tests.domain.games.daimyo.game import Position, given

CLAN_TILE = UseTile("clan-ability")


def clan(name: str, *dice: object, seats: int = 3, **values: object) -> Position:
    """Give seat 0 a clan and these dice, the last main action being Production."""
    return given(seats).having(0, clan=name, **values).dice(0, *dice).menu("production")


# Before and after, once a turn


@pytest.mark.clause("daimyo.bonus.before-or-after")
def test_a_clan_ability_comes_before_or_after_the_main_action() -> None:
    before = clan("tech", 6, 6, 1, governors=("red-1",)).when(0, USE_ABILITY).then(0, capacity=4, rice=0)
    before.when(0, DO_MAIN_ACTION).then(0, capacity=4, rice=1)
    after = clan("tech", 6, 6, 1, governors=("red-1",)).when(0, DO_MAIN_ACTION).then(0, capacity=3, rice=1)
    after.when(0, USE_ABILITY).then(0, capacity=4, rice=1)


@pytest.mark.clause("daimyo.bonus.before-or-after")
def test_a_bonus_action_waits_until_the_main_action_that_has_begun_is_done() -> None:
    game = given().having(0, clan="tech", rice=3).dice(0, 6, 6, ("red", 1, "recruitment")).menu("recruitment")
    game = game.when(0, DO_MAIN_ACTION)
    game.when(0, USE_ABILITY).refused("daimyo.turn.finish-before-next")


@pytest.mark.clause("daimyo.bonus.once-per-turn", "daimyo.clan-ability.threshold")
def test_a_clan_ability_is_used_once_a_turn_and_again_in_the_next() -> None:
    game = given(pool=tuple(Die(*die) for die in [("green", 6)] + [("red", 1)] * 6)).having(0, clan="tech")
    game = game.dice(0, ("green", 6, "relic"), ("red", 3, "recruitment"))
    game = game.when(0, TakeDie("green", 6, "production")).when(0, USE_ABILITY).then(0, capacity=4)
    game = game.when(0, USE_ABILITY).refused("daimyo.bonus.once-per-turn")
    game = game.when(0, DO_MAIN_ACTION).when(0, END_TURN)
    for seat in (1, 2):
        game = game.when(seat, TakeDie("red", 1, "tax")).when(seat, DO_MAIN_ACTION).when(seat, END_TURN)
    game.when(0, TakeDie("red", 1, "construction")).when(0, USE_ABILITY).then(0, capacity=5)


@pytest.mark.clause("daimyo.bonus.once-per-turn")
def test_each_tile_is_used_once_a_turn() -> None:
    laid = {"production": "jade-3", "clan-ability": "cobalt-3"}
    game = clan("tech", 6, 6, 1, laid=laid).when(0, UseTile("production")).when(0, CLAN_TILE)
    game.then(0, rice=2, gold=2)
    game.when(0, UseTile("production")).refused("daimyo.bonus.once-per-turn")
    game.when(0, CLAN_TILE).refused("daimyo.bonus.once-per-turn")


@pytest.mark.clause("daimyo.bonus.once-per-turn")
def test_a_tile_laid_over_the_one_that_was_used_gives_no_second_use() -> None:
    game = clan("tech", 5, laid={"production": "jade-3"}).when(0, UseTile("production"))
    game = game.having(0, laid={"production": "cobalt-3"})
    game.when(0, UseTile("production")).refused("daimyo.bonus.once-per-turn")


# Clan abilities


@pytest.mark.clause("daimyo.clan-ability.threshold")
def test_a_clan_ability_needs_a_total_of_13() -> None:
    clan("tech", 6, 6).when(0, USE_ABILITY).refused("daimyo.clan-ability.threshold")
    game = clan("tech", 6, 6, 1).when(0, USE_ABILITY).citing("daimyo.clan-ability.tech", ClanAbilityUsed)
    game.then(0, capacity=4)


@pytest.mark.clause("daimyo.clan-ability.threshold")
def test_the_total_counts_when_the_ability_is_used_not_before() -> None:
    game = clan("tech", 6, 6, 1, hand=("vat-farmer", "scrap-diver"))
    game = game.when(0, DiscardForDie("vat-farmer", "relic", -1))
    game = game.when(0, USE_ABILITY).refused("daimyo.clan-ability.threshold")
    game.when(0, DiscardForDie("scrap-diver", "tax", 1)).when(0, USE_ABILITY).then(0, capacity=4)


@pytest.mark.clause("daimyo.clan-ability.tech")
def test_tech_raises_storage_and_then_draws() -> None:
    game = clan("tech", 6, 6, 1, hand=("vat-farmer",), capacity=3).when(0, USE_ABILITY).then(0, capacity=4)
    assert len(game.state.hands.hand[0]) == 2
    assert [type(fact).__name__ for fact in game.facts][1:3] == ["StorageRaised", "HeroDrawn"]


@pytest.mark.clause("daimyo.clan-ability.tech")
def test_tech_at_the_greatest_storage_gets_a_point_and_draws() -> None:
    game = clan("tech", 6, 6, 1, capacity=9).when(0, USE_ABILITY).then(0, capacity=9, points=1)
    assert len(game.state.hands.hand[0]) == 1


@pytest.mark.clause("daimyo.clan-ability.nomad")
def test_nomad_moves_a_governor_and_collects_twice_there() -> None:
    game = clan("nomad", 6, 6, 1, governors=("blue-1",)).when(0, USE_ABILITY)
    game = game.when(0, MovePieceTo("blue-1", "red-5"))
    game.then(0, crystal=2, governors=("red-5",), influence={"blue": 0, "red": 2})


@pytest.mark.clause("daimyo.clan-ability.nomad")
def test_nomad_may_move_within_an_island_which_changes_no_influence() -> None:
    game = clan("nomad", 6, 6, 1, governors=("blue-1",)).when(0, USE_ABILITY)
    game.when(0, MovePieceTo("blue-1", "blue-3")).then(0, metal=2, influence={"blue": 2, "red": 0})


@pytest.mark.clause("daimyo.clan-ability.nomad")
def test_nomad_moves_an_own_governor_to_a_free_site_and_not_without_one() -> None:
    clan("nomad", 6, 6, 1).when(0, USE_ABILITY).refused("daimyo.clan-ability.nomad")
    game = clan("nomad", 6, 6, 1, governors=("blue-1",)).having(1, governors=("red-5",)).when(0, USE_ABILITY)
    game.when(0, MovePieceTo("red-5", "red-4")).refused("daimyo.clan-ability.nomad")
    game.when(0, MovePieceTo("blue-1", "red-5")).refused("daimyo.island.site-available")
    game.when(0, MovePieceTo("blue-1", "blue-1")).refused("daimyo.island.site-available")
    game.when(0, MovePieceTo("blue-1", "black-1")).refused("daimyo.island.site-available")


@pytest.mark.clause("daimyo.clan-ability.noble", "daimyo.hero.one-per-turn")
@pytest.mark.parametrize("ability_first", [True, False])
def test_noble_plays_a_hero_without_dice_beside_the_one_by_strength(ability_first: bool) -> None:
    hand = ("rain-diviner", "loaded-gambler", "lantern-guide")
    game = clan("noble", 6, 5, 2, hand=hand)
    game.when(0, PlayHeroCard("rain-diviner")).refused("daimyo.hero.exact-strength")

    def by_ability(game: Position) -> Position:
        return game.when(0, USE_ABILITY).when(0, PlayHeroCard("rain-diviner"))

    def by_strength(game: Position) -> Position:
        game = game.when(0, PlayHeroCard("loaded-gambler"))
        return game.when(0, game.offered(0)[-1])

    game = by_strength(by_ability(game)) if ability_first else by_ability(by_strength(game))
    game.then(0, hand=("lantern-guide",), discard=("loaded-gambler", "rain-diviner"), gold=3)
    game.when(0, PlayHeroCard("lantern-guide")).refused("daimyo.hero.one-per-turn")
    game.when(0, USE_ABILITY).refused("daimyo.bonus.once-per-turn")


@pytest.mark.clause("daimyo.clan-ability.noble")
def test_noble_cannot_use_the_ability_without_a_hero_in_hand() -> None:
    clan("noble", 6, 6, 1).when(0, USE_ABILITY).refused("daimyo.clan-ability.noble")
    game = clan("noble", 6, 6, 1, hand=("vat-farmer",)).having(1, hand=("scrap-diver",)).when(0, USE_ABILITY)
    game.when(0, PlayHeroCard("scrap-diver")).refused("daimyo.hero.exact-strength")
    game.when(0, PlayHeroCard("vat-farmer")).then(0, rice=2)


@pytest.mark.clause("daimyo.clan-ability.nature")
def test_nature_collects_two_resources_alike_or_different_but_no_gold() -> None:
    game = clan("nature", 6, 6, 1).when(0, USE_ABILITY)
    assert len(game.offered(0)) == 6
    game.when(0, ChooseGoods(Goods(metal=1, crystal=1))).then(0, goods=Goods(metal=1, crystal=1))
    game.when(0, ChooseGoods(Goods(rice=2))).then(0, goods=Goods(rice=2))
    for goods in (Goods(gold=2), Goods(rice=1, gold=1), Goods(rice=1), Goods(rice=3), Goods()):
        game.when(0, ChooseGoods(goods)).refused("daimyo.clan-ability.nature")


# Bonus action tiles


@pytest.mark.clause("daimyo.bonus-tile.main-action")
def test_only_the_tile_on_the_action_of_this_turn_is_used() -> None:
    laid = {"production": "jade-3", "relic": "cobalt-3"}
    game = clan("tech", ("green", 1, "relic"), ("green", 1, "production"), laid=laid)
    assert game.offered(0, UseTile) == [UseTile("production")]
    game.when(0, UseTile("relic")).refused("daimyo.bonus-tile.main-action")
    game.when(0, UseTile("tax")).refused("daimyo.bonus-tile.main-action")
    game = game.when(0, UseTile("production")).then(0, rice=2)
    game.citing("daimyo.bonus-tile.main-action", BonusTileUsed)


@pytest.mark.clause("daimyo.bonus-tile.main-action", "daimyo.bonus-tile.clan-ability")
def test_with_13_the_tile_on_the_clan_ability_is_offered_too() -> None:
    game = clan("tech", 6, 6, 1, laid={"production": "jade-3", "clan-ability": "cobalt-3", "relic": "meteor-3"})
    assert set(game.offered(0, UseTile)) == {UseTile("production"), CLAN_TILE}


@pytest.mark.clause("daimyo.bonus-tile.main-action")
def test_tax_has_no_tile() -> None:
    game = given().having(0, laid={"production": "jade-3"}).menu("tax")
    assert not game.offered(0, UseTile)
    game.when(0, UseTile("tax")).refused("daimyo.bonus-tile.covered-inactive")
    game.when(0, UseTile("production")).refused("daimyo.bonus-tile.main-action")


@pytest.mark.clause("daimyo.bonus-tile.clan-ability")
def test_the_tile_on_the_clan_ability_needs_13_but_not_the_ability() -> None:
    tile = {"clan-ability": "cobalt-3"}
    clan("nomad", 6, 6, laid=tile).when(0, CLAN_TILE).refused("daimyo.bonus-tile.clan-ability")
    game = clan("nomad", 6, 6, 1, laid=tile)
    game.when(0, USE_ABILITY).refused("daimyo.clan-ability.nomad")
    game.when(0, CLAN_TILE).then(0, gold=2).citing("daimyo.bonus-tile.clan-ability", BonusTileUsed)


# Worked examples


@pytest.mark.clause("daimyo.example.bonus-tile.2021", "daimyo.tile.recruit-discount")
@pytest.mark.parametrize("unit", [RecruitGovernor("red-1"), RecruitShadow("red-shadow-1")])
def test_greg_produces_and_then_recruits_by_the_tile_on_production(unit: RecruitGovernor | RecruitShadow) -> None:
    game = given(pool=(Die("green", 2), Die("red", 1), Die("red", 2)))
    game = game.having(0, recruitment=1, governors=("blue-1",), laid={"production": "aurora-1"})
    game = game.when(0, TakeDie("green", 2, "production")).when(0, DO_MAIN_ACTION).then(0, rice=1)
    game = game.when(0, UseTile("production")).when(0, unit).then(0, rice=0, recruitment=2)
    assert len(game.state.pieces.governors[0]) + len(game.state.pieces.shadows[0]) == 2
    assert game.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.example.bonus-tile.2019", "daimyo.tile.build-discount.2019")
def test_greg_of_2019_builds_one_building_for_one_resource_less() -> None:
    game = given(edition="2019", pool=(Die("green", 2), Die("red", 1), Die("red", 2)))
    game = game.having(0, metal=1, crystal=0, governors=("blue-4",), laid={"production": "cobalt-1"})
    game = game.when(0, TakeDie("green", 2, "production")).when(0, DO_MAIN_ACTION).then(0, metal=1, crystal=1)
    game = game.when(0, UseTile("production"))
    game.when(0, ConstructBuilding("techno-farm", "red-1")).refused("daimyo.construction.cost")
    game = game.when(0, ConstructBuilding("techno-farm", "red-1", Goods(metal=1)))
    game = game.when(0, game.any_move()).then(0, metal=0, crystal=0, farms=("red-1",))
    game.when(0, StopBuilding()).refused("daimyo.turn.main-and-bonus")


@pytest.mark.clause("daimyo.example.turn", "daimyo.hero-card.sample-relic-swap", "daimyo.hero-discard.modify-die")
def test_capucine_uses_ability_and_tile_produces_turns_a_die_and_plays_a_hero() -> None:
    lands = {"red": ("red-1", "red-2", "red-3"), "blue": ("blue-1", "blue-2", "blue-3")}
    game = given(lands=lands, pool=(Die("green", 3), Die("red", 2)))
    game = game.having(0, clan="tech", hand=("relic-swapper", "vat-farmer"), tiles=("green-1",), discard=())
    game = game.having(0, governors=("red-4",), laid={"clan-ability": "cobalt-3"})
    game = game.dice(0, ("red", 6, "construction"), ("green", 5, "relic"))
    market = game.state.relic_tiles.black_market

    game = game.when(0, TakeDie("green", 3, "production"))
    assert game.state.dice_total(0) == 14
    game = game.when(0, USE_ABILITY).then(0, capacity=4)
    assert len(game.state.hands.hand[0]) == 3
    game = game.when(0, CLAN_TILE).then(0, gold=2)
    game = game.when(0, DO_MAIN_ACTION).then(0, metal=1)
    game.when(0, PlayHeroCard("relic-swapper")).refused("daimyo.hero.exact-strength")
    game = game.when(0, DiscardForDie("vat-farmer", "construction", -1))
    game = game.when(0, PlayHeroCard("relic-swapper"))
    game = game.when(0, TakeTileFrom("red-1", "red")).when(0, TakeTileFrom("blue-1", "blue"))
    game.then(0, tiles=("blue-1", "red-1"), gold=2, metal=1, capacity=4, discard=("relic-swapper", "vat-farmer"))
    game.then(black_market=tuple(sorted((*market, "green-1"))))
    assert len(game.state.hands.hand[0]) == 1
    game.when(0, END_TURN).then(1, gold=0)

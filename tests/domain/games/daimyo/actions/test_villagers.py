"""Help from Villagers: its four steps, their order, the Mighty Helmet, and the deck for the draw."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.villagers import DoVillagerStep, UseVillager, VillagerSteps, VillagerTile
from domain.games.daimyo.effects.heroes import Draw
from domain.games.daimyo.facts.goods import Gained, StorageRaised
from domain.games.daimyo.facts.heroes import DeckReshuffled, HeroDrawn, NothingDrawn
from domain.games.daimyo.facts.turn import HelmetTaken
from domain.games.daimyo.facts.villagers import VillagerTurned
from domain.games.daimyo.phases.turn import DO_MAIN_ACTION, END_TURN, TakeDie
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import Die
from domain.games.daimyo.verbs.moves import ChooseGoods, TakeTileFrom
from tests.domain.games.daimyo.game import Position, given

FACES = ("choose", "storage", "draw")
STEPS = (StorageRaised, HeroDrawn, HelmetTaken, VillagerTurned)
TO_ONE_GOLD = ChooseGoods(Goods(gold=1))


def order_of_steps(*positions: Position) -> list[str]:
    """Return the facts of the four steps in the order in which they came."""
    return [type(fact).__name__ for game in positions for fact in game.facts if isinstance(fact, STEPS)]


@pytest.mark.clause("daimyo.villagers.steps.2021", "daimyo.ruling.villagers-order")
def test_the_four_steps_of_2021_are_storage_hero_helmet_and_villager_tile() -> None:
    before = given(active=1, villagers=FACES).cards(1, hand=2, deck=3).action("villagers")
    before.then(helmet=1).then(1, capacity=4)
    after = before.when(1, UseVillager("choose")).when(1, TO_ONE_GOLD)
    after.then(1, capacity=4, gold=1).then(helmet=1, villagers=("both", "storage", "draw"))
    assert len(after.value(1, "hand")) == 3
    assert order_of_steps(before, after) == ["StorageRaised", "HeroDrawn", "HelmetTaken", "VillagerTurned"]


@pytest.mark.clause("daimyo.villagers.steps.2019")
def test_by_the_rules_of_2019_the_helmet_comes_after_the_villager_tile() -> None:
    before = given(active=1, edition="2019", villagers=FACES).cards(1, hand=2, deck=3).action("villagers")
    before.then(helmet=0)
    after = before.when(1, UseVillager("choose")).when(1, TO_ONE_GOLD).then(helmet=1).then(1, capacity=4, gold=1)
    assert order_of_steps(before, after) == ["StorageRaised", "HeroDrawn", "VillagerTurned", "HelmetTaken"]


@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.clause("daimyo.ruling.villagers-order", "daimyo.villagers.steps.2019")
def test_the_storage_of_the_first_step_serves_the_tile_of_the_last_in_either_edition(edition: str) -> None:
    game = given(
        edition=edition, villagers=("choose", "storage", "relic"), lands={"blue": ("red-4", "red-4", "blue-1")}
    )
    game = game.having(0, scavenger="blue", tiles=("blue-2", "red-1", "red-2")).action("villagers")
    game = game.when(0, UseVillager("relic")).when(0, TakeTileFrom("red-4", "blue"))
    game.then(0, capacity=4, tiles=("blue-2", "red-1", "red-2", "red-4"))


@pytest.mark.clause("daimyo.villagers.steps.2021")
def test_no_step_can_be_left_out_nor_the_turn_ended_before_the_last() -> None:
    game = given(villagers=FACES).action("villagers")
    assert set(game.offered(0)) == {UseVillager(face) for face in FACES}
    game.when(0, END_TURN).refused("daimyo.turn.finish-before-next")


@pytest.mark.clause("daimyo.villagers.storage")
def test_the_first_step_raises_the_storage_by_one() -> None:
    given().having(0, capacity=5).action("villagers").then(0, capacity=6).citing(
        "daimyo.villagers.storage", StorageRaised
    )


@pytest.mark.clause("daimyo.villagers.draw")
def test_the_second_step_draws_a_hero_of_the_own_deck() -> None:
    game = given().cards(0, hand=2, deck=1).action("villagers").then(0, deck=())
    assert len(game.value(0, "hand")) == 3
    game.citing("daimyo.villagers.draw", HeroDrawn).without(DeckReshuffled)


@pytest.mark.clause("daimyo.hero.deck-reshuffle")
def test_an_empty_deck_is_made_of_the_discard_pile_before_a_hero_is_drawn() -> None:
    game = given().cards(0, discard=4).action("villagers").then(0, discard=())
    assert len(game.value(0, "deck")) == 3
    assert len(game.value(0, "hand")) == 1
    game.citing("daimyo.hero.deck-reshuffle", DeckReshuffled)


@pytest.mark.clause("daimyo.hero.deck-reshuffle")
def test_the_discard_pile_waits_until_a_card_has_to_be_drawn_from_the_empty_deck() -> None:
    last = given().cards(0, deck=1, discard=2).effects(Draw())
    last.without(DeckReshuffled).then(0, deck=())
    assert len(last.value(0, "discard")) == 2
    halfway = given().cards(0, deck=1, discard=2).effects(Draw(2)).then(0, discard=())
    assert (len(halfway.value(0, "hand")), len(halfway.value(0, "deck"))) == (2, 1)
    names = [type(fact).__name__ for fact in halfway.facts[:3]]
    assert names == ["HeroDrawn", "DeckReshuffled", "HeroDrawn"]


@pytest.mark.clause("daimyo.hero.deck-reshuffle")
def test_without_deck_and_discard_pile_nothing_is_drawn_and_the_action_continues() -> None:
    game = given(villagers=FACES).having(0, hand=(), deck=(), discard=()).action("villagers").without(HeroDrawn)
    assert [fact.side for fact in game.of_type(NothingDrawn)] == [0]
    assert game.asks() == [(0, "ChooseVillager")]


@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.clause("daimyo.villagers.helmet")
def test_the_first_player_to_put_a_blue_die_on_the_action_takes_the_helmet_and_keeps_it(edition: str) -> None:
    pool = (Die("blue", 2), Die("green", 1), Die("red", 1), Die("red", 5))
    game = given(edition=edition, active=2, turn=3, helmet=1, pool=pool, villagers=FACES).action("villagers")
    game = game.when(2, UseVillager("storage")).then(helmet=2).when(2, END_TURN)
    game = game.when(0, TakeDie("blue", 2, "villagers")).when(0, DO_MAIN_ACTION).without(HelmetTaken)
    game.when(0, UseVillager("draw")).without(HelmetTaken).then(helmet=2)


@pytest.mark.clause("daimyo.villagers.helmet")
def test_the_owner_of_the_helmet_keeps_it_by_coming_first() -> None:
    game = given(helmet=0, villagers=FACES).action("villagers").then(helmet=0)
    later = given(active=1, turn=2, helmet=0).dice(0, ("blue", 1, "villagers")).action("villagers")
    assert later.without(HelmetTaken).value(None, "helmet") == game.value(None, "helmet") == 0


@pytest.mark.clause("daimyo.villagers.helmet")
def test_the_same_player_comes_first_in_a_new_round_again() -> None:
    game = given(active=1, helmet=0, round=2).dice(2, ("green", 4, "relic")).action("villagers")
    game.citing("daimyo.villagers.helmet", HelmetTaken).then(helmet=1)


@pytest.mark.clause("daimyo.villagers.helmet-no-immediate-order-change")
def test_a_new_owner_of_the_helmet_changes_nothing_in_the_order_of_the_round() -> None:
    game = given(active=2, turn=3, helmet=0, villagers=FACES).action("villagers").then(helmet=2, order=(0, 1, 2))
    game = game.when(2, UseVillager("storage")).when(2, END_TURN)
    game.then(active=0, order=(0, 1, 2), turn=4)
    assert game.asks() == [(0, "PlaceDie")]


@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.clause("daimyo.ruling.blue-on-tax")
def test_a_blue_die_on_tax_neither_gives_the_helmet_nor_is_the_first_one(edition: str) -> None:
    taxed = given(edition=edition, active=1, helmet=0).menu("tax", colour="blue").when(1, DO_MAIN_ACTION)
    taxed.without(HelmetTaken).then(helmet=0)
    game = given(edition=edition, active=1, turn=2, helmet=0, villagers=FACES).dice(0, ("blue", 2, "tax"))
    game.action("villagers").when(1, UseVillager("storage")).then(helmet=1)


@pytest.mark.clause("daimyo.ruling.blue-on-tax")
def test_ones_own_blue_die_on_tax_does_not_cost_the_helmet() -> None:
    given(active=1, turn=5, helmet=0).dice(1, ("blue", 2, "tax")).action("villagers").then(helmet=1)


@pytest.mark.clause("daimyo.villagers.helmet", "daimyo.ruling.blue-on-tax")
def test_a_blue_die_of_the_mercenaries_does_not_keep_the_helmet_from_a_player() -> None:
    game = given(seats=2, active=1, turn=2, helmet=0).dice(2, ("blue", 3, "shadow"))
    game.action("villagers").then(helmet=1)


@pytest.mark.clause("daimyo.villagers.tile")
def test_a_villager_tile_is_used_by_its_visible_face_and_then_turned_over() -> None:
    game = given(villagers=FACES).having(0, capacity=3).action("villagers")
    game.when(0, UseVillager("storage")).then(0, capacity=5).then(villagers=("choose", "move", "draw"))


@pytest.mark.clause("daimyo.villagers.tile")
def test_a_face_that_is_down_cannot_be_used() -> None:
    game = given(villagers=FACES).action("villagers")
    for hidden in ("both", "move", "relic", "market-women", ""):
        game.when(0, UseVillager(hidden)).refused("daimyo.villagers.tile")


@pytest.mark.clause("daimyo.villagers.tile")
def test_the_next_player_is_offered_the_other_face() -> None:
    game = given(villagers=FACES, pool=(Die("blue", 6), Die("green", 1))).action("villagers")
    game = game.when(0, UseVillager("draw")).when(0, END_TURN).when(1, TakeDie("blue", 6, "villagers"))
    game = game.when(1, DO_MAIN_ACTION)
    assert set(game.offered(1, UseVillager)) == {UseVillager(face) for face in ("choose", "storage", "relic")}


@pytest.mark.clause("daimyo.villagers.tile")
def test_a_tile_is_turned_over_once_its_effect_is_done_and_even_if_it_does_nothing() -> None:
    chosen = given(villagers=FACES).action("villagers").when(0, UseVillager("choose"))
    chosen.without(VillagerTurned).then(villagers=FACES)
    assert chosen.asks() == [(0, "PickGoods")]
    without_governor = given(villagers=("choose", "move", "draw")).action("villagers").when(0, UseVillager("move"))
    without_governor.then(villagers=FACES).without(Gained)


@pytest.mark.clause("daimyo.villagers.tile")
def test_a_hero_that_uses_a_villager_tile_turns_it_over_as_well() -> None:
    game = given(villagers=FACES).effects(VillagerTile()).when(0, UseVillager("storage"))
    game.then(0, capacity=4).then(villagers=("choose", "move", "draw"), helmet=0).without(HeroDrawn)


@pytest.mark.clause("daimyo.ruling.villager-steps-helmet")
def test_the_bonus_tile_for_two_steps_offers_no_helmet() -> None:
    game = given(boards="advanced", active=1, helmet=0, villagers=FACES).having(1, gold=1)
    game = game.using_tile("partial-villagers").then(1, gold=0)
    assert set(game.offered(1)) == {DoVillagerStep(step) for step in ("storage", "draw", "tile")}
    game.when(1, DoVillagerStep("helmet")).refused("daimyo.ruling.villager-steps-helmet")


@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.clause("daimyo.ruling.villager-steps-helmet")
def test_each_of_the_two_steps_is_another_one_and_a_third_is_not_offered(edition: str) -> None:
    game = given(edition=edition, villagers=FACES).cards(0, deck=2).effects(VillagerSteps(2))
    game.when(0, DoVillagerStep("helmet")).refused("daimyo.ruling.villager-steps-helmet")
    game = game.when(0, DoVillagerStep("draw"))
    assert set(game.offered(0)) == {DoVillagerStep("storage"), DoVillagerStep("tile")}
    game.when(0, DoVillagerStep("draw")).refused("daimyo.hero.exact-strength")
    game = game.when(0, DoVillagerStep("tile")).when(0, UseVillager("storage")).then(0, capacity=4)
    assert game.asks() == [(0, "TurnMenu")]


@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.clause("daimyo.example.villagers")
def test_capucine_gets_storage_a_hero_and_a_gold_but_no_helmet_since_greg_came_first(edition: str) -> None:
    capucine, greg = 2, 1
    game = given(edition=edition, active=capucine, turn=3, helmet=greg, villagers=("choose", "move", "relic"))
    game = game.dice(greg, ("blue", 4, "villagers")).cards(capucine, hand=2, deck=3).action("villagers")
    game = game.when(capucine, UseVillager("choose")).when(capucine, TO_ONE_GOLD)
    game.then(capucine, capacity=4, goods=Goods(gold=1)).then(helmet=greg, villagers=("both", "move", "relic"))
    assert len(game.value(capucine, "hand")) == 3
    assert game.offered(capucine, type(END_TURN)) == [END_TURN]

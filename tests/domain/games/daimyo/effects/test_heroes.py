"""Heroes: played by strength, laid down, drawn again, and discarded for a die."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from domain.games.daimyo.actions.bonus_tiles import UseTile
from domain.games.daimyo.actions.clans import USE_ABILITY
from domain.games.daimyo.actions.recruitment import RecruitGovernor
from domain.games.daimyo.effects.heroes import DiscardForDie, PlayHeroCard
from domain.games.daimyo.facts.heroes import DeckReshuffled, HeroDiscarded, HeroDrawn, HeroLaidDown, NothingDrawn
from domain.games.daimyo.facts.turn import EffectWithout
from domain.games.daimyo.phases.turn import DO_MAIN_ACTION, END_TURN, TakeDie
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import Die
from domain.games.daimyo.verbs import army
from domain.games.daimyo.verbs.moves import ChooseGoods, GiveUpTile, TakeTileFrom
from tests.domain.games.daimyo.game import CONTENT, Position, given

COMMON = tuple(hero.id for hero in CONTENT.heroes.values() if hero.clan is None)


def holding(hand: Iterable[str], *dice: object, seats: int = 3, **values: object) -> Position:
    """Give seat 0 these heroes and dice, the last die on the space of this turn."""
    return given(seats).having(0, hand=tuple(hand), **values).dice(0, *dice).menu("production")


def playable(game: Position) -> set[str]:
    return {move.hero for move in game.offered(0, PlayHeroCard)}


@pytest.mark.clause("daimyo.hero.exact-strength")
def test_dice_6_5_and_3_play_the_strengths_that_some_of_them_add_up_to() -> None:
    game = holding(COMMON, 6, 5, 3)
    strengths = {CONTENT.heroes[hero].strength for hero in playable(game)}
    assert strengths == {3, 5, 6, 8, 9, 11, 14}
    assert all((CONTENT.heroes[hero].strength in strengths) == (hero in playable(game)) for hero in COMMON)
    game.when(0, PlayHeroCard("rain-diviner")).refused("daimyo.hero.exact-strength")


@pytest.mark.clause("daimyo.hero.exact-strength")
def test_the_die_of_this_turn_need_not_be_among_them() -> None:
    game = holding(["vat-farmer", "prism-cutter", "lantern-guide"], ("red", 3, "recruitment"), 5)
    assert playable(game) == {"vat-farmer", "prism-cutter", "lantern-guide"}


@pytest.mark.clause("daimyo.hero.exact-strength")
def test_a_strength_is_reached_exactly_never_exceeded_and_by_no_die_twice() -> None:
    game = holding(["dock-runner", "noodle-vendor"], 3)
    assert not playable(game)
    game.when(0, PlayHeroCard("dock-runner")).refused("daimyo.hero.exact-strength")
    game.when(0, PlayHeroCard("noodle-vendor")).refused("daimyo.hero.exact-strength")


@pytest.mark.clause("daimyo.hero.exact-strength")
def test_only_a_hero_in_hand_is_played_and_only_with_own_dice() -> None:
    game = holding(["vat-farmer"], 1).having(1, hand=("gate-crasher",)).dice(1, 3)
    game.when(0, PlayHeroCard("gate-crasher")).refused("daimyo.hero.exact-strength")
    game.when(0, PlayHeroCard("vat-farmer")).refused("daimyo.hero.exact-strength")
    game.when(0, PlayHeroCard("nobody")).refused("daimyo.hero.exact-strength")


@pytest.mark.clause("daimyo.hero.one-per-turn", "daimyo.bonus.once-per-turn")
def test_one_hero_a_turn_is_played_by_strength() -> None:
    game = holding(["prism-cutter", "crate-stacker"], 5).when(0, PlayHeroCard("prism-cutter"))
    game.then(0, crystal=2, hand=("crate-stacker",))
    game.when(0, PlayHeroCard("crate-stacker")).refused("daimyo.hero.one-per-turn")


@pytest.mark.clause("daimyo.hero.to-discard")
def test_a_hero_goes_to_the_discard_pile_after_its_ability() -> None:
    game = holding(["dock-runner", "crate-stacker"], 2).when(0, PlayHeroCard("dock-runner"))
    game.then(0, hand=("crate-stacker",), discard=("dock-runner",), capacity=4, gold=1)
    assert [type(fact).__name__ for fact in game.facts][:4] == ["HeroPlayed", "StorageRaised", "Gained", "HeroLaidDown"]
    game.citing("daimyo.hero.to-discard", HeroLaidDown)


@pytest.mark.clause("daimyo.hero.to-discard")
def test_a_hero_lies_in_play_while_its_owner_decides() -> None:
    game = holding(["press-sergeant"], 6, rice=1).when(0, PlayHeroCard("press-sergeant"))
    game.then(0, hand=(), discard=()).then(in_play=("press-sergeant",))
    game = game.when(0, RecruitGovernor("red-1"))
    game.then(0, discard=("press-sergeant",), governors=("red-1",)).then(in_play=())


@pytest.mark.clause("daimyo.hero.dice-not-consumed")
def test_the_dice_that_play_a_hero_stay_and_still_count() -> None:
    before = holding(["rain-diviner"], 5, 5)
    game = before.when(0, PlayHeroCard("rain-diviner"))
    assert game.state.dice.placed == before.state.dice.placed
    assert game.state.dice_total(0) == 10


@pytest.mark.clause("daimyo.hero.faq.empty-deck-and-discard")
def test_a_hero_that_draws_does_not_find_itself() -> None:
    game = holding(["drone-keeper"], 5, 2, deck=(), discard=()).when(0, PlayHeroCard("drone-keeper"))
    game.then(0, hand=(), deck=(), discard=("drone-keeper",)).without(HeroDrawn)
    game.citing("daimyo.hero.faq.empty-deck-and-discard", NothingDrawn)
    assert [fact.count for fact in game.of_type(NothingDrawn)] == [2]


@pytest.mark.clause("daimyo.hero.faq.empty-deck-and-discard")
def test_of_two_draws_the_second_finds_nothing_if_one_card_is_left() -> None:
    game = holding(["drone-keeper"], 5, 2, deck=(), discard=("vat-farmer",)).when(0, PlayHeroCard("drone-keeper"))
    game.then(0, hand=("vat-farmer",), deck=(), discard=("drone-keeper",))
    assert len(game.of_type(DeckReshuffled)) == len(game.of_type(HeroDrawn)) == 1
    assert [fact.count for fact in game.of_type(NothingDrawn)] == [1]


def take(game: Position, seat: int, colour: str, value: int, space: str) -> Position:
    return game.when(seat, TakeDie(colour, value, space))


@pytest.mark.clause("daimyo.hero.faq.replay-in-round")
def test_a_hero_drawn_again_is_played_again_in_another_turn_of_the_round() -> None:
    dice = [("green", 3), ("red", 1), ("red", 2), *[("blue", 1)] * 2, *[("green", 6)] * 3, *[("red", 6)] * 2]
    game = given(pool=tuple(Die(*die) for die in dice), villagers=("both", "move", "relic"))
    game = game.having(0, hand=("vat-farmer",), deck=(), discard=())
    game = take(game, 0, "green", 3, "production").when(0, PlayHeroCard("vat-farmer")).then(0, rice=2)
    game = game.when(0, DO_MAIN_ACTION).when(0, END_TURN)
    for seat, value in ((1, 1), (2, 2)):
        game = take(game, seat, "red", value, "tax").when(seat, DO_MAIN_ACTION).when(seat, END_TURN)
    game = take(game, 0, "blue", 1, "villagers").when(0, DO_MAIN_ACTION).then(0, hand=("vat-farmer",))
    game = game.when(0, game.any_move())
    game = game.when(0, PlayHeroCard("vat-farmer")).then(round=1, turn=4)
    assert game.value(0, "rice") >= 4


@pytest.mark.clause("daimyo.hero.faq.replay-in-round")
def test_a_hero_drawn_again_is_not_played_again_in_the_same_turn() -> None:
    game = given(villagers=("both", "move", "relic")).having(0, clan="noble", hand=("vat-farmer",), deck=())
    game = game.dice(0, 6, 5, ("blue", 3, "villagers")).menu("villagers").when(0, USE_ABILITY)
    game = game.when(0, PlayHeroCard("vat-farmer")).when(0, DO_MAIN_ACTION)
    game = game.when(0, game.any_move()).then(0, hand=("vat-farmer",))
    game.when(0, PlayHeroCard("vat-farmer")).refused("daimyo.hero.faq.replay-in-round")


@pytest.mark.clause("daimyo.ruling.hero-without-effect")
def test_a_hero_but_not_a_tile_may_be_used_without_effect() -> None:
    game = given(boards="advanced").having(0, hand=("noodle-vendor",), rice=1, laid={"production": "jade-1"})
    game = game.dice(0, 6).menu("production")
    assert game.tile_face("jade-1") == "pay-gold-gain-three"
    game.when(0, UseTile("production")).refused("daimyo.tile.adv.pay-one-gain-three")
    game = game.when(0, PlayHeroCard("noodle-vendor")).then(0, rice=1, points=0, discard=("noodle-vendor",))
    assert len(game.of_type(EffectWithout)) == 1


@pytest.mark.clause("daimyo.ruling.clan-hero-cost")
def test_a_clan_hero_counts_one_gold_in_the_army() -> None:
    clans = [hero for hero in CONTENT.heroes.values() if hero.clan]
    assert len(clans) == 12
    assert {hero.cost for hero in clans} == {1}
    three = given().having(0, gold=2)
    assert army.value(three.state, 0) == 3 + 2
    assert army.value(three.having(0, hand=("stage-director",)).state, 0) == 3 + 2 + 5


# Discarding heroes


@pytest.mark.clause("daimyo.hero-discard.modify-die", "daimyo.bonus.once-per-turn")
def test_two_discards_turn_two_dice() -> None:
    game = holding(["vat-farmer", "scrap-diver", "dock-runner"], ("green", 6, "relic"), 5, ("red", 3, "recruitment"))
    game = game.when(0, DiscardForDie("vat-farmer", "relic", -1))
    game.citing("daimyo.hero-discard.modify-die", HeroDiscarded)
    game = game.when(0, DiscardForDie("scrap-diver", "recruitment", 1))
    assert [placed.die.value for placed in game.state.dice.placed[0]] == [5, 5, 4]
    game.then(0, hand=("dock-runner",), discard=("scrap-diver", "vat-farmer"))


@pytest.mark.clause("daimyo.hero-discard.modify-die")
def test_a_turned_die_plays_heroes_and_reaches_the_total_of_the_clan_ability() -> None:
    game = holding(["vat-farmer", "odd-jobber"], 6, 4, 2)
    game.when(0, PlayHeroCard("odd-jobber")).refused("daimyo.hero.exact-strength")
    game.when(0, USE_ABILITY).refused("daimyo.clan-ability.threshold")
    game = game.when(0, DiscardForDie("vat-farmer", "tax", 1)).when(0, USE_ABILITY)
    game.when(0, PlayHeroCard("odd-jobber")).then(0, capacity=4)


@pytest.mark.clause("daimyo.hero-discard.modify-die")
def test_only_an_own_hero_in_hand_turns_an_own_die_by_one() -> None:
    game = holding(["vat-farmer"], 4).dice(1, ("blue", 3))
    game.when(0, DiscardForDie("dock-runner", "production", 1)).refused("daimyo.hero-discard.modify-die")
    game.when(0, DiscardForDie("vat-farmer", "villagers", 1)).refused("daimyo.hero-discard.modify-die")
    game.when(0, DiscardForDie("vat-farmer", "production", 2)).refused("daimyo.hero-discard.bounds")
    game.when(0, DiscardForDie("vat-farmer", "production", 0)).refused("daimyo.hero-discard.bounds")


@pytest.mark.clause("daimyo.hero-discard.modify-die")
def test_no_hero_is_discarded_in_the_middle_of_an_action() -> None:
    game = given().having(0, hand=("vat-farmer",), rice=3).action("recruitment")
    game.when(0, DiscardForDie("vat-farmer", "recruitment", 1)).refused("daimyo.turn.finish-before-next")


@pytest.mark.clause("daimyo.hero-discard.bounds")
@pytest.mark.parametrize(("value", "by"), [(6, 1), (1, -1)])
def test_a_die_stays_from_1_to_6_and_the_card_is_kept(value: int, by: int) -> None:
    game = holding(["vat-farmer"], value)
    game = game.when(0, DiscardForDie("vat-farmer", "production", by)).refused("daimyo.hero-discard.bounds")
    game.then(0, hand=("vat-farmer",), discard=())
    assert game.offered(0, DiscardForDie) == [DiscardForDie("vat-farmer", "production", -by)]


@pytest.mark.clause("daimyo.hero-discard.faq-four-cards")
def test_four_cards_raise_a_die_three_times_and_lower_another_once() -> None:
    game = holding(COMMON[:4], ("green", 2, "relic"), 5)
    for hero in COMMON[:3]:
        game = game.when(0, DiscardForDie(hero, "relic", 1))
    game = game.when(0, DiscardForDie(COMMON[3], "production", -1))
    assert [placed.die.value for placed in game.state.dice.placed[0]] == [5, 4]
    game.then(0, hand=(), discard=tuple(sorted(COMMON[:4])))


# The heroes that the rulebooks show


@pytest.mark.clause("daimyo.hero-card.sample-rice-for-pp")
@pytest.mark.parametrize(("rice", "left", "points"), [(2, 0, 13), (3, 1, 13), (1, 1, 10)])
def test_two_rice_are_three_points(rice: int, left: int, points: int) -> None:
    game = holding(["noodle-vendor"], 6, rice=rice, points=10).when(0, PlayHeroCard("noodle-vendor"))
    game.then(0, rice=left, points=points, discard=("noodle-vendor",))


@pytest.mark.clause("daimyo.hero-card.sample-relic-swap")
def test_a_tile_goes_to_the_black_market_for_two_of_the_islands() -> None:
    game = given(lands={"red": ("red-1", "red-3", "blue-1"), "blue": ("blue-1", "blue-2", "red-1")})
    game = game.having(0, hand=("relic-swapper",), tiles=("green-1", "green-2")).dice(0, 5, 5).menu("production")
    market = game.state.relic_tiles.black_market
    game = game.when(0, PlayHeroCard("relic-swapper")).when(0, GiveUpTile("green-2"))
    game.then(black_market=tuple(sorted((*market, "green-2"))))
    game.when(0, TakeTileFrom(market[0], "black-market")).refused("daimyo.relic.shop-only-in-relic-action")
    game = game.when(0, TakeTileFrom("red-3", "red")).when(0, TakeTileFrom("blue-2", "blue"))
    game.then(0, tiles=("blue-2", "green-1", "red-3"), discard=("relic-swapper",))
    assert len(game.state.land("blue")) == len(game.state.land("red")) == 3


@pytest.mark.clause("daimyo.hero-card.sample-opponent-clan-ability")
def test_a_hero_uses_the_ability_of_an_opposing_clan() -> None:
    game = holding(["clan-mimic"], 6, 5).having(1, clan="nomad").having(2, clan="nature")
    game = game.when(0, PlayHeroCard("clan-mimic"))
    assert {move.clan for move in game.offered(0)} == {"nomad", "nature"}
    game = game.when(0, next(move for move in game.offered(0) if move.clan == "nature"))
    game.when(0, ChooseGoods(Goods(metal=1, rice=1))).then(0, metal=1, rice=1, discard=("clan-mimic",)).then(2, rice=0)


@pytest.mark.clause("daimyo.hero-card.sample-opponent-clan-ability")
def test_it_needs_no_total_of_13_is_no_use_of_the_own_ability_and_is_not_in_solo() -> None:
    game = holding(["clan-mimic"], 6, 5, 2, seats=2).having(0, clan="tech").having(1, clan="nature")
    game = game.when(0, PlayHeroCard("clan-mimic")).when(0, ChooseGoods(Goods(rice=2))).when(0, USE_ABILITY)
    game.then(0, rice=2, capacity=4)
    assert "clan-mimic" not in given(1).state.parameters.heroes
    assert "clan-mimic" in given(2).state.parameters.heroes


@pytest.mark.clause("daimyo.hero-card.sample-kinds")
@pytest.mark.parametrize("kind", ["recruit", "storage", "bag", "draw"])
def test_there_are_heroes_that_recruit_store_reach_into_the_bag_and_draw(kind: str) -> None:
    shown = {
        "bag" if getattr(effect, "source", "") == "bag" else str(effect.__struct_config__.tag)
        for hero in COMMON
        for effect in CONTENT.heroes[hero].effects
    }
    assert kind in shown


@pytest.mark.clause("daimyo.hero-card.sample-kinds")
def test_a_hero_yields_a_tile_straight_from_the_bag() -> None:
    before = holding(["deep-bag-prophet"], 5, 2)
    game = before.when(0, PlayHeroCard("deep-bag-prophet")).then(0, crystal=1)
    assert len(game.state.holdings.tiles[0]) == 1
    assert len(game.state.relic_tiles.bag) == len(before.state.relic_tiles.bag) - 1
    assert game.state.relic_tiles.lands == before.state.relic_tiles.lands

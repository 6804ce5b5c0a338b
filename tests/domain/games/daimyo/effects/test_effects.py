"""Every effect of the vocabulary done for a player: what it does, what it asks, and what happens if it is
impossible."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.clans import UseAbilityOf, UseClanAbility
from domain.games.daimyo.actions.construction import Build
from domain.games.daimyo.actions.dice import AdjustDie
from domain.games.daimyo.actions.hiring import Hire, HireHero
from domain.games.daimyo.actions.production import Collect
from domain.games.daimyo.actions.recruitment import Recruit, ResetRecruitment
from domain.games.daimyo.actions.relics import MoveScavenger, Scavenge
from domain.games.daimyo.actions.villagers import TakeHelmet
from domain.games.daimyo.effects.combining import Choose, ForPrice, Optional, Per
from domain.games.daimyo.effects.gains import Gain, GainChoice, Lose, Pay, PayChoice, Points, Storage
from domain.games.daimyo.effects.heroes import DiscardHero, DiscardHeroCard, Draw, PlayHero, PlayHeroCard
from domain.games.daimyo.effects.placing import Eliminate, MoveGovernor, MovePiece
from domain.games.daimyo.effects.tiles import GiveTile, TakeTile
from domain.games.daimyo.facts.turn import EffectWithout
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.printed.requirements import fault
from domain.games.daimyo.printed.vocabulary import Effect
from domain.games.daimyo.verbs.moves import ChooseGoods, GiveUpTile, TakeTileFrom
from domain.kernel.moves import DECLINE, ChooseOption
from tests.domain.games.daimyo.game import Position, given

TWO_RICE = Pay(Goods(rice=2))
LANDS = {"red": ("red-1", "red-2", "yellow-1"), "blue": ("blue-1", "blue-2", "blue-3")}
done = Position.done

# Effects that can do nothing are left out

WITHOUT: tuple[Effect, ...] = (
    TWO_RICE,
    PayChoice(count=2),
    DiscardHero(),
    GiveTile(),
    Recruit(),
    Build(),
    Hire(),
    ResetRecruitment(),
    TakeTile(source="market"),
    MoveGovernor(),
    MovePiece(kind="governor"),
    MovePiece(kind="radio-tower"),
    MovePiece(kind="techno-farm"),
    MovePiece(kind="shadow"),
    Eliminate(),
    Eliminate(where="own-governor"),
    Collect(at="governor"),
    Collect(at="radio-tower"),
    Collect(at="techno-farm"),
    AdjustDie(),
    PlayHero(),
    TakeHelmet(),
    Lose(),
    Lose(who="one-opponent"),
    Optional(effects=(Recruit(),)),
    ForPrice(price=(TWO_RICE,), effects=(Points(points=3),)),
    Choose(options=((Recruit(),), (Build(),))),
    Per(measure="shadows", effects=(Points(points=1),)),
)


@pytest.mark.clause("daimyo.ruling.hero-without-effect")
@pytest.mark.parametrize("effect", WITHOUT, ids=repr)
def test_an_effect_that_can_do_nothing_is_left_out_and_the_rest_is_done(effect: Effect) -> None:
    before = given(black_market=()).having(0, rice=0)
    game = done(before.effects(effect, Points(points=1))).then(0, points=1, goods=Goods())
    assert [fact.effect for fact in game.of_type(EffectWithout)] == [type(effect).__struct_config__.tag]


# Goods, points, storage


@pytest.mark.clause("daimyo.hero.exact-strength")
def test_goods_and_points_are_gained() -> None:
    goods = Goods(rice=1, metal=2, crystal=3, gold=4)
    done(given().effects(Gain(goods), Points(points=3))).then(0, goods=goods, points=3)


@pytest.mark.clause("daimyo.overview.resource-kinds")
def test_goods_of_choice_are_of_the_kinds_named() -> None:
    game = given().effects(GainChoice(count=2, of=("rice", "gold")))
    assert {str(move.goods) for move in game.offered(0, ChooseGoods)} == {
        str(Goods(rice=2)),
        str(Goods(rice=1, gold=1)),
        str(Goods(gold=2)),
    }
    game.when(0, ChooseGoods(Goods(metal=2))).refused("daimyo.hero.exact-strength")
    done(game.when(0, ChooseGoods(Goods(rice=1, gold=1)))).then(0, goods=Goods(rice=1, gold=1))


@pytest.mark.clause("daimyo.hero.exact-strength")
def test_a_price_of_choice_is_paid_from_the_goods_held() -> None:
    game = given().having(0, rice=2, metal=1, gold=5).effects(PayChoice(count=2))
    assert len(game.offered(0)) == 2
    game.when(0, ChooseGoods(Goods(gold=2))).refused("daimyo.hero.exact-strength")
    game.when(0, ChooseGoods(Goods(metal=2))).refused("daimyo.hero.exact-strength")
    done(game.when(0, ChooseGoods(Goods(rice=1, metal=1)))).then(0, goods=Goods(rice=1, gold=5))
    done(given().having(0, metal=2).effects(PayChoice(count=2))).then(0, goods=Goods())


@pytest.mark.clause("daimyo.storage.overflow-pp")
def test_storage_beyond_the_greatest_is_points() -> None:
    done(given().having(0, capacity=8).effects(Storage(count=3))).then(0, capacity=9, points=2)


# Heroes


@pytest.mark.clause("daimyo.hero.deck-reshuffle")
def test_heroes_are_drawn_from_the_own_deck() -> None:
    game = done(given().cards(0, deck=1, discard=2).effects(Draw(count=2)))
    assert len(game.state.hands.hand[0]) == 2
    assert len(game.state.hands.deck[0]) == 1


@pytest.mark.clause("daimyo.tile.adv.build-by-discard")
def test_heroes_are_discarded_as_far_as_there_are_any() -> None:
    game = given().cards(0, hand=3).effects(DiscardHero(count=2))
    first, second, third = game.state.hands.hand[0]
    game = game.when(0, DiscardHeroCard(second))
    game.when(0, DiscardHeroCard(second)).refused("daimyo.hero.exact-strength")
    done(game.when(0, DiscardHeroCard(third))).then(0, hand=(first,))
    one = given().cards(0, hand=1).effects(DiscardHero(count=2))
    done(one.when(0, one.any_move())).then(0, hand=())


@pytest.mark.clause("daimyo.hire.cost")
def test_one_hero_is_hired_for_less() -> None:
    game = given().having(0, gold=2).selling("arc-architect", "vat-farmer", top="neon-poet").effects(Hire(discount=1))
    game.when(0, HireHero("arc-architect")).refused("daimyo.hire.cost")
    done(game.when(0, HireHero("vat-farmer"))).then(0, gold=2, hand=("vat-farmer",)).then(
        market=("arc-architect", "neon-poet")
    )


@pytest.mark.clause("daimyo.clan-ability.noble", "daimyo.hero.faq.replay-in-round")
def test_a_hero_that_plays_heroes_never_plays_itself_and_is_laid_down_last() -> None:
    game = given().having(0, hand=("stage-director", "vat-farmer"), deck=()).dice(0, 6, 6).menu("production")
    game = game.when(0, PlayHeroCard("stage-director"))
    game.when(0, PlayHeroCard("stage-director")).refused("daimyo.hero.faq.replay-in-round")
    game = done(game.when(0, PlayHeroCard("vat-farmer")))
    assert [fact.hero for fact in game.facts if type(fact).__name__ == "HeroLaidDown"] == [
        "vat-farmer",
        "stage-director",
    ]


@pytest.mark.clause("daimyo.hero-card.sample-opponent-clan-ability")
def test_the_ability_of_an_opposing_clan_is_done_for_oneself() -> None:
    game = given().having(0, clan="noble").having(1, clan="tech").having(2, clan="nature").effects(UseClanAbility())
    game.when(0, UseAbilityOf("noble")).refused("daimyo.hero.exact-strength")
    game.when(0, UseAbilityOf("nomad")).refused("daimyo.hero.exact-strength")
    done(game.when(0, UseAbilityOf("tech"))).then(0, capacity=4).then(1, capacity=3)


# Relic tiles


@pytest.mark.clause("daimyo.hero-card.sample-relic-swap")
@pytest.mark.parametrize("to", ["market", "bag"])
def test_tiles_are_given_up_as_far_as_there_are_any(to: str) -> None:
    game = given(lands=LANDS, black_market=()).having(0, tiles=("green-1", "red-1", "red-4")).tiles_counted()
    bag = len(game.state.relic_tiles.bag)
    two = game.effects(GiveTile(to=to, count=2)).when(0, GiveUpTile("red-4"))
    two.when(0, GiveUpTile("red-2")).refused("daimyo.hero.exact-strength")
    two = done(two.when(0, GiveUpTile("green-1"))).then(0, tiles=("red-1",))
    assert two.state.relic_tiles.black_market == (() if to == "bag" else ("green-1", "red-4"))
    assert len(two.state.relic_tiles.bag) == bag + (2 if to == "bag" else 0)
    done(game.having(0, tiles=("red-4",)).effects(GiveTile(to=to, count=2))).then(0, tiles=())


@pytest.mark.clause("daimyo.ruling.take-compulsory", "daimyo.relic.no-duplicates")
@pytest.mark.parametrize(
    ("source", "origins"),
    [
        ("here", {"red"}),
        ("lands", {"red", "blue"}),
        ("market", {"black-market"}),
        ("anywhere", {"red", "blue", "black-market"}),
    ],
)
def test_tiles_are_taken_from_where_the_card_says(source: str, origins: set[str]) -> None:
    lands = dict.fromkeys(("yellow", "purple", "green"), ()) | LANDS
    game = given(lands=lands, black_market=("red-3", "red-1", "green-1")).having(0, scavenger="red", tiles=("red-1",))
    game = game.effects(TakeTile(source=source))
    assert {move.origin for move in game.offered(0, TakeTileFrom)} == origins
    assert "red-1" not in {move.tile for move in game.offered(0, TakeTileFrom)}
    game.when(0, DECLINE).refused("daimyo.ruling.take-compulsory")
    move = game.offered(0, TakeTileFrom)[-1]
    done(game.when(0, move)).then(0, tiles=tuple(sorted(("red-1", move.tile))))


@pytest.mark.clause("daimyo.storage.full-bag-draw", "daimyo.ruling.bag-duplicate")
def test_tiles_come_from_the_bag_as_far_as_it_holds_any() -> None:
    game = given(bag=("red-1", "red-2")).effects(TakeTile(source="bag", count=3))
    done(game).then(0, tiles=("red-1", "red-2")).then(bag=())
    twice = given(bag=("red-1", "red-1"), black_market=()).effects(TakeTile(source="bag", count=2))
    done(twice).then(0, tiles=("red-1",)).then(bag=(), black_market=("red-1",))


@pytest.mark.clause("daimyo.ruling.storage-of-relics")
def test_no_tile_is_taken_where_storage_holds_nothing_but_relics() -> None:
    relics = (("red", 3), ("blue", 3), ("yellow", 3))
    game = given(lands=LANDS, black_market=("red-3",)).having(0, relics=relics)
    for source in ("here", "lands", "market", "anywhere", "bag"):
        assert done(game.effects(TakeTile(source=source))).of_type(EffectWithout)


@pytest.mark.clause("daimyo.tile.scavenge")
def test_the_scavenger_moves_for_a_number_of_tiles() -> None:
    game = given(lands=LANDS).having(0, scavenger="red").effects(Scavenge(takes=2)).when(0, MoveScavenger("blue"))
    game = game.when(0, TakeTileFrom("blue-1", "blue")).when(0, TakeTileFrom("blue-3", "blue"))
    done(game).then(0, tiles=("blue-1", "blue-3"), scavenger="blue")


# Composed effects


@pytest.mark.clause("daimyo.turn.main-and-bonus")
def test_an_optional_effect_may_be_declined() -> None:
    game = given().effects(Optional(effects=(Points(points=2),)), Points(points=1))
    done(game.when(0, DECLINE)).then(0, points=1)
    done(game.when(0, ChooseOption(1))).then(0, points=3)


@pytest.mark.clause("daimyo.hero-card.sample-rice-for-pp")
@pytest.mark.parametrize(
    ("price", "held"),
    [
        (TWO_RICE, {"rice": 2}),
        (PayChoice(count=2), {"metal": 2}),
        (DiscardHero(), {"hand": ("vat-farmer",)}),
        (GiveTile(), {"tiles": ("red-1",)}),
    ],
)
def test_a_price_is_paid_whole_or_nothing_happens(price: Effect, held: dict[str, object]) -> None:
    offer = ForPrice(price=(price,), effects=(Points(points=3),))
    game = given().having(0, **held).effects(offer)
    game = game if game.asks() == [(0, "TurnMenu")] else game.when(0, game.any_move())
    done(game).then(0, points=3, goods=Goods(), hand=(), tiles=())
    one = given().having(0, rice=1, metal=0).effects(offer)
    done(one).then(0, points=0, rice=1)


@pytest.mark.clause("daimyo.hero-card.sample-rice-for-pp")
def test_nothing_is_paid_for_an_effect_that_would_do_nothing() -> None:
    done(given().having(0, rice=2).effects(ForPrice(price=(TWO_RICE,), effects=(PlayHero(),)))).then(0, rice=2)


@pytest.mark.clause("daimyo.turn.main-and-bonus")
def test_one_thing_of_several_is_chosen_among_those_that_do_something() -> None:
    options = ((Points(points=1),), (Recruit(),), (Gain(Goods(gold=1)), Gain(Goods(rice=1))))
    game = given().effects(Choose(options=options))
    assert game.offered(0) == [ChooseOption(1), ChooseOption(3)]
    game.when(0, ChooseOption(2)).refused("daimyo.hero.exact-strength")
    game.when(0, ChooseOption(0)).refused("daimyo.hero.exact-strength")
    done(game.when(0, ChooseOption(3))).then(0, goods=Goods(gold=1, rice=1), points=0)


@pytest.mark.clause("daimyo.tile.adv.gain-per-shadow")
@pytest.mark.parametrize(("each", "most", "points"), [(1, 99, 5), (2, 99, 2), (1, 3, 3), (6, 99, 0)])
def test_an_effect_is_done_once_for_each_group_counted_up_to_its_most(each: int, most: int, points: int) -> None:
    governors = ("red-1", "red-2", "red-3", "blue-1", "blue-2")
    count = Per(measure="governors", effects=(Points(points=1),), each=each, most=most)
    done(given().having(0, governors=governors).having(1, governors=("red-4",)).effects(count)).then(0, points=points)


@pytest.mark.clause("daimyo.turn.finish-before-next")
def test_effects_are_done_in_their_order_each_before_the_next() -> None:
    swap = (GainChoice(), Per(measure="rice", effects=(Points(points=1),)))
    done(given().effects(*swap).when(0, ChooseGoods(Goods(rice=1)))).then(0, points=1)
    done(given().effects(*swap).when(0, ChooseGoods(Goods(metal=1)))).then(0, points=0)


@pytest.mark.clause("daimyo.hero-card.sample-rice-for-pp")
def test_content_names_one_price_that_shows_whether_it_can_be_paid() -> None:
    reward = (Points(points=3),)
    assert fault((ForPrice(price=(Pay(Goods(rice=2, gold=1)),), effects=reward),), ()) is None
    why = "the price of for-price is one of discard-hero, give-tile, pay, pay-choice"
    assert str(fault((ForPrice(price=(TWO_RICE, PayChoice()), effects=reward),), ())) == why
    assert str(fault((ForPrice(price=(Recruit(),), effects=reward),), ())) == why
    why = "pay-choice of gold, which could be spent on a reset of the track before it is paid"
    assert str(fault((PayChoice(of=("rice", "gold")),), ())) == why

"""The empire's turns: dice on solo cards, actions from top to bottom, and points for what cannot be done in full."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.daimyo.actions.hiring import Hire
from domain.games.daimyo.actions.recruitment import RecruitShadow
from domain.games.daimyo.actions.villagers import TakeHelmet
from domain.games.daimyo.automated.empire import ActionOver, DieForEmpire
from domain.games.daimyo.effects.combining import Choose, Per, ToAdvantage
from domain.games.daimyo.effects.gains import Lose, Points
from domain.games.daimyo.effects.placing import Eliminate, MovePiece, PlacePiece
from domain.games.daimyo.effects.tiles import TakeTile
from domain.games.daimyo.facts.goods import Gained, Paid, Scored
from domain.games.daimyo.facts.heroes import HeroDrawn, HeroHired, HeroPlayed
from domain.games.daimyo.facts.pieces import BuildingPlaced, GovernorPlaced, GovernorRemoved
from domain.games.daimyo.facts.solo import SoloCardRevealed
from domain.games.daimyo.facts.tiles import RelicRestored, TileTaken
from domain.games.daimyo.facts.turn import DieTaken, EffectWithout, HelmetTaken, NothingToDo, TurnBegan
from domain.games.daimyo.phases.turn import TakeDie
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import Die, Placed
from domain.games.daimyo.verbs.asking import Deed, DoEffects
from domain.games.daimyo.verbs.moves import ChooseSite, PlacePieceOn, TakeTileFrom
from domain.kernel.chance import Chance
from tests.domain.games.daimyo.game import CONTENT, RULES, Position, given, set_up
from tests.domain.games.daimyo.solo import EMPIRE, SITES, SPACES, action, asked_for_die, die_on, empire

INCOMPLETE = "daimyo.solo.incomplete-action"


@pytest.mark.clause("daimyo.solo.overview")
def test_the_empire_plays_three_cards_a_round_of_the_group_of_the_round() -> None:
    game = set_up(1)
    cards: list[tuple[int, str]] = []
    while game.state.result is None:
        game = game.when(0, game.any_move())
        cards += [
            (game.state.turns.round, fact.space.partition("/")[0]) for fact in game.of_type(DieTaken) if fact.side
        ]
    groups = Counter(CONTENT.solo_cards[card].group for _, card in cards)
    assert groups == {"1-2": 6, "3-4": 6, "5": 3}
    assert len({card for _, card in cards}) == 15
    assert Counter(number for number, _ in cards) == dict.fromkeys(range(1, 6), 3)


@pytest.mark.clause("daimyo.solo.card-structure")
def test_a_card_takes_one_die_of_a_space_and_does_the_two_other_actions() -> None:
    game = asked_for_die(empire())
    assert set(game.offered(0)) == {DieForEmpire("blue", 1, 1), DieForEmpire("green", 2, 2), DieForEmpire("red", 3, 3)}
    game.when(0, DieForEmpire("red", 3, 1)).refused("daimyo.solo.card-structure")
    game.when(0, DieForEmpire("red", 3, 4)).refused("daimyo.solo.card-structure")
    game.when(0, DieForEmpire("red", 6, 3)).refused("daimyo.solo.empire-turn")
    game.when(0, TakeDie("red", 3, "tax")).refused("daimyo.turn.finish-before-next")
    game = game.when(0, DieForEmpire("red", 3, 3)).without(BuildingPlaced)
    game.then(EMPIRE, placed=(Placed("two-banners/3", Die("red", 3)),))
    game.when(0, DieForEmpire("blue", 1, 1)).refused("daimyo.turn.finish-before-next")


@pytest.mark.clause("daimyo.solo.human-turns")
def test_the_human_has_three_turns_with_the_normal_actions() -> None:
    game = set_up(1)
    turns = [fact.side for fact in game.of_type(TurnBegan)]
    actions = 0
    while game.state.turns.round == 1:
        actions += game.asks()[0][1] == "TurnMenu" and game.state.turns.active == 0
        game = game.when(0, game.any_move())
        turns += [fact.side for fact in game.of_type(TurnBegan)]
    assert turns[:6].count(0) == 3
    assert actions >= 3
    hire = given(1).having(0, rice=1, governors=("red-1",)).action("recruitment")
    hire.when(0, RecruitShadow("red-shadow-1")).then(0, rice=0, gold=1, influence={"red": 3})


@pytest.mark.clause("daimyo.solo.empire-turn")
def test_the_actions_of_the_spaces_without_a_die_happen_from_top_to_bottom() -> None:
    # first-mast: a tower on top, a tile, a governor.
    game = die_on(empire("first-mast"), "green")
    assert game.state.dice.pool == (Die("blue", 1), Die("red", 3))
    game = game.when(0, PlacePieceOn("yellow-1"))
    assert isinstance(game.facts[0], BuildingPlaced)
    assert game.asks() == [(0, "PlaceForFree")]
    game = game.when(0, PlacePieceOn("yellow-1")).without(TileTaken)
    game.then(EMPIRE, towers=("yellow-1",), governors=("yellow-1",), tiles=(), influence={"yellow": 4})
    game.citing("daimyo.solo.empire-turn", GovernorPlaced)


@pytest.mark.clause("daimyo.solo.human-chooses")
def test_an_unmarked_action_may_be_done_in_any_way() -> None:
    free = tuple(site for site in SITES if site not in ("red-1", "blue-1", "blue-4"))
    game = empire().having(0, governors=("red-1",)).having(EMPIRE, governors=("blue-1", "blue-4"))
    game = action(game, PlacePiece("governor"))
    assert set(game.offered(0)) == set(map(PlacePieceOn, free))
    game.when(0, PlacePieceOn("red-1")).refused("daimyo.island.site-available")


@pytest.mark.clause("daimyo.solo.no-piece-limit")
def test_the_empire_never_runs_out_of_pieces() -> None:
    game = empire().having(EMPIRE, governors=SITES[:9], farms=SITES[:4], towers=SITES[4:8], shadows=SPACES[:3])
    kinds = ("techno-farm", "radio-tower", "governor", "shadow")
    game = action(game, *(PlacePiece(kind) for kind in kinds))
    for place in ("purple-1", "purple-2", "purple-3", "purple-shadow-1"):
        game = game.when(0, PlacePieceOn(place))
    state = game.then(EMPIRE, points=0).state
    numbers = [
        len(held[EMPIRE])
        for held in (state.pieces.farms, state.pieces.towers, state.pieces.governors, state.pieces.shadows)
    ]
    assert numbers == [5, 5, 10, 4]
    relics = empire(black_market=("red-4",)).having(EMPIRE, relics=[("blue", 3)] * 6, tiles=("red-1", "red-2", "red-3"))
    assert len(action(relics, TakeTile("market")).state.holdings.relics[EMPIRE]) == 7


@pytest.mark.clause("daimyo.solo.no-hero-play", "daimyo.solo.end.hire")
def test_the_empire_draws_and_plays_no_hero() -> None:
    game = set_up(1)
    hired = []
    while game.state.result is None:
        game = game.when(0, game.any_move())
        hired += [fact for fact in game.of_type(HeroHired) if fact.side == EMPIRE]
        assert all(fact.side == 0 for fact in (*game.of_type(HeroDrawn), *game.of_type(HeroPlayed)))
        assert game.state.hands.hand[EMPIRE] == game.state.hands.deck[EMPIRE] == ()
    by_turn = [fact.hero for fact in hired if fact.clause == "daimyo.solo.end.hire"]
    assert len(by_turn) == 4
    assert len(game.state.hands.discard[EMPIRE]) == len(hired) + 1


@pytest.mark.clause("daimyo.solo.no-goods")
def test_the_empire_never_gets_goods() -> None:
    game = action(empire().having(0, governors=("purple-1",)), PlacePiece("shadow", ("purple",)))
    game = game.when(0, PlacePieceOn("purple-shadow-3")).then(EMPIRE, goods=Goods())
    game.then(0, gold=1, governors=()).citing("daimyo.recruitment.shadow.compensation", Gained)
    loss = given(1).having(0, rice=1).having(EMPIRE, governors=("red-1",)).action("recruitment")
    loss.when(0, RecruitShadow("red-shadow-1")).then(EMPIRE, governors=(), goods=Goods())


@pytest.mark.clause("daimyo.solo.no-costs")
def test_the_empire_pays_nothing() -> None:
    game = action(empire(), PlacePiece("governor", ("red",), 2), PlacePiece("techno-farm", ("red",)))
    for place in ("red-1", "red-2", "red-3"):
        game = game.when(0, PlacePieceOn(place)).without(Paid)
    game.then(EMPIRE, governors=("red-1", "red-2"), farms=("red-3",), goods=Goods()).then(0, goods=Goods())


@pytest.mark.clause("daimyo.solo.relic-source")
def test_a_tile_without_a_named_island_comes_from_the_black_market_or_any_island() -> None:
    game = action(empire(black_market=("red-4",), lands={"purple": ("blue-2",) * 3}), TakeTile("anywhere"))
    offered = game.offered(0, TakeTileFrom)
    assert {move.origin for move in offered} == {"black-market", "blue", "red", "yellow", "purple"}
    game.when(0, TakeTileFrom("red-4", "black-market")).then(EMPIRE, tiles=("red-4",))
    lands = action(empire(black_market=("red-4",)), TakeTile("lands"))
    assert "black-market" not in {move.origin for move in lands.offered(0, TakeTileFrom)}


@pytest.mark.clause("daimyo.solo.relic-over-three", "daimyo.ruling.best-altar")
def test_beyond_the_third_relic_of_a_colour_there_is_no_altar() -> None:
    game = empire(black_market=("red-4",)).having(EMPIRE, tiles=("red-1", "red-2", "red-3"), relics=(("red", 1),))
    third = action(game.having(0, relics=(("red", 3),)), TakeTile("market")).then(EMPIRE, influence={"red": 3})
    assert [(relic.colour, relic.altar) for relic in third.state.holdings.relics[EMPIRE]] == [("red", 1), ("red", 2)]
    full = game.having(0, relics=(("red", 3), ("red", 2)))
    fourth = action(full, TakeTile("market")).then(EMPIRE, influence={"red": 1}, tiles=())
    fourth.citing("daimyo.solo.relic-over-three", RelicRestored)
    assert len(fourth.state.holdings.relics[EMPIRE]) == 2


@pytest.mark.clause("daimyo.solo.next-card")
def test_the_next_card_of_the_group_is_turned_up_after_both_actions() -> None:
    game = die_on(empire("two-banners"), "red")
    while game.asks() != [(0, "PlaceDie")]:
        assert game.state.solo.solo_seen == ("two-banners",)
        game = game.when(0, game.any_move())
    game.citing("daimyo.solo.next-card", SoloCardRevealed)
    first, second = game.state.solo.solo_seen
    assert first == "two-banners"
    assert CONTENT.solo_cards[second].group == "1-2"


@pytest.mark.clause("daimyo.solo.next-card")
def test_after_the_last_card_of_a_round_none_is_turned_up() -> None:
    game = given(1, active=EMPIRE, turn=6, pool=(Die("red", 1),), solo_seen=("salt-fields", "census", "two-banners"))
    game = game.dice(EMPIRE, ("red", 2, "salt-fields/3"), ("green", 4, "census/3"))
    game = die_on(game, "red").until("PickGoods")
    assert game.state.solo.solo_seen == ("salt-fields", "census", "two-banners")


@pytest.mark.clause("daimyo.ruling.empire-helmet")
def test_the_empire_gets_the_helmet_by_its_cards_alone() -> None:
    blue = die_on(empire("census"), "blue").without(HelmetTaken)
    blue.then(helmet=0)
    game = die_on(empire("census"), "green").then(helmet=EMPIRE)
    game.citing("daimyo.solo.empire-turn", HelmetTaken)


# What cannot be done in full


def nowhere_to_build() -> Position:
    return empire().having(0, farms=SITES[:10], towers=SITES[10:])


@pytest.mark.clause("daimyo.solo.incomplete-action")
def test_if_only_one_of_two_tiles_is_available_the_empire_takes_it_and_a_point() -> None:
    game = action(empire(black_market=("red-4",)), TakeTile("market", 2))
    game.then(EMPIRE, tiles=("red-4",), points=1).citing(INCOMPLETE, Scored)


@pytest.mark.clause("daimyo.solo.incomplete-action")
def test_two_incomplete_actions_of_a_turn_give_2_points() -> None:
    # salt-fields: a farm on blue or purple; a governor there; a shadow there.
    taken = tuple(site for site in SITES if site[:4] in ("blue", "purp"))
    game = empire("salt-fields").having(0, farms=taken, shadows=SPACES[:3] + SPACES[9:])
    game = die_on(game, "blue").then(EMPIRE, points=2, governors=())
    assert [(fact.clause, fact.points) for fact in game.of_type(Scored)] == [(INCOMPLETE, 1)] * 2


@pytest.mark.clause("daimyo.solo.incomplete-action")
def test_an_action_with_several_shortcomings_gives_1_point() -> None:
    game = action(nowhere_to_build(), PlacePiece("techno-farm"), PlacePiece("radio-tower"), TakeTile("market", 9))
    while game.asks()[0][1] == "ChooseTile":
        game = game.when(0, game.any_move())
    game.then(EMPIRE, points=1)
    assert [line.clause for line in game.state.scoring.scored if line.side == EMPIRE] == [INCOMPLETE]


IMPOSSIBLE = {
    "a building without a free site": (nowhere_to_build(), PlacePiece("techno-farm")),
    "two buildings": (nowhere_to_build(), ToAdvantage((PlacePiece("radio-tower", (), 2),))),
    "a governor without a free site": (empire().having(0, governors=SITES), PlacePiece("governor")),
    "a shadow without a free space": (empire().having(0, shadows=SPACES), PlacePiece("shadow")),
    "no piece to move": (empire(), MovePiece("governor")),
    "nowhere to move to": (empire().having(EMPIRE, governors=SITES), MovePiece("governor")),
    "an empty black market": (empire(black_market=()), TakeTile("market")),
    "tiles that it holds": (empire(black_market=("red-1",)).having(EMPIRE, tiles=("red-1",)), TakeTile("market")),
    "an empty bag": (empire(bag=()), TakeTile("bag", 2)),
    "no enemy governor": (empire(), Eliminate("any")),
    "no enemy governor beside an own one": (
        empire().having(0, governors=("red-1",)).having(EMPIRE, governors=("blue-1",)),
        Eliminate("own-governor"),
    ),
    "a human without goods": (empire().having(0, gold=5), Lose(1)),
    "an empty market": (empire(market=(), top_hero=None), Hire()),
    "no option": (empire(bag=(), black_market=()), Choose(((TakeTile("bag"),), (TakeTile("market"),)))),
}


@pytest.mark.clause("daimyo.solo.incomplete-action")
@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_an_action_that_cannot_be_done_at_all_gives_1_point(what: str) -> None:
    game, effect = IMPOSSIBLE[what]
    action(game, effect).then(EMPIRE, points=1).citing(INCOMPLETE, Scored)
    action(game, effect, effect).then(EMPIRE, points=1)


COMPLETE = {
    "its own helmet": (empire(helmet=EMPIRE), TakeHelmet()),
    "nothing to count": (empire(), Per("relics", (Points(2),))),
    "nothing to count for its advantage": (empire(), ToAdvantage((Per("relics", (Points(2),)),))),
    "the choice of its own helmet": (empire(helmet=EMPIRE, bag=()), Choose(((TakeTile("bag"),), (TakeHelmet(),)))),
}


@pytest.mark.clause("daimyo.ruling.incomplete-action")
@pytest.mark.parametrize("what", COMPLETE)
def test_what_leaves_nothing_undone_is_complete(what: str) -> None:
    game, effect = COMPLETE[what]
    game = action(game, effect).then(EMPIRE, points=0).citing("daimyo.ruling.incomplete-action", NothingToDo)
    assert not game.of_type(EffectWithout)


def test_by_version_1_a_count_of_nothing_and_a_helmet_held_already_gave_a_point() -> None:
    rules = RULES.with_version("1")
    for game, effect in (COMPLETE["its own helmet"], COMPLETE["nothing to count"]):
        deed = Deed(EMPIRE, 0, "daimyo.solo.empire-turn")
        asking = game.asking(DoEffects(deed, (effect,)), ActionOver(side=EMPIRE))
        table = rules.table(rules.decode_state(rules.encode_state(asking.state)), Chance(bytes(32), 2))
        table.advance()
        assert table.state.scoring.points[EMPIRE] == 1
        assert b'"card"' not in rules.encode_facts(table.facts)


@pytest.mark.clause("daimyo.ruling.incomplete-action")
def test_a_count_that_nothing_can_be_done_for_is_incomplete() -> None:
    game = empire(black_market=()).having(EMPIRE, relics={"red": 3})
    action(game, Per("relics", (TakeTile("market"),))).then(EMPIRE, points=1)


@pytest.mark.clause("daimyo.solo.incomplete-action")
def test_one_of_two_buildings_is_built_and_gives_a_point() -> None:
    game = empire().having(0, farms=SITES[1:11], towers=SITES[11:])
    game = action(game, PlacePiece("techno-farm", (), 2)).then(EMPIRE, farms=(SITES[0],), points=1)
    both = empire().having(0, farms=SITES[2:11], towers=SITES[11:])
    both = action(both, PlacePiece("techno-farm", (), 2)).when(0, PlacePieceOn(SITES[1]))
    both.then(EMPIRE, farms=SITES[:2], points=0)


@pytest.mark.clause("daimyo.solo.incomplete-action")
@pytest.mark.parametrize(("rice", "left", "points"), [(3, 1, 0), (2, 0, 0), (1, 0, 1), (0, 0, 1)])
def test_goods_that_the_human_cannot_return_in_full_give_a_point(rice: int, left: int, points: int) -> None:
    action(empire().having(0, rice=rice, gold=4), Lose(2)).then(0, rice=left, gold=4).then(EMPIRE, points=points)


@pytest.mark.clause("daimyo.solo.incomplete-action", "daimyo.ruling.bag-duplicate")
def test_a_tile_drawn_that_the_empire_holds_already_is_not_taken_and_gives_a_point() -> None:
    game = empire(bag=("red-1", "red-1"), black_market=()).having(EMPIRE, tiles=("red-1",))
    action(game, TakeTile("bag")).then(EMPIRE, tiles=("red-1",), points=1).then(black_market=("red-1",))
    fresh = empire(bag=("red-2", "red-2"), black_market=()).having(EMPIRE, tiles=("red-1",))
    action(fresh, TakeTile("bag")).then(EMPIRE, tiles=("red-1", "red-2"), points=0)
    action(fresh, TakeTile("bag", 2)).then(EMPIRE, tiles=("red-1", "red-2"), points=1)


@pytest.mark.clause("daimyo.solo.incomplete-action", "daimyo.ruling.incomplete-action")
def test_a_shadow_without_an_enemy_governor_is_complete() -> None:
    game = action(empire(), PlacePiece("shadow", ("red",))).when(0, PlacePieceOn("red-shadow-1"))
    game.then(EMPIRE, points=0, shadows=("red-shadow-1",)).without(GovernorRemoved)


@pytest.mark.clause("daimyo.solo.incomplete-action")
def test_what_falls_short_in_one_turn_is_not_counted_again_in_the_next() -> None:
    short = action(nowhere_to_build(), PlacePiece("techno-farm")).then(EMPIRE, points=1).then(fell_short=False)
    action(short, Points(1)).then(EMPIRE, points=2)


@pytest.mark.clause("daimyo.example.solo-turn")
def test_martine_puts_a_red_die_on_the_red_space() -> None:
    lands = {"blue": ("blue-1", "blue-2", "blue-3"), "red": ("yellow-1", "yellow-2", "yellow-3")}
    game = empire("two-banners", lands=lands, black_market=("red-4", "blue-1"))
    game = game.having(0, governors=("purple-1", "purple-2"), rice=3).having(EMPIRE, tiles=("red-1", "red-2", "red-3"))
    game = game.having(EMPIRE, governors=("red-1",)).tiles_counted()
    game = die_on(game, "red")
    sites = {move.place.partition("-")[0] for move in game.offered(0, PlacePieceOn)}
    assert sites == {"red", "purple"}
    game = game.when(0, PlacePieceOn("red-2")).then(EMPIRE, points=0, influence={"red": 4})
    game = game.when(0, TakeTileFrom("blue-1", "black-market"))
    assert [fact.tile for fact in game.of_type(TileTaken)] == ["blue-1", "red-4"]
    assert len(game.of_type(RelicRestored)) == 1
    game.then(EMPIRE, points=0, tiles=("blue-1",), farms=(), influence={"red": 7})
    game.citing("daimyo.solo.next-card", SoloCardRevealed)
    assert game.asks() == [(0, "PlaceDie")]


@pytest.mark.clause("daimyo.solo.human-chooses")
def test_the_human_chooses_which_of_their_governors_is_removed() -> None:
    game = action(empire().having(0, governors=("red-1", "red-2")), PlacePiece("shadow", ("red",)))
    game = game.when(0, PlacePieceOn("red-shadow-2"))
    game.when(0, ChooseSite("red-2")).then(0, governors=("red-1",)).then(EMPIRE, influence={"red": 1})

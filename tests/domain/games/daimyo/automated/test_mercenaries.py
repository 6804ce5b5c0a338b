"""The mercenaries of the game for two: their dice, their locations, their tiles, gold and army."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.recruitment import PayReset
from domain.games.daimyo.actions.relics import BuyFromMercenaries, MoveScavenger, Shop
from domain.games.daimyo.automated.mercenaries import HireOut, MercenaryDie, RemoveTile, TakeForMercenaries
from domain.games.daimyo.facts.goods import Gained, Paid
from domain.games.daimyo.facts.pieces import GovernorRemoved
from domain.games.daimyo.facts.tiles import LandFilled, RelicRestored, TileTaken
from domain.games.daimyo.facts.turn import DiceRolled, DieTaken, HelmetTaken, TurnBegan
from domain.games.daimyo.phases.turn import EndTurn, PlaceDie, TakeDie
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import Die
from domain.games.daimyo.verbs.moves import ChooseSite, MovePieceTo, PlacePieceOn, TakeTileFrom
from domain.kernel.moves import DECLINE
from tests.domain.games.daimyo.game import Position, given, set_up

MERCENARIES = 2
DICE = (Die("blue", 2), Die("green", 3), Die("green", 4), Die("red", 5), Die("red", 6))
SHADOW = HireOut("red", 5, "shadow")


def serving(active: int = 0, **fields: object) -> Position:
    """Return a turn that begins with a die for the mercenaries, from `DICE` unless another pool is given."""
    fields = {"pool": DICE, **fields}
    game = given(2, active=active, **fields)
    return game.asking(MercenaryDie(seat=active), PlaceDie(seat=active))


def locations(game: Position) -> set[tuple[str, str]]:
    """Return the colours and locations that the player may choose among."""
    return {(move.colour, move.location) for move in game.offered(game.state.turns.active, HireOut)}


@pytest.mark.clause("daimyo.mercenaries.module", "daimyo.mercenaries.none.2019")
def test_mercenaries_play_in_games_of_two_by_the_rules_of_2021_only() -> None:
    sides = {seats: given(seats).state.parameters.sides for seats in (1, 2, 3, 4)}
    assert ["mercenaries" in sides[seats] for seats in sides] == [False, True, False, False]
    old = set_up(2, edition="2019")
    assert old.state.parameters.sides == ("player", "player")
    assert "MercenaryDie" not in [name for _, name in old.asks()]
    (rolled,) = old.of_type(DiceRolled)
    assert len(rolled.dice) == 7
    taken = old.until("PickGoods").of_type(DieTaken)
    assert [fact.side for fact in taken] == [old.state.turns.order[turn % 2] for turn in range(6)]


@pytest.mark.clause("daimyo.mercenaries.setup")
def test_mercenaries_have_the_pieces_of_an_unused_clan_and_no_influence() -> None:
    game = set_up(2)
    state = game.state
    supply = {"governors": 8, "shadows": 3, "scavengers": 1, "techno-farms": 0, "radio-towers": 4, "relic-pawns": 6}
    game.then(MERCENARIES, supply=supply, influence=dict.fromkeys(("blue", "red", "yellow", "purple"), 0))
    game.then(MERCENARIES, hand=(), deck=(), discard=(), tiles=(), goods=Goods(), scavenger=None)
    assert state.clan_boards.clans[MERCENARIES] not in (None, *state.clan_boards.clans[:MERCENARIES])


@pytest.mark.clause("daimyo.mercenaries.turns")
def test_the_active_player_takes_a_die_for_them_before_each_of_the_first_three_turns() -> None:
    game = set_up(2)
    start, other = game.state.turns.order
    log: list[tuple[str, int]] = []
    asked: list[int] = []
    while game.asks()[0][1] != "PickGoods" or game.state.turns.turn < 6:
        if game.asks()[0][1] == "MercenaryDie":
            asked.append(game.asked_seat())
        game = game.when(game.asked_seat(), game.any_move())
        log += [(type(fact).__name__, fact.side) for fact in game.facts if isinstance(fact, DieTaken | TurnBegan)]
    assert asked == [start, other, start]
    dice = [side for name, side in log if name == "DieTaken"]
    expected = [MERCENARIES, start, MERCENARIES, other, MERCENARIES, start, other, start, other]
    assert dice == expected
    assert len(game.state.dice.pool) == 11 - 9


@pytest.mark.clause("daimyo.mercenaries.place-die")
def test_a_die_goes_on_a_free_space_of_its_colour_and_is_carried_out_at_once() -> None:
    game = serving().having(0, gold=2)
    both = {("red", "radio-tower"), ("red", "shadow")}
    assert locations(game) == {("green", "relic"), ("blue", "governor"), *both}
    game.when(0, HireOut("green", 3, "governor")).refused("daimyo.mercenaries.place-die")
    game.when(0, HireOut("red", 1, "radio-tower")).refused("daimyo.mercenaries.turns")
    game.when(0, HireOut("red", 5, "palace")).refused("daimyo.mercenaries.place-die")
    game.when(0, TakeDie("red", 5, "recruitment")).refused("daimyo.turn.finish-before-next")
    game = game.when(0, HireOut("blue", 2, "governor"))
    assert game.asks() == [(0, "PlaceForFree")]
    game = game.when(0, PlacePieceOn("yellow-1")).then(active=0)
    assert game.asks() == [(0, "PlaceDie")]
    assert Die("blue", 2) not in game.state.dice.pool


@pytest.mark.clause("daimyo.mercenaries.place-die")
def test_a_location_of_one_die_takes_no_second_one_until_the_next_round() -> None:
    game = serving(pool=(Die("blue", 1), Die("blue", 2))).dice(MERCENARIES, ("blue", 4, "governor"))
    assert locations(game) == set()
    game.when(0, HireOut("blue", 1, "governor")).refused("daimyo.mercenaries.place-die")
    full = given(2, turn=6, active=1).dice(MERCENARIES, ("blue", 4, "governor"), ("green", 1, "relic"))
    full = full.having(0, gold=9).menu(main=False).when(1, EndTurn()).until("MercenaryDie").then(round=2)
    assert ("blue", "governor") in locations(full)


@pytest.mark.clause("daimyo.mercenaries.relic-location")
def test_the_relic_location_takes_two_dice_a_round_each_with_a_choice_of_its_own() -> None:
    once = serving().dice(MERCENARIES, ("green", 1, "relic"))
    game = once.when(0, HireOut("green", 3, "relic"))
    assert game.offered(0, RemoveTile)
    assert game.offered(0, TakeForMercenaries)
    twice = serving().dice(MERCENARIES, ("green", 1, "relic"), ("green", 1, "relic"))
    twice.when(0, HireOut("green", 3, "relic")).refused("daimyo.mercenaries.place-die")


def at_relics(**fields: object) -> Position:
    return serving(**fields).tiles_counted().when(0, HireOut("green", 3, "relic"))


@pytest.mark.clause("daimyo.mercenaries.relic-remove")
def test_a_tile_is_taken_off_an_island_which_is_refilled_before_it_goes_into_the_bag() -> None:
    game = at_relics(lands={"yellow": ("yellow-1", "yellow-2", "yellow-3")})
    before = game.state
    assert len(before.relic_tiles.bag) == 33
    for seed in range(40):
        after = game.when(0, RemoveTile("yellow", "yellow-2"), seed).then(MERCENARIES, tiles=())
        land = list(after.state.land("yellow"))
        assert len(land) == 3
        assert len(after.state.relic_tiles.bag) == 33
        (filled,) = after.of_type(LandFilled)
        land.remove(filled.tiles[0])
        assert land == ["yellow-1", "yellow-3"]
        assert filled.tiles[0] in before.relic_tiles.bag
    game.when(0, RemoveTile("yellow", "red-1")).refused("daimyo.mercenaries.relic-remove")


@pytest.mark.clause("daimyo.mercenaries.relic-remove")
def test_the_last_tile_of_the_bag_is_not_the_one_that_was_just_removed() -> None:
    game = at_relics(lands={"yellow": ("yellow-1", "yellow-2", "yellow-3")}).with_state(bag=("red-1",))
    game = game.when(0, RemoveTile("yellow", "yellow-2")).then(bag=("yellow-2",))
    assert game.state.land("yellow") == ("red-1", "yellow-1", "yellow-3")


@pytest.mark.clause("daimyo.mercenaries.relic-take-two")
def test_two_tiles_of_one_island_go_to_the_mercenaries_and_the_island_is_refilled() -> None:
    game = at_relics(lands={"yellow": ("yellow-1", "yellow-2", "yellow-3"), "red": ("red-1", "red-2", "red-4")})
    bag = len(game.state.relic_tiles.bag)
    for tiles in (("yellow-1",), ("yellow-1", "red-1"), ("yellow-1", "yellow-2", "yellow-3"), ("yellow-1", "yellow-1")):
        game.when(0, TakeForMercenaries("yellow", tiles)).refused("daimyo.mercenaries.relic-take-two")
    game = game.when(0, TakeForMercenaries("yellow", ("yellow-1", "yellow-3")))
    game.then(MERCENARIES, tiles=("yellow-1", "yellow-3"), goods=Goods())
    assert len(game.state.land("yellow")) == 3
    assert len(game.state.relic_tiles.bag) == bag - 2


@pytest.mark.clause("daimyo.mercenaries.relic-take-two", "daimyo.ruling.duplicates-bind-all")
def test_the_mercenaries_take_no_tile_that_they_hold_and_one_if_no_island_has_two() -> None:
    lands = {"yellow": ("blue-1", "yellow-2", "yellow-3"), "red": ("yellow-2", "yellow-2", "yellow-3")}
    lands |= {"blue": ("yellow-3",), "purple": ("red-1", "red-1", "red-2")}
    held = serving(lands=lands).having(MERCENARIES, tiles=("yellow-2", "yellow-3"))
    game = held.when(0, HireOut("green", 3, "relic"))
    assert game.offered(0, TakeForMercenaries) == [TakeForMercenaries("purple", ("red-1", "red-2"))]
    for tiles in (("blue-1", "yellow-2"), ("blue-1",)):
        game.when(0, TakeForMercenaries("yellow", tiles)).refused("daimyo.mercenaries.relic-take-two")
    game = held.having(MERCENARIES, tiles=("red-1", "yellow-2", "yellow-3")).when(0, HireOut("green", 3, "relic"))
    single = [TakeForMercenaries("yellow", ("blue-1",)), TakeForMercenaries("purple", ("red-2",))]
    assert set(game.offered(0, TakeForMercenaries)) == set(single)
    game.when(0, single[0]).then(MERCENARIES, tiles=("blue-1", "red-1", "yellow-2", "yellow-3"))


@pytest.mark.clause("daimyo.mercenaries.restore")
def test_four_pieces_become_a_relic_on_the_best_free_altar_at_once() -> None:
    game = serving(lands={"blue": ("blue-1", "blue-2", "red-4")}).having(0, relics=(("red", 3),))
    game = game.having(MERCENARIES, tiles=("red-1", "red-2", "red-3")).when(0, HireOut("green", 3, "relic"))
    game = game.when(0, TakeForMercenaries("blue", ("blue-1", "red-4")))
    game.citing("daimyo.mercenaries.restore", RelicRestored)
    game.then(MERCENARIES, tiles=("blue-1",), influence={"red": 2})
    assert [(relic.colour, relic.altar) for relic in game.state.holdings.relics[MERCENARIES]] == [("red", 2)]
    assert game.state.stored(MERCENARIES) == 2


def in_a_relic_action(gold: int, **tiles: tuple[str, ...]) -> Position:
    lands = {"blue": ("red-1", "red-2", "red-3"), "red": ("red-1", "red-2", "red-3")}
    game = given(2, lands=lands, black_market=("purple-1", "purple-2")).having(0, gold=gold, scavenger="red")
    game = game.having(0, capacity=6).having(MERCENARIES, tiles=("blue-2", "blue-3", "blue-4"), **tiles)
    return game.action("relic").when(0, MoveScavenger("blue"))


@pytest.mark.clause("daimyo.mercenaries.sell-tiles")
def test_a_relic_action_lets_a_player_buy_a_mercenary_tile_for_2_gold() -> None:
    game = in_a_relic_action(2).when(0, BuyFromMercenaries("blue-2"))
    game.then(0, gold=0, tiles=("blue-2",)).then(MERCENARIES, gold=2, tiles=("blue-3", "blue-4"))
    game.citing("daimyo.mercenaries.sell-tiles", Paid).citing("daimyo.mercenaries.sell-tiles", TileTaken)
    assert game.state.relic_tiles.black_market == ("purple-1", "purple-2")
    in_a_relic_action(1).when(0, BuyFromMercenaries("blue-2")).refused("daimyo.mercenaries.sell-tiles")
    in_a_relic_action(2).when(0, BuyFromMercenaries("red-2")).refused("daimyo.mercenaries.sell-tiles")


@pytest.mark.clause("daimyo.mercenaries.sell-tiles")
def test_mercenary_tiles_are_not_for_sale_outside_a_relic_action() -> None:
    game = given(2).having(0, gold=9).having(MERCENARIES, tiles=("blue-2",)).menu("tax")
    game.when(0, BuyFromMercenaries("blue-2")).refused("daimyo.relic.shop-only-in-relic-action")
    waiting = given(2).having(0, gold=9, scavenger="red").having(MERCENARIES, tiles=("blue-2",)).action("relic")
    waiting.when(0, BuyFromMercenaries("blue-2")).refused("daimyo.relic.faq.no-extras-before-move")


@pytest.mark.clause("daimyo.mercenaries.sell-instead-of-shop")
def test_a_mercenary_tile_takes_the_place_of_shopping_so_that_two_are_bought_at_most() -> None:
    bought = in_a_relic_action(9).when(0, BuyFromMercenaries("blue-2"))
    bought.when(0, Shop("purple-1")).refused("daimyo.relic.extras-window")
    bought.when(0, BuyFromMercenaries("blue-3")).refused("daimyo.mercenaries.sell-instead-of-shop")
    second = bought.when(0, TakeTileFrom("red-1", "blue")).when(0, MoveScavenger("red"))
    shopped = second.when(0, Shop("purple-1")).then(0, gold=9 - 2 - 1, tiles=("blue-2", "purple-1", "red-1"))
    shopped.when(0, BuyFromMercenaries("blue-3")).refused("daimyo.mercenaries.sell-instead-of-shop")
    again = second.when(0, BuyFromMercenaries("blue-3")).then(0, gold=5).then(MERCENARIES, gold=4)
    again.when(0, Shop("purple-1")).refused("daimyo.relic.extras-window")
    again.when(0, BuyFromMercenaries("blue-4")).refused("daimyo.mercenaries.sell-instead-of-shop")


@pytest.mark.clause("daimyo.mercenaries.radio-tower")
def test_a_mercenary_tower_on_a_free_building_space_brings_2_influence() -> None:
    game = serving().having(MERCENARIES, shadows=("red-shadow-1",)).having(1, farms=("red-2",), governors=("red-1",))
    game = game.when(0, HireOut("red", 5, "radio-tower"))
    game.when(0, PlacePieceOn("red-2")).refused("daimyo.island.site-available")
    game.when(0, PlacePieceOn("red-1")).then(MERCENARIES, towers=("red-1",), influence={"red": 3})


@pytest.mark.clause("daimyo.mercenaries.radio-tower-moves")
def test_with_all_towers_placed_one_moves_and_its_influence_follows() -> None:
    towers = ("red-1", "red-2", "blue-1", "yellow-1")
    game = serving().having(MERCENARIES, towers=towers).when(0, HireOut("red", 5, "radio-tower"))
    assert game.asks() == [(0, "MoveForFree")]
    moved = game.when(0, MovePieceTo("red-1", "blue-2"))
    moved.then(MERCENARIES, towers=("blue-1", "blue-2", "red-2", "yellow-1"), influence={"red": 2, "blue": 4})
    game.when(0, MovePieceTo("red-1", "red-5")).then(MERCENARIES, influence={"red": 4, "blue": 2})
    game.when(0, MovePieceTo("red-1", "red-2")).refused("daimyo.island.site-available")


@pytest.mark.clause("daimyo.mercenaries.governor")
def test_a_mercenary_governor_brings_2_influence_and_nobody_a_resource() -> None:
    game = serving().having(1, governors=("yellow-1",)).when(0, HireOut("blue", 2, "governor"))
    game.when(0, PlacePieceOn("yellow-1")).refused("daimyo.island.site-available")
    game = game.when(0, PlacePieceOn("yellow-2")).then(MERCENARIES, governors=("yellow-2",), influence={"yellow": 2})
    game.without(Gained).then(MERCENARIES, goods=Goods())


@pytest.mark.clause("daimyo.mercenaries.shadow", "daimyo.mercenaries.shadow-no-gold")
def test_a_mercenary_shadow_costs_the_player_2_gold_and_brings_them_1_influence() -> None:
    game = serving().having(0, gold=3).when(0, SHADOW).then(0, gold=1).then(MERCENARIES, gold=2)
    game.citing("daimyo.mercenaries.shadow", Paid)
    game = game.when(0, PlacePieceOn("purple-shadow-3"))
    game.then(MERCENARIES, gold=2, shadows=("purple-shadow-3",), influence={"purple": 1}).without(Gained)
    game.then(0, gold=1).then(1, gold=0)


@pytest.mark.clause("daimyo.mercenaries.shadow-removes-opponent")
def test_a_mercenary_shadow_removes_a_governor_of_the_other_player_who_is_compensated() -> None:
    game = serving().having(0, gold=2, governors=("blue-1", "blue-2")).having(1, governors=("blue-3",))
    game = game.having(MERCENARIES, governors=("blue-4",)).when(0, SHADOW).when(0, PlacePieceOn("blue-shadow-3"))
    game.then(1, governors=(), gold=1, influence={"blue": 0}).then(0, governors=("blue-1", "blue-2"), gold=0)
    game.then(MERCENARIES, governors=("blue-4",), influence={"blue": 3})
    assert [(fact.side, fact.site, fact.by) for fact in game.of_type(GovernorRemoved)] == [(1, "blue-3", MERCENARIES)]


@pytest.mark.clause("daimyo.mercenaries.shadow-removes-opponent")
def test_the_active_player_chooses_which_governor_of_the_other_goes_and_never_loses_one() -> None:
    game = serving(active=1, turn=2).having(1, gold=2, governors=("blue-1",)).having(0, governors=("blue-2", "blue-3"))
    game = game.when(1, SHADOW).when(1, PlacePieceOn("blue-shadow-1"))
    assert game.offered(1) == [ChooseSite("blue-2"), ChooseSite("blue-3")]
    game.when(1, ChooseSite("blue-1")).refused("daimyo.recruitment.shadow.targets")
    game.when(1, ChooseSite("blue-3")).then(0, governors=("blue-2",), gold=1).then(1, governors=("blue-1",))
    alone = serving().having(0, gold=2, governors=("blue-1",)).when(0, SHADOW).when(0, PlacePieceOn("blue-shadow-1"))
    alone.then(0, governors=("blue-1",)).without(GovernorRemoved)


@pytest.mark.clause("daimyo.mercenaries.shadow-needs-gold")
def test_a_player_without_2_gold_cannot_use_the_shadow_location() -> None:
    game = serving().having(0, gold=1).having(1, gold=9)
    assert ("red", "shadow") not in locations(game)
    game.when(0, SHADOW).refused("daimyo.mercenaries.shadow-needs-gold")


@pytest.mark.clause("daimyo.mercenaries.shadow-moves", "daimyo.ruling.mercenary-shadow-move-cost")
def test_with_all_shadows_placed_one_moves_for_2_gold_and_no_governor_is_removed() -> None:
    shadows = ("red-shadow-1", "red-shadow-2", "yellow-shadow-1")
    game = serving().having(0, gold=3).having(1, governors=("blue-1",)).having(MERCENARIES, shadows=shadows)
    game = game.when(0, SHADOW).then(0, gold=1).then(MERCENARIES, gold=2)
    game = game.when(0, MovePieceTo("red-shadow-1", "blue-shadow-2")).without(GovernorRemoved).without(Gained)
    game.then(MERCENARIES, influence={"red": 1, "blue": 1, "yellow": 1}).then(1, governors=("blue-1",))
    poor = serving().having(0, gold=1).having(MERCENARIES, shadows=shadows)
    poor.when(0, SHADOW).refused("daimyo.mercenaries.shadow-needs-gold")


@pytest.mark.clause("daimyo.ruling.mercenary-no-die")
def test_no_die_is_taken_where_none_fits_a_free_space() -> None:
    game = given(2, pool=(Die("blue", 1), Die("red", 1), Die("red", 2)), turn=2, active=1)
    game = game.dice(MERCENARIES, ("blue", 4, "governor"), ("red", 4, "radio-tower")).having(0, gold=1)
    game = game.menu(main=False).when(1, EndTurn())
    assert game.asks() == [(0, "PlaceDie")]
    assert len(game.of_type(DieTaken)) == 0
    rich = given(2, pool=(Die("blue", 1), Die("red", 1), Die("red", 2)), turn=2, active=1)
    rich = rich.dice(MERCENARIES, ("blue", 4, "governor"), ("red", 4, "radio-tower")).having(0, gold=2)
    rich = rich.menu(main=False).when(1, EndTurn())
    assert locations(rich) == {("red", "shadow")}


@pytest.mark.clause("daimyo.ruling.mercenary-no-die")
def test_a_reset_paid_when_only_the_shadow_location_is_left_means_no_die() -> None:
    game = given(2, pool=(Die("red", 1), Die("red", 2)), turn=2, active=1).having(0, gold=2, recruitment=2)
    game = game.dice(MERCENARIES, ("red", 4, "radio-tower")).menu(main=False).when(1, EndTurn())
    assert game.asks() == [(0, "MercenaryDie")]
    game.when(0, DECLINE).refused("daimyo.turn.finish-before-next")
    game = game.when(0, PayReset()).then(0, gold=0, recruitment=0)
    assert game.asks() == [(0, "PlaceDie")]
    assert len(game.state.dice.pool) == 2


@pytest.mark.clause("daimyo.ruling.empire-helmet")
def test_a_blue_die_of_the_mercenaries_does_not_bring_them_the_helmet() -> None:
    game = serving(helmet=1).when(0, HireOut("blue", 2, "governor")).without(HelmetTaken)
    game.when(0, PlacePieceOn("red-1")).without(HelmetTaken).then(helmet=1)

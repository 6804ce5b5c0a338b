"""The end of a round: its order, revenue, the start player, the next round and the end of the game."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.hiring import HireHero
from domain.games.daimyo.facts.goods import Gained, Scored
from domain.games.daimyo.facts.heroes import HeroDrawn, HeroHired
from domain.games.daimyo.facts.turn import BonusTileUsed, DiceRolled, HelmetPassed, RoundBegan, TurnBegan
from domain.games.daimyo.phases.end_of_round import PassHelmet
from domain.games.daimyo.phases.turn import DoMainAction, EndTurn, TakeDie
from domain.games.daimyo.printed.entries import Edition
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.moves import ChooseGoods
from domain.kernel.fact import Fact
from domain.kernel.moves import DECLINE
from domain.kernel.table import Ended
from tests.domain.games.daimyo.game import CONTENT, Position, given

EDITIONS: tuple[Edition, ...] = ("2019", "2021")
GAMES: tuple[tuple[Edition, int], ...] = (("2019", 2), ("2019", 3), ("2019", 4), ("2021", 3), ("2021", 4))
RESOURCES = (Goods(rice=1), Goods(metal=1), Goods(crystal=1))


def last_turn(seats: int = 3, edition: Edition = "2021", round: int = 1, helmet: int = 0) -> Position:
    """Return the last turn of a round."""
    return given(seats, edition=edition, round=round, turn=3 * seats, active=seats - 1, helmet=helmet)


def closed(game: Position) -> Position:
    """End the last turn of the round; the first player chooses a revenue next."""
    return game.menu("tax", main=False).when(game.state.turns.active, EndTurn())


def to_the_end(game: Position) -> Position:
    """Take the first move offered until the game is over; return the facts of all moves."""
    facts = list(game.facts)
    while game.state.result is None:
        game = game.when(game.asked_seat(), game.any_move())
        facts += game.facts
    return Position(game.state, tuple(facts))


def first_of(game: Position, kind: type[Fact], clause: str = "") -> int:
    """Return the position of the first fact of this type whose clause contains this part."""
    return next(n for n, f in enumerate(game.facts) if isinstance(f, kind) and clause in f.clause)


@pytest.mark.clause("daimyo.end.order")
@pytest.mark.parametrize(("edition", "seats"), GAMES)
@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_a_round_closes_with_influence_revenue_helmet_and_hiring(edition: Edition, seats: int, round: int) -> None:
    game = last_turn(seats, edition, round).having(0, governors=("red-1",), gold=1).selling("vat-farmer")
    game = closed(game).until("PlaceDie").then(None, round=round + 1)
    places = [
        first_of(game, Scored, ".influence."),
        first_of(game, Gained, ".revenue."),
        first_of(game, HelmetPassed),
        first_of(game, HeroHired),
        first_of(game, HeroDrawn, "daimyo.hire.draw-after"),
        first_of(game, RoundBegan),
    ]
    assert places == sorted(places)
    last = {kind: max(n for n, f in enumerate(game.facts) if isinstance(f, kind)) for kind in (Scored, Gained)}
    assert last[Scored] < places[1]
    assert last[Gained] < places[2]


@pytest.mark.clause("daimyo.end.round5-skips", "daimyo.end.game")
@pytest.mark.parametrize(("edition", "seats"), GAMES)
def test_round_5_goes_from_revenue_to_final_scoring(edition: Edition, seats: int) -> None:
    game = last_turn(seats, edition, 5).having(0, governors=("red-1",), farms=("red-2",), gold=9)
    game = to_the_end(closed(game))
    for kind in (HelmetPassed, HeroHired, HeroDrawn, RoundBegan):
        game.without(kind)
    assert first_of(game, Scored, ".influence.") < first_of(game, Gained, ".revenue.")
    last_revenue = max(n for n, f in enumerate(game.facts) if isinstance(f, Gained))
    assert last_revenue < first_of(game, Scored, ".scoring.") < first_of(game, Ended)
    game.then(None, round=5)


@pytest.mark.clause("daimyo.end.game")
def test_after_the_end_nobody_is_asked_anything() -> None:
    game = to_the_end(closed(last_turn(round=5)))
    assert game.asks() == []
    game.when_not_asked(0, PassHelmet(0))


@pytest.mark.clause("daimyo.end.advance-round-marker")
@pytest.mark.parametrize("edition", EDITIONS)
def test_after_round_4_the_dice_are_rolled_for_round_5(edition: Edition) -> None:
    game = closed(last_turn(edition=edition, round=4)).until("PlaceDie").then(None, round=5, turn=1)
    assert [fact.round for fact in game.of_type(RoundBegan)] == [5]
    assert len(game.of_type(DiceRolled)) == 1
    assert len(game.state.dice.pool) == sum(game.state.parameters.dice)
    assert game.state.dice.placed == ((), (), ())


@pytest.mark.clause("daimyo.revenue.automatic")
@pytest.mark.parametrize("choice", RESOURCES, ids=str)
def test_everyone_takes_a_gold_and_a_resource_of_choice(choice: Goods) -> None:
    game = closed(last_turn())
    for seat in (0, 1, 2):
        assert game.asks() == [(seat, "PickGoods")]
        assert game.offered(seat, ChooseGoods) == list(map(ChooseGoods, RESOURCES))
        game = game.when(seat, ChooseGoods(choice)).citing("daimyo.revenue.automatic", Gained)
    for seat in (0, 1, 2):
        game.then(seat, goods=choice + Goods(gold=1))


@pytest.mark.clause("daimyo.revenue.automatic")
def test_neither_gold_nor_two_resources_nor_nothing_can_be_chosen() -> None:
    game = closed(last_turn())
    for goods in (Goods(gold=1), Goods(rice=2), Goods(rice=1, metal=1), Goods(), Goods(rice=-1), DECLINE):
        if isinstance(goods, Goods):
            game = game.when(0, ChooseGoods(goods)).refused("daimyo.revenue.automatic")
        else:
            game = game.when(0, goods).refused("daimyo.turn.finish-before-next")
    game.then(0, goods=Goods(gold=1))


@pytest.mark.clause("daimyo.revenue.automatic")
def test_revenue_is_taken_in_the_order_of_the_round() -> None:
    game = last_turn(4).with_state(order=(2, 3, 0, 1), active=1)
    game = closed(game)
    asked = []
    while game.asks()[0][1] == "PickGoods":
        asked.append(game.asked_seat())
        game = game.when(game.asked_seat(), ChooseGoods(Goods(metal=1)))
    assert asked == [2, 3, 0, 1]


@pytest.mark.clause("daimyo.revenue.bonus-tiles")
def test_a_yellow_tile_gives_its_goods_without_any_die() -> None:
    game = last_turn().mini_boards(0, "amber", "aurora", laid={"revenue-2": "aurora-4"})
    game = closed(game).when(0, ChooseGoods(Goods(rice=1))).citing("daimyo.revenue.bonus-tiles", BonusTileUsed)
    assert game.state.dice.placed[0] == ()
    game.then(0, goods=Goods(rice=1, metal=1, crystal=1, gold=1)).then(1, goods=Goods(gold=1))


@pytest.mark.clause("daimyo.revenue.bonus-tiles")
def test_both_yellow_tiles_count() -> None:
    laid = {"revenue-1": "amber-4", "revenue-2": "aurora-4"}
    game = closed(last_turn().mini_boards(0, "amber", "aurora", laid=laid)).when(0, ChooseGoods(Goods(rice=1)))
    game.then(0, goods=Goods(rice=2, metal=1, crystal=1, gold=2))


@pytest.mark.clause("daimyo.revenue.bonus-tiles")
def test_gray_tiles_do_nothing_in_revenue() -> None:
    laid = {"villagers": "amber-3", "clan-ability": "aurora-3"}
    game = closed(last_turn().mini_boards(0, "amber", "aurora", laid=laid)).when(0, ChooseGoods(Goods(rice=1)))
    game.without(BonusTileUsed).then(0, goods=Goods(rice=1, gold=1))


@pytest.mark.clause("daimyo.revenue.bonus-tiles")
def test_a_yellow_tile_placed_in_round_3_gives_its_goods_three_times() -> None:
    game = last_turn(round=3).mini_boards(0, "amber", "aurora", laid={"revenue-1": "aurora-4"})
    game = to_the_end(closed(game))
    used = [place for place, f in enumerate(game.facts) if isinstance(f, BonusTileUsed) and f.space == "revenue-1"]
    assert len([place for place in used if game.facts[place].side == 0]) == 3
    for place in used:
        if game.facts[place].side == 0:
            assert game.facts[place + 1].goods == Goods(metal=1, crystal=1)


@pytest.mark.clause("daimyo.revenue.bonus-tiles")
@pytest.mark.parametrize("face", ["revenue-gold-and-draw", "revenue-metal-and-draw"])
def test_a_yellow_tile_that_draws_a_hero_draws_it_in_revenue(face: str) -> None:
    tile = next(tile.id for tile in CONTENT.tiles.values() if tile.advanced == face)
    board = next(board for board in CONTENT.mini_boards.values() if tile in board.tiles)
    game = given(boards="advanced", turn=9, active=2).mini_boards(0, "amber", board.id, laid={"revenue-1": tile})
    game = closed(game).when(0, ChooseGoods(Goods(rice=1)))
    assert len(game.of_type(HeroDrawn)) == 1
    assert len(game.state.hands.hand[0]) == 1


@pytest.mark.clause("daimyo.start-player.pass-helmet")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_new_owner_of_the_helmet_rolls_and_begins(edition: Edition) -> None:
    game = closed(last_turn(4, edition, helmet=1)).until("ChooseStartPlayer")
    assert game.asks() == [(1, "ChooseStartPlayer")]
    game = game.when(1, PassHelmet(3)).then(None, helmet=3)
    facts = game.facts
    game = game.until("PlaceDie").then(None, active=3, order=(3, 0, 1, 2), helmet=3)
    assert [fact.side for fact in game.of_type(DiceRolled)] == [3]
    assert [fact.side for fact in game.of_type(TurnBegan)] == [3]
    assert any(isinstance(fact, HelmetPassed) for fact in facts)


@pytest.mark.clause("daimyo.start-player.pass-helmet")
def test_the_owner_may_keep_the_helmet() -> None:
    game = closed(last_turn(helmet=2)).until("ChooseStartPlayer").when(2, PassHelmet(2))
    game.until("PlaceDie").then(None, helmet=2, active=2, order=(2, 0, 1))


@pytest.mark.clause("daimyo.start-player.pass-helmet")
@pytest.mark.parametrize(("seats", "edition", "to"), [(2, "2021", 2), (2, "2019", 2), (3, "2021", 3), (4, "2021", -1)])
def test_the_helmet_goes_to_players_only(seats: int, edition: Edition, to: int) -> None:
    game = closed(last_turn(seats, edition)).until("ChooseStartPlayer")
    assert game.offered(0, PassHelmet) == list(map(PassHelmet, range(seats)))
    game.when(0, PassHelmet(to)).refused("daimyo.start-player.pass-helmet")


@pytest.mark.clause("daimyo.start-player.pass-helmet")
def test_nobody_but_the_owner_passes_the_helmet_and_never_in_a_round() -> None:
    game = closed(last_turn()).until("ChooseStartPlayer")
    game.when_not_asked(1, PassHelmet(1)).when_not_asked(2, PassHelmet(2))
    game.when(0, DoMainAction()).refused("daimyo.turn.finish-before-next")
    given().when(0, PassHelmet(1)).refused("daimyo.turn.choose-die")
    given().menu("tax").when(0, PassHelmet(1)).refused("daimyo.turn.main-and-bonus")


def test_actions_of_the_round_are_over_while_it_closes() -> None:
    game = closed(last_turn())
    for move in (DoMainAction(), EndTurn(), TakeDie("red", 1, "tax"), HireHero("vat-farmer"), PassHelmet(1)):
        game = game.when(0, move).refused("daimyo.turn.finish-before-next")

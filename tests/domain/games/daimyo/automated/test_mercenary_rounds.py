"""The mercenaries at the end of a round: influence, gold, heroes; and their army at the end of the game."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.recruitment import RecruitShadow
from domain.games.daimyo.facts.heroes import HeroHired
from domain.games.daimyo.facts.pieces import GovernorRemoved
from domain.games.daimyo.phases.turn import EndTurn
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.moves import ChooseGoods
from domain.kernel.moves import DECLINE
from tests.domain.games.daimyo.game import Position, given, set_up

MERCENARIES = 2


def round_over(number: int = 2, **fields: object) -> Position:
    """Return a game in which the sixth turn of a round is about to end."""
    return given(2, round=number, turn=6, active=1, **fields)


def end_turn(game: Position) -> Position:
    return game.menu(main=False).when(1, EndTurn())


@pytest.mark.clause("daimyo.mercenaries.influence-ranking")
def test_the_mercenaries_push_players_down_on_islands_and_score_nothing() -> None:
    game = round_over().having(MERCENARIES, governors=("red-1", "red-2", "red-3"))
    game = end_turn(game.having(0, governors=("red-4", "red-5")).having(1, towers=("red-1",)))
    assert game.state.scoring.points == (2, 0, 0)
    assert not [line for line in game.state.scoring.scored if line.side == MERCENARIES]


@pytest.mark.clause("daimyo.ruling.mercenary-ties")
def test_the_usual_tie_breaks_hold_for_the_mercenaries() -> None:
    shadows = ("red-shadow-1", "red-shadow-2")
    game = end_turn(round_over().having(MERCENARIES, shadows=shadows).having(0, governors=("red-1",)))
    assert game.state.scoring.points == (2, 0, 0)
    even = end_turn(round_over().having(MERCENARIES, governors=("red-2",)).having(0, governors=("red-1",)))
    assert even.state.scoring.points == (3, 0, 0)


@pytest.mark.clause("daimyo.ruling.mercenary-ties")
def test_a_players_shadow_may_remove_a_mercenary_governor_without_compensation() -> None:
    game = given(2).having(0, rice=1).having(MERCENARIES, governors=("red-1",)).action("recruitment")
    game = game.when(0, RecruitShadow("red-shadow-1")).then(MERCENARIES, governors=(), goods=Goods())
    assert [(fact.side, fact.by) for fact in game.of_type(GovernorRemoved)] == [(MERCENARIES, 0)]


@pytest.mark.clause("daimyo.mercenaries.gold-at-13")
@pytest.mark.parametrize(("last", "gold"), [(4, 2), (3, 0), (6, 2)])
def test_mercenaries_whose_dice_total_13_get_2_gold_when_the_round_ends(last: int, gold: int) -> None:
    dice = (("green", 5, "relic"), ("green", 4, "relic"), ("red", last, "shadow"))
    end_turn(round_over().dice(MERCENARIES, *dice)).then(MERCENARIES, gold=gold)


@pytest.mark.clause("daimyo.mercenaries.hero")
def test_after_hiring_the_mercenaries_get_the_last_hero_of_the_market_for_free() -> None:
    rich = round_over().having(0, gold=9).having(1, gold=9).having(MERCENARIES, gold=7)
    game = end_turn(rich).until("Hiring")
    hirer, market, top = game.asked_seat(), game.state.offers.market, game.state.offers.top_hero
    game = game.when(hirer, DECLINE)
    game.then(MERCENARIES, discard=())
    game = game.when(game.asked_seat(), DECLINE).then(MERCENARIES, discard=(market[-1],), gold=7)
    game.citing("daimyo.mercenaries.hero", HeroHired)
    assert game.state.offers.market == (*market[:-1], top)


@pytest.mark.slow
@pytest.mark.clause("daimyo.mercenaries.army-of-five", "daimyo.ruling.mercenary-army")
def test_a_game_through_the_mercenaries_have_five_heroes_in_the_end() -> None:
    game = set_up(2)
    hired = []
    while game.state.result is None:
        game = game.when(game.asked_seat(), game.any_move())
        hired += [(game.state.turns.round, fact.clause) for fact in game.of_type(HeroHired) if fact.side == MERCENARIES]
    assert [clause for _, clause in hired] == [*["daimyo.mercenaries.hero"] * 4, "daimyo.ruling.mercenary-army"]
    assert len(game.state.hands.discard[MERCENARIES]) == 5


@pytest.mark.clause("daimyo.mercenaries.end-of-game", "daimyo.ruling.mercenary-army")
@pytest.mark.parametrize(("more", "points"), [(0, (10, 5)), (1, (10, 5)), (-1, (10, 2))])
def test_the_hero_of_round_5_counts_in_the_army_ranking(more: int, points: tuple[int, ...]) -> None:
    game = round_over(5).army(0).army(1).army(MERCENARIES)
    last = game.state.offers.market[-1]
    worth = game.state.content.heroes[last].cost
    # Of equal armies the one with fewer heroes is ahead; the revenue brings 1 gold.
    game = end_turn(game.having(0, gold=19).having(1, gold=worth + 5 + more - 1).having(MERCENARIES, gold=5))
    while game.state.result is None:
        game = game.when(game.asked_seat(), ChooseGoods(Goods(rice=1)))
    game.then(MERCENARIES, discard=(last,), points=0)
    found = [line.points for line in game.state.scoring.scored if line.clause == "daimyo.scoring.army-points.2021"]
    assert tuple(found) == points

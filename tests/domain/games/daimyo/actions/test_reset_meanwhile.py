"""The track may be reset at any time in one's own turn, even while a question about a card, an altar or the mercenaries
is open."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.construction import Build, ConstructBuilding
from domain.games.daimyo.actions.recruitment import PayReset, Recruit, RecruitGovernor
from domain.games.daimyo.actions.relics import MoveScavenger
from domain.games.daimyo.actions.restoring import UseAltar
from domain.games.daimyo.automated.mercenaries import HireOut
from domain.games.daimyo.effects.heroes import PlayHeroCard
from domain.games.daimyo.phases.round import TakeTurn
from domain.games.daimyo.state import Die
from domain.games.daimyo.verbs.moves import ChooseGoods, TakeTileFrom
from domain.kernel.moves import DECLINE
from tests.domain.games.daimyo.game import Position, given
from tests.domain.games.daimyo.solo import SITES


@pytest.mark.clause("daimyo.recruitment.reset-timing")
def test_a_reset_while_the_altar_is_chosen_restores_the_relic_once() -> None:
    game = given(lands={"red": ("red-4", "blue-1", "blue-2")}).having(0, tiles=("red-1", "red-2", "red-3"), capacity=5)
    game = game.having(0, gold=2, recruitment=2, scavenger="blue").tiles_counted().action("relic")
    game = game.when(0, MoveScavenger("red")).when(0, TakeTileFrom("red-4", "red")).when(0, PayReset())
    assert game.asks() == [(0, "ChooseAltar")]
    game = game.when(0, UseAltar(2)).then(0, gold=0, recruitment=0)
    assert [relic.altar for relic in game.state.holdings.relics[0]] == [2]
    game.when(0, UseAltar(3)).refused("daimyo.turn.finish-before-next")


@pytest.mark.clause("daimyo.recruitment.reset-timing")
def test_a_reset_while_a_hero_recruits_makes_the_unit_cheaper() -> None:
    game = given().having(0, hand=("press-sergeant",), rice=2, gold=2, recruitment=2).dice(0, 6).menu("production")
    game = game.when(0, PlayHeroCard("press-sergeant")).when(0, PayReset()).when(0, RecruitGovernor("red-1"))
    game.then(0, rice=2, gold=0, recruitment=1)


@pytest.mark.clause("daimyo.recruitment.reset-timing")
def test_gold_paid_for_a_reset_is_gone_for_what_a_card_asks() -> None:
    game = given().having(0, gold=3, recruitment=2).effects(Build(in_good="gold")).when(0, PayReset())
    assert not game.offered(0, ConstructBuilding)
    assert game.done().value(0, "gold") == 1


@pytest.mark.clause("daimyo.recruitment.reset-timing")
def test_nobody_else_resets_and_nobody_in_another_turn() -> None:
    game = given().having(0, gold=2, recruitment=2).having(1, gold=2, recruitment=2).effects(Recruit(exactly=0))
    game.when_not_asked(1, PayReset())
    asked = given(active=1).having(0, gold=2, rice=3, metal=1, recruitment=2).having(1, hand=("gate-crasher",))
    asked = asked.dice(1, 3).menu("production").when(1, PlayHeroCard("gate-crasher"))
    assert len(asked.offered(0, ChooseGoods)) == 2
    asked.when(0, PayReset()).refused("daimyo.turn.finish-before-next")


def only_the_shadow_location(gold: int) -> Position:
    """Two players: there are red dice alone, no site is free for a tower, and the pawn of seat 0 can be reset."""
    pool = (Die("red", 1), Die("red", 2), Die("red", 3))
    game = given(2, turn=0, pool=pool).having(0, gold=gold, recruitment=2)
    game = game.having(0, towers=SITES[:10]).having(1, towers=SITES[10:])
    return game.asking(TakeTurn(number=1)).running()


@pytest.mark.clause("daimyo.ruling.reset-with-mercenary-die")
def test_the_track_may_be_reset_before_the_mercenaries_die_is_chosen() -> None:
    game = only_the_shadow_location(gold=4)
    assert game.asks() == [(0, "MercenaryDie")]
    game = game.when(0, PayReset()).then(0, recruitment=0, gold=2)
    assert game.asks() == [(0, "MercenaryDie")]


@pytest.mark.clause("daimyo.ruling.mercenary-no-die", "daimyo.recruitment.reset-timing")
def test_a_reset_that_leaves_no_gold_for_the_mercenaries_shadow_leaves_them_without_a_die() -> None:
    game = only_the_shadow_location(gold=2)
    assert {move.location for move in game.offered(0, HireOut)} == {"shadow"}
    game.when(0, DECLINE).refused("daimyo.turn.finish-before-next")
    game = game.when(0, PayReset()).then(2, shadows=()).then(0, gold=0)
    assert game.asks() == [(0, "PlaceDie")]
    rich = only_the_shadow_location(gold=4).when(0, PayReset())
    assert {move.location for move in rich.offered(0, HireOut)} == {"shadow"}

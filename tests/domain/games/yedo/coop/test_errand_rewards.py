"""Rewards of Errands: who contributed, who takes which, and in which order."""

from __future__ import annotations

import pytest

from domain.games.yedo.coop.errands import Agree, GiveMon, ResolveErrand
from domain.games.yedo.facts.coop.errands import ErrandRewarded, RewardsRanOut
from domain.games.yedo.facts.pieces import DiscipleGained
from domain.games.yedo.facts.turns import EffectWithout
from domain.kernel.moves import DECLINE, ChooseOption, ChooseSeat
from tests.domain.games.yedo.errands import (
    EXAMPLE,
    FRIENDS,
    MUSIC,
    TEA,
    acting,
    together,
)


@pytest.mark.clause("yedo.coop.errand-rewards", "yedo.ruling.reward-order")
def test_each_contributor_takes_another_reward_in_player_order_until_none_is_left() -> None:
    game = together(3, current=MUSIC)
    game = game.with_state(track=(2, 3, 0, 1)).having(0, geishas=(1,), mon=1).having(1, mon=1).having(2, mon=2)
    game = acting(game.placed(("red-light-1", 0), ("red-light-2", 1), ("red-light-3", 2)))
    game = game.when(0, ResolveErrand("red-light-1", MUSIC)).when(1, Agree()).when(2, Agree())
    assert game.asks() == [(2, "PickReward")]
    game = game.when(2, ChooseOption(1)).then(2, points=4)
    assert [(fact.seat, fact.option) for fact in game.of_type(ErrandRewarded)] == [(2, 1), (0, 2)]
    game = game.asked((0, "KeepOne")).when(0, game.any_move())
    game.citing("yedo.coop.errand-rewards", RewardsRanOut)
    assert [fact.seat for fact in game.of_type(RewardsRanOut)] == [1]


@pytest.mark.clause("yedo.coop.errand-rewards")
def test_no_two_contributors_take_the_same_reward() -> None:
    game = together(current=EXAMPLE).having(0, weapons=("katana", "nawa")).having(1, mon=12)
    game = acting(game.placed(("market-1", 0), ("shogun", 1))).when(0, ResolveErrand("market-1", EXAMPLE))
    game = game.when(0, GiveMon(0, 3)).when(1, Agree()).when(0, ChooseOption(3)).asked((1, "PickReward"))
    assert game.offered(1, ChooseOption) == [ChooseOption(1), ChooseOption(2)]
    game.when(1, ChooseOption(3)).refused("yedo.coop.errand-rewards")


@pytest.mark.clause("yedo.ruling.reward-order")
def test_a_reward_that_does_nothing_for_a_contributor_can_be_taken() -> None:
    game = together(current=EXAMPLE).having(0, weapons=("katana", "nawa"), reserve=0, house=4)
    game = acting(game.placed(("market-1", 0), ("shogun", 0))).when(0, ResolveErrand("market-1", EXAMPLE))
    assert {type(move) for move in game.offered(0)} == {ChooseOption}
    assert game.when(0, DECLINE).refusal is not None
    game.when(0, ChooseOption(2)).citing("yedo.coop.errand-rewards", EffectWithout).without(DiscipleGained)


@pytest.mark.clause("yedo.ruling.who-contributed")
@pytest.mark.parametrize(("where", "rewarded"), [("shogun", [0, 1]), ("tavern-2", [0])])
def test_who_meets_a_district_that_would_be_missing_has_contributed(where: str, rewarded: list[int]) -> None:
    game = together(current=FRIENDS).having(0, weapons=("yumi",), annexes=("karesansui",), house=3)
    own = () if where == "shogun" else (("shogun", 0),)
    game = acting(game.placed(("tavern-1", 0), (where, 1), *own)).when(0, ResolveErrand("tavern-1", FRIENDS))
    game = game.when(0, ChooseOption(1))
    assert [fact.seat for fact in game.of_type(ErrandRewarded)] == rewarded


@pytest.mark.clause("yedo.ruling.who-contributed")
@pytest.mark.parametrize("helpers", [(1,), (1, 2)])
def test_all_who_share_a_district_that_is_needed_have_contributed(helpers: tuple[int, ...]) -> None:
    game = together(3, current=FRIENDS).having(0, weapons=("yumi",), annexes=("karesansui",), house=3)
    there = [(space, seat) for space, seat in zip(("shogun", "bakufu"), helpers, strict=False)]
    game = acting(game.placed(("tavern-1", 0), *there)).when(0, ResolveErrand("tavern-1", FRIENDS))
    rewarded = []
    while "PickReward" in [kind for _, kind in game.asks()]:
        game = game.when(game.asked_seat(), game.any_move())
        rewarded += [fact.seat for fact in game.of_type(ErrandRewarded)]
    assert rewarded == [0, *helpers][: len(rewarded)]
    assert len(rewarded) + len(game.of_type(RewardsRanOut)) == 1 + len(helpers)


@pytest.mark.clause("yedo.coop.errand-green-reward", "yedo.ruling.reward-order")
def test_the_reward_of_a_green_errand_goes_to_the_contributor_who_is_named() -> None:
    game = together(3, current=TEA).having(0, mon=1).having(1, mon=2)
    game = acting(game.placed(("tavern-1", 0), ("tavern-2", 1), ("tavern-3", 2)))
    game = game.when(0, ResolveErrand("tavern-1", TEA))
    game = game.when(0, GiveMon(0, 1)).when(0, GiveMon(1, 2)).when(1, Agree()).asked((0, "NameRewarded"))
    game.when(0, ChooseSeat(2)).refused("yedo.ruling.who-contributed")
    game = game.when(0, ChooseSeat(1)).citing("yedo.coop.errand-green-reward", ErrandRewarded)
    game.then(0, points=1).then(1, points=3)


@pytest.mark.clause("yedo.coop.errand-green-reward")
def test_the_only_contributor_of_a_green_errand_is_rewarded_without_a_question() -> None:
    game = acting(together(current=TEA).placed(("tavern-1", 0))).when(0, ResolveErrand("tavern-1", TEA))
    game.then(0, points=3, mon=9).citing("yedo.coop.errand-green-reward", ErrandRewarded)

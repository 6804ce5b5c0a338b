"""Goal cards: who meets them, when, and what it is worth."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.clans import USE_ABILITY
from domain.games.daimyo.actions.hiring import HireHero
from domain.games.daimyo.actions.recruitment import RecruitGovernor, RecruitShadow, StopRecruiting
from domain.games.daimyo.actions.restoring import ChooseAltar, UseAltar
from domain.games.daimyo.effects.heroes import PlayHeroCard
from domain.games.daimyo.facts.goals import GoalMet, GoalsLaidOut
from domain.games.daimyo.facts.goods import Gained, Scored
from domain.games.daimyo.facts.pieces import BuildingPlaced, GovernorPlaced
from domain.games.daimyo.phases.turn import END_TURN
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.moves import ChooseGoods, ChooseSite, MovePieceTo
from domain.games.daimyo.verbs.turn_menu import TurnMenu
from tests.domain.games.daimyo.game import CONTENT, Position, given, opened, set_up

GREEN, ORANGE = "green-belt", "lord-of-three"
ISLANDS = ("blue", "red", "yellow", "purple", "green", "black")
THREE_FARMS = {"farms": ("red-1", "red-2", "red-3")}
TWO_RELICS = {"relics": {"red": 3, "blue": 3}}
SIX = ("blue-1", "blue-2", "red-1", "red-2", "yellow-1", "yellow-2")


def playing(*goals: str, seats: int = 3, active: int = 0) -> Position:
    return given(seats, active=active, goals=goals).asking(TurnMenu(seat=active, space="tax"))


def builds_three_farms(game: Position, side: int) -> Position:
    """Let a side with two techno-farms build the third, on the island of its number."""
    first, second, third = (f"{ISLANDS[side]}-{number}" for number in (1, 2, 3))
    game = game.having(side, farms=(first, second))
    return game.happening(BuildingPlaced("daimyo.construction.place", side, "techno-farm", third))


def leads_three_islands(game: Position, side: int) -> Position:
    """Let a side with governors on two islands place one on a third."""
    game = game.having(side, governors=(f"blue-{side + 1}", f"red-{side + 1}"))
    return game.happening(GovernorPlaced("daimyo.recruitment.governor.place", side, f"yellow-{side + 1}"))


def laying_out(game: Position) -> Position:
    """Lay out the goals late, so that everybody who meets one does so at once."""
    bare = game.with_state(goals=(), goal_tokens=())
    return bare.happening(GoalsLaidOut("daimyo.setup.goals", game.state.scoring.goals))


# Orange and green


@pytest.mark.clause("daimyo.goal.orange")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_the_first_side_meets_an_orange_goal(seats: int) -> None:
    game = leads_three_islands(playing(ORANGE, seats=seats), 0)
    game.then(0, points=7).then(goal_tokens=((0,),)).citing("daimyo.goal.orange", GoalMet)
    game = leads_three_islands(game.having(0, governors=()), 1).without(GoalMet)
    game.then(1, points=0).then(goal_tokens=((0,),))


@pytest.mark.clause("daimyo.goal.green-first")
def test_the_first_to_meet_a_green_goal_takes_its_gold_space() -> None:
    game = builds_three_farms(playing(GREEN), 2)
    game.then(2, points=4).then(goal_tokens=((2,),)).citing("daimyo.goal.green-first", GoalMet)
    game.citing("daimyo.goal.green-first", Scored)


@pytest.mark.clause("daimyo.goal.green-second")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_second_to_meet_a_green_goal_takes_silver_and_a_third_nothing(seats: int) -> None:
    game = builds_three_farms(playing(GREEN, seats=seats), 1).then(1, points=4)
    game = builds_three_farms(game, 0)
    game.then(0, points=2).then(goal_tokens=((1, 0),)).citing("daimyo.goal.green-second", GoalMet)
    game = builds_three_farms(game, 2).without(GoalMet)
    game.then(2, points=0).then(goal_tokens=((1, 0),))


@pytest.mark.clause("daimyo.goal.green-2p-single")
def test_with_two_players_a_green_goal_is_for_one() -> None:
    game = builds_three_farms(playing(GREEN, seats=2), 0).then(0, points=4)
    game = builds_three_farms(game, 1).without(GoalMet)
    game.then(1, points=0).then(goal_tokens=((0,),))


@pytest.mark.clause("daimyo.goal.green-second", "daimyo.goal.green-first")
def test_nobody_meets_a_goal_twice() -> None:
    game = builds_three_farms(playing(GREEN), 0).then(0, points=4)
    game = builds_three_farms(game, 0).without(GoalMet)
    game.then(0, points=4).then(goal_tokens=((0,),))


@pytest.mark.clause("daimyo.goal.orange")
def test_the_mercenaries_meet_no_goal() -> None:
    game = leads_three_islands(playing(ORANGE, seats=2), 2).without(GoalMet)
    laying_out(game).without(GoalMet).then(goal_tokens=((),))


# At once


@pytest.mark.clause("daimyo.goal.immediate")
def test_a_goal_counts_in_the_middle_of_an_action_before_anything_else() -> None:
    game = playing("six-governors").having(0, rice=6, points=10, governors=SIX[:5]).action("recruitment")
    game = game.when(0, RecruitGovernor("purple-1")).then(0, points=15)
    assert game.asks() == [(0, "Recruitment")]
    game.when(0, StopRecruiting()).then(0, points=15)


@pytest.mark.clause("daimyo.goal.immediate")
def test_the_bonus_of_a_goal_comes_at_once_too() -> None:
    game = playing("whispers").having(0, rice=6, shadows=("red-shadow-1", "red-shadow-2")).action("recruitment")
    game = game.when(0, RecruitShadow("blue-shadow-1")).then(0, points=4, gold=2 + 1)
    assert game.asks() == [(0, "Recruitment")]
    game.citing("daimyo.goal.immediate", Gained)


@pytest.mark.clause("daimyo.goal.immediate")
def test_a_bonus_with_a_choice_is_asked_before_the_turn_goes_on() -> None:
    game = playing("hall-of-heroes").having(0, hand=("talent-agent",), gold=5).dice(0, 5, 3)
    game = game.having(0, deck=CONTENT.clan_heroes["tech"], discard=("neon-poet", "mast-mover"))
    game = game.selling("vat-farmer", top="ruin-scout").menu("production")
    game = game.when(0, PlayHeroCard("talent-agent")).when(0, HireHero("vat-farmer")).then(0, points=4)
    assert game.asks() == [(0, "PickGoods")]
    game.when(0, END_TURN).refused("daimyo.turn.finish-before-next")
    game.when(0, ChooseGoods(Goods(metal=1))).then(0, metal=1)


@pytest.mark.clause("daimyo.goal.immediate")
def test_a_token_stays_when_the_condition_no_longer_holds() -> None:
    game = laying_out(playing("six-governors").having(1, governors=SIX)).then(1, points=5)
    game = (
        game.having(0, rice=1).action("recruitment").when(0, RecruitShadow("red-shadow-1")).when(0, ChooseSite("red-1"))
    )
    game.then(1, points=5, governors=tuple(site for site in SIX if site != "red-1")).then(goal_tokens=((1,),))


@pytest.mark.clause("daimyo.goal.immediate")
def test_a_goal_is_met_in_the_turn_of_another_player() -> None:
    game = playing("lord-of-three").having(2, governors=("blue-1", "red-1"), shadows=("yellow-shadow-1",))
    game = game.having(1, governors=("yellow-1",)).having(0, rice=1).action("recruitment")
    game = game.when(0, RecruitShadow("yellow-shadow-2")).without(GoalMet)
    game = playing("lord-of-three").having(2, governors=("blue-1", "red-1", "yellow-2")).having(0, rice=1)
    game = game.having(1, governors=("yellow-1",)).action("recruitment")
    game = game.when(0, RecruitShadow("yellow-shadow-2")).when(0, ChooseSite("yellow-1"))
    game.then(2, points=7, gold=2).then(0, points=0)


# Several at once


@pytest.mark.clause("daimyo.ruling.goal-order")
@pytest.mark.parametrize(("active", "tokens"), [(0, (0, 1)), (1, (1, 2)), (2, (2, 0)), (3, (0, 1))])
def test_of_several_the_active_side_comes_first_and_then_clockwise(active: int, tokens: tuple[int, ...]) -> None:
    game = playing(GREEN, seats=4, active=active)
    for seat, island in enumerate(("blue", "red", "yellow")):
        game = game.having(seat, farms=tuple(f"{island}-{number}" for number in (1, 2, 3)))
    game = laying_out(game).then(goal_tokens=(tokens,))
    points = {tokens[0]: 4, tokens[1]: 2}
    assert {seat: game.value(seat, "points") for seat in range(3)} == {seat: points.get(seat, 0) for seat in range(3)}


@pytest.mark.clause("daimyo.ruling.goal-order", "daimyo.goal.orange")
def test_one_move_that_makes_two_players_lead_three_islands_rewards_the_one_who_made_it() -> None:
    game = playing(ORANGE, seats=4, active=1).having(1, clan="nomad", governors=("blue-1", "green-1", "black-1"))
    game = game.having(0, governors=("blue-2", "yellow-1", "purple-1")).dice(1, 6, 6, 1).menu("tax")
    game = game.when(1, USE_ABILITY).when(1, MovePieceTo("blue-1", "red-1"))
    game.then(goal_tokens=((1,),)).then(0, points=0).then(1, points=7)


@pytest.mark.clause("daimyo.ruling.goal-order")
def test_bonuses_of_goals_met_at_once_come_in_the_same_order() -> None:
    game = playing("hall-of-heroes", active=1)
    for seat in range(3):
        game = game.cards(seat, hand=7)
    game = laying_out(game).then(goal_tokens=((1, 2),))
    assert game.asks() == [(1, "PickGoods")]
    game = game.when(1, ChooseGoods(Goods(rice=1)))
    assert game.asks() == [(2, "PickGoods")]


@pytest.mark.clause("daimyo.ruling.goal-order", "daimyo.goal.immediate")
def test_one_player_may_meet_two_goals_at_once() -> None:
    game = playing("six-governors", "stronghold").having(0, rice=1, governors=(*SIX[:4], "purple-1"))
    game = game.action("recruitment").when(0, RecruitGovernor("red-3"))
    game.then(0, points=5 + 4).then(goal_tokens=((0,), (0,)))


# The twelve goals of the house

MET: dict[str, dict[str, object]] = {
    "far-flung": {"governors": ("blue-1", "red-1", "yellow-1"), "towers": ("purple-1",)},
    "stronghold": {"governors": ("red-1", "red-2", "red-3")},
    "six-governors": {"governors": SIX},
    "whispers": {"shadows": ("red-shadow-1", "red-shadow-2", "blue-shadow-1")},
    "green-belt": THREE_FARMS,
    "voice-of-the-sky": {"towers": ("red-1", "blue-1", "yellow-1")},
    "deep-vaults": {"capacity": 8},
    "antiquarian": {"relics": {"red": 3}, "tiles": ("red-1", "blue-1", "blue-2"), "capacity": 5},
    "hall-of-heroes": {"hand": tuple(sorted(CONTENT.heroes))[:4]},
    "two-suns": TWO_RELICS,
    "lord-of-three": {"governors": ("blue-1", "red-1", "yellow-1")},
    "master-builder": {"farms": ("blue-1", "red-1", "red-2"), "towers": ("blue-2", "red-3")},
}


@pytest.mark.clause("daimyo.goal.immediate")
@pytest.mark.parametrize("goal", sorted(CONTENT.goals))
def test_each_goal_is_met_by_what_it_asks_for_and_by_nothing_less(goal: str) -> None:
    bare = playing(goal).having(0, deck=CONTENT.clan_heroes["tech"])
    laying_out(bare.having(0, **MET[goal])).then(goal_tokens=((0,),)).then(0, points=CONTENT.goals[goal].gold)
    for name, value in MET[goal].items():
        less = value - 1 if isinstance(value, int) else tuple(value.items() if isinstance(value, dict) else value)[1:]
        if goal == "antiquarian" and name == "capacity":
            continue
        laying_out(bare.having(0, **{**MET[goal], name: less})).without(GoalMet).then(goal_tokens=((),))


# No goals


@pytest.mark.clause("daimyo.goal.none-in-solo")
def test_the_solo_game_has_no_goals() -> None:
    assert set_up(1).state.scoring.goals == ()
    assert len(set_up(2).state.scoring.goals) == 4
    builds_three_farms(given(1), 0).without(GoalMet)


@pytest.mark.clause("daimyo.goal.immediate")
def test_2019_has_no_goals_and_none_is_met_before_the_first_round() -> None:
    assert set_up(3, edition="2019").state.scoring.goals == ()
    assert opened(3).state.scoring.goal_tokens == ((),) * 4


@pytest.mark.clause("daimyo.goal.immediate")
def test_a_clan_ability_meets_a_goal_as_anything_else_does() -> None:
    game = playing("deep-vaults").having(0, clan="tech", capacity=7).dice(0, 6, 6, 1).cards(0, deck=3)
    game = game.menu("production").when(0, USE_ABILITY).then(0, capacity=8, points=4)
    assert len(game.state.hands.hand[0]) == 2, "one from the ability, one from the goal"


@pytest.mark.clause("daimyo.goal.immediate", "daimyo.restore.immediate")
def test_a_goal_that_is_met_while_an_altar_is_chosen_is_not_forgotten() -> None:
    goal = next(goal for goal in CONTENT.goals.values() if [test.measure for test in goal.when] == ["shadows"])
    spaces = tuple(f"blue-shadow-{n}" for n in (1, 2, 3))
    game = given(goals=(goal.id,)).having(0, capacity=9, tiles=("red-1", "red-2", "red-3", "red-4"))
    game = game.having(0, shadows=spaces[: goal.when[0].at_least]).asking(ChooseAltar(seat=0, colour="red"))
    game = game.when(0, UseAltar(2)).then(None, goal_tokens=((0,),))
    assert [type(fact).__name__ for fact in game.facts][:2] == ["RelicRestored", "GoalMet"]

"""The end of the game."""

from __future__ import annotations

import pytest

from domain.games.micro_dojo.actions import ActivateBuilding, Donate, TriggerObjective
from domain.games.micro_dojo.building import TakeBuilding
from domain.kernel.chance import Chance
from domain.kernel.errors import NotAsked
from tests.domain.games.micro_dojo.game import RULES, Position, given
from tests.support.games import resign_game

CENTRE = "activation of space 5"
TRACK = ("hoarder", "builder", "miser", "peasant", "banker")


def fifth_objective(**values: object) -> Position:
    """Let seat 0 trigger the fifth objective, the Banker."""
    position = given(at="activation of space 9", track=TRACK, evaluated=4, **values)
    return position.when(0, TriggerObjective())


@pytest.mark.clause("micro-dojo.end.seven-points")
def test_a_gain_to_7_points_ends_the_game_at_once_and_remaining_effects_are_not_resolved() -> None:
    position = given(at=CENTRE, gold=(7, 0), food=(5, 0), points=(6, 0), buildings=(("guard-house",), ()))
    over = position.when(0, Donate("gold")).then(points=(7, 0), turn=0, agenda=())
    over.over(winners=(0,), ended_by="micro-dojo.end.seven-points", decided_by="micro-dojo.end.winner")
    with pytest.raises(NotAsked):
        RULES.decide(over.state, 0, Donate("food"), Chance(bytes(32), 3))


@pytest.mark.clause("micro-dojo.end.seven-points")
@pytest.mark.parametrize("points", [5, 6])
def test_points_of_a_building_end_the_game_too_also_above_7(points: int) -> None:
    position = given(at="activation of space 8", gold=(5, 0), food=(5, 0), points=(points, 0))
    over = position.when(0, TakeBuilding("castle")).then(points=(points + 2, 0), gold=(0, 0))
    over.over(winners=(0,), ended_by="micro-dojo.end.seven-points", decided_by="micro-dojo.end.winner")


@pytest.mark.clause("micro-dojo.end.seven-points")
def test_the_opponents_gain_by_an_objective_ends_the_game_too() -> None:
    position = given(at=CENTRE, gold=(0, 1), points=(0, 6)).when(0, TriggerObjective()).then(points=(0, 7))
    position.over(winners=(1,), ended_by="micro-dojo.end.seven-points", decided_by="micro-dojo.end.winner")


@pytest.mark.clause("micro-dojo.end.seven-points")
def test_6_points_do_not_end_the_game() -> None:
    position = given(at=CENTRE, gold=(3, 0), points=(5, 0), buildings=(("barracks",), ()))
    position.when(0, ActivateBuilding("barracks")).then(points=(6, 0), result=None, turn=0)


@pytest.mark.clause("micro-dojo.end.final-objective")
def test_a_tie_on_the_fifth_objective_also_ends_the_game() -> None:
    over = fifth_objective(gold=(3, 3), points=(5, 4)).then(points=(5, 4), evaluated=5, agenda=())
    over.over(winners=(0,), ended_by="micro-dojo.end.final-objective", decided_by="micro-dojo.end.winner")


@pytest.mark.clause("micro-dojo.end.final-objective")
def test_the_fifth_objective_is_worth_3_points_before_the_game_ends() -> None:
    over = fifth_objective(gold=(4, 3), points=(0, 2)).then(points=(3, 2), evaluated=5)
    over.over(winners=(0,), ended_by="micro-dojo.end.final-objective", decided_by="micro-dojo.end.winner")


@pytest.mark.clause("micro-dojo.end.final-objective", "micro-dojo.end.seven-points")
def test_a_game_that_ends_by_7_points_with_the_fifth_objective_ends_once() -> None:
    over = fifth_objective(gold=(4, 3), points=(5, 2)).then(points=(8, 2), evaluated=5)
    over.over(winners=(0,), ended_by="micro-dojo.end.seven-points", decided_by="micro-dojo.end.winner")


@pytest.mark.clause("micro-dojo.end.winner")
def test_5_points_beat_4_whoever_is_richer_or_holds_the_token() -> None:
    over = fifth_objective(gold=(3, 3), food=(0, 7), points=(5, 4), influence=1)
    over.over(winners=(0,), ended_by="micro-dojo.end.final-objective", decided_by="micro-dojo.end.winner")
    assert [(score.seat, score.points, score.rank) for score in RULES.scores(over.state)] == [(0, 5, 1), (1, 4, 2)]


@pytest.mark.clause("micro-dojo.end.tie-break")
@pytest.mark.parametrize("holder", [0, 1])
def test_on_4_points_each_the_holder_of_the_unused_token_wins_even_if_poorer(holder: int) -> None:
    food = (0, 6) if holder == 0 else (6, 0)
    over = fifth_objective(gold=(2, 2), food=food, points=(4, 4), influence=holder)
    over.over(winners=(holder,), ended_by="micro-dojo.end.final-objective", decided_by="micro-dojo.end.tie-break")


@pytest.mark.clause("micro-dojo.end.tie-break")
def test_with_the_token_used_5_resources_beat_3() -> None:
    over = fifth_objective(gold=(2, 2), food=(1, 3), points=(4, 4))
    over.over(winners=(1,), ended_by="micro-dojo.end.final-objective", decided_by="micro-dojo.end.tie-break")


@pytest.mark.clause("micro-dojo.end.tie-break")
def test_equal_in_everything_the_game_is_shared() -> None:
    over = fifth_objective(gold=(2, 2), food=(1, 1), points=(4, 4))
    over.over(winners=(0, 1), ended_by="micro-dojo.end.final-objective", decided_by="micro-dojo.end.tie-break")


@pytest.mark.clause("micro-dojo.end.resignation")
def test_who_resigns_loses_whatever_the_points() -> None:
    for seat in (0, 1):
        state = given(points=(5, 1) if seat == 0 else (1, 5)).state
        game = resign_game(RULES, state, seat)
        assert game.status == "resigned"
        assert game.to_move == ()
        assert game.result.winners == (1 - seat,)
        assert game.result.ended_by == game.result.decided_by == "micro-dojo.end.resignation"
        assert [score.points for score in game.result.scores] == list(state.points)

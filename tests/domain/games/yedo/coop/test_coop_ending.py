"""The end of Shogun Must Die: the last round, the scores, the goals, and a resignation."""

from __future__ import annotations

import pytest

from domain.games.yedo.course.round import AfterRound
from domain.games.yedo.facts.ending import BonusCardsShown
from domain.games.yedo.facts.turns import RoundBegan
from domain.games.yedo.phases.acting import ActionPhase, Idle
from domain.games.yedo.phases.final_scoring import FinalScoring, scores
from domain.games.yedo.printed.emperor_entries import GoalColumn
from domain.kernel.scoring import Result
from domain.kernel.table import Ended
from tests.domain.games.yedo.coop_games import coop, module
from tests.domain.games.yedo.game import CONTENT, RULES, Position

ERRANDS = tuple(sorted(CONTENT.emperor_cards))
KILL = "yedo.coop.end-lost-without-kill"
LOWEST, HIGHEST, DONE = "yedo.coop.end-lowest", "yedo.coop.end-highest", "yedo.coop.end-errands"


def goal(column: GoalColumn, level: str = "normal") -> int:
    """Return the number of a goal."""
    return module().goals[column, level]  # type: ignore[index]


def last_round(points: tuple[int, ...], errands: int, *, dead: bool = True, **fields: object) -> Position:
    """Return round 7 of a game in which the players have these points and Errands, and no Mon.

    If the Shogun is dead, the two bonus Errands are still to be turned up.
    """
    seats = len(points)
    given = {"mon": (0,) * seats, "patrol": None, "errands": ERRANDS[:errands], "points": points, **fields}
    return coop(seats, round=7, **{**given, **({"shogun": None} if dead else {})})


def ended(points: tuple[int, ...], errands: int, *, dead: bool = True, **fields: object) -> Result:
    """Return how such a game ends."""
    game = last_round(points, errands, dead=dead, **fields).asking(FinalScoring()).running()
    assert game.state.result is not None
    return game.state.result


def missed(result: Result) -> list[str]:
    """Return the clauses of the goals that were missed."""
    return [goal.clause for goal in result.goals if not goal.is_met]


def enough(seats: int = 2) -> tuple[int, ...]:
    """Return the fewest points that meet all goals of Prestige."""
    return (goal("highest"), *(goal("lowest"),) * (seats - 1))


# When the game ends


@pytest.mark.clause("yedo.coop.end-round", "yedo.coop.rounds")
def test_the_game_ends_when_the_last_disciple_of_round_seven_has_been_activated() -> None:
    game = last_round(enough(), goal("errands")).placed(("shogun", 0), ("harbor-1", 1))
    game = game.asking(ActionPhase()).running().when(0, Idle("shogun"))
    assert game.state.result is None
    game = game.when(1, Idle("harbor-1")).without(RoundBegan)
    assert game.of_type(Ended)
    assert game.state.result is not None
    assert game.state.result.ended_by == "yedo.coop.end-round"


@pytest.mark.clause("yedo.coop.end-round", "yedo.coop.kill-no-early-end")
@pytest.mark.parametrize("round", [4, 6])
def test_the_death_of_the_shogun_does_not_end_the_game(round: int) -> None:
    game = coop(2, round=round, shogun=None).asking(AfterRound()).running()
    assert game.state.result is None
    assert (game.state.turns.round, game.state.is_last_round) == (round + 1, round == 6)


# The Shogun


@pytest.mark.clause("yedo.coop.end-lost-without-kill", "yedo.coop.kill-minimum")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_with_all_goals_met_the_players_lose_while_the_shogun_lives(seats: int) -> None:
    result = ended((99,) * seats, len(ERRANDS), dead=False)
    assert (result.won_together, missed(result), result.decided_by) == (False, [KILL], KILL)
    assert [score.rank for score in result.scores] == [*(2,) * seats, 1]
    assert ended((99,) * seats, len(ERRANDS)).won_together


@pytest.mark.clause("yedo.coop.end-lost-without-kill", "yedo.coop.end-scoring")
def test_while_the_shogun_lives_nothing_is_scored() -> None:
    game = last_round((5, 5), 0, dead=False).having(0, mon=25, blackmail=1).asking(FinalScoring()).running()
    game.then(points=(5, 5))


# The scores


@pytest.mark.clause("yedo.coop.end-scoring")
def test_blackmail_and_mon_are_scored() -> None:
    game = last_round((5, 5), 0).having(0, blackmail=1, mon=25).having(1, mon=9)
    game.asking(FinalScoring()).running().then(points=(9, 5))


@pytest.mark.clause("yedo.coop.end-scoring")
def test_two_bonus_cards_are_scored() -> None:
    wood, stone = sorted(CONTENT.bonus_cards)[:2]
    game = last_round((5, 5), 0).having(0, bonus=(wood, stone)).asking(FinalScoring()).running()
    assert [fact.cards for fact in game.of_type(BonusCardsShown)] == [(wood, stone)]


@pytest.mark.clause("yedo.coop.end-scoring")
def test_what_is_scored_last_counts_for_the_goals() -> None:
    lowest = goal("lowest")
    short = ended((goal("highest"), lowest - 1), goal("errands"))
    assert missed(short) == [LOWEST]
    game = last_round((goal("highest"), lowest - 1), goal("errands")).having(1, mon=10)
    result = game.asking(FinalScoring()).running().state.result
    assert result is not None
    assert result.won_together


# The goals


@pytest.mark.clause("yedo.coop.end-lowest")
def test_every_player_needs_the_lowest_prestige() -> None:
    high, low = goal("highest"), goal("lowest")
    assert missed(ended((high, low, low), goal("errands"))) == []
    assert missed(ended((high, low, low - 1), goal("errands"))) == [LOWEST]


@pytest.mark.clause("yedo.coop.end-highest")
def test_one_player_needs_the_highest_prestige() -> None:
    high, low = goal("highest"), goal("lowest")
    assert missed(ended((low, high, low), goal("errands"))) == []
    assert missed(ended((high - 1,) * 3, goal("errands"))) == [HIGHEST]


@pytest.mark.clause("yedo.coop.end-errands")
def test_all_players_together_need_the_errands() -> None:
    assert missed(ended(enough(), goal("errands"))) == []
    assert missed(ended(enough(), goal("errands") - 1)) == [DONE]


@pytest.mark.clause("yedo.coop.end-all-targets")
def test_the_players_win_with_every_goal_and_lose_if_one_is_missed() -> None:
    won = ended(enough(3), goal("errands"))
    assert (won.won_together, won.decided_by) == (True, "yedo.coop.end-all-targets")
    assert [score.rank for score in won.scores] == [1, 1, 1, 2]
    assert [goal.clause for goal in won.goals] == [KILL, LOWEST, HIGHEST, DONE]
    for points, errands, clause in (
        ((goal("highest"), 0, goal("lowest")), goal("errands"), LOWEST),
        ((goal("lowest"),) * 3, goal("errands"), HIGHEST),
        (enough(3), 0, DONE),
    ):
        lost = ended(points, errands)
        assert (lost.won_together, missed(lost), lost.decided_by) == (False, [clause], clause)
        assert [score.rank for score in lost.scores] == [2, 2, 2, 1]


@pytest.mark.clause("yedo.coop.end-solo", "yedo.coop.objectives-solo")
def test_a_player_alone_wins_without_the_highest_prestige() -> None:
    assert goal("lowest") < goal("highest")
    won = ended((goal("lowest"),), goal("errands"))
    assert won.won_together
    assert [goal.clause for goal in won.goals] == [KILL, LOWEST, DONE]
    assert missed(ended((goal("lowest") - 1,), goal("errands"))) == [LOWEST]


@pytest.mark.clause("yedo.coop.objectives")
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_the_goals_are_those_of_the_chosen_level(level: str) -> None:
    result = ended((0, 0), 0, options={"goals": level})
    expected = [1, goal("lowest", level), goal("highest", level), goal("errands", level)]
    assert [found.target for found in result.goals] == expected
    assert [found.reached for found in result.goals] == [1, 0, 0, 0]


@pytest.mark.clause("yedo.coop.objectives")
def test_each_column_may_have_a_level_of_its_own() -> None:
    result = ended((0, 0), 0, options={"goals": "hard", "lowest_goal": "easy", "errands_goal": "normal"})
    targets = [found.target for found in result.goals[1:]]
    assert targets == [goal("lowest", "easy"), goal("highest", "hard"), goal("errands", "normal")]


@pytest.mark.clause("yedo.coop.daimyo-color")
def test_the_daimyo_has_no_points() -> None:
    result = ended(enough(), 0)
    assert (result.scores[2].seat, result.scores[2].points, result.scores[2].lines) == (2, 0, ())


# Before the end


@pytest.mark.clause("yedo.ruling.resigning-together")
def test_if_one_player_resigns_all_players_lose() -> None:
    game = last_round((99, 99), len(ERRANDS))
    for seat in (0, 1):
        result = RULES.resigned(game.state, seat)
        assert (result.ended_by, result.decided_by) == ("yedo.end.resignation", "yedo.ruling.resigning-together")
        assert (result.won_together, result.winners) == (False, (2,))


@pytest.mark.clause("yedo.coop.end-all-targets")
def test_during_the_game_all_seats_share_a_rank() -> None:
    found = scores(coop(3, points=(1, 5, 9)).state)
    assert [score.rank for score in found[:3]] == [2, 2, 2]
    assert [score.points for score in found[:3]] == [1, 5, 9]

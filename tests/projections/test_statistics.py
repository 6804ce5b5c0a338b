"""The statistics of a player's last games."""

from __future__ import annotations

from datetime import timedelta

from eventstore.recorder import FeedRecorder
from projections.queries.read import ReadModels
from projections.queries.statistics import Placements, RulesetGames, Streak
from tests.projections.running import carry
from tests.projections.scripted import START, Script
from tests.projections.test_ratings import play


def test_the_last_games_of_a_player_are_told_in_their_order(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    lost = play(store, 5, ("Ann", "Bob"), (1, 4))
    won = play(store, 2, ("Bob", "Ann"), (3, 7))
    tied = play(store, 9, ("Ann", "Bob", "Cem"), (4, 4, 2))
    short = Script(store, start=START + timedelta(minutes=7)).sit().end(9, 1)
    Script(store, teaching=True, start=START + timedelta(minutes=8)).sit().moves(4).end(9, 1)
    play(store, 11, ("Bob", "Cem"), (1, 2))
    carry(database_url)
    found = models.statistics("Ann")
    told = [(game.game, game.seats, game.rank, game.shared, game.points, game.counted) for game in found.games]
    assert told == [
        (won.id, 2, 1, False, 7, True),
        (lost.id, 2, 2, False, 1, True),
        (short.id, 2, 1, False, 9, False),
        (tied.id, 3, 1, True, 4, True),
    ]
    assert [game.time for game in found.games] == sorted(game.time for game in found.games)
    assert found.placements == [Placements("tic", 2, [1, 1]), Placements("tic", 3, [1, 0, 0])]
    assert found.rulesets == [RulesetGames("tic", 4)]
    assert (found.streak, found.longest_streak) == (Streak(True, 1), 1)


def test_a_streak_is_games_in_a_row_with_the_same_outcome(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    for minute, points in enumerate([(2, 1), (3, 1), (4, 4), (1, 2), (0, 2)]):
        play(store, minute, ("Ann", "Bob"), points)
    carry(database_url)
    ann, bob = models.statistics("Ann"), models.statistics("Bob")
    assert (ann.streak, ann.longest_streak) == (Streak(False, 2), 3)
    assert (bob.streak, bob.longest_streak) == (Streak(True, 3), 3)
    last = models.statistics("Ann", limit=4)
    assert ([game.points for game in last.games], last.longest_streak) == ([3, 4, 1, 0], 2)


def test_statistics_are_of_all_rulesets_or_of_one(database_url: str, store: FeedRecorder, models: ReadModels) -> None:
    play(store, 0, ("Ann", "Bob"), (2, 1))
    for minute in (1, 2):
        script = Script(store, start=START + timedelta(minutes=minute), ruleset="tac").sit().moves(4)
        script.end(1, 2)
    carry(database_url)
    found = models.statistics("Ann")
    assert found.rulesets == [RulesetGames("tac", 2), RulesetGames("tic", 1)]
    assert [game.ruleset for game in models.statistics("Ann", "tic").games] == ["tic"]
    nobody = models.statistics("Nobody")
    assert (nobody.games, nobody.placements, nobody.streak, nobody.longest_streak) == ([], [], None, 0)

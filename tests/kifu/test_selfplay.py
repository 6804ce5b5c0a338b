import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from domain.kernel.choice import AnyChoice, Choice, Move
from domain.kernel.errors import RulesError
from domain.kernel.scoring import Result
from domain.kernel.table import Outcome, State, Table
from domain.rulesets import AnyRuleset, registry
from kifu.selfplay import PlayedGame, play_games
from tests.kifu.command import kifu

RULES = registry()["micro-dojo"]
OPTIONS = RULES.parse_options({})


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    def games(seed: str) -> list[tuple[tuple[int, ...], object]]:
        played: list[PlayedGame] = []
        play_games(RULES, OPTIONS, 2, 5, seed, played.append)
        return [(game.moves, game.result) for game in played]

    assert games("one") == games("one")
    assert games("one") != games("two")


def test_a_game_does_not_depend_on_the_games_before_it() -> None:
    def lengths(games: int) -> list[int]:
        return play_games(RULES, OPTIONS, 2, games, "seed").lengths

    assert lengths(6)[:3] == lengths(3)


def test_the_tally_adds_up_what_on_game_is_told() -> None:
    played: list[PlayedGame] = []
    tally = play_games(RULES, OPTIONS, 2, 20, "7", played.append)
    assert [game.number for game in played] == list(range(20))
    assert tally.games == 20
    assert tally.lengths == [sum(game.moves) for game in played]
    assert tally.moves == sum(tally.lengths) == sum(seat.moves for seat in tally.seats)
    assert all(count > 0 for game in played for count in game.moves)
    for number, seat in enumerate(tally.seats):
        assert seat.points == sum(game.result.scores[number].points for game in played)
        assert seat.wins == sum(game.result.winners == (number,) for game in played)
        assert seat.shared == sum(game.result.winners == (0, 1) for game in played)
    assert sum(seat.wins for seat in tally.seats) + tally.seats[0].shared == 20
    assert tally.mean_length == tally.moves / 20
    assert tally.moves_per_second == pytest.approx(tally.moves / sum(game.seconds for game in played))


@pytest.mark.parametrize("movement", ["none", "1A", "1B", "2A", "2B"])
def test_every_option_for_movement_plays_to_the_end(movement: str) -> None:
    options = RULES.parse_options({"movement": movement, "objectives": "advanced"})
    assert play_games(RULES, options, 2, 5, movement).games == 5


class Pass(Move, frozen=True):
    pass


class Offer(Choice[State, Table[State]], frozen=True):
    standing = True

    def moves(self, state: State) -> Iterator[Move]:
        return iter(())


class Question(Choice[State, Table[State]], frozen=True):
    def moves(self, state: State) -> Iterator[Move]:
        yield Pass()


class OneMove:
    """Rules of a game that ends with its first move, whoever makes it."""

    def __init__(self, *asked: AnyChoice) -> None:
        self.asked = asked
        self.answered: list[int] = []

    def open(self, *_: object) -> Outcome[State]:
        return Outcome((), State())

    def choices(self, state: State) -> list[AnyChoice]:
        return list(self.asked)

    def decide(self, state: State, seat: int, move: Move, chance: object) -> Outcome[State]:
        self.answered.append(seat)
        return Outcome((), State(result=Result("end", "end", ())))


def test_an_offer_without_an_answer_is_passed_over() -> None:
    rules = OneMove(Offer(0), Offer(1), Question(1))
    play_games(cast(AnyRuleset, rules), OPTIONS, 2, 20, "seed")
    assert rules.answered == [1] * 20


def test_a_running_game_without_a_move_is_a_defect_of_the_rules() -> None:
    with pytest.raises(RulesError):
        play_games(cast(AnyRuleset, OneMove(Offer(0), Offer(1))), OPTIONS, 2, 1, "seed")


def test_the_command_counts_the_same_as_the_loop(tmp_path: Path) -> None:
    ran = kifu("selfplay", "micro-dojo", "--games", "10", "--seed", "9", "-o", "movement=2A", "--json", data=tmp_path)
    found = json.loads(ran.out)
    tally = play_games(RULES, RULES.parse_options({"movement": "2A"}), 2, 10, "9")
    assert found["moves"] == tally.moves
    assert [seat["wins"] for seat in found["seats"]] == [seat.wins for seat in tally.seats]
    assert found["moves_per_second"] > 0


def test_the_command_shows_a_table_and_the_speed(tmp_path: Path) -> None:
    ran = kifu("selfplay", "micro-dojo", "--games", "4", data=tmp_path)
    assert ran.exit_code == 0
    assert "Micro Dojo: 4 random games" in ran.out
    assert "Mean points" in ran.out
    assert " moves a second" in ran.out

"""Games that are won or lost together in the terminal and between bots."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from rich.console import Console

import service.rulesets
from domain.kernel.rulesets import Rulesets
from kifu.main import main
from kifu.playing.session import open_session
from kifu.selfplay import jobs
from kifu.selfplay.play import play_games
from kifu.selfplay.recording import Setup
from tests.domain.kernel.toy_coop import CoopToy

RULES = CoopToy()
RULESETS = Rulesets([RULES])
HELP, EARN = "1", "2"


def play(monkeypatch: pytest.MonkeyPatch, seats: int, *typed: str) -> str:
    """What Ada sees, who plays the toy on seat 0 with bots on the others, and types this."""
    out = io.StringIO()
    console = Console(file=out, width=200)
    options = RULES.parse_options({"lowest": 0})
    session = open_session(RULESETS, Setup(RULES, options, seats), 0, "Ada", "random", "x", console)
    answers: Iterator[str] = iter(typed)
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    session.run()
    return out.getvalue()


def test_a_person_who_plays_alone_wins_or_loses_against_the_side_that_plays_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    won = play(monkeypatch, 1, EARN, HELP)
    assert " The game ends. Ada wins against the Daimyo. Goals: " in won
    assert (
        "\nAda wins against the Daimyo.\n"
        "      Fewest Points 1 of 0, met (coop.end.lowest)\n"
        "      Errands 1 of 1, met (coop.end.errands)\n"
        "Ada: 1 point, rank 1\n"
        "   1  Work (coop.turn)\n"
        "the Daimyo: 0 points, rank 2\n"
    ) in won
    lost = play(monkeypatch, 1, EARN, EARN)
    assert "\nAda loses against the Daimyo.\n" in lost
    assert "      Errands 0 of 1, missed (coop.end.errands)\n" in lost


def test_who_resigns_in_the_terminal_loses_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(monkeypatch, 3, "resign")
    assert "\nAda resigns. The players lose together against the Daimyo. Goals: " in out
    assert "\nThe players lose together against the Daimyo.\n" in out


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_games_between_bots_count_how_often_each_goal_was_met(seats: int) -> None:
    played = []
    tally = play_games(RULES, RULES.parse_options({"lowest": 0, "errands": seats}), seats, 40, "1", played.append)
    errands = tally.goals["coop.end.errands", seats]
    reached = [game.result.goals[1].reached for game in played]
    assert (errands.what, errands.games, errands.reached) == ("errands", 40, sum(reached))
    assert errands.met == sum(number >= seats for number in reached)
    assert tally.won_together == sum(game.result.winners == tuple(range(seats)) for game in played)
    assert tally.seats[seats].wins == 40 - tally.won_together
    assert 0 < tally.won_together < 40


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the toy the only game."""
    monkeypatch.setattr(service.rulesets, "registry", lambda _: RULESETS)
    monkeypatch.setattr(jobs, "_rulesets", lambda: RULESETS)


def selfplay(*arguments: str) -> str:
    ran = CliRunner().invoke(main, ["selfplay", "coop", "--games", "20", "--seats", "2", *arguments])
    assert ran.exit_code == 0, ran.output
    return ran.stdout


@pytest.mark.usefixtures("registered")
def test_the_command_shows_the_goals_and_how_many_games_were_won() -> None:
    shown = selfplay()
    tally = play_games(RULES, RULES.parse_options({}), 2, 20, "1")
    assert f"The seats won {tally.won_together} of 20 games together (95 % interval " in shown
    assert "Fewest Points" in shown
    assert "the Daimyo" in shown
    assert "The winner scored" not in shown


@pytest.mark.usefixtures("registered")
def test_the_command_gives_the_goals_as_json() -> None:
    found = json.loads(selfplay("--json"))
    tally = play_games(RULES, RULES.parse_options({}), 2, 20, "1")
    assert found["won_together"] == tally.won_together
    assert [(goal["clause"], goal["target"], goal["games"]) for goal in found["goals"]] == [
        ("coop.end.lowest", 1, 20),
        ("coop.end.errands", 1, 20),
    ]
    errands = tally.goals["coop.end.errands", 1]
    assert (found["goals"][1]["met"], found["goals"][1]["mean_reached"]) == (errands.met, errands.reached / 20)
    assert found["seats"][2]["name"] == "the Daimyo"


@pytest.mark.usefixtures("registered")
def test_the_fuzzer_plays_it_with_every_number_of_seats() -> None:
    ran = CliRunner().invoke(main, ["fuzz", "coop", "--games", "8", "--json"])
    assert ran.exit_code == 0, ran.output
    found = json.loads(ran.stdout)
    assert found["fault"] is None
    assert {row["seats"] for row in found["combinations"]} == {1, 2, 3, 4}

"""Playing at the terminal, driven through standard input."""

import re
from pathlib import Path

from domain.kernel.audience import seat_viewer
from domain.rulesets import registry
from kifu.commands.play import Session
from kifu.selfplay.match import Match
from tests.domain.kernel.toy import Toy
from tests.kifu.command import Ran, kifu

RULES = registry()["micro-dojo"]
HELLO = "A number plays that move; ? explains the rule"


def play(typed: str, tmp_path: Path, *arguments: str) -> Ran:
    ran = kifu("play", "--seed", "teaching", *arguments, data=tmp_path, typed=typed)
    assert ran.err == ""
    assert ran.exit_code == 0
    return ran


def boards(out: str) -> list[str]:
    """The drawings of the nine spaces, in order."""
    return re.findall(r"(?:^[+|].*\n)+", out, re.MULTILINE)


def test_a_whole_game_is_played_by_taking_the_first_move_each_time(tmp_path: Path) -> None:
    ran = play("1\n" * 2000, tmp_path, "--name", "Ada")
    assert "The game ends." in ran.out
    assert re.search(r"^Ada: \d+ points, rank [12]$", ran.out, re.MULTILINE)
    assert re.search(r"^Bot: \d+ points, rank [12]$", ran.out, re.MULTILINE)
    clauses = re.findall(r"^ +\d+  .*\((micro-dojo\.[a-z.-]+)\)$", ran.out, re.MULTILINE)
    assert clauses
    assert all(clause in RULES.rulebook for clause in clauses)


def test_the_same_seed_and_answers_make_the_same_game(tmp_path: Path) -> None:
    assert play("1\n2\n1\nq\n", tmp_path).out == play("1\n2\n1\nq\n", tmp_path).out


def test_the_first_board_and_moves_are_those_of_the_rules(tmp_path: Path) -> None:
    match = Match(RULES, RULES.parse_options({}), 2, "teaching")
    (first,) = match.asked
    ran = play("q\n", tmp_path, "--seat", str(first), "--name", "Ada")
    names = ["Bot", "Bot"]
    names[first] = "Ada"
    assert RULES.board(RULES.view(match.state, seat_viewer(first)), names) in ran.out
    for number, option in enumerate(match.legal(first), 1):
        assert f"{number:>3}  {option.move.label()}\n" in ran.out
    assert ran.out.endswith("You leave the game after step 1.\n")


def test_a_question_mark_explains_the_clause_of_the_prompt_or_the_one_named(tmp_path: Path) -> None:
    ran = play("?\n? build.pay\n? nonsense\nq\n", tmp_path)
    asked = RULES.rulebook["micro-dojo.move.orthogonal"]
    assert f"{asked.id}\n{asked.text}\n" in ran.out
    assert f"> ? build.pay\nmicro-dojo.build.pay\n{RULES.rulebook['micro-dojo.build.pay'].text}\n" in ran.out
    assert "has no clause 'nonsense'" in ran.out


def test_anything_else_is_answered_with_help_and_plays_nothing(tmp_path: Path) -> None:
    ran = play("0\n99\nhello\n-1\n١\n\nq\n", tmp_path)
    assert ran.out.count("is none of the numbers 1 to ") == 5
    assert ran.out.count(HELLO) == 6
    assert len(boards(ran.out)) == 1


def test_the_end_of_the_input_leaves_the_game(tmp_path: Path) -> None:
    assert "You leave the game after step" in play("", tmp_path).out
    assert "You leave the game after step" in play("1\n", tmp_path).out


def test_nothing_is_taken_back_before_a_move_or_after_the_others_have_moved(tmp_path: Path) -> None:
    ran = play("b\nq\n", tmp_path)
    assert "There is nothing to take back" in ran.out
    assert "Taken back." not in ran.out


def test_an_own_move_of_the_turn_is_taken_back(tmp_path: Path) -> None:
    """Somewhere in a turn the player is asked twice in a row; the second answer can be to take the first back."""
    ran = play("1\nb\n" * 300 + "q\n", tmp_path, "--option", "movement=2A")
    before, _, after = ran.out.partition("Taken back.")
    assert after, "no move could be taken back in this game"
    assert boards(after)[0] == boards(before)[-2]


def test_a_take_back_of_a_match_restores_the_state_and_never_repeats_a_step() -> None:
    match = Match(RULES, RULES.parse_options({}), 2, "x")
    (seat,) = match.asked
    before = match.state
    match.play(seat, match.legal(seat)[0].move)
    assert match.state != before
    assert not match.take_back(1 - seat)
    assert match.take_back(seat)
    assert match.state == before
    assert match.step == 3
    assert not match.take_back(seat)


def test_a_side_that_is_no_seat_is_named_beside_the_players() -> None:
    rules = Toy()
    match = Match(rules, rules.parse_options({"house": True}), 3, "x")
    names = Session(match, 1, "Ada").names
    assert names == ["Bot 0", "Ada", "Bot 2", "the house"]
    assert rules.board(rules.view(match.state, seat_viewer(1)), names).splitlines()[-1] == "the house: 0"

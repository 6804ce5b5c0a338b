"""Playing at the terminal, driven through standard input."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from domain.kernel.audience import seat_viewer
from domain.kernel.rulesets import Rulesets
from domain.record.game import fold
from kifu.main import main
from kifu.playing.session import WORDS, Session, open_session
from kifu.selfplay.recording import Setup
from tests.domain.kernel.toy import Toy
from tests.kifu.command import kifu
from tests.support.archives import read_archive
from tests.support.rulesets import product_rulesets

RULES = product_rulesets()["micro-dojo"]
HELLO = "Micro Dojo, seed teaching. Type the number of a move, or help.\n"


def play(typed: str, *arguments: str) -> str:
    ran = CliRunner().invoke(main, ["play", "--seed", "teaching", *arguments], input=typed)
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def session(name: str = "Ada", own: int = 0, out: Console | None = None, seed: str = "teaching") -> Session:
    return open_session(
        product_rulesets(), Setup(RULES, RULES.parse_options({}), 2), own, name, "random", seed, out or Console()
    )


def boards(out: str) -> list[str]:
    """The drawings of the nine spaces, in order."""
    return re.findall(r"(?:^[+|].*\n)+", out, re.MULTILINE)


def test_a_whole_game_is_played_by_taking_the_first_move_each_time() -> None:
    out = play("1\n" * 2000, "--name", "Ada")
    assert "The game ends." in out
    assert re.search(r"^(Ada|Bot|Ada and Bot) (wins|share the victory)\.$", out, re.MULTILINE)
    assert re.search(r"^Ada: \d+ points, rank [12]$", out, re.MULTILINE)
    assert re.search(r"^Bot: \d+ points, rank [12]$", out, re.MULTILINE)
    clauses = re.findall(r"^ +\d+  .*\((micro-dojo\.[a-z.-]+)\)$", out, re.MULTILINE)
    assert clauses
    assert all(clause in RULES.rulebook for clause in clauses)


def test_the_same_seed_and_answers_make_the_same_game() -> None:
    assert play("1\n2\n1\nq\n") == play("1\n2\n1\nq\n")


def test_the_first_board_and_moves_are_those_of_the_rules() -> None:
    dealt = session()
    dealt.recording.start()
    (first,) = dealt.game.to_move
    out = play("q\n", "--seat", str(first + 1), "--name", "Ada")
    names = ["Bot", "Bot"]
    names[first] = "Ada"
    state = dealt.game.position
    assert out.startswith(HELLO)
    assert RULES.looks.board(RULES.view(state, seat_viewer(first)), names) in out
    (choice,) = RULES.choices(state)
    for number, move in enumerate(choice.moves(state), 1):
        assert f"{number:>3}  {move.label()}\n" in out
    assert out.endswith("You leave the game after 1 step.\n")


def test_a_question_mark_explains_the_clause_of_the_prompt_or_the_one_named() -> None:
    out = play("?\n? build.pay\n?nonsense\nq\n")
    asked = RULES.rulebook["micro-dojo.move.orthogonal"]
    assert f"{asked.id}\n{asked.text}\n" in out
    assert f"> ? build.pay\nmicro-dojo.build.pay\n{RULES.rulebook['micro-dojo.build.pay'].text}\n" in out
    assert "has no clause 'nonsense'" in out


def test_a_question_for_an_amount_takes_the_number_itself_and_p_passes() -> None:
    asked = "Bid higher, or pass? Type the number itself, or p to pass."
    yedo = ("yedo", "--seats", "3", "--name", "Ada", "--bots", "random")
    out = play("1\n" * 100, *yedo)
    before = "1\n" * out[: out.index(asked)].count("\n> ")
    lowest = re.findall(r"^ *(\d+)  bid \1 Mon$", out, re.MULTILINE)[0]
    assert re.search(r"^  p  pass$", out, re.MULTILINE)
    bid = play(f"{before}1\n{lowest}\nq\n", *yedo)
    assert "'1' cannot be played. Type one of the answers listed, or help." in bid
    assert f"Ada bids {lowest} Mon." in bid
    assert "Ada passes." in play(f"{before}p\nq\n", *yedo)


def test_a_long_list_is_asked_for_as_two_questions() -> None:
    """First the group, then the move; m goes back to the whole list."""
    alone = ("yedo", "--seats", "1", "--name", "Ada", "-o", "shogun_must_die=true", "-o", "sets=classic")
    out = play("2\n1\nm\nm\n2\n1\nq\n", *alone)
    first = "  1  draw 0 Green Missions ... (15 answers)\n  2  draw 1 Green Mission ... (10 answers)\n"
    first += "  3  draw 2 Green Missions ... (6 answers)\n  4  draw 3 Green Missions ... (3 answers)\n"
    first += "  5  draw 4 Green Missions\n"
    assert first in out
    assert out.count("  1  draw 1 Green Mission and 3 Black Missions\n") == 1
    assert "Ada draws 4 Missions" in out
    back = play("2\nm\n5\nq\n", *alone)
    assert back.count(first) == 2
    assert "Ada draws 4 Missions" in back
    assert "'16' cannot be played. Type a number from 1 to 10, or help." in play("2\n16\nq\n", *alone)
    long = play("1\n0\n" * 30, *alone)
    assert re.search(r"^  1  assign a Disciple \.\.\. \(\d+ answers\)\n  2  assign the Errand Boy \.\.\. ", long, re.M)


def test_anything_else_is_answered_with_what_can_be_typed_and_plays_nothing() -> None:
    out = play("0\n99\nhello\n-1\n١\n1 2\n\nq\n")
    assert out.count("cannot be played. Type a number from 1 to ") == 6
    assert len(boards(out)) == 1


def test_help_lists_what_can_be_typed() -> None:
    out = play("help\nq\n")
    for word, meaning in WORDS.items():
        assert re.search(rf"^  {re.escape(word)} +{re.escape(meaning)}$", out, re.MULTILINE)


def test_the_board_and_the_moves_are_printed_again_when_asked_for() -> None:
    once, again = play("q\n"), play("b\nm\nq\n")
    assert boards(again) == boards(once) * 2
    assert again.count("\n  1  ") == 2


def test_a_board_that_did_not_change_is_not_printed_again() -> None:
    """Consecutive questions about the same table are asked below one board."""
    out = play("1\n" * 2000, "--option", "movement=2A")
    shown = re.findall(r"(?:^[+|].*\n)+(?:^[> ] .*\n)+", out, re.MULTILINE)
    repeated = [one for one, other in pairwise(shown[:-1]) if one == other]
    assert len(shown) > 10
    assert repeated == []


def test_the_end_of_the_input_leaves_the_game() -> None:
    assert play("").endswith("\nYou leave the game after 2 steps.\n")
    assert play("1\n").endswith("steps.\n")


def test_an_interrupt_leaves_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert play("").endswith("\nYou leave the game after 2 steps.\n")


def test_giving_up_ends_the_game_in_last_place() -> None:
    out = play("resign\n", "--name", "Ada")
    assert "Ada resigns." in out
    assert "Bot wins.\n" in out
    assert re.search(r"^Ada: \d+ points, rank 2$", out, re.MULTILINE)


def test_nothing_is_taken_back_before_a_move_or_after_the_others_have_moved() -> None:
    assert "Someone else has moved since, or you have not moved yet." in play("u\nq\n")


def test_an_own_move_of_the_turn_is_taken_back() -> None:
    """At some point in a turn the player is asked twice in a row; the second answer can take the first back."""
    out = play("1\nu\n" * 300 + "q\n", "--option", "movement=2A", "--name", "Ada")
    before, _, after = out.partition("Ada takes back step ")
    assert after, "no move could be taken back in this game"
    assert boards(after)[0] == boards(before)[-2]


@pytest.mark.parametrize(
    ("typed", "status", "verdict"),
    [
        ("1\n" * 2000, "finished", "The record is whole, and follows from the rules."),
        ("1\nresign\n", "resigned", "The record is whole, and follows from the rules."),
        ("1\nq\n", "playing", "The record is whole, and follows from the rules."),
        ("1\n", "playing", "The record is whole, and follows from the rules."),
    ],
)
def test_a_recorded_game_verifies_however_it_ended(typed: str, status: str, verdict: str, tmp_path: Path) -> None:
    file = tmp_path / "game.kifu"
    play(typed, "--record", str(file), "--name", "Ada")
    with file.open("rb") as lines:
        game = fold(read_archive(lines, product_rulesets()), product_rulesets())
    assert game is not None
    assert (game.status, game.players) == (status, ("Ada", "Bot"))
    assert CliRunner().invoke(main, ["verify", str(file), "--unsigned"]).stdout.splitlines()[-1] == verdict
    assert CliRunner().invoke(main, ["replay", str(file)]).stdout.startswith("Micro Dojo: Ada against Bot, ")


def test_two_recorded_games_of_one_seed_are_two_games(tmp_path: Path) -> None:
    files = tmp_path / "one.kifu", tmp_path / "two.kifu"
    for file in files:
        play("q\n", "--record", str(file))
    ids = {re.findall(r'"game":"([^"]+)"', file.read_text("utf-8"))[0] for file in files}
    assert len(ids) == 2


def test_the_same_people_play_again_each_one_seat_further_on(tmp_path: Path) -> None:
    file = tmp_path / "game.kifu"
    asked = "Type again for another game with the same people, each one place further on, or q to leave."
    out = play("resign\nwhat\nagain\nresign\nq\n", "--name", "Ada", "--bots", "greedy", "--record", str(file))
    assert out.count(asked) == 3
    rulesets = product_rulesets()
    seated = []
    for path in (file, tmp_path / "game-2.kifu"):
        with path.open("rb") as lines:
            game = fold(read_archive(lines, rulesets), rulesets)
        seated.append(game and game.players)
    assert seated == [("Ada", "Bot"), ("Bot", "Ada")]


def test_whoever_leaves_a_game_is_not_asked_to_play_again() -> None:
    assert "Type again" not in play("1\nq\n")


def test_the_next_game_keeps_options_and_bots() -> None:
    opened = open_session(
        product_rulesets(), Setup(RULES, RULES.parse_options({"movement": "2A"}), 2), 0, "Ada", "greedy", "x", Console()
    )
    opened.recording.start()
    opened.recording.resign(0)
    with pytest.MonkeyPatch.context() as typing:
        typing.setattr("builtins.input", lambda _: "again")
        following = opened.follow()
    assert following is not None
    assert following.own == 1
    assert following.game.opened.options == opened.game.opened.options
    assert following.bots == {0: opened.bots[1]}


def test_bots_are_those_that_are_named() -> None:
    greedy = session()
    assert [type(bot).__name__ for bot in greedy.bots.values()] == ["RandomBot"]
    rules = Toy()
    several = open_session(
        Rulesets([rules]), Setup(rules, rules.parse_options({}), 3), 1, "Ada", "greedy,random", "x", Console()
    )
    assert {seat: type(bot).__name__ for seat, bot in several.bots.items()} == {0: "GreedyBot", 2: "RandomBot"}
    assert play("1\n" * 2000, "--bots", "greedy") != play("1\n" * 2000)


def test_a_side_that_is_no_seat_is_named_beside_the_players() -> None:
    rules = Toy()
    options = rules.parse_options({"house": True})
    opened = open_session(Rulesets([rules]), Setup(rules, options, 3), 1, "Ada", "random", "x", Console())
    opened.recording.start()
    assert opened.game.names == ["Bot 0", "Ada", "Bot 2", "the house"]


def test_the_command_works_as_a_process(tmp_path: Path) -> None:
    ran = kifu("play", "--record", str(tmp_path / "game.kifu"), data=tmp_path, typed="q\n")
    assert (ran.exit_code, ran.out.count("You leave the game")) == (0, 1)
    assert ran.err.startswith(f"Recorded in {tmp_path / 'game.kifu'}. `kifu verify ")


def terminal(width: int, height: int) -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=width, height=height, color_system="standard")


def test_on_a_terminal_changes_are_coloured_and_lines_wrap_by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1", "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    out = terminal(60, 100)
    session(out=out).run()
    written = out.file.getvalue()  # type: ignore[attr-defined]
    before, _, after = written.partition("Move a meeple.")
    assert "\x1b[1;33m" not in before
    assert "\x1b[1;33m" in after
    plain = re.sub(r"\x1b\[[0-9;]*m", "", written)
    assert all(len(line) <= 60 for line in plain.splitlines())
    assert " Display:" in plain

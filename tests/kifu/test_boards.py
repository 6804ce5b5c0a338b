"""Which parts of a board on a terminal are coloured, omitted and wrapped."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.text import Text

from kifu.shared.boards import CHANGED, mark_changed_lines, mark_changes, show_text

BEFORE = """\
+-----+-----+
| one | two |
| Ann |     |
+-----+-----+

BLUE  Ann 2
  sites: rice [Ann]  metal
RED  Bob 1
  sites: rice  metal [Bob]

> Ann: 0 points, nothing
    hand: none
  Bob: 0 points, nothing"""
AFTER = """\
+-----+-----+
| one | two |
|     | Ann |
+-----+-----+

BLUE  Ann 2
  sites: rice [Ann]  metal
RED  Bob 1
  sites: rice [Ann]  metal [Bob]

  Ann: 0 points, 2 gold
    hand: none
> Bob: 0 points, nothing"""


def coloured(text: Text) -> list[str]:
    """The words in colour, in order."""
    return [text.plain[span.start : span.end] for span in text.spans if span.style == CHANGED]


def shown(text: Text | str, width: int, terminal: bool = True) -> str:
    out = Console(file=io.StringIO(), force_terminal=terminal, width=width, color_system=None)
    show_text(out, text)
    return out.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_words_that_are_new_are_coloured_and_the_text_stays_as_it_was() -> None:
    marked = mark_changes(AFTER, BEFORE)
    assert marked.plain == AFTER
    assert coloured(marked) == ["Ann", "[Ann]", "2", "gold", ">"]


def test_the_first_board_and_one_that_did_not_change_have_no_colour() -> None:
    assert coloured(mark_changes(AFTER, None)) == coloured(mark_changes(AFTER, AFTER)) == []


def test_a_line_that_is_new_is_coloured_whole() -> None:
    assert coloured(mark_changes("one\nquite another line", "one")) == ["quite another line"]


def test_of_changed_lines_the_ones_above_them_are_shown_and_drawings_whole() -> None:
    assert mark_changed_lines(AFTER, BEFORE).plain.splitlines() == [
        "+-----+-----+",
        "| one | two |",
        "|     | Ann |",
        "+-----+-----+",
        "RED  Bob 1",
        "  sites: rice [Ann]  metal [Bob]",
        "  Ann: 0 points, 2 gold",
        "> Bob: 0 points, nothing",
    ]


def test_a_text_of_several_lines_is_shown_whole_if_one_of_them_changed() -> None:
    before = "Decks       one 1, two 2,\n            three 3\n\n  ANN: 2\n    Hand 1"
    after = before.replace("one 1", "one 0")
    assert mark_changed_lines(after, before).plain == "Decks       one 0, two 2,\n            three 3"
    later = before.replace("three 3", "three 2")
    assert mark_changed_lines(later, before).plain == "Decks       one 1, two 2,\n            three 2"
    assert mark_changed_lines(before.replace("ANN: 2", "ANN: 3"), before).plain == "  ANN: 3"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one two three four", ["one two", "  three", "  four"]),
        ("    one two three", ["    one", "      two", "      three"]),
        (" 12  one two three", [" 12  one", "     two", "     three"]),
        ("| one | two | three |", ["| one | two | three |"]),
        ("short\n\nlines", ["short", "", "lines"]),
    ],
)
def test_a_terminal_gets_lines_that_are_wrapped_by_words(text: str, lines: list[str]) -> None:
    assert shown(text, 11).splitlines() == lines


def test_a_pipe_gets_lines_as_they_are() -> None:
    assert shown(AFTER * 5, 11, terminal=False) == AFTER * 5 + "\n"

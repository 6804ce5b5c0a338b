"""The output of a session: boards with coloured changes, questions with numbered answers, rules."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from domain.kernel.choice import Subject
from domain.kernel.language import say
from domain.kernel.rulebook import Clause
from domain.kernel.words import explain, join_parts
from kifu.shared.boards import mark_changed_lines, mark_changes, show_text
from kifu.shared.clauses import show_clause

BELOW_BOARD = 6
"""The lines of the terminal that a board leaves for the questions below it."""
GAP = 3
"""The columns between adjacent answers."""
LEAST_ROWS = 8
"""The least number of rows before answers are put in columns."""


class Screen:
    """The terminal of one person; it remembers the last board shown."""

    def __init__(self, out: Console) -> None:
        self._out = out
        self._shown: str | None = None

    def say(self, text: str, style: str = "") -> None:
        """Print a line."""
        show_text(self._out, text, style)

    def show_board(self, board: str, whole: bool = False) -> None:
        """Print a board if it has changed since the last time, or if the `whole` board is wanted.

        After the first time, only the changed lines of a board that is too long for the terminal are printed.
        """
        before = self._shown
        self._shown = board
        if board == before and not whole:
            return
        self.say("")
        if whole or before is None or not self._is_long(board):
            show_text(self._out, mark_changes(board, before))
            return
        show_text(self._out, mark_changed_lines(board, before))
        self.say(say("(b shows the whole board)"), style="dim")

    def ask(self, prompt: str, answers: Sequence[tuple[str, str]], subjects: Sequence[Subject] = ()) -> None:
        """Print a question, what it is about, and its answers, each after the input that selects it.

        On a terminal, many short answers are put in columns.
        """
        self.say(prompt, style="bold")
        for subject in subjects:
            self._show_subject(subject)
        lines = [f"{key:>3}  {label}" for key, label in answers]
        width = max(map(len, lines), default=0) + GAP
        columns = min(-(-len(lines) // LEAST_ROWS), max(self._out.width // width, 1)) if self._out.is_terminal else 1
        rows = -(-len(lines) // max(columns, 1))
        for row in range(rows):
            self.say("".join(f"{line:<{width}}" for line in lines[row::rows]).rstrip())

    def _show_subject(self, subject: Subject) -> None:
        """Print a subject of the question on one line: its text, and its needs with what the seat has."""
        needs = [f"{need.what} {need.held}/{need.needed}" for need in subject.needs]
        said = [subject.text] if subject.text else []
        does = join_parts([*said, *needs])
        self.say(f"     {explain(subject.title, does) if does else subject.title}")

    def show_clause(self, clause: Clause) -> None:
        """Print a clause in full."""
        show_clause(self._out, clause)

    def _is_long(self, board: str) -> bool:
        return self._out.is_terminal and len(board.splitlines()) > self._out.height - BELOW_BOARD

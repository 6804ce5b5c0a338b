"""What a session prints: boards with their changes in colour, questions with numbered answers, rules."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from domain.kernel.rulebook import Clause
from kifu.shared.boards import changed_lines, mark_changes, show_text
from kifu.shared.clauses import show_clause

LEAST_BOARD = 12
"""Lines that a board may have on any terminal before only its changes are shown."""


class Screen:
    """The terminal of one person; remembers the last board that it showed."""

    def __init__(self, out: Console) -> None:
        self._out = out
        self._shown: str | None = None

    def say(self, text: str, style: str = "") -> None:
        """Print a line."""
        show_text(self._out, text, style)

    def show_board(self, board: str, whole: bool = False) -> None:
        """Print a board if it changed since it was last printed, or if the `whole` board is wanted.

        Of a board that fills more than half of the terminal only the lines that changed are printed, after it was
        printed whole once.
        """
        before = self._shown
        self._shown = board
        if board == before and not whole:
            return
        self.say("")
        if whole or before is None or not self._is_long(board):
            show_text(self._out, mark_changes(board, before))
            return
        show_text(self._out, mark_changes(changed_lines(board, before), before))
        self.say("(b shows the whole board)", style="dim")

    def ask(self, prompt: str, labels: Sequence[str], first: int) -> None:
        """Print a question with its answers, numbered from `first`."""
        self.say(prompt, style="bold")
        for number, label in enumerate(labels, first):
            self.say(f"{number:>3}  {label}")

    def show_clause(self, clause: Clause) -> None:
        """Print a clause in full."""
        show_clause(self._out, clause)

    def _is_long(self, board: str) -> bool:
        return self._out.is_terminal and len(board.splitlines()) > max(LEAST_BOARD, self._out.height // 2)

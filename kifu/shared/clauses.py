"""Clauses of a rulebook in words."""

from __future__ import annotations

from rich.console import Console

from domain.kernel.rulebook import Clause
from kifu.shared.boards import show_text


def show_clause(out: Console, clause: Clause) -> None:
    """Print a clause in full."""
    show_text(out, clause.id, style="bold")
    show_text(out, text_of(clause))
    show_text(out, f"({clause.source})", style="dim")
    if clause.note:
        show_text(out, f"Note: {clause.note}", style="dim")


def text_of(clause: Clause) -> str:
    """Return the text of a clause, after the edition and number of players that it is limited to."""
    limits = []
    if clause.edition:
        limits.append(f"edition {clause.edition}")
    if clause.players:
        limits.append(f"{clause.players} player" if clause.players == "1" else f"{clause.players} players")
    return f"({', '.join(limits)}) {clause.text}" if limits else clause.text

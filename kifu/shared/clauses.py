"""Clauses of a rulebook in words."""

from __future__ import annotations

from rich.console import Console

from domain.kernel.language import say, translate
from domain.kernel.rulebook import Clause
from kifu.shared.boards import show_text


def show_clause(out: Console, clause: Clause) -> None:
    """Print a clause in full."""
    show_text(out, clause.id, style="bold")
    show_text(out, text_of(clause))
    show_text(out, f"({clause.source})", style="dim")
    if clause.note:
        show_text(out, say("Note: {note}", note=clause.note), style="dim")


def text_of(clause: Clause) -> str:
    """Return the text of a clause, after the edition and number of players that it is limited to."""
    limits = []
    if clause.edition:
        limits.append(say("edition {edition}", edition=clause.edition))
    if clause.players:
        one = clause.players == "1"
        limits.append(say("1 player") if one else say("{players} players", players=clause.players))
    text = translate(clause.text)
    return f"({', '.join(limits)}) {text}" if limits else text

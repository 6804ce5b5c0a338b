"""`kifu clauses`: the rulebook."""

from __future__ import annotations

import click

from domain.kernel.rulebook import Clause
from kifu.shared.rules import clause_named, installed, ruleset_named
from kifu.shared.terminal import as_json, console, show_json, show_table


@click.command()
@click.argument("ruleset")
@click.argument("clause", required=False)
@as_json
def clauses(ruleset: str, clause: str | None, json_wanted: bool) -> None:
    """List the clauses of RULESET, or show one CLAUSE in full; it may be named without the ruleset in front."""
    found = ruleset_named(ruleset, installed())
    if clause is not None:
        one = clause_named(found, clause)
        if json_wanted:
            show_json(one)
        else:
            show_clause(one)
    elif json_wanted:
        show_json(list(found.rulebook))
    else:
        rows = ((each.id, worded(each), each.source) for each in found.rulebook)
        show_table(f"The rulebook of {found.title}", ("Clause", "Text", "Source"), rows)


def show_clause(clause: Clause) -> None:
    """Print a clause in full."""
    out = console()
    out.print(clause.id, style="bold", markup=False, soft_wrap=True)
    out.print(worded(clause), markup=False)
    out.print(f"({clause.source})", markup=False, style="dim")
    if clause.note:
        out.print(f"Note: {clause.note}", markup=False, style="dim")


def worded(clause: Clause) -> str:
    """The text of a clause, led by the edition and the number of players that it is limited to."""
    limits = []
    if clause.edition:
        limits.append(f"edition {clause.edition}")
    if clause.players:
        limits.append(f"{clause.players} player" if clause.players == "1" else f"{clause.players} players")
    return f"({', '.join(limits)}) {clause.text}" if limits else clause.text

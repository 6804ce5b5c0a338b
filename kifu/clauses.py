"""`kifu clauses`: the rulebook."""

from __future__ import annotations

import click

from domain.kernel.rulebook import Clause
from kifu.rules import clause_named, installed, ruleset_named
from kifu.terminal import as_json, console, show_json, show_table


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
        rows = ((each.id, each.text, each.source) for each in found.rulebook)
        show_table(f"The rulebook of {found.title}", ("Clause", "Text", "Source"), rows)


def show_clause(clause: Clause) -> None:
    """Print a clause in full."""
    out = console()
    out.print(clause.id, style="bold", markup=False, soft_wrap=True)
    out.print(clause.text, markup=False)
    out.print(f"({clause.source})", markup=False, style="dim")

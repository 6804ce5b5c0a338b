"""`kifu clauses`: the rulebook."""

from __future__ import annotations

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import console, show_json, show_table


@click.command(cls=Command, examples=("kifu clauses micro-dojo", "kifu clauses micro-dojo build.pay"))
@click.argument("ruleset")
@click.argument("clause", required=False)
@as_json
def clauses(ruleset: str, clause: str | None, json_wanted: bool) -> None:
    """Show the rulebook of a game, or one clause of it.

    CLAUSE is the id of a clause; the name of the ruleset in front of it may be left out.
    """
    from kifu.shared.clauses import show_clause, text_of
    from kifu.shared.rules import find_clause, find_ruleset, load_rulesets

    found = find_ruleset(ruleset, load_rulesets())
    if clause is not None:
        one = find_clause(found, clause)
        if json_wanted:
            show_json(one)
        else:
            show_clause(console(), one)
    elif json_wanted:
        show_json(list(found.rulebook))
    else:
        rows = ((each.id, text_of(each), each.source) for each in found.rulebook)
        show_table(f"The rulebook of {found.title}", ("Clause", "Text", "Source"), rows)

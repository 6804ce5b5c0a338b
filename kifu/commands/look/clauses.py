"""`kifu clauses`: shows the rulebook."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json


@click.command(cls=Command, spoken=True, examples=("kifu clauses micro-dojo", "kifu clauses micro-dojo build.pay"))
@click.argument("ruleset")
@click.argument("clause", required=False)
@as_json
def clauses(**options: Any) -> None:
    """Show the rulebook of a game, or one clause of it.

    CLAUSE is the id of a clause; its ruleset prefix may be left out.
    """
    from kifu.working.look.clauses import clauses as work

    work(**options)

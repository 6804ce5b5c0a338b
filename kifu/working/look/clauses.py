"""The work of `kifu clauses`."""

from __future__ import annotations

from domain.kernel.language import say, translate
from kifu.shared.clauses import show_clause, text_of
from kifu.shared.rules import find_clause, find_ruleset, load_rulesets
from kifu.shared.terminal import console, show_json, show_table


def clauses(ruleset: str, clause: str | None, json_wanted: bool) -> None:
    """Show the rulebook of a game, or one clause of it."""
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
        columns = (say("Clause"), say("Text"), say("Source"))
        rows = ((each.id, text_of(each), each.source) for each in found.rulebook)
        show_table(say("The rulebook of {game}", game=translate(found.title)), columns, rows)

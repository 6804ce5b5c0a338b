"""`kifu draws`: what a game draws by chance, by its code."""

from __future__ import annotations

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import show_json, show_table


@click.command(cls=Command, examples=("kifu draws micro-dojo", "kifu draws daimyo --json > draws.json"))
@click.argument("ruleset")
@as_json
def draws(ruleset: str, json_wanted: bool) -> None:
    """List every purpose for which a game draws, with its bounds.

    The list is read from the code of the game. With it, an outsider can check that the outcomes of a game are complete
    and that none was drawn for another purpose: see docs/fair-chance.md.
    """
    from kifu.shared.draws import find_draws
    from kifu.shared.rules import find_ruleset, load_rulesets

    found = find_ruleset(ruleset, load_rulesets())
    listed = find_draws(found)
    if json_wanted:
        show_json({"ruleset": found.id, "rules": found.version, "draws": listed})
        return
    rows = (
        (each.purpose, each.words, each.seen_by, ", ".join((*each.facts, *each.clauses)), each.where) for each in listed
    )
    show_table(f"What {found.title} draws", ("Purpose", "How", "Seen by", "Decides", "Where"), rows)

"""The work of `kifu rulesets`."""

from __future__ import annotations

import click

from domain.kernel.ruleset import AnyRuleset
from kifu.shared.boards import show_text
from kifu.shared.rules import find_ruleset, list_options, load_rulesets
from kifu.shared.terminal import console, show_json

MOST_NAMED = 12
"""How many names of a list are shown; the documentation has the rest."""


def rulesets(ruleset: str | None, json_wanted: bool) -> None:
    """List the games that can be played, or one, with their options."""
    loaded = load_rulesets()
    found = list(loaded) if ruleset is None else [find_ruleset(ruleset, loaded)]
    if json_wanted:
        show_json([_describe(ruleset) for ruleset in found])
        return
    for each in found:
        _show(each)
    click.echo("The first value of an option is the default. Choose others with -o NAME=VALUE.")


def _show(ruleset: AnyRuleset) -> None:
    out = console()
    usual = ruleset.seats(ruleset.parse_options({}))
    players = f"{_span(usual)} players"
    if usual != ruleset.most_seats:
        players += f", {_span(ruleset.most_seats)} with some options"
    show_text(out, ruleset.id, style="bold")
    content = ruleset.content.digest[:12]
    show_text(out, f"  {ruleset.title}, {players}. {len(ruleset.rulebook)} clauses.")
    show_text(out, f"  Rules version {ruleset.version}, content {content}.")
    if ruleset.introduction:
        show_text(out, f"  {ruleset.introduction.sentence}")
    items = ruleset.option_items()
    for option in list_options(ruleset):
        values = " | ".join(option.spellings)
        if isinstance(option.default, list):
            names = items.get(option.name, ())
            some = f" of {', '.join(names)}" if 0 < len(names) <= MOST_NAMED else ""
            values = f"names{some}, with commas between"
        show_text(out, f"    {option.name}: {values}")
    click.echo()


def _span(seats: range) -> str:
    """Write the number of players: "2", "1 to 4"."""
    return f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else f"{seats[0]}"


def _describe(ruleset: AnyRuleset) -> dict[str, object]:
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "seats": list(ruleset.most_seats),
        "options": list(list_options(ruleset)),
        "clauses": len(ruleset.rulebook),
        "content": ruleset.content.digest,
    }

"""The work of `kifu rulesets`."""

from __future__ import annotations

import click

from domain.kernel.language import say, translate
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.words import count_noun
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
    click.echo(say("The first value of an option is the default. Choose others with -o NAME=VALUE."))


def _show(ruleset: AnyRuleset) -> None:
    out = console()
    usual = ruleset.seats(ruleset.parse_options({}))
    players = say("{span} players", span=_span(usual))
    if usual != ruleset.most_seats:
        players = say("{span} players, {wider} with some options", span=_span(usual), wider=_span(ruleset.most_seats))
    show_text(out, ruleset.id, style="bold")
    content = ruleset.content.digest[:12]
    clauses = count_noun(len(ruleset.rulebook), "clause")
    show_text(out, f"  {translate(ruleset.title)}, {players}. {clauses}.")
    version = say("Rules version {version}, content {content}.", version=ruleset.version, content=content)
    show_text(out, f"  {version}")
    if ruleset.introduction:
        show_text(out, f"  {translate(ruleset.introduction.sentence)}")
    items = ruleset.option_items()
    for option in list_options(ruleset):
        values = " | ".join(option.spellings)
        if isinstance(option.default, list):
            names = items.get(option.name, ())
            few = ", ".join(names) if 0 < len(names) <= MOST_NAMED else ""
            some = say("names of {names}, with commas between", names=few)
            values = some if few else say("names, with commas between")
        show_text(out, f"    {option.name}: {values}")
    click.echo()


def _span(seats: range) -> str:
    """Write the number of players: "2", "1 to 4"."""
    return say("{least} to {most}", least=seats[0], most=seats[-1]) if len(seats) > 1 else f"{seats[0]}"


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

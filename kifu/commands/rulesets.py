"""`kifu rulesets`: what can be played."""

from __future__ import annotations

import click

from domain.rulesets import AnyRuleset
from kifu.shared.rules import OptionInfo, installed, option_infos
from kifu.shared.terminal import as_json, show_json, show_table


@click.command()
@as_json
def rulesets(json_wanted: bool) -> None:
    """List the rulesets with their options."""
    found = list(installed())
    if json_wanted:
        show_json([_described(ruleset) for ruleset in found])
        return
    show_table("Rulesets (the first value of an option is what it is unasked)", COLUMNS, map(_row, found), ["Clauses"])


COLUMNS = ("Id", "Title", "Version", "Players", "Options", "Clauses", "Content")


def _row(ruleset: AnyRuleset) -> tuple[str, ...]:
    options = "\n".join(_in_words(option) for option in option_infos(ruleset))
    return (
        ruleset.id,
        ruleset.title,
        ruleset.version,
        ", ".join(map(str, ruleset.most_seats)),
        options,
        str(len(ruleset.rulebook)),
        ruleset.content.digest[:12],
    )


def _in_words(option: OptionInfo) -> str:
    values = " | ".join(map(str, option.values)) or f"{option.default}"
    return f"{option.name}: {values}"


def _described(ruleset: AnyRuleset) -> dict[str, object]:
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "seats": list(ruleset.most_seats),
        "options": list(option_infos(ruleset)),
        "clauses": len(ruleset.rulebook),
        "content": ruleset.content.digest,
    }

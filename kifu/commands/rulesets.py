"""`kifu rulesets`: what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import show_json, show_table

if TYPE_CHECKING:
    from domain.rulesets import AnyRuleset
    from kifu.shared.rules import OptionInfo

COLUMNS = ("Id", "Title", "Players", "Options", "Clauses", "Version", "Content")


@click.command(cls=Command, examples=("kifu rulesets", "kifu rulesets --json"))
@as_json
def rulesets(json_wanted: bool) -> None:
    """List the games that can be played, with their options.

    The default of an option is the first of its values. Version is the one of the rules; Content names the printed
    numbers and cards by the first digits of their digest.
    """
    from kifu.shared.rules import installed

    found = list(installed())
    if json_wanted:
        show_json([_describe(ruleset) for ruleset in found])
        return
    title = "Rulesets (the first value of an option is the default)"
    show_table(title, COLUMNS, map(_row, found), ["Clauses", "Version"])


def _row(ruleset: AnyRuleset) -> tuple[str, ...]:
    from kifu.shared.rules import option_infos

    seats = ruleset.most_seats
    return (
        ruleset.id,
        ruleset.title,
        f"{seats[0]}-{seats[-1]}" if len(seats) > 1 else f"{seats[0]}",
        "\n".join(map(_describe_option, option_infos(ruleset))),
        str(len(ruleset.rulebook)),
        ruleset.version,
        ruleset.content.digest[:8],
    )


def _describe_option(option: OptionInfo) -> str:
    values = "names with commas" if isinstance(option.default, list) else " | ".join(option.spellings)
    return f"{option.name}: {values}"


def _describe(ruleset: AnyRuleset) -> dict[str, object]:
    from kifu.shared.rules import option_infos

    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "seats": list(ruleset.most_seats),
        "options": list(option_infos(ruleset)),
        "clauses": len(ruleset.rulebook),
        "content": ruleset.content.digest,
    }

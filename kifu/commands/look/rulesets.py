"""`kifu rulesets`: lists the games that can be played."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json


@click.command(cls=Command, spoken=True, examples=("kifu rulesets", "kifu rulesets yedo", "kifu rulesets --json"))
@click.argument("ruleset", required=False)
@as_json
def rulesets(**options: Any) -> None:
    """List the games that can be played, or one, with their options.

    The first value of an option is the default. The version is that of the rules; the content is the printed numbers
    and cards, named by the first digits of their digest.
    """
    from kifu.working.look.rulesets import rulesets as work

    work(**options)

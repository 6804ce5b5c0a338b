"""`kifu token`: makes a new token for a player who has lost theirs."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json

LABEL = "from the operator"


@click.command(cls=Command, examples=("kifu token Anna", "kifu token Anna --revoke-others"))
@click.argument("name")
@click.option("--label", default=LABEL, show_default=True, help="What the player sees in the list of their tokens.")
@click.option("--revoke-others", is_flag=True, help="Revoke all other tokens and the recovery codes at once.")
@as_json
def token(**options: Any) -> None:
    """Make a new token for a player.

    Prints a new token for the player NAME, who has lost theirs; it is shown only once. The player sees in GET
    /v1/me/events that the operator made it. A running service accepts it, and refuses the player's other tokens, at
    once.
    """
    from kifu.working.operate.token import token as work

    work(**options)

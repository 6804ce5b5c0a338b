"""`kifu arbiter`: appoints and lists the players who rule on disputes."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json


@click.command(
    cls=Command,
    examples=("kifu arbiter", "kifu arbiter Carla", "kifu arbiter Carla --dismiss"),
)
@click.argument("name", required=False)
@click.option("--dismiss", is_flag=True, help="End the appointment of NAME.")
@as_json
def arbiter(**options: Any) -> None:
    """Appoint a player as arbiter, or list the arbiters.

    NAME is a registered player, who can then rule on disputes with their own token. An arbiter can look into a running
    game only while a dispute in it is open, and never if they have a seat in it; each look is listed for the players of
    the game.
    """
    from kifu.working.operate.arbiter import arbiter as work

    work(**options)

"""`kifu replay`: shows a recorded game step by step."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json


@click.command(
    cls=Command,
    spoken=True,
    examples=("kifu replay game.kifu", "kifu replay game.kifu --at 12", "kifu replay game.kifu --as seat:0 --json"),
)
@click.argument("game")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="Show the board after step N.")
@click.option(
    "--as",
    "eyes",
    metavar="VIEWER",
    help="Who looks: spectator, seat:N or arbiter. By default the public, who may see all of a finished game.",
)
@as_json
def replay(**options: Any) -> None:
    """Show a recorded game step by step, or the board after a step.

    GAME is a .kifu file, or the id of a game in the database. On a terminal, the board after a step shows in colour
    what that step changed.
    """
    from kifu.working.look.replay import replay as work

    work(**options)

"""`kifu play`: plays a game against bots in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import game_options


@click.command(
    cls=Command,
    spoken=True,
    examples=(
        "kifu play",
        "kifu play micro-dojo -o movement=2A --bots greedy --record game.kifu",
        "kifu play daimyo --seats 3 --bots greedy,random --name Ada",
    ),
)
@click.argument("ruleset", required=False)
@game_options
@click.option(
    "--seat", type=click.IntRange(min=1), metavar="N", default=1, show_default=True, help="Your seat, counted from 1."
)
@click.option("--name", default="Player", show_default=True, help="Your name.")
@click.option(
    "--bots",
    "bot_names",
    default="random",
    show_default=True,
    metavar="NAMES",
    help="Who plays the other seats: random or greedy. One name for all, or one for each seat with commas between.",
)
@click.option("--seed", help="Any text; the same seed deals the same game. Random by default.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the game to FILE when it ends or you leave. An unfinished game can be verified and replayed as well."
    " The second game goes to FILE with -2 added to its name, and so on.",
)
def play(**options: Any) -> None:
    """Play a game in this terminal, with bots on the other seats.

    RULESET is one of those listed by `kifu rulesets`, by default the first. Type help during the game for a list of
    commands. When it is over, the same people can play again, each one seat further on.
    """
    from kifu.working.play.play import Wanted
    from kifu.working.play.play import play as work

    work(Wanted(**options))

"""`kifu selfplay`: plays many games between bots and sums up the results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json, game_options


@click.command(
    cls=Command,
    spoken=True,
    examples=(
        "kifu selfplay micro-dojo --games 1000 --option movement=2B",
        "kifu selfplay daimyo --seats 3 --games 100 --bots greedy --jobs 2 --usage",
        "kifu selfplay micro-dojo --games 5 --record games",
    ),
)
@click.argument("ruleset")
@click.option("--games", type=click.IntRange(min=1), metavar="N", default=1000, show_default=True, help="Play N games.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@game_options
@click.option(
    "--bots",
    default="random",
    show_default=True,
    metavar="NAMES",
    help="Who plays: random or greedy. One name for all seats, or one for each with commas between; they change seats"
    " from game to game.",
)
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", default=1, show_default=True, help="Use N processes.")
@click.option("--usage", is_flag=True, help="Also count what the games named: cards, tiles, places.")
@click.option(
    "--record",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write each game into FOLDER as a .kifu file instead of counting.",
)
@as_json
def selfplay(**options: Any) -> None:
    """Let bots play many games, and count who wins.

    RULESET is one of those listed by `kifu rulesets`. If its rules determine who begins, wins are also counted by
    starting position.
    """
    from kifu.working.play.selfplay import Wanted
    from kifu.working.play.selfplay import selfplay as work

    work(Wanted(**options))

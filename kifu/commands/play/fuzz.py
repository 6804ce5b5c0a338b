"""`kifu fuzz`: plays random games under all options and checks every law; it writes a failing game to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import FILE, as_json


@click.command(
    cls=Command,
    examples=(
        "kifu fuzz micro-dojo --games 100",
        "kifu fuzz daimyo --minutes 5 --seed nightly",
        "kifu fuzz daimyo --reproduce fuzz/daimyo-nightly-17.kifu",
    ),
)
@click.argument("ruleset")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0),
    metavar="N",
    default=1.0,
    show_default="1",
    help="Start no game after N minutes.",
)
@click.option("--games", type=click.IntRange(min=1), metavar="N", help="Stop after N games.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed plays the same games.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("fuzz"),
    show_default=True,
    help="Where to write a game that breaks a law.",
)
@click.option(
    "--reproduce",
    "recorded",
    type=FILE,
    metavar="FILE",
    help="Play nothing; check the game in FILE and all moves of its last position.",
)
@as_json
def fuzz(**options: Any) -> None:
    """Look for faults in the rules by playing random games.

    Plays RULESET under all combinations of its options, or all pairs if there are many, and checks every law of the
    engine at every step: facts lead to the state, offered moves are accepted, other moves are refused by a clause, and
    so on. With more than two seats, some resign while the others play on. The last line is the verdict. The exit code
    is 1 if a law was broken; the game that breaks it is left in a file. Ctrl-C ends the games early, with exit code 130
    if no law was broken by then.
    """
    from kifu.working.play.fuzz import fuzz as work

    work(**options)

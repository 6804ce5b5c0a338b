"""`kifu play`: a game against bots in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from kifu.shared.faults import Fault
from kifu.shared.groups import Command
from kifu.shared.options import game_options
from kifu.shared.terminal import console, note


@click.command(
    cls=Command,
    examples=(
        "kifu play",
        "kifu play micro-dojo -o movement=2A --bots greedy --record game.kifu",
        "kifu play daimyo --seats 3 --bots greedy,random --name Ada",
    ),
)
@click.argument("ruleset", required=False)
@game_options
@click.option("--seat", "own", type=click.IntRange(min=0), metavar="N", default=0, show_default=True, help="Your seat.")
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
    help="Write the game to FILE when it ends or you leave. An unfinished game can be verified and replayed as well.",
)
def play(
    ruleset: str | None,
    pairs: Sequence[str],
    seats: int | None,
    own: int,
    name: str,
    bot_names: str,
    seed: str | None,
    record: Path | None,
) -> None:
    """Play a game in this terminal, with bots on the other seats.

    RULESET is one of those that `kifu rulesets` lists; the first of them by default. Type help during the game for what
    can be typed.
    """
    from kifu.playing.session import open_session
    from kifu.shared.rules import find_ruleset, load_rulesets, parse_options, seats_for

    rulesets = load_rulesets()
    rules = find_ruleset(ruleset, rulesets) if ruleset is not None else next(iter(rulesets))
    options = parse_options(rules, pairs)
    count = seats_for(rules, options, seats)
    session = open_session(rulesets, rules, options, count, own, name, bot_names, seed, console())
    with _open_record(record) as file:
        try:
            session.run()
        finally:
            if file is not None:
                session.recording.write(file, rulesets)
                note(f"Recorded in {record}. `kifu verify {record}` checks it, `kifu replay {record}` shows it.")


@contextmanager
def _open_record(path: Path | None) -> Iterator[BinaryIO | None]:
    """A new file for the game, opened before it is played so that it is not played in vain; raises Fault."""
    if path is None:
        yield None
        return
    try:
        file = path.open("xb")
    except FileExistsError:
        raise Fault(f"{path} exists already. Name a new file.") from None
    except OSError as error:
        raise Fault(f"{path} cannot be written: {error.strerror}. Name a file in a folder that can.") from None
    with file:
        yield file

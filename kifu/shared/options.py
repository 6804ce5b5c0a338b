"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def game_options(command: F) -> F:
    """Add `--option` and `--seats` to a command that opens games."""
    option = click.option(
        "--option",
        "-o",
        "pairs",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the game, as `kifu rulesets` lists them; may be repeated.",
    )
    seats = click.option("--seats", type=int, metavar="N", help="How many play; as few as possible by default.")
    return option(seats(command))


as_json = click.option("--json", "json_wanted", is_flag=True, help="Write JSON, for programs.")
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
keys_option = click.option("--keys", type=FILE, help="The service's keys: its /.well-known/kifu-keys.json as a file.")
player_keys_option = click.option(
    "--player-keys",
    type=FILE,
    multiple=True,
    help="The keys of a player, from /v1/players/NAME/keys; can be given for several.",
)


def witness_options(command: F) -> F:
    """Add `--witnesses` and `--quorum` to a command that verifies."""
    named = click.option(
        "--witnesses",
        "named",
        multiple=True,
        metavar="KEYS",
        help="Keys of witnesses, separated by commas, or a file with a key a line; may be repeated.",
    )
    quorum = click.option(
        "--quorum",
        type=click.IntRange(1),
        metavar="N",
        help="How many witnesses must have cosigned; more than half by default.",
    )
    return named(quorum(command))

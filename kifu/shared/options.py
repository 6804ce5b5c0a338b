"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
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

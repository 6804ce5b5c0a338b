"""Writing to the terminal: tables and progress for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import click
import msgspec
from rich.console import Console
from rich.table import Table

PIPED_WIDTH = 120


def console(err: bool = False) -> Console:
    """A console on standard output or standard error, as wide as the terminal, or 120 columns where there is none."""
    found = Console(stderr=err, highlight=False)
    return found if found.is_terminal else Console(stderr=err, highlight=False, width=PIPED_WIDTH)


def show_table(title: str, columns: Iterable[str], rows: Iterable[Iterable[str]], numbers: Iterable[str] = ()) -> None:
    """Print a table; the columns in `numbers` are set to the right, the first one is never broken over lines."""
    table = Table(title=title, title_justify="left", title_style="bold", header_style="bold")
    right = set(numbers)
    for place, column in enumerate(columns):
        justify: Literal["left", "right"] = "right" if column in right else "left"
        table.add_column(column, justify=justify, overflow="fold", no_wrap=place == 0)
    for row in rows:
        table.add_row(*(_plain(cell) for cell in row))
    console().print(table)


def _plain(cell: str) -> str:
    return cell.replace("[", "\\[")


def show_json(value: object) -> None:
    """Print a value as one line of JSON."""
    click.echo(msgspec.json.encode(value))


as_json = click.option("--json", "json_wanted", is_flag=True, help="Write JSON, for programs.")

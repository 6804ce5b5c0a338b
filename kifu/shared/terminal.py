"""Terminal output: tables for people, JSON for programs, notes to standard error."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

PIPED_WIDTH = 120


def console(err: bool = False) -> Console:
    """Return a console on standard output or standard error, as wide as the terminal, or 120 columns."""
    found = Console(stderr=err, highlight=False)
    return found if found.is_terminal else Console(stderr=err, highlight=False, width=PIPED_WIDTH)


def progress_bar() -> Progress:
    """Return a progress bar on standard error, shown only on a terminal."""

    class SpeedColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.0f}/s" if speed else "")

    counted = (TextColumn("{task.description:<12}"), BarColumn(), MofNCompleteColumn())
    columns = (*counted, SpeedColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    out = console(err=True)
    return Progress(*columns, console=out, disable=not out.is_terminal)


def show_table(title: str, columns: Iterable[str], rows: Iterable[Iterable[str]], numbers: Iterable[str] = ()) -> None:
    """Print a table; `numbers` columns are right-aligned, and they and the first column never wrap."""
    table = Table(title=title, title_justify="left", title_style="bold", header_style="bold")
    right = set(numbers)
    for place, column in enumerate(columns):
        justify: Literal["left", "right"] = "right" if column in right else "left"
        table.add_column(column, justify=justify, overflow="fold", no_wrap=place == 0 or column in right)
    for row in rows:
        table.add_row(*map(escape, row))
    console().print(table)


def show_json(value: object) -> None:
    """Print a value as one line of JSON."""
    click.echo(msgspec.json.encode(value))


def note(text: str) -> None:
    """Print a remark to standard error that is not part of the result."""
    click.echo(text, err=True)

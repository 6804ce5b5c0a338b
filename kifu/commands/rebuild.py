"""`kifu rebuild`: read models anew from the first event."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from kifu.shared.terminal import console


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
def rebuild(names: Sequence[str]) -> None:
    """Rebuild the read models of these names, or all, from the first event; the service goes on answering."""
    from kifu.shared.database import migrated_database
    from projections.running.rebuild import rebuild as build
    from service.parts import build_projections, build_rulesets
    from service.settings import read_settings

    projections = build_projections(build_rulesets(read_settings()))
    bars = Bars()
    with migrated_database(as_owner=True) as url, bars.shown:
        build(url, names, bars.update, projections=projections)
    for name, events in bars.done.items():
        click.echo(f"{name}: rebuilt from {events} events")


class Bars:
    """One bar a read model, on standard error."""

    def __init__(self) -> None:
        columns = (TextColumn("{task.description:<12}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self.shown = Progress(*columns, console=console(err=True), disable=not console(err=True).is_terminal)
        self.done: dict[str, int] = {}
        self._bars: dict[str, TaskID] = {}

    def update(self, name: str, done: int, total: int) -> None:
        """Say that so many of the events are read for this read model."""
        if name not in self._bars:
            self._bars[name] = self.shown.add_task(name, total=total)
        self.done[name] = done
        self.shown.update(self._bars[name], completed=done, total=total)

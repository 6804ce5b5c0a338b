"""`kifu rebuild`: build read models again from the events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import progress_bar, show_json

if TYPE_CHECKING:
    from rich.progress import TaskID


@click.command(cls=Command, examples=("kifu rebuild", "kifu rebuild history scores"))
@click.argument("names", metavar="[NAME]...", nargs=-1)
@as_json
def rebuild(names: Sequence[str], json_wanted: bool) -> None:
    """Rebuild read models from the first event.

    Rebuilds the read models with these names, or all of them. The service keeps answering meanwhile.
    """
    from kifu.shared.database import migrated_database
    from kifu.shared.rules import load_rulesets
    from projections.running.rebuild import rebuild as build
    from service.parts import build_projections

    projections = build_projections(load_rulesets())
    bars = _Bars()
    with migrated_database(as_owner=True) as url, bars.shown:
        build(url, names, bars.update, projections=projections)
    if json_wanted:
        show_json(bars.done)
        return
    for name, events in bars.done.items():
        click.echo(f"{name}: rebuilt from {events} events")


class _Bars:
    """A progress bar for each read model, on standard error."""

    def __init__(self) -> None:
        self.shown = progress_bar()
        self.done: dict[str, int] = {}
        self._bars: dict[str, TaskID] = {}

    def update(self, name: str, done: int, total: int) -> None:
        """Show how many of the events this read model has read."""
        if name not in self._bars:
            self._bars[name] = self.shown.add_task(name, total=total)
        self.done[name] = done
        self.shown.update(self._bars[name], completed=done, total=total)

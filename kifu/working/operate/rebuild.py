"""The work of `kifu rebuild`."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.progress import TaskID

from eventstore.postgres.datastore import Datastore
from kifu.shared.database import database, migrated_database
from kifu.shared.rules import load_rulesets
from kifu.shared.terminal import note, progress_bar, show_json
from projections.running.faulty import describe
from projections.running.make_tables import check_tables, make_missing_tables
from projections.running.rebuild import check
from projections.running.rebuild import rebuild as build
from service.parts import build_projections


def rebuild(names: Sequence[str], check_only: bool, json_wanted: bool) -> None:
    """Rebuild read models from the first event, or check them."""
    if check_only:
        _check(names, json_wanted)
        return

    projections = build_projections(load_rulesets())
    bars = _Bars()
    with database() as found:
        made = make_missing_tables(found.owner)
        if made:
            note(f"Made what was missing: {', '.join(made)}.")
        with migrated_database(as_owner=True) as url, bars.shown:
            beyond = build(url, names, bars.update, projections=projections)
    for name in beyond:
        note(f"{name} was said to have read more events than there are; it is what the events that are left give.")
    if json_wanted:
        show_json(bars.done)
        return
    for name, events in bars.done.items():
        click.echo(f"{name}: rebuilt from {events} events")


def _check(names: Sequence[str], json_wanted: bool) -> None:
    projections = build_projections(load_rulesets())
    bars = _Bars()
    with migrated_database() as url, bars.shown:
        with Datastore(url, pool_size=1) as datastore:
            check_tables(datastore.read)
        found = check(url, names, bars.update, projections=projections)
    if json_wanted:
        show_json(found)
    for name, faults in found.items() if not json_wanted else ():
        click.echo(f"{name}: {describe(faults) if faults else f'what {bars.done[name]} events give'}")
        for row in (row for fault in faults for row in fault.examples):
            click.echo(f"  {row}")
    if any(found.values()):
        raise SystemExit(1)


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

"""`kifu doctor`: every check of a service in one command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import show_json

if TYPE_CHECKING:
    from service.examination.findings import Finding

WARNED, FAULTY = 1, 2


@click.command(cls=Command, examples=("kifu doctor", "kifu doctor --quick --json"))
@click.option("--quick", is_flag=True, help="Leave out the two checks that read every event.")
@as_json
def doctor(quick: bool, json_wanted: bool) -> None:
    """Check the whole service, and say what to do.

    Looks at settings, content, open files, the data folder and its rights and space, the database, its migrations, role
    and definitions, keys, the clock, read models, checkpoints, witnesses, moved games, and at the service if one runs.
    Every event is read: the log is compared with what was signed, and the read models with the events. One line for
    each check, and with --json an object each.

    The exit code is 0 if all is well, 1 if something deserves a look, and 2 if something is wrong. Repairs nothing, and
    changes nothing but the note of which read models are false.
    """
    worst = 0
    for one in _examine(quick):
        worst = max(worst, {"warning": WARNED, "fault": FAULTY}.get(one.state, 0))
        if json_wanted:
            show_json(one)
        else:
            click.echo(f"{one.state:<8} {one.check}: {one.what}{f' {one.advice}' if one.advice else ''}")
    raise SystemExit(worst)


def _examine(quick: bool) -> Iterator[Finding]:
    from kifu.shared.database import database
    from kifu.shared.faults import Fault, explain
    from service.examination.database import examine_database
    from service.examination.findings import Finding
    from service.examination.machine import examine_machine, examine_service
    from service.settings import BadSettings, read_settings

    try:
        settings = read_settings()
    except BadSettings as error:
        for name, reasons in error.errors.items():
            yield Finding("settings", "fault", f"{name}: {' '.join(reasons)}", "docs/running.md lists the settings.")
        return
    yield Finding("settings", "well", "The settings can be used.")
    yield from examine_machine(settings, explain)
    try:
        with database() as found:
            yield from examine_database(settings, found.owner, found.service, explain, quick=quick)
    except Fault as error:
        yield Finding("database", "warning", error.message)
    except Exception as error:
        why = explain(error)
        if why is None:
            raise
        yield Finding("database", "fault", why)
    yield from examine_service(settings)

"""The work of `kifu doctor`."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from kifu.shared.database import database
from kifu.shared.explaining import explain
from kifu.shared.faults import Fault
from kifu.shared.terminal import show_json
from service.examination.database import examine_database
from service.examination.findings import Finding
from service.examination.machine import examine_machine, examine_service
from service.settings import BadSettings, read_settings
from service.settings.unknown import find_unknown

WARNED, FAULTY = 1, 2


def doctor(quick: bool, json_wanted: bool) -> None:
    """Check the whole service, and say what to do."""
    worst = 0
    for one in _examine(quick):
        worst = max(worst, {"warning": WARNED, "fault": FAULTY}.get(one.state, 0))
        if json_wanted:
            show_json(one)
        else:
            click.echo(f"{one.state:<8} {one.check}: {one.what}{f' {one.advice}' if one.advice else ''}")
    raise SystemExit(worst)


def _examine_names() -> Iterator[Finding]:
    unknown = find_unknown(os.environ)
    for name, similar in unknown.items():
        meant = f"{similar} may be meant." if similar else "docs/running.md lists the settings."
        yield Finding("settings", "warning", f"{name} is not a setting, so it has no effect.", meant)
    if not unknown:
        yield Finding("settings", "well", "The settings can be used.")


def _examine(quick: bool) -> Iterator[Finding]:
    try:
        settings = read_settings()
    except BadSettings as error:
        for name, reasons in error.errors.items():
            yield Finding("settings", "fault", f"{name}: {' '.join(reasons)}", "docs/running.md lists the settings.")
        return
    yield from _examine_names()
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

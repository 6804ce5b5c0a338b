"""`kifu doctor`: runs every check of a service."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json


@click.command(cls=Command, examples=("kifu doctor", "kifu doctor --quick --json"))
@click.option("--quick", is_flag=True, help="Leave out the two checks that read every event.")
@as_json
def doctor(**options: Any) -> None:
    """Check the whole service, and say what to do.

    Checks settings, content, open files, the data folder with its rights and space, the database with its migrations,
    role and definitions, keys, the clock, read models, checkpoints, witnesses, moved games, and the service if one is
    running. Every event is read: the log is compared with what was signed, and the read models with the events. Prints
    one line for each check, with --json one object.

    The exit code is 0 if all is well, 1 if something deserves attention, and 2 if something is wrong. Repairs nothing;
    the only change is the note of which read models are false.
    """
    from kifu.working.operate.doctor import doctor as work

    work(**options)

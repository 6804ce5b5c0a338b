"""`kifu rebuild`: rebuilds read models from the events."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json


@click.command(cls=Command, examples=("kifu rebuild", "kifu rebuild history scores", "kifu rebuild --check"))
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--check", "check_only", is_flag=True, help="Rebuild nothing; compare the read models with the events.")
@as_json
def rebuild(**options: Any) -> None:
    """Rebuild read models from the first event, or check them.

    Rebuilds the read models with these names, or all of them, in one pass over the events, and creates missing tables,
    for example after a backup without them was restored. Meanwhile the service keeps answering from the old ones. If
    one fails, it is left as it was, and the others are rebuilt. With --check, the exit code is 1 if a row differs from
    what the events give; /readyz shows it until the read model is rebuilt.
    """
    from kifu.working.operate.rebuild import rebuild as work

    work(**options)

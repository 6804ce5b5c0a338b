"""`kifu serve`: runs the service."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command


@click.command(cls=Command, examples=("kifu serve", "KIFU_PORT=9000 KIFU_DATA=/var/lib/kifu kifu serve"))
@click.option(
    "--new-key", is_flag=True, help="Start with keys that the other instances of this database do not know; once."
)
def serve(**options: Any) -> None:
    """Serve games over HTTP until interrupted.

    The settings are the KIFU_ variables of the environment; docs/running.md lists them.

    Instances that share a database share their keys. One whose keys differ from the others' says so and does not start.
    With --new-key (or KIFU_NEW_KEY=1), its signing key is accepted in addition to theirs; a token or seed key replaces
    the lost one.
    """
    from kifu.working.operate.serve import serve as work

    work(**options)

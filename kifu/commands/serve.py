"""`kifu serve`: the service."""

from __future__ import annotations

import click

from kifu.shared.groups import Command


@click.command(cls=Command, examples=("kifu serve", "KIFU_PORT=9000 KIFU_DATA=/var/lib/kifu kifu serve"))
def serve() -> None:
    """Serve games over HTTP until interrupted.

    The settings are the KIFU_ variables of the environment; the README lists them.
    """
    from service.settings import read_settings
    from service.supervisor import serve as run

    run(read_settings())

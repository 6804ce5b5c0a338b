"""`kifu serve`: the service."""

from __future__ import annotations

import click


@click.command()
def serve() -> None:
    """Serve games over HTTP, until interrupted; the settings are the KIFU_ variables of the environment."""
    from service.settings import read_settings
    from service.supervisor import serve as run

    run(read_settings())

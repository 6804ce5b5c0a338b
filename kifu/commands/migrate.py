"""`kifu migrate`: bring the database up to date."""

from __future__ import annotations

import click


@click.command()
def migrate() -> None:
    """Apply the migrations that the database lacks; makes the embedded database if there is none."""
    from eventstore.postgres.migrate import migrate as apply
    from kifu.shared.database import database

    with database(create=True) as found:
        applied = apply(found.owner)
    for migration in applied:
        click.echo(f"applied {migration}")
    click.echo(f"{len(applied)} migrations applied." if applied else "The database is up to date.")

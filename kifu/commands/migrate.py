"""`kifu migrate`: bring the database up to date."""

from __future__ import annotations

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import show_json


@click.command(cls=Command, examples=("kifu migrate", "KIFU_DATABASE_URL=postgresql://owner@db/kifu kifu migrate"))
@as_json
def migrate(json_wanted: bool) -> None:
    """Bring the database up to date.

    Applies the migrations that it lacks, and makes the embedded database if it does not exist yet.
    """
    from domain.kernel.words import count_noun
    from eventstore.postgres.migrate import migrate as apply
    from kifu.shared.database import database

    with database(create=True) as found:
        applied = apply(found.owner)
    if json_wanted:
        show_json({"applied": applied})
        return
    for migration in applied:
        click.echo(f"Applied {migration}")
    click.echo(f"{count_noun(len(applied), 'migration')} applied." if applied else "The database is up to date.")

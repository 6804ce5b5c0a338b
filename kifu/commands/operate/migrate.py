"""`kifu migrate`: bring the database up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.shared.faults import Fault
from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import show_json

if TYPE_CHECKING:
    from eventstore.postgres.citus import Spread

MOST_SHARDS = 64
"""As many as there are partitions; to import their number would slow the help down."""


@click.command(cls=Command, examples=("kifu migrate", "KIFU_DATABASE_URL=postgresql://owner@db/kifu kifu migrate"))
@click.option("--citus", is_flag=True, help="Spread the events over the workers of a Citus cluster, by partition.")
@click.option(
    "--shards",
    type=click.IntRange(1, MOST_SHARDS),
    metavar="N",
    help="With --citus, the first time: in how many shards; a few for each worker.",
)
@as_json
def migrate(citus: bool, shards: int | None, json_wanted: bool) -> None:
    """Bring the database up to date.

    Applies the migrations that it lacks, and makes the embedded database if it does not exist yet.
    """
    from domain.kernel.words import count_noun
    from eventstore.postgres.migrate import migrate as apply
    from kifu.shared.database import database

    if shards is not None and not citus:
        raise Fault("--shards needs --citus.")
    with database(create=True) as found:
        applied = apply(found.owner)
        nodes = _distribute(found.owner, shards) if citus else []
    if json_wanted:
        show_json({"applied": applied, "nodes": [{"node": one.node, "shards": one.shards} for one in nodes]})
        return
    for migration in applied:
        click.echo(f"Applied {migration}")
    click.echo(f"{count_noun(len(applied), 'migration')} applied." if applied else "The database is up to date.")
    for one in nodes:
        click.echo(f"{one.node} holds {count_noun(one.shards, 'shard')} of each distributed table.")


def _distribute(url: str, shards: int | None) -> list[Spread]:
    from eventstore.postgres.citus import NotDistributable, distribute

    try:
        return distribute(url, shards)
    except NotDistributable as error:
        raise Fault(f"{str(error)[:1].upper()}{str(error)[1:]}") from error

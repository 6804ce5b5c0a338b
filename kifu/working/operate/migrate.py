"""The work of `kifu migrate`."""

from __future__ import annotations

import click

from domain.kernel.words import count_noun
from eventstore.postgres.citus import NotDistributable, Spread, distribute
from eventstore.postgres.migrate import migrate as apply
from kifu.shared.database import database
from kifu.shared.faults import Fault
from kifu.shared.terminal import show_json


def migrate(citus: bool, shards: int | None, json_wanted: bool) -> None:
    """Bring the database up to date."""
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
    try:
        return distribute(url, shards)
    except NotDistributable as error:
        raise Fault(f"{str(error)[:1].upper()}{str(error)[1:]}") from error

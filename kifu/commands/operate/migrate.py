"""`kifu migrate`: brings the database up to date."""

from __future__ import annotations

from typing import Any

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json

MOST_SHARDS = 64
"""The number of partitions; importing it would slow the help down."""


@click.command(cls=Command, examples=("kifu migrate", "KIFU_DATABASE_URL=postgresql://owner@db/kifu kifu migrate"))
@click.option("--citus", is_flag=True, help="Spread the events over the workers of a Citus cluster, by partition.")
@click.option(
    "--shards",
    type=click.IntRange(1, MOST_SHARDS),
    metavar="N",
    help="With --citus, the first time: in how many shards; a few for each worker.",
)
@as_json
def migrate(**options: Any) -> None:
    """Bring the database up to date.

    Applies missing migrations, and creates the embedded database if it does not exist yet.
    """
    from kifu.working.operate.migrate import migrate as work

    work(**options)

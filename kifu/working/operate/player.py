"""The work of `kifu player`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import click

from domain.application.moderation.judging import LONGEST_WORDS
from domain.application.moderation.standing import MINUTE
from domain.rows import MeasureRow
from eventstore.postgres.datastore import Datastore
from eventstore.tables.accounts.moderation import Moderation
from eventstore.tables.players import Players
from kifu.shared.database import migrated_database
from kifu.shared.faults import Fault


def suspend(name: str, days: int, reason: str) -> None:
    """Suspend a player for some days."""
    if not 1 <= len(reason) <= LONGEST_WORDS or not reason.isprintable():
        raise Fault(f"A reason has 1 to {LONGEST_WORDS:,} printable characters.")
    with migrated_database() as url, Datastore(url, pool_size=1) as store:
        if not Players(store).exists(name):
            raise Fault(f"Nobody is called {name!r}.")
        now = datetime.now(UTC)
        until = now + timedelta(days=days)
        measure = MeasureRow(uuid4(), "suspend", name, None, None, None, None, reason, now, until)
        Moderation(store).take(measure)
    click.echo(f"{name} is suspended until {until:{MINUTE}}: measure {measure.id}.")

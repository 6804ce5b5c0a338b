"""The work of `kifu arbiter`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import click

from domain.application.arbiters import ArbiterTerm, list_terms
from eventstore.postgres.datastore import Datastore
from eventstore.tables.accounts.seals import GENERATIONS, UNSEALED, AccountSeals
from eventstore.tables.arbiters import Arbiters
from eventstore.tables.players import Players
from kifu.shared.database import migrated_database
from kifu.shared.faults import Fault
from kifu.shared.terminal import show_json, show_table
from service.keys.introduce import load_seals_in_use
from service.keys.token_seals import load_token_seals
from service.settings import read_settings


def arbiter(name: str | None, dismiss: bool, json_wanted: bool) -> None:
    """Appoint a player as arbiter, or list the arbiters."""
    if name is None and dismiss:
        raise click.UsageError("Name the player to dismiss.")
    with migrated_database() as url, Datastore(url, pool_size=1) as store:
        arbiters = Arbiters(store, _load_seals(store, changes=name is not None))
        if name is not None:
            if not Players(store).exists(name):
                raise Fault(f"Nobody is called {name!r}.")
            if not arbiters.note(name, not dismiss, datetime.now(UTC), "kifu arbiter") and dismiss:
                raise Fault(f"{name} is not an arbiter.")
        terms = list_terms(arbiters.notes())
    if json_wanted:
        show_json(terms)
    else:
        _show(terms)


def _load_seals(store: Datastore, changes: bool) -> AccountSeals:
    """Load the seals of appointments; before the first start, a read-only command works without seals."""

    if changes:
        seals = load_seals_in_use(read_settings(), store).accounts
        # As the first start of the service after an upgrade does, or earlier appointments would not count.
        seals.seal_what_is_there(store)
        return seals
    known = load_token_seals(read_settings())
    kinds = next(kinds for kinds in GENERATIONS if "arbiter" in kinds)
    return known.accounts if known is not None and known.accounts.has_sealed(store, kinds) else UNSEALED


def _show(terms: Sequence[ArbiterTerm]) -> None:
    rows = [(term.player, _minute(term.since), _minute(term.until) if term.until else "") for term in terms]
    show_table(f"Arbiters ({sum(term.until is None for term in terms)})", ("Player", "Since", "Until"), rows)


def _minute(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M %Z}"

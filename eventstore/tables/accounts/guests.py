"""Guests who are here no more: they go, and their games stay."""

from __future__ import annotations

from typing import NamedTuple

from eventstore.postgres.datastore import Datastore

STRANGER_DAYS, PLAYER_DAYS = 1, 30
"""How long a guest who never played stays without a request, and one who did; kifu.prune_guests knows these times
itself."""

PRUNE = "SELECT gone, emptied FROM kifu.prune_guests(%b::integer)"


class PrunedGuests(NamedTuple):
    """How many guests went, and how many lost all but the name, since keys or notes on arbiters refer to it."""

    gone: int
    emptied: int


class Guests:
    """The accounts of guests. Every call raises OperationalError while PostgreSQL is away."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def prune(self, most: int) -> PrunedGuests:
        """Remove what is due of at most `most` guests in one transaction; the list of games must not be behind."""
        return PrunedGuests(*self._datastore.read(PRUNE, (most,))[0])

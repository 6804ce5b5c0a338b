"""Removal of guests: they go, and their games stay."""

from __future__ import annotations

from typing import NamedTuple

from eventstore.postgres.datastore import Datastore

STRANGER_DAYS, PLAYER_DAYS = 1, 30
"""How long a guest without requests stays, if they never played and if they did; kifu.prune_guests hard-codes these
times."""

PRUNE = "SELECT gone, emptied FROM kifu.prune_guests(%b::integer)"


class PrunedGuests(NamedTuple):
    """How many guests were removed, and how many kept only the name, since keys or arbiter notes refer to it."""

    gone: int
    emptied: int


class Guests:
    """The accounts of guests. Every call raises OperationalError while PostgreSQL is unavailable."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def prune(self, most: int) -> PrunedGuests:
        """Remove expired data of at most `most` guests in one transaction; the list of games must be up to date."""
        return PrunedGuests(*self._datastore.read(PRUNE, (most,))[0])

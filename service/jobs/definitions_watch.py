"""Checks regularly whether the database is still defined as the migrations say, and raises an alarm if not."""

from __future__ import annotations

import structlog

from eventstore.postgres.datastore import Datastore
from eventstore.postgres.definitions import find_changes
from service import metrics

log = structlog.get_logger("kifu.checkpointer")


class DefinitionsWatch:
    """Compares the catalogue and the applied migrations at each `look`; each change is logged once."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self._logged: frozenset[str] = frozenset()

    def look(self) -> None:
        """Raise the errors of `eventstore.postgres.datastore.AWAY` while the database is unavailable."""
        found = find_changes(self._datastore.read)
        metrics.DEFINITION_FAULTS.set(len(found))
        for what in found:
            if what not in self._logged:
                log.error("the database was changed", what=what)
        self._logged = frozenset(found)

"""Verdicts on records that were verified before: the same events get the same verdict, without playing them again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Lock

from domain.proof.import_note import record_digest
from domain.rows import Row
from domain.verification.record import Verification

KEPT = 200


class Verdicts:
    """The latest verdicts, by a digest of everything that they followed from.

    Nothing is taken on trust: the events are read and their digest is made at each request, so that an event which
    was changed in the database gets a new verdict.
    """

    def __init__(self) -> None:
        self._verdicts: OrderedDict[Hashable, Verification] = OrderedDict()
        self._lock = Lock()

    def find(self, rows: Sequence[Row], others: Hashable, verify: Callable[[], Verification]) -> Verification:
        """Return what `verify` returned for the same events and `others`, which names all else that it follows from."""
        key = (tuple(row.version for row in rows), record_digest(rows), others)
        with self._lock:
            found = self._verdicts.get(key)
        if found is None:
            found = verify()
            with self._lock:
                self._verdicts[key] = found
                while len(self._verdicts) > KEPT:
                    self._verdicts.popitem(last=False)
        return found

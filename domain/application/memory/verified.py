"""Verdicts on records that were verified before: the same events get the same verdict, without playing them again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Sequence
from functools import partial

import msgspec

from domain.application.memory.sized_cache import Caches, SizedCache
from domain.kernel.language import current_language
from domain.proof.import_note import record_digest
from domain.rows import Row
from domain.verification.record import Verification

OBJECTS = 4
"""The most bytes of a verdict's objects per byte of its JSON."""
AROUND = 2048
"""Bytes of a verdict besides, with what it is known by."""


class Verdicts:
    """The latest verdicts, by a digest of everything that they followed from.

    Nothing is taken on trust: the events are read and their digest is made at each request, so that an event which
    was changed in the database gets a new verdict.
    """

    def __init__(self, caches: Caches) -> None:
        self._verdicts: SizedCache[Hashable, Verification] = SizedCache(
            caches.verdicts, partial(caches.report, "verdicts")
        )

    def find(self, rows: Sequence[Row], others: Hashable, verify: Callable[[], Verification]) -> Verification:
        """Return what `verify` returned for the same events and `others`, which names all else that it follows from."""
        key = (_versions_digest(rows), record_digest(rows), others, current_language())
        found = self._verdicts.get(key)
        if found is None:
            found = verify()
            self._verdicts.put(key, found, AROUND + OBJECTS * len(msgspec.json.encode(found)))
        return found


def _versions_digest(rows: Sequence[Row]) -> bytes:
    return hashlib.sha256(b"".join(row.version.to_bytes(8, "big", signed=True) for row in rows)).digest()

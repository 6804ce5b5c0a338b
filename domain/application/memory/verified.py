"""A cache of verdicts on records: the same events get the same verdict without a replay."""

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
"""The fixed overhead of a verdict and its key, in bytes."""


class Verdicts:
    """The latest verdicts, by a digest of everything that they depend on.

    Every request reads and digests the events again, so a change in the database leads to a new verdict.
    """

    def __init__(self, caches: Caches) -> None:
        self._verdicts: SizedCache[Hashable, Verification] = SizedCache(
            caches.verdicts, partial(caches.report, "verdicts")
        )

    def find(self, rows: Sequence[Row], others: Hashable, verify: Callable[[], Verification]) -> Verification:
        """Return what `verify` returned for the same events and `others`, which names everything else that the verdict
        depends on.
        """
        key = (_versions_digest(rows), record_digest(rows), others, current_language())
        found = self._verdicts.get(key)
        if found is None:
            found = verify()
            self._verdicts.put(key, found, AROUND + OBJECTS * len(msgspec.json.encode(found)))
        return found


def _versions_digest(rows: Sequence[Row]) -> bytes:
    return hashlib.sha256(b"".join(row.version.to_bytes(8, "big", signed=True) for row in rows)).digest()

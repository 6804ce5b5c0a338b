"""The stored cosignatures that the keys of some witnesses confirm; others are ignored."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from domain.proof.log_store import CosignatureStore
from domain.proof.notes import BadNote, Note, NoteKey, NoteSignature, verify_note

RECENT = 10
"""A checkpoint with enough cosignatures is preferred to newer ones, unless there are this many newer ones."""
AT_ONCE = 32


class Cosigned:
    """These witnesses' signatures of the log of heads."""

    def __init__(self, store: CosignatureStore, witnesses: Sequence[NoteKey]) -> None:
        self._store = store
        self._keys = {key.vkey: key for key in witnesses}

    def signatures(self, size: int, text: str) -> tuple[NoteSignature, ...]:
        """Return the cosignatures of the checkpoint of this size and text, the first of each witness."""
        found = []
        for vkey, rows in groupby(self._store.of(size, self._keys), key=lambda row: row.witness):
            key = self._keys[vkey]
            signatures = (NoteSignature(key.name, key.id, row.signature) for row in rows)
            genuine = (one for one in signatures if _is_genuine(text, one, key))
            found += list(genuine)[:1]
        return tuple(found)

    def is_enough(self, signatures: Sequence[NoteSignature]) -> bool:
        """Return whether more than half of the witnesses signed."""
        return 2 * len(signatures) > len(self._keys)

    def sizes_to(self, size: int) -> list[int]:
        """Return a few sizes up to this one that have cosignatures, unchecked, the largest first."""
        return list(self._store.sizes_to(size, self._keys, RECENT))

    def sizes_from(self, size: int) -> list[int]:
        """Return the first sizes from this one on that have cosignatures, unchecked."""
        return list(self._store.sizes_from(size, self._keys, AT_ONCE))


def _is_genuine(text: str, signature: NoteSignature, key: NoteKey) -> bool:
    try:
        return bool(verify_note(Note(text, (signature,)), [key]))
    except BadNote:
        return False

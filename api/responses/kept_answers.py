"""Answers that cost much to make and stay the same, kept within bounds in bytes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from domain.application.memory.sized_cache import MEBIBYTE, SizedCache

KEPT_BYTES = 32 * MEBIBYTE
LARGEST = 4 * MEBIBYTE


class KeptAnswers:
    """The answers that were asked for last, by all that they follow from; a reader has one of these."""

    def __init__(self) -> None:
        self._answers: SizedCache[Hashable, bytes] = SizedCache(KEPT_BYTES)

    def find(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Return the answer of a key; `make` makes it if it is not kept."""
        found = self._answers.get(key)
        if found is None:
            found = make()
            self._answers.put(key, found, len(found))
        return found

    def find_lines(self, key: Hashable, lines: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the answer of a key as one piece, or else `lines`, which are kept once all of them were taken."""
        found = self._answers.get(key)
        if found is not None:
            yield found
            return
        kept: list[bytes] = []
        size = 0
        for line in lines:
            size += len(line)
            if size <= LARGEST:
                kept.append(line)
            yield line
        if size <= LARGEST:
            self._answers.put(key, b"".join(kept), size)

"""A bounded cache of responses that are expensive to make and never change."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from domain.application.memory.sized_cache import MEBIBYTE, SizedCache

KEPT_BYTES = 32 * MEBIBYTE
LARGEST = 4 * MEBIBYTE


class KeptAnswers:
    """The most recently requested responses, by everything that they depend on; each reader has one cache."""

    def __init__(self) -> None:
        self._answers: SizedCache[Hashable, bytes] = SizedCache(KEPT_BYTES)

    def find(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Return the cached response of a key, or the one that `make` makes."""
        found = self._answers.get(key)
        if found is None:
            found = make()
            self._answers.put(key, found, len(found))
        return found

    def find_lines(self, key: Hashable, lines: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the cached response of a key as one piece, or else `lines`, which are cached once all were taken."""
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

"""A cache bounded in bytes, and the limits of all caches of a process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeAlias, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MEBIBYTE = 1 << 20
ENTRY = 256
"""The overhead of an entry: the key, its place in the order, and its recorded size."""
REPORTED_SHARE = 64

Report: TypeAlias = Callable[[str, int], None]
"""Called with a cache's name and the bytes that it holds."""


@dataclass(frozen=True)
class Caches:
    """The estimated byte limits of a process's caches, and the function that they report to."""

    games: int = 48 * MEBIBYTE
    streams: int = 8 * MEBIBYTE
    verdicts: int = 4 * MEBIBYTE
    chance: int = 4 * MEBIBYTE
    report: Report = lambda _name, _held: None

    @classmethod
    def divide(cls, total: int, report: Report) -> Caches:
        """Divide a number of bytes between the caches, most of it for games."""
        return cls(total - total // 8 - 2 * (total // 16), total // 8, total // 16, total // 16, report)


class SizedCache(Generic[K, V]):
    """The most recently used values, as many as fit into `limit` bytes by their declared sizes.

    A value larger than the limit is not kept. Threads share the cache. `report` is called from time to time with the
    bytes held, accurate to a 64th of the limit.
    """

    def __init__(self, limit: int, report: Callable[[int], None] = lambda _held: None) -> None:
        self._limit = limit
        self._report = report
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._held = self._reported = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def held(self) -> int:
        """The estimated bytes of all values."""
        return self._held

    def get(self, key: K) -> V | None:
        """Return the value of a key, which counts as used now; None if it is not kept."""
        with self._lock:
            found = self._entries.get(key)
            if found is None:
                return None
            self._entries.move_to_end(key)
            return found[0]

    def put(self, key: K, value: V, size: int, unless: Callable[[V], bool] | None = None) -> None:
        """Store a value of about `size` bytes, unless `unless` holds for the existing one; drop the oldest values."""
        size += ENTRY
        with self._lock:
            known = self._entries.get(key)
            if known is not None:
                self._entries.move_to_end(key)
                if unless is not None and unless(known[0]):
                    return
                self._held -= known[1]
            self._entries[key] = value, size
            self._held += size
            if size > self._limit:
                self._held -= self._entries.pop(key)[1]
            while self._held > self._limit:
                self._held -= self._entries.popitem(last=False)[1][1]
            held, is_news = self._held, abs(self._held - self._reported) * REPORTED_SHARE >= self._limit
            if is_news:
                self._reported = held
        if is_news:
            self._report(held)

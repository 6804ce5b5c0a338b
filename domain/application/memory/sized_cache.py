"""A cache within bounds in bytes, and how many bytes each cache of a process may hold."""

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
"""What an entry takes besides its value: the key, the place in the order, and the note of its size."""
REPORTED_SHARE = 64

Report: TypeAlias = Callable[[str, int], None]
"""Told how many bytes a cache holds, by its name."""


@dataclass(frozen=True)
class Caches:
    """The most bytes that each cache of a process may hold, as they are estimated, and who is told what they hold."""

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
    """The values used last, as many as fit into `limit` bytes by the sizes that they are put in with.

    A value that is larger than all of it is not kept. Threads share the cache. `report` is told from time to time how
    many bytes are held, to within a 64th of the limit.
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
        """The estimated bytes of all that is kept."""
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
        """Keep a value of about `size` bytes, unless `unless` is true of the one that is kept; drop the oldest ones."""
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

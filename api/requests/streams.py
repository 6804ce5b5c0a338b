"""The live streams of a worker: their limits, and what they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import partial
from threading import Event, RLock

from api.problems import ApiError
from api.server.addresses import network_of
from domain.application.memory.sized_cache import Caches, SizedCache
from domain.kernel.language import later
from eventstore.feed import Watch
from service.metrics import STREAMS


class Slot:
    """The right to keep one stream open. It is released once, at the latest when garbage-collected."""

    def __init__(self, give_back: Callable[[], None]) -> None:
        self._give_back = give_back
        self._lock = RLock()
        self._held = True
        STREAMS.inc()

    def release(self) -> None:
        """Release the slot; doing so again has no effect."""
        with self._lock:
            if not self._held:
                return
            self._held = False
        STREAMS.dec()
        self._give_back()

    # A server that never starts reading a stream never closes it either.
    __del__ = release


class Streams:
    """Limits streams, each of which holds a thread: at most `most` are open, `most_per_address` from one address."""

    def __init__(self, most: int, most_per_address: int, caches: Caches) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._open: Counter[str] = Counter()
        self._closing = Event()
        # A slot can be given back by the garbage collector, in a thread that holds the lock.
        self._lock = RLock()
        self._encoded: SizedCache[Hashable, tuple[int, bytes]] = SizedCache(
            caches.streams, partial(caches.report, "streams")
        )

    def take(self, address: str) -> Slot:
        """Take a slot for a client. Raises ApiError too-many-requests or unavailable if none is free."""
        network = network_of(address)
        with self._lock:
            if self._closing.is_set() or self._open.total() >= self._most:
                raise ApiError(
                    "unavailable", later("All {most} live streams are in use; try again soon.", most=self._most)
                )
            if self._open[network] >= self._most_per_address:
                raise ApiError(
                    "too-many-requests",
                    later(
                        "An address may have {most} live streams open; close some.",
                        most=self._most_per_address,
                    ),
                )
            self._open[network] += 1
        return Slot(partial(self._give_back, network))

    def _give_back(self, network: str) -> None:
        with self._lock:
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]

    def close(self) -> None:
        """Make every stream end at its next look."""
        self._closing.set()

    def wait(self, watch: Watch, timeout: float) -> bool:
        """Wait at most `timeout` seconds for news of a game; False if the stream has to end."""
        watch.wait(timeout)
        return not self._closing.is_set()

    def shared(self, key: Hashable, encode: Callable[[], tuple[int, bytes]]) -> tuple[int, bytes]:
        """Return the result of `encode`, cached for other streams that show the same to the same viewer."""
        found = self._encoded.get(key)
        if found is None:
            found = encode()
            self._encoded.put(key, found, len(found[1]))
        return found

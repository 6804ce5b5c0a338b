"""The live streams of a worker: how many there may be, and what they share."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import BoundedSemaphore, Event, Lock

from api.problems import ApiError
from eventstore.feed import Watch
from service.metrics import STREAMS

SHARED = 512


class Slot:
    """The right to keep one stream open. It is given back once, at the latest when nobody refers to it any more."""

    def __init__(self, free: BoundedSemaphore) -> None:
        self._free = free
        self._lock = Lock()
        self._held = True
        STREAMS.inc()

    def release(self) -> None:
        """Give it back; a second time does nothing."""
        with self._lock:
            if not self._held:
                return
            self._held = False
        STREAMS.dec()
        self._free.release()

    # A server that never begins to read a stream never closes it either.
    __del__ = release


class Streams:
    """Streams hold a thread each, so at most `most` are open and the other threads stay free for requests."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._free = BoundedSemaphore(most) if most else None
        self._closing = Event()
        self._lock = Lock()
        self._encoded: OrderedDict[Hashable, tuple[int, bytes]] = OrderedDict()

    def take(self) -> Slot:
        """A slot; raises ApiError unavailable if all are in use."""
        if self._free is None or self._closing.is_set() or not self._free.acquire(blocking=False):
            raise ApiError("unavailable", f"All {self._most} live streams are in use; try again soon.")
        return Slot(self._free)

    def close(self) -> None:
        """Let every stream end when it looks next."""
        self._closing.set()

    def wait(self, watch: Watch, timeout: float) -> bool:
        """Wait for news of a game, at most `timeout` seconds; False if the stream shall end."""
        watch.wait(timeout)
        return not self._closing.is_set()

    def shared(self, key: Hashable, encode: Callable[[], tuple[int, bytes]]) -> tuple[int, bytes]:
        """What `encode` returns, kept for the other streams that show the same to the same eyes."""
        with self._lock:
            found = self._encoded.get(key)
        if found is None:
            found = encode()
            with self._lock:
                self._encoded[key] = found
                while len(self._encoded) > SHARED:
                    self._encoded.popitem(last=False)
        return found

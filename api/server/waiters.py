"""Requests that wait for read models on the event loop; one database query serves all of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias, TypeVar

SECONDS = 1.0
LOOK_SECONDS = 0.01
LOOKED_FOR_PER_ADDRESS = 16
"""How many positions of one address are looked up at a time; further requests wait until their time is over."""

K = TypeVar("K")
Place: TypeAlias = tuple[str, str]
"""The name of a read model and a position, as returned by a POST."""
FindReached: TypeAlias = Callable[[Collection[Place]], set[Place]]


class Waiters:
    """Lets requests of one event loop wait for read models; `find_reached` returns the places reached."""

    def __init__(self, find_reached: FindReached) -> None:
        self._find_reached = find_reached
        self._thread = ThreadPoolExecutor(1, "waiters")
        self._reached: dict[Place, asyncio.Event] = {}
        self._waiting: Counter[Place] = Counter()
        self._by_address: Counter[str] = Counter()
        self._looking: asyncio.Task[None] | None = None

    async def wait(self, address: str, place: Place) -> bool:
        """Wait until a position has been reached; False if that takes longer than SECONDS."""
        if self._by_address[address] >= LOOKED_FOR_PER_ADDRESS:
            await asyncio.sleep(SECONDS)
            return False
        reached = self._reached.setdefault(place, asyncio.Event())
        self._waiting[place] += 1
        self._by_address[address] += 1
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(self._look())
        try:
            return await asyncio.wait_for(reached.wait(), SECONDS)
        except TimeoutError:
            return False
        finally:
            _take_one(self._by_address, address)
            _take_one(self._waiting, place)
            if place not in self._waiting:
                self._reached.pop(place, None)

    async def _look(self) -> None:
        """Poll as long as anybody waits."""
        loop = asyncio.get_running_loop()
        while self._reached:
            try:
                found = await loop.run_in_executor(self._thread, self._find_reached, list(self._reached))
            except Exception:
                # The database is unavailable, as the waiting requests will find out by themselves.
                found = set()
            for place in found & self._reached.keys():
                self._reached[place].set()
            await asyncio.sleep(LOOK_SECONDS)


def _take_one(counts: Counter[K], key: K) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]

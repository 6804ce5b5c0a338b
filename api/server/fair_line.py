"""A queue in front of the threads or readers: few requests run at a time, and addresses take turns."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

WAIT_SECONDS = 10.0


class Crowded(Exception):
    """The address has too many waiting requests."""


class WaitedTooLong(Exception):
    """The request's turn did not come in time."""


class FairLine:
    """At most `most` requests run at a time, `most_per_address` from one address; `waiting_per_address` more may wait.

    Addresses take turns, so a busy client delays only itself. It belongs to one event loop.
    """

    def __init__(self, most: int, most_per_address: int, waiting_per_address: int) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._waiting_per_address = waiting_per_address
        self._inside = 0
        self._by_address: dict[str, int] = {}
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def enter(self, address: str) -> None:
        """Wait for a request's turn; the request must then `leave`. Raises Crowded, WaitedTooLong."""
        if self._has_room(address):
            self._let_in(address)
            return
        line = self._waiting.setdefault(address, deque())
        if len(line) >= self._waiting_per_address:
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        timer = asyncio.get_running_loop().call_later(WAIT_SECONDS, self._give_up, address, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(address)
            self._forget(address, turn)
            raise
        finally:
            timer.cancel()

    def leave(self, address: str) -> None:
        """Give a request's place to the next one."""
        self._inside -= 1
        left = self._by_address[address] - 1
        if left:
            self._by_address[address] = left
        else:
            del self._by_address[address]
        while (following := self._next()) is not None:
            turn = self._waiting[following].popleft()
            self._forget(following)
            self._let_in(following)
            turn.set_result(None)

    def _has_room(self, address: str) -> bool:
        return self._inside < self._most and self._by_address.get(address, 0) < self._most_per_address

    def _let_in(self, address: str) -> None:
        self._inside += 1
        self._by_address[address] = self._by_address.get(address, 0) + 1

    def _next(self) -> str | None:
        """Return the address whose turn it is; None if nobody waiting may enter."""
        if self._inside >= self._most:
            return None
        return next((address for address in self._waiting if self._has_room(address)), None)

    def _forget(self, address: str, turn: asyncio.Future[None] | None = None) -> None:
        """Stop waiting for `turn`; keep its address at the end of the queue if it has other requests."""
        line = self._waiting.get(address)
        if line is None:
            return
        if turn is not None and turn in line:
            line.remove(turn)
        elif turn is None:
            self._waiting.move_to_end(address)
        if not line:
            del self._waiting[address]

    def _give_up(self, address: str, turn: asyncio.Future[None]) -> None:
        if not turn.done():
            self._forget(address, turn)
            turn.set_exception(WaitedTooLong())

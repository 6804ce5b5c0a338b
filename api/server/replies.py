"""An answer in pieces on its way to the client: from a thread of this process, or from a reader process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import NamedTuple, Protocol

PIECES_AHEAD = 8
"""Pieces of an answer that a thread may be ahead of the client."""


class Piece(NamedTuple):
    """Some bytes of an answer; the first piece has status and headers, and the last the CPU seconds that it took.

    One that `failed` ends an answer that is not whole. One that `waits_for` a position of a read model asks for the
    request to be carried out again when that has been reached.
    """

    body: bytes
    more: bool
    status: int | None = None
    headers: Sequence[tuple[str, str]] = ()
    cost: float = 0.0
    failed: bool = False
    waits_for: tuple[str, str] | None = None


FAILED = Piece(b"", False, failed=True)


WAITING = "kifu.waiting"
"""Where the environ says what a call does that has to wait for a read model: DEFER or WAITED, or nothing is there."""
DEFER, WAITED = "defer", "waited"


class Deferred(BaseException):
    """Ends a request that is carried out again when a read model has reached a position.

    Apps answer other exceptions, and not this one.
    """

    def __init__(self, read_model: str, position: str) -> None:
        super().__init__(read_model, position)
        self.read_model = read_model
        self.position = position


class Reply(Protocol):
    """Where the event loop finds the pieces of an answer."""

    async def get(self) -> Piece:
        """Take the next piece, on the loop."""

    def hang_up(self) -> None:
        """Tell the maker of the pieces to end, on the loop: nobody reads them."""


class ThreadReply:
    """The way of an answer from its thread to the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._pieces: asyncio.Queue[Piece] = asyncio.Queue()
        self._room = threading.Semaphore(PIECES_AHEAD)
        self._is_gone = False

    def put(self, piece: Piece) -> bool:
        """Hand over a piece, from the thread, when there is room for it; False if the client has gone."""
        self._room.acquire()
        if self._is_gone:
            return False
        try:
            self._loop.call_soon_threadsafe(self._pieces.put_nowait, piece)
        except RuntimeError:
            # The loop has been closed: the service stops.
            return False
        return True

    async def get(self) -> Piece:
        """See `Reply`."""
        piece = await self._pieces.get()
        self._room.release()
        return piece

    def hang_up(self) -> None:
        """See `Reply`."""
        self._is_gone = True
        self._room.release(PIECES_AHEAD)
        self._pieces.put_nowait(FAILED)

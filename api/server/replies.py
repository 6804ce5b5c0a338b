"""A response in pieces on its way to the client: from a thread of this process, or from a reader process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import NamedTuple, Protocol

PIECES_AHEAD = 8
"""How many pieces a thread may be ahead of the client."""


class Piece(NamedTuple):
    """Some bytes of a response; the first piece has status and headers, the last the CPU seconds used.

    A `failed` piece ends an incomplete response. A piece with `waits_for` asks for the request to be run again when a
    read model has reached that position.
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
"""The environ key that says how a call waits for a read model: DEFER, WAITED or absent."""
DEFER, WAITED = "defer", "waited"


class Deferred(BaseException):
    """Ends a request that will run again when a read model has reached a position.

    Apps turn other exceptions into responses, but not this one.
    """

    def __init__(self, read_model: str, position: str) -> None:
        super().__init__(read_model, position)
        self.read_model = read_model
        self.position = position


class Reply(Protocol):
    """Gives the event loop the pieces of a response."""

    async def get(self) -> Piece:
        """Return the next piece, on the loop."""

    def hang_up(self) -> None:
        """Tell the producer to stop, on the loop: nobody reads the pieces."""


class ThreadReply:
    """The queue of a response from its thread to the event loop; `is_gone` if nobody reads it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._pieces: asyncio.Queue[Piece] = asyncio.Queue()
        self._room = threading.Semaphore(PIECES_AHEAD)
        self.is_gone = False

    def put(self, piece: Piece) -> bool:
        """Add a piece, from the thread, when there is room for it; False if the client has disconnected."""
        self._room.acquire()
        if self.is_gone:
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
        self.is_gone = True
        self._room.release(PIECES_AHEAD)
        self._pieces.put_nowait(FAILED)

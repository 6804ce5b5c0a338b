"""What one worker has just stored, told to the other workers of the machine before they need it.

Two players of a game often sit at two workers. Without this, the worker of the second player decides on the game as it
saw it last, is refused by the database, reads what is new and decides again. With it, each worker finds the events of
the others in a socket, and takes up those of games that it holds.

A message may get lost: a full socket drops it. Who misses one is refused by the database as before, so nothing depends
on them. They stay among processes that were forked from one, over sockets that have no name.

    game (16 bytes) | version of the first event (8 bytes) | MessagePack of [[topic, state], ...]
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from struct import Struct
from typing import NamedTuple
from uuid import UUID

import msgspec
from eventsourcing.persistence import StoredEvent

HEAD = Struct("!16sQ")
LARGEST = 1 << 16
"""The most bytes of a message; events that need more are read from the database."""
ROOM = 1 << 20
"""Bytes asked for of what a socket holds; the system may grant less."""


class Heard(NamedTuple):
    """Events that another worker has stored: of which game, from which version on, and the bytes of `stored`."""

    game_id: UUID
    first_version: int
    content: bytes

    def stored(self) -> list[StoredEvent]:
        """Return the events as the store returns them."""
        pairs = msgspec.msgpack.decode(self.content, type=list[tuple[str, bytes]])
        return [
            StoredEvent(self.game_id, self.first_version + number, topic, state)
            for number, (topic, state) in enumerate(pairs)
        ]


class Siblings:
    """One worker's end: where it hears the others, and where they hear it. It serves all threads."""

    def __init__(self, hears: socket.socket, tells: Sequence[socket.socket]) -> None:
        self._hears = hears
        self._tells = tells

    def tell(self, events: Sequence[StoredEvent]) -> None:
        """Tell the others that these events of one game were stored. Never waits, and never raises."""
        first = events[0]
        if not isinstance(first.originator_id, UUID):
            return
        content = msgspec.msgpack.encode([(event.topic, event.state) for event in events])
        message = HEAD.pack(first.originator_id.bytes, first.originator_version) + content
        if len(message) > LARGEST:
            return
        for other in self._tells:
            try:
                other.send(message)
            except OSError:
                # It is full, or its worker has gone.
                continue

    def hear(self) -> Iterator[Heard]:
        """Yield what the others have told since the last call; never waits."""
        while True:
            try:
                message = self._hears.recv(LARGEST)
            except OSError:
                return
            if len(message) < HEAD.size:
                return
            game, version = HEAD.unpack_from(message)
            yield Heard(UUID(bytes=game), version, message[HEAD.size :])


def connect_siblings(count: int) -> list[Siblings]:
    """Return the ends of as many workers, to be made before they are forked; of one alone there is none to tell."""
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(count)]
    for hears, told in pairs:
        hears.setblocking(False)
        told.setblocking(False)
        told.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
    return [
        Siblings(hears, [told for number, (_, told) in enumerate(pairs) if number != own])
        for own, (hears, _) in enumerate(pairs)
    ]

"""Tells the other workers of the machine what a worker has just stored, before they need it.

Two players of a game are often connected to different workers. Without this, the second player's worker decides on the
game as it saw it last, is refused by the database, reads the newer events and decides again. With it, each worker finds
the others' events in a socket, and takes in those of games that it holds.

A message may get lost, since a full socket drops it. A worker that misses one is refused by the database, so nothing
depends on them. They stay among processes forked from the same parent, over unnamed sockets.

    game (16 bytes) | version of the first event (8) | digest before it (32) | MessagePack of [[topic, state], ...]

Zeros stand for a missing digest.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from struct import Struct
from typing import NamedTuple
from uuid import UUID

import msgspec
from eventsourcing.persistence import StoredEvent

HEAD = Struct("!16sQ32s")
NO_DIGEST = bytes(32)
LARGEST = 1 << 16
"""The most bytes of a message; larger events are read from the database."""
ROOM = 1 << 20
"""The requested buffer size of a socket in bytes; the system may grant less."""


class Heard(NamedTuple):
    """Events that another worker has stored: their game and first version, the digest before them, and the bytes of
    `stored`."""

    game_id: UUID
    first_version: int
    previous: bytes | None
    content: bytes

    def stored(self) -> list[StoredEvent]:
        """Return the events as the store returns them."""
        pairs = msgspec.msgpack.decode(self.content, type=list[tuple[str, bytes]])
        return [
            StoredEvent(self.game_id, self.first_version + number, topic, state)
            for number, (topic, state) in enumerate(pairs)
        ]


class Siblings:
    """One worker's end: the socket where it hears the others, and those where they hear it. It serves all threads."""

    def __init__(self, hears: socket.socket, tells: Sequence[socket.socket]) -> None:
        self._hears = hears
        self._tells = tells

    def tell(self, events: Sequence[StoredEvent], previous: bytes | None) -> None:
        """Tell the others that these events of one game were stored after the event with the digest `previous`.

        Never waits, and never raises.
        """
        first = events[0]
        if not isinstance(first.originator_id, UUID):
            return
        content = msgspec.msgpack.encode([(event.topic, event.state) for event in events])
        message = HEAD.pack(first.originator_id.bytes, first.originator_version, previous or NO_DIGEST) + content
        if len(message) > LARGEST:
            return
        for other in self._tells:
            try:
                other.send(message)
            except OSError:
                # The socket is full, or its worker has gone.
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
            game, version, previous = HEAD.unpack_from(message)
            known = None if previous == NO_DIGEST else previous
            yield Heard(UUID(bytes=game), version, known, message[HEAD.size :])


def connect_siblings(count: int) -> list[Siblings]:
    """Return the ends for this many workers, made before the fork; a single worker has nobody to tell."""
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(count)]
    for hears, told in pairs:
        hears.setblocking(False)
        told.setblocking(False)
        told.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
    return [
        Siblings(hears, [told for number, (_, told) in enumerate(pairs) if number != own])
        for own, (hears, _) in enumerate(pairs)
    ]

"""The forms in which events are stored: only this module knows and reads them.

A payload is plain, packed or a stub. All three end with the digest as the event ends, so the database finds the digest
of each in the same place, and reading gives the bytes that were recorded.

    {"game":...,"digest":"..."}                        plain: the JSON that was recorded
    z1:BASE64,"digest":"..."}                          packed: the event up to its digest, deflated with a dictionary
    a1:GAME:OFFSET:LENGTH:HASH,"digest":"..."}         a stub: the bytes are in the file of a game, since it was moved

Only earlier versions packed moves; packed ones stay readable. A stub is valid only
with bytes that have its hash, half of a SHA-256, and its digest, so a changed file can never pass for what was
recorded.

Two more forms concern a game: the seed in its first event is encrypted while it runs, and a stream may replace another
after a better file of a game was imported. A recorder leaves both to its `Codec`.
"""

from __future__ import annotations

import binascii
import hashlib
import re
import zlib
from binascii import a2b_base64
from pathlib import Path
from threading import Lock
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.rows import STUB, SeedSafe
from eventstore.archive_files import ArchiveFiles, FileAway, open_archive
from eventstore.partition import PARTITIONS, partition_of
from eventstore.postgres.datastore import Read
from eventstore.tables.seeds import Seeds

OPENING = "kifu:game-opened"
"""The topic of the events that hold seeds."""
PACKED = "z1:"
TAIL = 77
"""The bytes that the digest takes at the end of an event."""
LARGEST = 1 << 24
"""The most bytes of an unpacked move; anything larger was not packed by us."""
STUB_FORM = re.compile(
    rb'a1:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9]{1,12}):([0-9]{1,8}):([0-9a-f]{32}),"digest":"[0-9a-f]{64}"\}'
)
REPLACED = "SELECT stream, by FROM kifu.replaced_stream ORDER BY number"

DICTIONARY = (Path(__file__).parent / "moves-1.dictionary").read_bytes()
"""The text that most moves have in common. It never changes: what was packed with it can only be read with it."""
# Copied for each move, which is quicker than reading the dictionary again.
_inflater = zlib.decompressobj(-zlib.MAX_WBITS, DICTIONARY)


class NoArchive(FileAway):
    """An event is a stub, and this process does not know where the files are."""


class _Used:
    files: ArchiveFiles | None = None


def use_archive(place: str | None) -> ArchiveFiles | None:
    """Read the events of moved games from the files at this place, in all threads of this process; returns the files.

    None means that there are none. Raises BadPlace.
    """
    _Used.files = None if place is None else open_archive(place)
    return _Used.files


def read_payload(stored: str) -> bytes:
    """Return the payload that was recorded, unpacked or from its file; a damaged one as stored.

    Raises FileAway if the file that it was moved to cannot be read.
    """
    payload = stored.encode()
    if stored.startswith(PACKED):
        return _unpack(payload)
    return _read_moved(payload) if payload.startswith(STUB) else payload


def make_stub(game_id: UUID, offset: int, payload: bytes) -> bytes:
    """Make the stub of an event with a digest, which begins at this offset of the file of its game."""
    head = f"{STUB.decode()}{game_id}:{offset}:{len(payload)}:{_hash(payload)}"
    return head.encode() + payload[-TAIL:]


def _unpack(stored: bytes) -> bytes:
    inflater = _inflater.copy()
    try:
        body = inflater.decompress(a2b_base64(stored[len(PACKED) : -TAIL], strict_mode=True), LARGEST)
    except (zlib.error, binascii.Error):
        return stored
    return body + stored[-TAIL:] if inflater.eof and not inflater.unused_data else stored


def _read_moved(stored: bytes) -> bytes:
    found = STUB_FORM.fullmatch(stored)
    if found is None:
        return stored
    game, offset, length, digest = found[1].decode(), int(found[2]), int(found[3]), found[4].decode()
    files = _Used.files
    if files is None:
        raise NoArchive(f"The game {game} was moved to a file, and KIFU_ARCHIVE says nothing of where.")
    # Again: the cached offsets are stale if the file was rewritten.
    for anew in (False, True):
        payload = files.read(UUID(game), offset, length, anew)
        if _hash(payload) == digest and payload[-TAIL:] == stored[-TAIL:]:
            return payload
    return stored


def _hash(payload: bytes) -> str:
    return hashlib.sha256(payload).hexdigest()[:32]


class Codec:
    """Turns events into what a recorder stores and back, and says under which stream a game is stored.

    Replaced streams are looked up once, so a process keeps reading those it began with. Seeds are stored in the clear
    until `lock_seeds`.
    """

    def __init__(self, read: Read, seeds: Seeds, partitions: int = PARTITIONS, lowest_version: int = 1) -> None:
        self._read = read
        self._opened = seeds.opened
        self._partitions = partitions
        self._lowest_version = lowest_version
        self._safe: SeedSafe | None = None
        self._lock = Lock()
        self._by: dict[UUID, UUID] | None = None
        self._owners: dict[UUID, UUID] = {}

    def lock_seeds(self, safe: SeedSafe) -> None:
        """Encrypt the seeds of games opened from now on, and decrypt stored ones with the same keys."""
        self._safe = safe

    def encode(self, event: StoredEvent) -> StoredEvent:
        """Return the event in its stored form: in an opening, the seed is encrypted."""
        if self._safe is None or event.topic != OPENING:
            return event
        game_id = event.originator_id if isinstance(event.originator_id, UUID) else UUID(event.originator_id)
        return StoredEvent(game_id, event.originator_version, event.topic, self._safe.lock(game_id, event.state))

    def decode(self, game_id: UUID, stream: UUID, version: int, stored: str, files: bool = True) -> bytes:
        """Return the recorded payload, seed included, of an event in a stream of a game.

        Without `files`, a stub is returned as it is. Raises FileAway, and whatever decrypting a seed raises.
        """
        payload = read_payload(stored) if files or not stored.startswith(STUB.decode()) else stored.encode()
        if self._safe is None or version != self._lowest_version:
            return payload
        return self._safe.unlock(game_id, payload, lambda: self._opened(stream))

    def stream_of(self, game_id: UUID) -> UUID:
        """Return the stream from which to read a game or its messages: its own unless it was replaced."""
        return self._replaced().get(game_id, game_id)

    def place(self, game_id: UUID) -> tuple[int, UUID]:
        """Return the partition and the stream to read a game from."""
        stream = self.stream_of(game_id)
        return partition_of(stream, self._partitions), stream

    def known_place(self, game_id: UUID) -> tuple[int, UUID]:
        """Like `place`, for a game that was read before: never asks the database, not even the first time."""
        stream = self._by.get(game_id, game_id) if self._by is not None else game_id
        return partition_of(stream, self._partitions), stream

    def game_of(self, stream: UUID) -> UUID:
        """Return the game that a stream replaces or replaced; by default itself."""
        self._replaced()
        return self._owners.get(stream, stream)

    def _replaced(self) -> dict[UUID, UUID]:
        if self._by is None:
            with self._lock:
                rows = self._read(REPLACED, ())
                self._owners = {by: stream for stream, by in rows}
                self._by = dict(rows)
        return self._by

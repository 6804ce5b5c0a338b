"""Events that were moved to files: a stub in the place of the payload says where its bytes are, and what they are.

A stub is `a1:GAME:OFFSET:LENGTH:HASH`, and the digest as it ends the event, so that the database takes the digest from
it as from a payload. GAME names the file, HASH is half of the SHA-256 of the bytes. What the file has there counts only
if it has this hash and this end, so a file that was changed gives no other event than was recorded.
"""

from __future__ import annotations

import hashlib
import re
from uuid import UUID

from domain.rows import STUB
from eventstore.archive_files import ArchiveFiles, FileAway, open_archive

TAIL = 77
"""How many bytes the digest takes at the end of an event."""
FORM = re.compile(
    rb'a1:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9]{1,12}):([0-9]{1,8}):([0-9a-f]{32}),"digest":"[0-9a-f]{64}"\}'
)


class NoArchive(FileAway):
    """There is a stub, and this process does not know where files are."""


class _Used:
    files: ArchiveFiles | None = None


def use_archive(place: str | None) -> ArchiveFiles | None:
    """Read the events of moved games from the files at this place, in all threads of this process, and return these.

    None: there are none. Raises BadPlace.
    """
    _Used.files = None if place is None else open_archive(place)
    return _Used.files


def make_stub(game_id: UUID, offset: int, payload: bytes) -> bytes:
    """Make the stub of an event with a digest, which begins at this offset of the file of its game."""
    head = f"{STUB.decode()}{game_id}:{offset}:{len(payload)}:{_hash(payload)}"
    return head.encode() + payload[-TAIL:]


def read_moved(stored: bytes) -> bytes:
    """Return the payload of a stub; the stub itself, which nobody can read, where it or the file was changed.

    Raises FileAway where there is no such file, or it cannot be read.
    """
    found = FORM.fullmatch(stored)
    if found is None:
        return stored
    game, offset, length, digest = found[1].decode(), int(found[2]), int(found[3]), found[4].decode()
    files = _Used.files
    if files is None:
        raise NoArchive(f"The game {game} was moved to a file, and KIFU_ARCHIVE says nothing of where.")
    # Again: a file that was moved anew may have other places than what was kept of it.
    for anew in (False, True):
        payload = files.read(UUID(game), offset, length, anew)
        if _hash(payload) == digest and payload[-TAIL:] == stored[-TAIL:]:
            return payload
    return stored


def _hash(payload: bytes) -> str:
    return hashlib.sha256(payload).hexdigest()[:32]

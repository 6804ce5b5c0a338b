"""Events that were moved to files: a stub in the place of the payload says where its bytes are, and what they are.

A stub is `a1:GAME:OFFSET:LENGTH:HASH`, and the digest as it ends the event, so that the database takes the digest from
it as from a payload. GAME names the file, HASH is half of the SHA-256 of the bytes. What the file has there counts only
if it has this hash and this end, so a file that was changed gives no other event than was recorded.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from uuid import UUID

PREFIX = b"a1:"
TAIL = 77
"""How many bytes the digest takes at the end of an event."""
STUB = re.compile(
    rb'a1:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9]{1,12}):([0-9]{1,8}):([0-9a-f]{32}),"digest":"[0-9a-f]{64}"\}'
)


class FileAway(Exception):
    """The file of a game that was moved out cannot be read at the moment; nothing says that it was changed."""


class FileFolder:
    """The folder of the files; None: this process was not told of one."""

    path: Path | None = None


_folder = FileFolder()


def use_folder(path: Path | None) -> None:
    """Read the events of moved games from the files in this folder, in all threads of this process."""
    _folder.path = path


def path_of(folder: Path, game_id: UUID) -> Path:
    """Return where the file of a game is; folders of a first level have the first two digits of its id."""
    return folder / str(game_id)[:2] / f"{game_id}.kifu"


def make_stub(game_id: UUID, offset: int, payload: bytes) -> bytes:
    """Make the stub of an event with a digest, which begins at this offset of the file of its game."""
    head = f"a1:{game_id}:{offset}:{len(payload)}:{_hash(payload)}"
    return head.encode() + payload[-TAIL:]


def read_moved(stored: bytes) -> bytes:
    """Return the payload of a stub; the stub itself, which nobody can read, where it or the file was changed.

    Raises FileAway where there is no such file, or it cannot be read.
    """
    found = STUB.fullmatch(stored)
    if found is None:
        return stored
    game, offset, length, digest = found[1].decode(), int(found[2]), int(found[3]), found[4].decode()
    if _folder.path is None:
        raise FileAway(f"The game {game} was moved to a file, and KIFU_ARCHIVE names no folder here.")
    try:
        payload = _read(path_of(_folder.path, UUID(game)), offset, length)
    except OSError as error:
        raise FileAway(f"The file of the game {game} cannot be read: {error.strerror}.") from error
    return payload if _hash(payload) == digest and payload[-TAIL:] == stored[-TAIL:] else stored


def _read(path: Path, offset: int, length: int) -> bytes:
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.pread(file, length, offset)
    finally:
        os.close(file)


def _hash(payload: bytes) -> str:
    return hashlib.sha256(payload).hexdigest()[:32]

"""The files of a witness: its key, and for each log the last checkpoint that it cosigned.

    witness.key             the private key, 64 hexadecimal digits that only its owner reads
    witness.vkey            the public key, as services and verifiers are told it
    HASH/checkpoint         the last checkpoint of a log with our cosignature; HASH is the SHA-256 of the origin

A checkpoint is on disk before its cosignature is sent. Files are replaced as a whole, under a lock that other processes
respect.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.proof.notes import WITNESS_KEY, BadNote, Note, NoteKey, check_name, parse_note, parse_vkey
from domain.proof.receipts import Signer

PRIVATE, PUBLIC, CHECKPOINT, LOCK = "witness.key", "witness.vkey", "checkpoint", ".lock"


class BadRecords(Exception):
    """Files of a witness that cannot be used; says which and why."""


def load_or_make_key(folder: Path, name: str) -> tuple[Signer, NoteKey]:
    """Load the key of the witness in this folder; make it at the first start.

    Raises BadRecords for files without a key, or if the folder belongs to a witness of another name, and BadNote for a
    name that a key cannot have.
    """
    check_name(name)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _lock(folder):
        private, public = folder / PRIVATE, folder / PUBLIC
        if not private.exists():
            if public.exists():
                raise BadRecords(f"{private} is gone, without which this witness cannot sign. Put it back.")
            _write(private, secrets.token_bytes(32).hex() + "\n", 0o600)
        signer = _read_private(private)
        key = NoteKey(name, WITNESS_KEY, signer.public)
        if not public.exists():
            _write(public, key.vkey + "\n", 0o644)
        known = _read_public(public)
    if known != key:
        raise BadRecords(f"{folder} belongs to the witness {known.vkey}, not to {name}.")
    return signer, key


class Records:
    """The last checkpoints that a witness cosigned, in its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def lock(self, origin: str) -> Iterator[None]:
        """Keep others from reading and replacing the checkpoint of this log within the block."""
        folder = self._folder_of(hash_origin(origin))
        if not folder.exists():
            folder.mkdir(mode=0o755, exist_ok=True)
            _sync_folder(self._folder)
        with _lock(folder):
            yield

    def latest(self, origin: str) -> Note | None:
        """Return the last checkpoint of a log; None if there was none yet. Raises BadRecords."""
        found = self.published(hash_origin(origin))
        try:
            return parse_note(found.decode("utf-8")) if found is not None else None
        except (BadNote, UnicodeDecodeError) as error:
            path = self._folder_of(hash_origin(origin)) / CHECKPOINT
            raise BadRecords(f"{path} holds no checkpoint: {error}") from None

    def published(self, origin_hash: str) -> bytes | None:
        """Return the last checkpoint of the log whose origin has this hash, as stored in its file."""
        try:
            return (self._folder_of(origin_hash) / CHECKPOINT).read_bytes()
        except FileNotFoundError:
            return None

    def replace(self, origin: str, note: Note) -> None:
        """Put a checkpoint in place of the last one, under the lock; it is on the disk when this returns."""
        _write(self._folder_of(hash_origin(origin)) / CHECKPOINT, note.encode(), 0o644)

    def _folder_of(self, origin_hash: str) -> Path:
        return self._folder / origin_hash


def hash_origin(origin: str) -> str:
    """Return the name of a log's folder and URL: the SHA-256 of its origin, in hexadecimal."""
    return hashlib.sha256(origin.encode()).hexdigest()


def _read_private(path: Path) -> Signer:
    try:
        return Signer(bytes.fromhex(path.read_text("ascii").strip()))
    except ValueError:
        raise BadRecords(f"{path} holds no key of 64 hexadecimal digits.") from None


def _read_public(path: Path) -> NoteKey:
    try:
        return parse_vkey(path.read_text("utf-8").strip())
    except (BadNote, UnicodeDecodeError) as error:
        raise BadRecords(f"{path} holds no public key: {error}") from None


def _write(path: Path, content: str, mode: int) -> None:
    """Replace a file as a whole, under the lock of its folder; it is on the disk when this returns."""
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    with open(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "wb") as file:
        file.write(content.encode())
        file.flush()
        os.fsync(file.fileno())
    beside.rename(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    with (folder / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield

"""`checkpoints.ndjson` in KIFU_DATA: every signed head of the log, one JSON line each, outside the database.

Roots of the log of heads, each after the heads signed with it, and the statement about streams that may lack receipts
are separate lines. The file is append-only. A crash may tear the last line, which is then skipped; the next head starts
a new line.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from domain.proof.checkpoints import TreeHead
from domain.proof.heads_log import SignedRoot
from domain.proof.receipts import EarlyStreams

NAME = "checkpoints.ndjson"
AT_ONCE = 1 << 20
LONGEST_LINE = 1 << 12

_decoders: tuple[Callable[[bytes], TreeHead | SignedRoot | EarlyStreams], ...] = (
    msgspec.json.Decoder(TreeHead).decode,
    msgspec.json.Decoder(SignedRoot).decode,
    msgspec.json.Decoder(EarlyStreams).decode,
)
_encode = msgspec.json.Encoder().encode


class CheckpointFile:
    """The file at a path, which need not exist yet. Only new lines are read; all threads of a process may share it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._forget(None)

    def last(self, partition: int) -> TreeHead | None:
        """The last head of a partition in the file."""
        return self.heads().get(partition)

    def heads(self) -> dict[int, TreeHead]:
        """Return the last head of each partition in the file; torn and other invalid lines are skipped."""
        with self._lock:
            self._read_on()
            return dict(self._heads)

    def root(self) -> SignedRoot | None:
        """Return the last root of the log of heads in the file."""
        with self._lock:
            self._read_on()
            return self._root

    def early_streams(self) -> EarlyStreams | None:
        """Return the signed list of streams that may lack receipts; None if it is not in the file."""
        with self._lock:
            self._read_on()
            return self._early

    def is_empty(self) -> bool:
        """Return whether the file is missing or has neither a head nor a root."""
        return not self.heads() and self.root() is None

    def append(self, signed: Sequence[TreeHead | SignedRoot | EarlyStreams]) -> None:
        """Append what was signed, and return when it is on disk. Raises OSError."""
        lines = b"".join(_encode(one) + b"\n" for one in signed)
        new = not self.path.exists()
        file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            size = os.fstat(file).st_size
            torn = size > 0 and os.pread(file, 1, size - 1) != b"\n"
            wanted = b"\n" + lines if torn else lines
            if os.write(file, wanted) != len(wanted):
                raise OSError(f"{self.path} did not take all of the checkpoints")
            os.fsync(file)
        finally:
            os.close(file)
        if new:
            _keep_name(self.path)

    def _forget(self, inode: int | None) -> None:
        self._inode, self._read = inode, 0
        self._heads: dict[int, TreeHead] = {}
        self._root: SignedRoot | None = None
        self._early: EarlyStreams | None = None

    def _read_on(self) -> None:
        """Read new lines of the file."""
        try:
            with self.path.open("rb") as file:
                found = os.fstat(file.fileno())
                if found.st_ino != self._inode or found.st_size < self._read:
                    self._forget(found.st_ino)
                while chunk := self._next(file):
                    self._take(chunk)
        except FileNotFoundError:
            self._forget(None)

    def _next(self, file: BinaryIO) -> bytes:
        """Return the next complete lines; an incomplete one is read again next time."""
        file.seek(self._read)
        chunk = file.read(AT_ONCE)
        whole = chunk.rfind(b"\n") + 1
        if whole == 0 and len(chunk) == AT_ONCE:
            whole = len(chunk)  # No head is that long, so this loses none.
        return chunk[:whole]

    def _take(self, lines: bytes) -> None:
        self._read += len(lines)
        for line in lines.splitlines():
            if len(line) <= LONGEST_LINE:
                with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                    self._take_line(line)

    def _take_line(self, line: bytes) -> None:
        for decode in _decoders:
            with suppress(msgspec.ValidationError):
                self._keep(decode(line))
                return

    def _keep(self, signed: TreeHead | SignedRoot | EarlyStreams) -> None:
        match signed:
            case TreeHead():
                self._heads[signed.partition] = signed
            case SignedRoot():
                self._root = signed
            case EarlyStreams():
                # Only the first one counts: it was signed before anything could be deleted.
                self._early = self._early or signed


def _keep_name(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)

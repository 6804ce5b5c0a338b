"""The storage of files of moved games: a folder, or a bucket in an S3-compatible store."""

from __future__ import annotations

import os
import re
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

if TYPE_CHECKING:
    from obstore.store import S3Store

BUCKET = re.compile(r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[\w.=-]+)*/?", re.ASCII)
ADDRESS = re.compile(r"https?://([\w.-]+|\[[0-9a-fA-F:]+\])(:[0-9]{1,5})?(/[\w./=-]*)?", re.ASCII)
PIECE = 1 << 18
"""The bytes read from a bucket at once: a request costs far more than its bytes, and most files are smaller."""
PIECES = 64
"""How many pieces a process caches."""
CONNECT = timedelta(seconds=2)
ANSWER = timedelta(seconds=5)
"""The timeout of a bucket request; a thread of the service waits for it."""
RETRIES = 2
PAUSE = 5.0
"""How many seconds an unresponsive bucket is left alone, so that it cannot hold many threads."""


class FileAway(Exception):
    """The file of a moved game cannot be read or written now, which does not mean that it was changed."""

    @property
    def cause(self) -> str:
        """The message of the disk or bucket, for the operator; empty if there was none."""
        return str(self.__cause__ or "").partition("\n")[0]


class BadPlace(ValueError):
    """An invalid place for files; says why."""


class ArchiveFiles(Protocol):
    """The files of moved games.

    A file is complete or absent; files with the same first digits of the id are grouped.
    """

    def read(self, game_id: UUID, offset: int, length: int, anew: bool = False) -> bytes:
        """Read bytes of a file, fewer if it is shorter; with `anew`, bypass cached pieces. Raises FileAway."""
        ...

    def write(self, game_id: UUID, content: bytes) -> None:
        """Write a file durably, replacing any that exists; raises FileAway."""
        ...


class Folder:
    """Files in a folder of this machine, or a mounted one."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def path_of(self, game_id: UUID) -> Path:
        """Return the path of a game's file."""
        return self._path / _name(game_id)

    def read(self, game_id: UUID, offset: int, length: int, anew: bool = False) -> bytes:
        with _folder_away(game_id, "read"):
            file = os.open(self.path_of(game_id), os.O_RDONLY | os.O_CLOEXEC)
            try:
                return os.pread(file, length, offset)
            finally:
                os.close(file)

    def write(self, game_id: UUID, content: bytes) -> None:
        path = self.path_of(game_id)
        with _folder_away(game_id, "written"):
            if not self._path.is_dir():
                raise FileNotFoundError(2, f"{self._path} is not a folder")
            path.parent.mkdir(exist_ok=True)
            beside = path.with_suffix(".part")
            with beside.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            beside.rename(path)
            for folder in (path.parent, self._path):
                _sync(folder)


class Bucket:
    """Files in a bucket, with credentials, region and endpoint from the environment variables AWS_*.

    Pieces are cached, since the events of a game are read one by one. Threads may share one.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._kept: OrderedDict[tuple[UUID, int], bytes] = OrderedDict()
        self._lock = Lock()
        self._silent_until = 0.0

    def read(self, game_id: UUID, offset: int, length: int, anew: bool = False) -> bytes:
        first, last = offset // PIECE, (offset + length - 1) // PIECE
        content = b"".join(self._piece(game_id, number, anew) for number in range(first, last + 1))
        return content[offset - first * PIECE :][:length]

    def write(self, game_id: UUID, content: bytes) -> None:
        with self._answering(game_id, "written"):
            self._store.put(_name(game_id), content)
        with self._lock:
            for key in [key for key in self._kept if key[0] == game_id]:
                del self._kept[key]

    @cached_property
    def _store(self) -> S3Store:
        # Created at the first use, since it has threads, with which a process must not fork.
        from obstore.store import S3Store

        plain = any(address.startswith("http://") for address in _addresses().values())
        return S3Store.from_url(
            self._url,
            client_options={"allow_http": plain, "connect_timeout": CONNECT, "timeout": ANSWER},
            retry_config={"max_retries": RETRIES, "retry_timeout": RETRIES * ANSWER},
        )

    def _piece(self, game_id: UUID, number: int, anew: bool) -> bytes:
        key = game_id, number
        with self._lock:
            if not anew and key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        with self._answering(game_id, "read"):
            piece = _fetch(self._store, _name(game_id), number * PIECE)
        with self._lock:
            self._kept[key] = piece
            self._kept.move_to_end(key)
            if len(self._kept) > PIECES:
                self._kept.popitem(last=False)
        return piece

    @contextmanager
    def _answering(self, game_id: UUID, done: str) -> Iterator[None]:
        """Say in a sentence why the file of a game cannot be read or written.

        The store's own message is long and names the bucket, so it becomes the error's cause, for the log only.
        """
        from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError

        away = f"The file of the game {game_id} cannot be {done}"
        if time.monotonic() < self._silent_until:
            raise FileAway(f"{away}: the bucket did not answer a moment ago.")
        try:
            yield
        except FileNotFoundError as error:
            raise FileAway(f"{away}: no such bucket, or no such file in it.") from error
        except (PermissionDeniedError, UnauthenticatedError, PermissionError) as error:
            raise FileAway(f"{away}: the bucket does not allow it.") from error
        except (BaseError, OSError) as error:
            self._silent_until = time.monotonic() + PAUSE
            raise FileAway(f"{away}: the bucket does not answer as it should.") from error
        except BaseException as error:
            # If the settings make no address, obstore panics in Rust and raises something that is not an Exception.
            if type(error).__name__ != "PanicException":
                raise
            raise FileAway(f"{away}: the variables AWS_* make no address of a bucket.") from error


def open_archive(place: str) -> ArchiveFiles:
    """Return the files in a folder, or in `s3://BUCKET` or `s3://BUCKET/PREFIX`.

    Raises BadPlace for another URL, and where the package for buckets is missing.
    """
    if "://" not in place:
        return Folder(Path(place))
    if not BUCKET.fullmatch(place):
        raise BadPlace("Neither a folder nor a bucket such as s3://games or s3://games/moved.")
    if find_spec("obstore") is None:
        raise BadPlace("A bucket needs the package obstore: pip install obstore.")
    for name, address in _addresses().items():
        if not ADDRESS.fullmatch(address):
            raise BadPlace(f"{name} is not a URL such as https://s3.example.")
    return Bucket(place)


def _addresses() -> dict[str, str]:
    """Return the store endpoints named in the environment, by variable."""
    return {name: value for name, value in os.environ.items() if name.startswith("AWS_ENDPOINT") and value}


def _name(game_id: UUID) -> str:
    return f"{str(game_id)[:2]}/{game_id}.kifu"


def _fetch(store: S3Store, name: str, start: int) -> bytes:
    from obstore.exceptions import BaseError

    try:
        return bytes(store.get_range(name, start=start, end=start + PIECE))
    except BaseError:
        # A store may refuse to read where a file has ended; the hash of the event then shows that it is too short.
        if store.head(name)["size"] <= start:
            return b""
        raise


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _folder_away(game_id: UUID, done: str) -> Iterator[None]:
    """Say in a sentence why the file of a game cannot be read or written in a folder."""
    try:
        yield
    except OSError as error:
        raise FileAway(f"The file of the game {game_id} cannot be {done}: {error.strerror}.") from error

"""The folder KIFU_DATA: created if missing, with enough space, and closed to other users."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import structlog

from service.keys.house_bots import FILE as BOTS_FILE
from service.keys.signing import FOLDER as KEYS_FOLDER
from service.keys.tokens import OPERATOR_FILE

log = structlog.get_logger("kifu.server")

LEAST_SPACE = 4 << 20
"""The bytes that must be free: a service without room for its keys and checkpoints does not start."""
PUBLIC = ".json"
"""The suffixes of files in the keys folder that hold no secret."""


def make_data_folder(data: Path) -> None:
    """Create the folder if missing, and protect it and its secret files; raises OSError if nothing can be stored."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=data) as file:
        os.posix_fallocate(file.fileno(), 0, LEAST_SPACE)
    # For root, the embedded server runs as another user, who needs access.
    _narrow(data, 0o701 if os.geteuid() == 0 else 0o700)
    if (data / KEYS_FOLDER).is_dir():
        _narrow(data / KEYS_FOLDER, 0o700)
    for file_path in _secret_files(data):
        _narrow(file_path, 0o600)


def _secret_files(data: Path) -> Iterator[Path]:
    yield from (path for path in (data / OPERATOR_FILE, data / BOTS_FILE) if path.is_file())
    yield from (path for path in (data / KEYS_FOLDER).glob("*") if path.is_file() and path.suffix != PUBLIC)


def _narrow(path: Path, most: int) -> None:
    """Remove the permissions beyond these, and say so; files of other users are only named."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if not mode & ~most:
        return
    try:
        path.chmod(mode & most)
    except PermissionError:
        log.warning("others may read what is secret", path=str(path), mode=f"{mode:04o}", right=f"{mode & most:04o}")
    else:
        log.warning("closed to others", path=str(path), mode=f"{mode:04o}", now=f"{mode & most:04o}")

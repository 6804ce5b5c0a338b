"""The folder KIFU_DATA: made, with room in it, and closed to other users of the machine."""

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
"""Bytes that must be free: a service without room for its keys and checkpoints does not start."""
PUBLIC = ".json"
"""How files of the folder of keys end that hold no secret."""


def make_data_folder(data: Path) -> None:
    """Make the folder if it is missing, and close it and its secret files; raises OSError if nothing can be kept."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=data) as file:
        os.posix_fallocate(file.fileno(), 0, LEAST_SPACE)
    # The embedded server of root runs as another user, who has to get through.
    _narrow(data, 0o701 if os.geteuid() == 0 else 0o700)
    if (data / KEYS_FOLDER).is_dir():
        _narrow(data / KEYS_FOLDER, 0o700)
    for file_path in _secret_files(data):
        _narrow(file_path, 0o600)


def _secret_files(data: Path) -> Iterator[Path]:
    yield from (path for path in (data / OPERATOR_FILE, data / BOTS_FILE) if path.is_file())
    yield from (path for path in (data / KEYS_FOLDER).glob("*") if path.is_file() and path.suffix != PUBLIC)


def _narrow(path: Path, most: int) -> None:
    """Take away the rights beyond these, and say so; a file of somebody else is only named."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if not mode & ~most:
        return
    try:
        path.chmod(mode & most)
    except PermissionError:
        log.warning("others may read what is secret", path=str(path), mode=f"{mode:04o}", right=f"{mode & most:04o}")
    else:
        log.warning("closed to others", path=str(path), mode=f"{mode:04o}", now=f"{mode & most:04o}")

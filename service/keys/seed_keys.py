"""The keys that the seeds of running games are encrypted under, in the file `keys/seed.keys` of KIFU_DATA.

Each line is a key of 64 hexadecimal digits; new games take the last. The file is made with one key at the first start,
unless KIFU_SEED_KEYS gives the keys, separated by commas. Rotation: add a line, and start again. A key may go when no
running game needs it any more, which `kifu chance --keys` tells. Keep a copy of the file, but never beside a backup of
the database: both together are what the encryption keeps apart.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from service.keys.signing import FOLDER, lock_folder, write_whole
from service.settings import BadSettings, Settings

FILE = "seed.keys"


def load_or_make_seed_keys(settings: Settings) -> tuple[bytes, ...]:
    """Load the keys, the one in use last; make one at the first start. Raises BadSettings for anything else than keys.

    Several processes may start at once: one makes the key, and all use it.
    """
    if settings.seed_keys:
        return load_seed_keys(settings)
    path = settings.data / FOLDER / FILE
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with lock_folder(path.parent):
        if not path.exists():
            write_whole(path, secrets.token_hex(32).encode() + b"\n", 0o600)
    return _read(path)


def load_seed_keys(settings: Settings) -> tuple[bytes, ...]:
    """Load the keys that are known here, the one in use last; none where they cannot be read. Raises BadSettings.

    For commands that only read: before the first start, and for other users than that of the service, there are none.
    """
    if settings.seed_keys:
        return tuple(map(bytes.fromhex, settings.seed_keys))
    path = settings.data / FOLDER / FILE
    try:
        return _read(path) if path.exists() else ()
    except PermissionError:
        return ()


def _read(path: Path) -> tuple[bytes, ...]:
    try:
        keys = tuple(map(bytes.fromhex, path.read_text("ascii").split()))
    except ValueError:
        keys = ()
    if not keys or any(len(key) != 32 for key in keys):
        raise BadSettings({"KIFU_DATA": [f"{path} must hold keys of 64 hexadecimal digits, one a line."]})
    return keys

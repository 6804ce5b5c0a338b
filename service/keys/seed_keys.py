"""The keys that encrypt the seeds of running games, in the file `keys/seed.keys` of KIFU_DATA. Each line is a key of
64 hexadecimal digits; new games use the last. The file is created with one key at the first start, unless
KIFU_SEED_KEYS gives the keys, separated by commas. To rotate, add a line and restart. A key may be removed when no
running game needs it any more, as shown by `kifu chance --keys`. Keep a copy of the file, but never next to a backup
of the database: the encryption is there to keep the two apart."""

from __future__ import annotations

import secrets
from pathlib import Path

from service.keys.signing import FOLDER, lock_folder, write_whole
from service.settings import BadSettings, Settings

FILE = "seed.keys"


def load_or_make_seed_keys(settings: Settings) -> tuple[bytes, ...]:
    """Load the keys, the one in use last; make one at the first start. Raises BadSettings for invalid keys.

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
    """Load the keys known here, the one in use last; none if they cannot be read. Raises BadSettings.

    For read-only commands: before the first start, and for users other than the service's, there are none.
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

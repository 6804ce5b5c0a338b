"""The keys that the seeds of running games are encrypted under, in the file `keys/seed.keys` of KIFU_DATA.

Each line is a key of 64 hexadecimal digits; new games take the last. The file is made with one key at the first start,
unless KIFU_SEED_KEYS gives the keys, separated by commas. Rotation: add a line, and start again. A key may go when no
running game needs it any more, which `kifu chance --keys` tells. Keep a copy of the file, but never beside a backup of the
database: both together are what the encryption keeps apart.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from service.settings import BadSettings, Settings
from service.signing import FOLDER

FILE = "seed.keys"


def load_or_make_seed_keys(settings: Settings) -> tuple[bytes, ...]:
    """Load the keys, the one in use last; make one at the first start. Raises BadSettings for anything else than keys.

    Several processes may start at once: one makes the key, and all use it.
    """
    path = settings.data / FOLDER / FILE
    if not settings.seed_keys and not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make(path)
    return load_seed_keys(settings)


def load_seed_keys(settings: Settings) -> tuple[bytes, ...]:
    """Load the keys that are known here, the one in use last; none before the first start. Raises BadSettings."""
    if settings.seed_keys:
        return tuple(map(bytes.fromhex, settings.seed_keys))
    path = settings.data / FOLDER / FILE
    if not path.exists():
        return ()
    try:
        keys = tuple(map(bytes.fromhex, path.read_text("ascii").split()))
    except ValueError:
        keys = ()
    if not keys or any(len(key) != 32 for key in keys):
        raise BadSettings({"KIFU_DATA": [f"{path} must hold keys of 64 hexadecimal digits, one a line."]})
    return keys


def _make(path: Path) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    with open(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        # A link fails if the file exists: of several processes that start together, one wins.
        os.link(beside, path)
    except FileExistsError:
        pass
    finally:
        beside.unlink()

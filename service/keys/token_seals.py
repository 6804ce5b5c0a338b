"""The key that seals tokens: `tokens.key` in the folder `keys` of KIFU_DATA, or KIFU_TOKEN_KEY."""

from __future__ import annotations

import secrets

from eventstore.postgres.datastore import Datastore
from eventstore.tables.token_seals import TokenSeals
from service.keys.signing import FOLDER, lock_folder, write_whole
from service.settings import BadSettings, Settings

FILE = "tokens.key"


def load_or_make_token_seals(settings: Settings, datastore: Datastore) -> TokenSeals:
    """Load the seals of tokens.

    A key that has sealed nothing yet seals every token and account row in the database. The file has the last key used,
    even if KIFU_TOKEN_KEY gave it. Raises BadSettings for a file without a key.
    """
    folder = settings.data / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with lock_folder(folder):
        known = _read_key(settings)
        key = bytes.fromhex(settings.token_key) if settings.token_key else known or secrets.token_bytes(32)
        seals = TokenSeals(key)
        if key != known:
            # A new folder beside other instances must not vouch for tokens that they did not seal.
            if known is not None or not seals.knows_one(datastore):
                seals.seal_all(datastore)
                seals.accounts.seal_what_is_there(datastore)
            write_whole(folder / FILE, key.hex().encode() + b"\n", 0o600)
    return seals


def load_token_seals(settings: Settings) -> TokenSeals | None:
    """Load the seals for a read-only command; None before the first start and if the key cannot be read."""
    try:
        key = bytes.fromhex(settings.token_key) if settings.token_key else _read_key(settings)
    except PermissionError:
        return None
    return TokenSeals(key) if key is not None else None


def list_seals(settings: Settings) -> list[TokenSeals]:
    """List the seals used so far and the next one, in this order; none before the first start."""
    keys = [_read_key(settings), bytes.fromhex(settings.token_key) if settings.token_key else None]
    return [TokenSeals(key) for key in dict.fromkeys(keys) if key is not None]


def _read_key(settings: Settings) -> bytes | None:
    path = settings.data / FOLDER / FILE
    if not path.exists():
        return None
    try:
        key = bytes.fromhex(path.read_text("ascii").strip())
    except ValueError:
        key = b""
    if len(key) != 32:
        raise BadSettings({"KIFU_DATA": [f"{path} holds no key of 64 hexadecimal digits."]})
    return key

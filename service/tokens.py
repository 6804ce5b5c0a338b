"""The secrets that a service makes at its first start, in files that only their owner can read."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

OPERATOR_FILE = "operator.token"
REGISTRATION_FILE = "registration.key"


def operator_token(data: Path) -> tuple[str, bool]:
    """Return the generated operator token in the folder `data`, and whether it is new."""
    return _read_or_make(data / OPERATOR_FILE)


def registration_key(data: Path) -> bytes:
    """Return the key in the folder `data` from which the tokens of repeatable registrations are derived."""
    return _read_or_make(data / REGISTRATION_FILE)[0].encode()


def new_token() -> str:
    """Return a token that cannot be guessed."""
    return secrets.token_urlsafe(32)


def derived_token(key: bytes, name: str, idempotency_key: str) -> str:
    """Return the token of a repeatable registration: the same arguments give the same token, and nothing is stored."""
    secret = hmac.digest(key, f"{len(name)}:{name}{idempotency_key}".encode(), "sha256")
    return hashlib.sha256(secret).hexdigest()


def _read_or_make(path: Path) -> tuple[str, bool]:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    with open(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
        file.write(new_token())
        file.flush()
        os.fsync(file.fileno())
    try:
        # A link fails if the file exists: of several processes that start together, one wins.
        os.link(beside, path)
        new = True
    except FileExistsError:
        new = False
    finally:
        beside.unlink()
    return path.read_text("ascii").strip(), new

"""Tokens and recovery codes: how they are made and written, and what is stored.

A token is `kifu_`, 32 random bytes as 43 letters and digits, and 6 more that are the CRC-32 of the rest, so that
scanners for leaked secrets can recognise tokens offline. Older tokens lack this form.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import string
from pathlib import Path
from zlib import crc32

OPERATOR_FILE = "operator.token"
PREFIX = "kifu_"
DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
SECRET_DIGITS, CHECK_DIGITS = 43, 6
LONGEST_LABEL = 60
CODES = 8
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter can be mistaken for another."""
CODE_GROUPS, CODE_GROUP = 4, 5
_AS_READ = str.maketrans("OIL", "011", "- ")


def operator_token(data: Path) -> tuple[str, bool]:
    """Return the generated operator token in the folder `data`, and whether it is new."""
    return _read_or_make(data / OPERATOR_FILE)


def find_operator_token(data: Path) -> str | None:
    """Return the generated operator token in the folder `data`, or None if none was made there."""
    path = data / OPERATOR_FILE
    return path.read_text("ascii").strip() if path.exists() else None


def new_token() -> str:
    """Return an unguessable token."""
    return _write_token(secrets.token_bytes(32))


def derived_token(secret: str, salt: bytes, name: str) -> str:
    """Return the token of a repeatable registration, which follows from its secret and the stored salt."""
    return _write_token(hmac.digest(secret.encode(), salt + name.encode(), "sha256"))


def digest_token(token: str) -> bytes:
    """Return the stored form of a token: its SHA-256."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def is_mistyped(token: str) -> bool:
    """Return whether a text begins like a token but cannot be one.

    Older tokens and operators' tokens may have any form.
    """
    body, check = token[:-CHECK_DIGITS], token[-CHECK_DIGITS:]
    return token.startswith(PREFIX) and check != _check_digits(body)


def new_codes() -> list[str]:
    """Return recovery codes of 100 random bits each, such as 7Q2MX-0FKD9-RB4ZT-W81NC."""
    return [
        "-".join("".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_GROUP)) for _ in range(CODE_GROUPS))
        for _ in range(CODES)
    ]


def digest_code(code: str) -> bytes:
    """Return the stored form of a recovery code: its SHA-256, however the code was typed."""
    return hashlib.sha256(code.upper().translate(_AS_READ).encode("utf-8", "surrogateescape")).digest()


def _write_token(secret: bytes) -> str:
    body = PREFIX + _write_number(int.from_bytes(secret), SECRET_DIGITS)
    return body + _check_digits(body)


def _check_digits(body: str) -> str:
    return _write_number(crc32(body.encode("utf-8", "surrogateescape")), CHECK_DIGITS)


def _write_number(number: int, width: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return digits.rjust(width, DIGITS[0])


def _read_or_make(path: Path) -> tuple[str, bool]:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with open(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(new_token())
            file.flush()
            os.fsync(file.fileno())
        # Linking fails if the file exists, so of several processes that start together, one wins.
        os.link(beside, path)
        new = True
    except FileExistsError:
        new = False
    finally:
        beside.unlink(missing_ok=True)
    return path.read_text("ascii").strip(), new

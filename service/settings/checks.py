"""Checks of setting values. Each raises ValidationError with words that say what would be right."""

from __future__ import annotations

import re
from pathlib import Path

from environs import ValidationError

from eventstore.archive_files import BadPlace, open_archive

SHORTEST_TOKEN, LONGEST_TOKEN = 32, 200


def check_database_url(value: str) -> None:
    """Check for a PostgreSQL URL."""
    if not value.startswith(("postgresql://", "postgres://")):
        raise ValidationError("Not a URL that starts with postgresql://.")


def check_operator_token(value: str) -> None:
    """Check for a token that is hard to guess and not a whole file."""
    if not SHORTEST_TOKEN <= len(value) <= LONGEST_TOKEN:
        raise ValidationError(
            f"Has {len(value)} characters; between {SHORTEST_TOKEN} and {LONGEST_TOKEN} are needed. "
            "`openssl rand -hex 32` prints such a token, and without this setting Kifu makes one itself."
        )


def check_key(value: str) -> None:
    """Check for a key of 32 bytes in hexadecimal digits."""
    if not re.fullmatch("[0-9a-fA-F]{64}", value):
        raise ValidationError("Not 64 hexadecimal digits, such as `openssl rand -hex 32` prints.")


def check_keys(values: list[str]) -> None:
    """Check for keys as in `check_key`."""
    for value in values:
        if not re.fullmatch("[0-9a-fA-F]{64}", value):
            raise ValidationError("Not keys of 64 hexadecimal digits, separated by commas.")


def check_folder(value: Path) -> None:
    """Check for an existing folder."""
    if not value.is_dir():
        raise ValidationError("Not a folder.")


def check_archive(value: str) -> None:
    """Check for a place where files of moved games can be kept."""
    try:
        open_archive(value)
    except BadPlace as error:
        raise ValidationError(str(error)) from None


def check_hosts(values: list[str]) -> None:
    """Check for hosts, with or without ports."""
    for value in values:
        if not re.fullmatch(r"[a-z0-9.-]+(:[0-9]{1,5})?|[0-9a-f:]+", value):
            raise ValidationError("Not hosts in small letters such as chat.example:8065, separated by commas.")


def check_origin(value: str) -> None:
    """Check for a name of a log, as C2SP's checkpoints allow it."""
    if not re.fullmatch(r"[!-*,-~]{1,200}", value) or "://" in value or value.endswith("/"):
        raise ValidationError(
            "Not the address of this service without https://, such as kifu.example; it has no spaces, no plus and no "
            "slash at its end."
        )


def check_witnesses(values: list[str]) -> None:
    """Check for witnesses with their keys."""
    # Imported late, as are rates.
    from domain.proof.notes import BadNote
    from service.witnesses.named import parse_named

    try:
        parse_named(values)
    except BadNote as error:
        raise ValidationError(str(error)) from None


def check_origins(values: list[str]) -> None:
    """Check for origins of web pages, or a star for all of them."""
    for value in values:
        if value != "*" and not re.fullmatch(r"https?://[^/\s,*@?#]+", value):
            raise ValidationError(f"{value!r} is neither * nor an origin such as https://kifu.example.")


def check_rate(value: str) -> None:
    """Check for a rate, in the notation of the library limits."""
    # Imported late: it takes a sixth of a second, and the commands of the terminal read settings as well.
    from limits import parse_many

    try:
        parse_many(value)
    except ValueError:
        raise ValidationError("Not a rate such as 600/minute.") from None

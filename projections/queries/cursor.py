"""The cursor of a page: the position where the next page begins, opaque to clients."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from datetime import datetime
from typing import TypeVar
from uuid import UUID

import msgspec

K = TypeVar("K", bound=msgspec.Struct)


class BadCursor(ValueError):
    """A cursor that no page has issued."""


class Newest(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A position in a list of games, newest first."""

    at: datetime
    game: UUID


class NewestStep(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A position in the history."""

    at: datetime
    game: UUID
    n: int


class BelowStanding(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A position in a leaderboard; `place` is the number of lines up to it."""

    wins: int
    shared_wins: int
    mean_points: float
    player: str
    place: int


class BelowRating(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A position in a ranking by rating; `place` is the number of lines up to it."""

    ordinal: float
    player: str
    place: int


def encode(key: msgspec.Struct) -> str:
    """Return the cursor for this position."""
    return urlsafe_b64encode(msgspec.json.encode(key)).decode().rstrip("=")


def decode(cursor: str, kind: type[K]) -> K:
    """Return the position in a cursor; raises BadCursor if it does not hold one of this type."""
    try:
        raw = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
        key = msgspec.json.decode(raw, type=kind)
    except (NotBase64, UnicodeError, msgspec.DecodeError):
        raise BadCursor("not a cursor of this list") from None
    _check(key)
    return key


def _check(key: msgspec.Struct) -> None:
    for value in msgspec.structs.astuple(key):
        # PostgreSQL would compare with a time without a zone, and takes 64-bit numbers and texts without NUL.
        if isinstance(value, datetime) and value.tzinfo is None:
            raise BadCursor("not a cursor of this list")
        if isinstance(value, int) and not -(2**31) <= value < 2**31:
            raise BadCursor("not a cursor of this list")
        if isinstance(value, str) and "\x00" in value:
            raise BadCursor("not a cursor of this list")

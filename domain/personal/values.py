"""Personal values: texts by people that can be erased from a record without changing a byte of it.

Where such a text would stand, the event has its seal, as an ordinary member that the digest covers:

    {"sealed": hex of SHA-256(salt + the text in UTF-8)}

The salt is 32 random bytes for each value, and nothing else determines it. Text and salt, the *opening* of the seal,
are stored beside the events and handed out to all who may read the text. To erase the text is to delete its opening:
then nobody can find what the seal stands for, not even by trying texts, and digests, receipts and proofs are the same
as before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

SALT_BYTES = 32
TEXT = "/text"
"""The pointer to the text of a message."""

Digits: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]


class SealedText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seal that stands in an event for a text: 32 bytes in hexadecimal."""

    sealed: Digits


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seal stands for: the text, and the salt of 32 bytes in hexadecimal."""

    value: str
    salt: Digits

    def seal(self) -> SealedText:
        """Return the seal of the text under the salt."""
        return seal_text(bytes.fromhex(self.salt), self.value)


RecordedText: TypeAlias = str | SealedText
"""A text as an event has it: sealed, or in the clear in events from before there were seals."""
Openings: TypeAlias = Mapping[str, Opening]
"""Openings by the hexadecimal digits of their seals."""


class _Sealable(msgspec.Struct, frozen=True):
    text: msgspec.Raw = msgspec.Raw()


def seal_text(salt: bytes, text: str) -> SealedText:
    """Seal a text with a salt of 32 bytes."""
    return SealedText(hashlib.sha256(salt + text.encode()).hexdigest())


def read_text(recorded: RecordedText, openings: Openings) -> str | None:
    """Return a text of an event; None if it is sealed and `openings` lacks a genuine opening of the seal."""
    if isinstance(recorded, str):
        return recorded
    opening = openings.get(recorded.sealed)
    return opening.value if opening is not None and opening.seal() == recorded else None


def find_seals(payload: bytes) -> dict[str, str]:
    """Find the sealed texts in the JSON of an event: the digits of each seal, by the JSON pointer to it."""
    try:
        text = msgspec.json.decode(payload, type=_Sealable).text
        return {TEXT: msgspec.json.decode(text, type=SealedText).sealed}
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        # Not sealed, or not an event that can be read at all.
        return {}

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
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from domain.rows import PersonalKind, PersonalValue

SALT_BYTES = 32
PLACES: Mapping[str, Mapping[str, PersonalKind]] = {
    "kifu:message-sent": {"/text": "message"},
    # With the salt and the digest that the player signed, a short claim could be found by trying.
    "kifu:dispute-raised": {"/claim": "claim", "/signed/salt": "salt"},
    "kifu:dispute-ruled": {"/words": "ruling"},
}
"""The kinds of the values that events have sealed, by topic and by their JSON pointers in the event."""

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
NOTHING_SEALED: Openings = {}


class Topical(Protocol):
    """A struct that is recorded under a topic."""

    TOPIC: ClassVar[str]


E = TypeVar("E", bound=Topical)
_members = msgspec.json.Decoder(dict[str, msgspec.Raw])
_seal = msgspec.json.Decoder(SealedText)


def list_openings(values: Iterable[PersonalValue]) -> Openings:
    """Return the openings in stored values."""
    return {value.seal.hex(): Opening(value.value, value.salt.hex()) for value in values}


def seal_text(salt: bytes, text: str) -> SealedText:
    """Seal a text with a salt of 32 bytes."""
    return SealedText(hashlib.sha256(salt + text.encode()).hexdigest())


def read_text(recorded: RecordedText, openings: Openings) -> str | None:
    """Return a text of an event; None if it is sealed and `openings` lacks a genuine opening of the seal."""
    if isinstance(recorded, str):
        return recorded
    opening = openings.get(recorded.sealed)
    return opening.value if opening is not None and opening.seal() == recorded else None


def find_seals(topic: str, payload: bytes) -> dict[str, str]:
    """Find the sealed values in the JSON of an event: the digits of each seal, by the JSON pointer to it."""
    return {place: seal for place in PLACES.get(topic, ()) if (seal := _find_seal(payload, place)) is not None}


def _find_seal(payload: bytes, pointer: str) -> str | None:
    try:
        for member in pointer.split("/")[1:]:
            payload = bytes(_members.decode(payload)[member])
        return _seal.decode(payload).sealed
    except (msgspec.MsgspecError, LookupError, UnicodeDecodeError, RecursionError):
        # Not sealed, or not an event that can be read at all.
        return None


class SealedValue(NamedTuple):
    """What a sealed value of an event is, and the digits of its seal."""

    kind: PersonalKind
    seal: str


def list_sealed(event: Topical) -> list[SealedValue]:
    """List the values of an event that are sealed."""
    found = list[SealedValue]()
    for pointer, kind in PLACES.get(event.TOPIC, {}).items():
        value: object = event
        for member in pointer.split("/")[1:]:
            value = getattr(value, member, None)
        if isinstance(value, SealedText):
            found.append(SealedValue(kind, value.sealed))
    return found


def seal_values(event: E, entropy: Callable[[int], bytes]) -> tuple[E, dict[str, Opening]]:
    """Seal the values of an event that can be erased, and return it with the openings by the digits of their seals.

    `entropy` returns random bytes.
    """
    openings = dict[str, Opening]()

    def seal(value: RecordedText) -> RecordedText:
        if isinstance(value, SealedText):
            return value
        salt = entropy(SALT_BYTES)
        sealed = seal_text(salt, value)
        openings[sealed.sealed] = Opening(value, salt.hex())
        return sealed

    return _change_values(event, seal), openings


def open_values(event: E, openings: Openings) -> E:
    """Return an event with the values in place of those seals that `openings` open; erased ones stay sealed."""

    def unseal(value: RecordedText) -> RecordedText:
        text = read_text(value, openings)
        return value if text is None else text

    return _change_values(event, unseal)


def _change_values(event: E, change: Callable[[RecordedText], RecordedText]) -> E:
    for pointer in PLACES.get(event.TOPIC, ()):
        event = _change_value(event, pointer.split("/")[1:], change)
    return event


def _change_value(struct: E, members: list[str], change: Callable[[RecordedText], RecordedText]) -> E:
    value = getattr(struct, members[0])
    if value is msgspec.UNSET:
        return struct
    changed = _change_value(value, members[1:], change) if members[1:] else change(value)
    return msgspec.structs.replace(struct, **{members[0]: changed})  # type: ignore[type-var]

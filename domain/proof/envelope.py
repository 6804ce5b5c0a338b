"""The envelope of an event: the members common to all kinds, read from the stored bytes without any rules.

Proofs, archives and audits deal with records that anybody may have changed. They read only the envelope, which decodes
no more JSON than they need, and raises a single exception, `Unreadable`, whatever is wrong with the bytes.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import TypeVar

import msgspec

from domain.kernel.language import say
from domain.kernel.words import say_json_fault

UNREADABLE_JSON = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors of decoding bytes that are not the expected JSON."""

_SEED = re.compile(rb'"([0-9a-f]{64})"')

T = TypeVar("T")


class Unreadable(ValueError):
    """Bytes that are not the JSON that was expected; says why."""


def decode_json(data: bytes, kind: type[T]) -> T:
    """Decode JSON as a value of this type; raises Unreadable."""
    try:
        return msgspec.json.decode(data, type=kind)
    except UNREADABLE_JSON as error:
        raise Unreadable(describe_unreadable(error)) from None


def describe_unreadable(error: Exception) -> str:
    """Say in words what one of `UNREADABLE_JSON` means."""
    return say("nested too deeply") if isinstance(error, RecursionError) else say_json_fault(str(error))


class Envelope(msgspec.Struct, frozen=True):
    """The members of an event that proofs, archives and audits read; those that an event lacks have their defaults.

    `timestamp` is the recorded text, since receipts sign it. `n` is 0 unless it is a step. `ruleset` to `commitment`
    are members of the opening, `seat` and `player` those of taking a seat. `seed` is raw, because a redacted file has a
    seal in its place.
    """

    originator_id: str = ""
    originator_version: int = 0
    timestamp: str = ""
    n: int = 0
    hidden: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    ruleset: str = ""
    rules_version: str = ""
    content: str = ""
    seats: int | None = None
    seed: msgspec.Raw = msgspec.Raw()
    commitment: str = ""
    seat: int = 0
    player: str | None = None

    @property
    def time(self) -> datetime | None:
        """When the event happened; None unless it is a valid time with a time zone."""
        try:
            time = msgspec.convert(self.timestamp, datetime)
        except msgspec.ValidationError:
            return None
        # A time without its zone cannot be compared with those of keys.
        return time if time.tzinfo is not None else None

    @property
    def server_seed(self) -> bytes | None:
        """The server's seed, 32 bytes; None if the event does not show one."""
        found = _SEED.fullmatch(bytes(self.seed))
        return bytes.fromhex(found[1].decode()) if found is not None else None


def read_envelope(payload: bytes) -> Envelope:
    """Read the envelope of an event from its JSON, with or without its digest; raises Unreadable."""
    return decode_json(payload, Envelope)

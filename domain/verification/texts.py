"""Verification of the texts that people wrote: what is stored beside a record must open the seals in its events."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Annotated, Generic, TypeVar

import msgspec
from msgspec import Meta

from domain.kernel.language import say
from domain.personal.values import NOTHING_SEALED, PLACES, Openings, find_seals
from domain.proof.chain import Fault
from domain.proof.envelope import Unreadable, read_envelope
from domain.record.disputes import is_statement
from domain.record.order import OutOfOrder
from domain.record.talk import check_text
from domain.rows import PersonalKind, Row

R_co = TypeVar("R_co", bound=Row, covariant=True)
_SALT = re.compile("[0-9a-f]{64}")


class Sealed(msgspec.Struct, Generic[R_co], frozen=True):
    """The events of a stream, with what opens their seals.

    `erased` are the digits of the seals whose openings were deleted by an erasure; None for a file, in which every text
    that is missing counts as erased.
    """

    rows: Sequence[R_co]
    openings: Openings = NOTHING_SEALED
    erased: Collection[str] | None = None


class TextsCheck(msgspec.Struct, frozen=True):
    """The result of checking the claims and rulings of a game that are sealed: how many there are, and the first fault.

    An erased text leaves its seal in the event, which the digest covers, so the record holds without it.
    """

    texts: Annotated[int, Meta(description="How many claims and rulings are sealed.")]
    erased: Annotated[int, Meta(description="How many of them were erased.")]
    fault: Fault | None


def check_texts(sealed: Sealed[Row]) -> TextsCheck | None:
    """Check the sealed texts in the events of a game; None if there are none."""
    texts = erased = 0
    for row in sealed.rows:
        try:
            found, gone = check_values(row, sealed)
        except OutOfOrder as error:
            return TextsCheck(texts, erased, Fault(row.version, _step_of(row), str(error)))
        texts, erased = texts + found, erased + gone
    return TextsCheck(texts, erased, None) if texts else None


def check_values(row: Row, sealed: Sealed[Row]) -> tuple[int, int]:
    """Return how many sealed texts an event has, and how many of them were erased.

    Raises OutOfOrder if a value does not fit its seal, cannot be what it is said to be, or is gone without an erasure.
    """
    texts = erased = 0
    for place, seal in find_seals(row.topic, row.payload).items():
        kind = PLACES[row.topic][place]
        is_gone = _is_erased(kind, seal, sealed)
        if kind != "salt":
            texts, erased = texts + 1, erased + is_gone
    return texts, erased


def _is_erased(kind: PersonalKind, seal: str, sealed: Sealed[Row]) -> bool:
    opening = sealed.openings.get(seal)
    if opening is None:
        if sealed.erased is not None and seal not in sealed.erased:
            raise OutOfOrder(say("the text is gone, and no erasure says why"))
        return True
    if opening.seal().sealed != seal:
        raise OutOfOrder(say("the text is not the one that was sealed"))
    _check_value(kind, opening.value)
    return False


def _check_value(kind: PersonalKind, value: str) -> None:
    if kind == "message":
        check_text(value)
    elif kind == "salt":
        if not _SALT.fullmatch(value):
            raise OutOfOrder(say("the salt of the signature is not 64 hexadecimal digits"))
    elif not is_statement(value):
        raise OutOfOrder(say("the text is empty, too long, or contains control characters"))


def _step_of(row: Row) -> int | None:
    try:
        return read_envelope(row.payload).n or None
    except Unreadable:
        return None

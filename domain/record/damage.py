"""Errors that tampered records cause, reported as DamagedRecord."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from eventsourcing.persistence import MapperDeserialisationError
from eventsourcing.utils import TopicError

from domain.kernel.errors import KifuError, UnreadableRecord
from domain.kernel.language import Later, later
from domain.kernel.ruleset import MalformedMove
from domain.proof.chain import Unchainable
from domain.proof.envelope import Unreadable

UNREADABLE = (MapperDeserialisationError, TopicError, msgspec.DecodeError, Unchainable, Unreadable, MalformedMove)
"""Errors that only a corrupted stored value can cause."""
FOLD_ERRORS = (*UNREADABLE, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of facts that do not fit the game before them, although all facts fitted when they were recorded."""
READ_ERRORS = (*FOLD_ERRORS, KifuError)
"""Errors of putting an event into words: those of a changed record, and of missing content."""


class DamagedRecord(UnreadableRecord):
    """Somebody changed the stored record of this game."""

    code = "damaged-record"


_UNREAD = later("it cannot be read")


def damaged_record_error(where: Later = _UNREAD) -> DamagedRecord:
    """Return the error with the place of the damage, but nothing of the record, which may be secret."""
    return DamagedRecord(
        later("The record of this game was changed: {where}. Its verification names the step.", where=where)
    )


@contextmanager
def reading_record() -> Iterator[None]:
    """Turn every error that a changed record can cause into DamagedRecord, with its cause."""
    try:
        yield
    except FOLD_ERRORS as error:
        raise damaged_record_error() from error

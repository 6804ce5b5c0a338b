"""Records that somebody changed: what they raise when they are read, as the problem that it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from eventsourcing.persistence import MapperDeserialisationError
from eventsourcing.utils import TopicError

from domain.errors import DamagedRecord
from domain.kernel.ruleset import MalformedMove
from domain.proof.chain import Unchainable
from domain.proof.envelope import Unreadable

UNREADABLE = (MapperDeserialisationError, TopicError, msgspec.DecodeError, Unchainable, Unreadable, MalformedMove)
"""What only a stored value can raise that is not as it was written."""
FOLD_ERRORS = (*UNREADABLE, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What facts can raise that do not fit the game before them: they all did when they were recorded."""


def damaged_record_error(where: str = "it cannot be read") -> DamagedRecord:
    """The problem, with where it was noticed; nothing of the record is in it, since that may be secret."""
    return DamagedRecord(f"The record of this game was changed: {where}. Its verification names the step.")


@contextmanager
def reading_record() -> Iterator[None]:
    """Turns what a record can raise that somebody changed into DamagedRecord, which has the cause."""
    try:
        yield
    except FOLD_ERRORS as error:
        raise damaged_record_error() from error

"""The findings of checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

State: TypeAlias = Literal["well", "skipped", "warning", "fault"]
Explain: TypeAlias = Callable[[Exception], str | None]
"""Describes an error in one line for people; None for a defect of ours."""


class Finding(msgspec.Struct, frozen=True):
    """The finding of a check, in a sentence, and another sentence on what to do about it."""

    check: str
    state: State
    what: str
    advice: str | None = None


def guard(check: str, look: Callable[[], Iterable[Finding]], explain: Explain) -> Iterator[Finding]:
    """Yield a check's findings; an error that can be explained is a fault. Raises any other."""
    try:
        yield from look()
    except Exception as error:
        why = explain(error)
        if why is None:
            raise
        yield Finding(check, "fault", why)


def is_well(found: Iterable[Finding]) -> bool:
    """Return whether none of these is a fault."""
    return all(one.state != "fault" for one in found)

"""What checks find."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

State: TypeAlias = Literal["well", "skipped", "warning", "fault"]
Explain: TypeAlias = Callable[[Exception], str | None]
"""An error in one line for people; None for a defect of ours."""


class Finding(msgspec.Struct, frozen=True):
    """What a check found, in a sentence, and in another one what to do about it."""

    check: str
    state: State
    what: str
    advice: str | None = None


def guard(check: str, look: Callable[[], Iterable[Finding]], explain: Explain) -> Iterator[Finding]:
    """Yield what a check finds; an error that can be explained is a fault. Raises any other."""
    try:
        yield from look()
    except Exception as error:
        why = explain(error)
        if why is None:
            raise
        yield Finding(check, "fault", why)


def is_well(found: Iterable[Finding]) -> bool:
    """Whether none of these is a fault."""
    return all(one.state != "fault" for one in found)

"""The steps about clocks in words."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.language import say
from domain.kernel.scoring import Result
from domain.proof.receipts import format_time
from domain.record.clocks.events import ClockStarted, ClockStopped, TimeRanOut


def say_clock_step(event: TimeRanOut | ClockStopped | ClockStarted, names: Sequence[str]) -> str:
    """Say a step about clocks in one line; `names` are those of the seats."""
    match event:
        case TimeRanOut(result=Result()):
            return say("The time of {who} has run out, which ends the game.", who=names[event.seat])
        case TimeRanOut():
            return say("The time of {who} has run out, and the others play on.", who=names[event.seat])
        case ClockStopped():
            since = format_time(event.since)
            return say("The clocks stand still from {since} on: the service could not be reached.", since=since)
        case ClockStarted():
            return say("The clocks run again.")

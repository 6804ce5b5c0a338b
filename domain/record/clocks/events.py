"""The events about the clocks of a running game."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from domain.kernel.scoring import Result
from domain.record.event import Digest, Hidden, Step

WhyStopped: TypeAlias = Literal["outage"]
"""Why a clock stands still. `outage`: the service could not take moves."""


class TimeRanOut(Step, frozen=True, kw_only=True):
    """The time of a seat ran out at `due`, which resigns it.

    The game ends with `result`, or the others play on if there is no result.
    """

    TOPIC = "kifu:time-ran-out"
    KIND = "time-out"
    seat: int
    player: str
    due: datetime
    result: Result | msgspec.UnsetType = msgspec.UNSET
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class ClockStopped(Step, frozen=True, kw_only=True):
    """The time of all seats stands still, from `since` on, which is not before the previous step."""

    TOPIC = "kifu:clock-stopped"
    KIND = "clock-stop"
    why: WhyStopped
    since: datetime
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class ClockStarted(Step, frozen=True, kw_only=True):
    """The time of the seats that are asked runs again."""

    TOPIC = "kifu:clock-started"
    KIND = "clock-start"
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET

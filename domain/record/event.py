"""The common members of all events of a game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import ClassVar, Literal, TypeAlias
from uuid import UUID

import msgspec

Hidden: TypeAlias = "tuple[str, ...] | msgspec.UnsetType"
Digest: TypeAlias = "str | msgspec.UnsetType"
"""The last two fields of every event, see `domain.proof.chain`. Events recorded before digests have neither."""
StepKind: TypeAlias = Literal[
    "set-up",
    "move",
    "take-back",
    "resignation",
    "dispute",
    "withdrawal",
    "ruling",
    "time-out",
    "clock-stop",
    "clock-start",
]
"""The names of the kinds of steps for clients and read models."""


class Moment(msgspec.Struct, frozen=True):
    """When events are made, and the function that returns random bytes for their seals."""

    now: datetime
    entropy: Callable[[int], bytes]


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """The members of every event: its game and version, its time, and the request that caused it."""

    TOPIC: ClassVar[str]
    class_version: ClassVar[int] = 1
    """Goes up when a field changes its meaning; `upcast_v1_v2(values)` and so on bring old JSON up to date."""

    originator_id: UUID
    originator_version: int
    timestamp: datetime
    request_id: str = ""


class Step(Event, frozen=True, kw_only=True):
    """One step of a game, numbered from 1. `rules` is the ruleset that made it, as "id@version"."""

    KIND: ClassVar[StepKind]
    n: int
    rules: str

"""The result of comparing the snapshots of a game with its events."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.proof.chain import Fault


class SnapshotsCheck(msgspec.Struct, frozen=True):
    """How many snapshots match the events, how many cannot be compared, and the first that differs.

    A snapshot taken under other rules, or an unreadable one, cannot be compared, and no game continues from it.
    """

    same: Annotated[int, Meta(description="How many snapshots are what the events add up to.")]
    ignored: Annotated[int, Meta(description="How many cannot be compared; no game is continued from them.")]
    fault: Annotated[Fault | None, Meta(description="The first snapshot that the events do not give.")]

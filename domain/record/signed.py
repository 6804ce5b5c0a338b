"""What a player signs in each kind of event: the name of the action, and the content that the player decided on."""

from __future__ import annotations

from typing import assert_never

import msgspec

from domain.proof.signatures import Deed
from domain.record.events import (
    DisputeRaised,
    DisputeWithdrawn,
    MovePlayed,
    MoveTakenBack,
    SeatResigned,
    SeatTaken,
    SignedEvent,
)

DEEDS: dict[str, Deed] = {
    SeatTaken.TOPIC: "seat",
    MovePlayed.TOPIC: "move",
    MoveTakenBack.TOPIC: "take-back",
    SeatResigned.TOPIC: "resignation",
    DisputeRaised.TOPIC: "dispute",
    DisputeWithdrawn.TOPIC: "withdrawal",
}
"""The names of the signed events' topics in the signed text."""


def deed_of(event: SignedEvent) -> Deed:
    """Return the name of an event in the signed text."""
    return DEEDS[event.TOPIC]


def content_of(event: SignedEvent) -> object:
    """Return the content of an event that is signed, as a JSON value.

    The version and the digest, which are also signed, determine everything else in the step.
    """
    match event:
        case SeatTaken():
            return {"player": event.player, "keys": event.keys or (), "entropy": event.entropy or None}
        case MovePlayed():
            return msgspec.json.decode(event.move)
        case MoveTakenBack() | SeatResigned():
            return {}
        case DisputeRaised():
            return {"step": event.step, "clause": event.clause, "claim": event.claim}
        case DisputeWithdrawn():
            return {"dispute": event.dispute}
        case _:
            assert_never(event)

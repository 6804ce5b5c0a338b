"""The events of a game that waits for its players, except taking seats."""

from __future__ import annotations

import msgspec

from domain.record.event import Digest, Event, Hidden


class SeatLeft(Event, frozen=True, kw_only=True):
    """A player gets up before the game starts and withdraws the entropy added with the seat."""

    TOPIC = "kifu:seat-left"
    seat: int
    player: str
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class SeatReserved(Event, frozen=True, kw_only=True):
    """A free seat is reserved, for `player` or for the holder of an invitation, in place of an earlier reservation.

    `invitation` is the SHA-256 of the secret. `by` is the opener, None for the operator.
    """

    TOPIC = "kifu:seat-reserved"
    seat: int
    player: str | None = None
    invitation: str | msgspec.UnsetType = msgspec.UNSET
    by: str | None = None
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class ReservationWithdrawn(Event, frozen=True, kw_only=True):
    """Everyone may take the seat again. `by` is the opener, None for the operator."""

    TOPIC = "kifu:reservation-withdrawn"
    seat: int
    by: str | None = None
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class GameCancelled(Event, frozen=True, kw_only=True):
    """A game that has not started is cancelled; nothing more can happen in it.

    `by` is the opener, None for the operator, or for the service if the game `expired`.
    """

    TOPIC = "kifu:game-cancelled"
    by: str | None = None
    expired: bool = False
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET

"""The clocks of a game as everybody sees them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from domain.kernel.options import Clock
from domain.record.clocks.fold import PER_SECOND, Clocks, bank_left, left
from domain.record.game import Game


class SeatTime(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time of one seat, in seconds."""

    seat: int
    bank: Annotated[float, Meta(description="What is left in the bank.")]
    left: Annotated[float, Meta(description="What is left in all for what the seat is asked, or for its next turn.")]
    due: Annotated[
        datetime | None, Meta(description="When it runs out if nothing happens; missing while it stands still.")
    ] = None
    window: Annotated[bool, Meta(description="Whether the seat is only asked to react.")] = False
    ran_out: Annotated[datetime | None, Meta(description="When it ran out, if it did.")] = None


class TimeLeft(msgspec.Struct, frozen=True):
    """The time that each seat has at the moment `at`, that of the last step: from there on it runs until `due`."""

    at: datetime
    seats: tuple[SeatTime, ...]


ShownTime: TypeAlias = Annotated[
    TimeLeft | msgspec.UnsetType,
    Meta(description="The time of each seat; missing before the start, and without a clock."),
]


def view_clocks(game: Game) -> TimeLeft | msgspec.UnsetType:
    """Return the time of each seat; unset before the start and in a game without a clock."""
    clock, clocks = game.clock, game.clocks
    if clock is None or clocks is None:
        return msgspec.UNSET
    return TimeLeft(clocks.at, tuple(_view_seat(clock, clocks, seat) for seat in range(len(clocks.seats))))


def _view_seat(clock: Clock, clocks: Clocks, seat: int) -> SeatTime:
    own = clocks.seats[seat]
    bank, remaining = max(bank_left(clock, own.turn), 0), max(left(clock, own), 0)
    return SeatTime(
        seat,
        bank=bank / PER_SECOND,
        left=remaining / PER_SECOND,
        due=clocks.due(clock, seat),
        window=own.spell == "window",
        ran_out=own.ran_out,
    )

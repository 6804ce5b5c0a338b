"""How much time each seat has: a fold over the times of steps and the seats that they ask.

Nothing here is recorded. The service, the read model of deadlines and every verifier compute it from the same values:
the option `clock`, the times of the steps, and the seats asked after each. Time is counted in whole microseconds, as
events have it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, Self, TypeAlias

import msgspec

from domain.kernel.choice import Asking
from domain.kernel.options import Clock
from domain.record.clocks.events import ClockStarted, ClockStopped, TimeRanOut
from domain.record.event import Step, StepKind

Spell: TypeAlias = Literal["turn", "window"]
"""What a seat is asked for: a move, or only a reaction."""

MICROSECOND = timedelta(microseconds=1)
PER_SECOND = 1_000_000
TAKE_BACK: StepKind = "take-back"


class Stretch(msgspec.Struct, frozen=True):
    """A turn so far: the microseconds of the bank when it began, and those that it has used."""

    bank: int
    spent: int = 0


class SeatClock(msgspec.Struct, frozen=True):
    """The time of one seat, in microseconds.

    `turn` is the turn that it has, or the next one. `closed` is the turn before, which a take-back continues.
    `window` is what the present window has used. `ran_out` says when the time ran out.
    """

    turn: Stretch
    closed: Stretch | None = None
    window: int = 0
    spell: Spell | None = None
    ran_out: datetime | None = None


class Due(msgspec.Struct, frozen=True):
    """The moment at which the time of a seat runs out."""

    at: datetime
    seat: int


class Clocks(msgspec.Struct, frozen=True):
    """The time of all seats at the moment `at`, that of the last step; it runs from there unless it is not `running`.

    `stopped` says whether a step stopped it.
    """

    at: datetime
    seats: tuple[SeatClock, ...]
    running: bool = True
    stopped: bool = False

    def after(self, clock: Clock, at: datetime, asking: Asking, *, paused: bool = False, back: bool = False) -> Self:
        """Return the time after a step at the moment `at` that asks these seats.

        A step that goes `back` takes back a move: seats continue the turns that the move ended, and no bank grows. A
        `paused` game ends no turn, and takes no time.
        """
        seats = tuple(
            _follow(clock, own, _spell_of(clock, asking, seat), back) for seat, own in enumerate(self._spend_until(at))
        )
        return msgspec.structs.replace(self, at=at, seats=seats, running=not (paused or self.stopped))

    def stop(self, at: datetime, since: datetime) -> Self:
        """Return the time after a step at the moment `at` that stops it, as from `since` on."""
        seats = self._spend_until(since)
        return msgspec.structs.replace(self, at=at, seats=seats, running=False, stopped=True)

    def start(self) -> Self:
        """Return the clocks before the step that starts them: nothing else has changed."""
        return msgspec.structs.replace(self, stopped=False)

    def run_out(self, seat: int, due: datetime) -> Self:
        """Return the clocks of which that of `seat` has run out."""
        seats = list(self.seats)
        seats[seat] = msgspec.structs.replace(seats[seat], ran_out=due)
        return msgspec.structs.replace(self, seats=tuple(seats))

    def _spend_until(self, at: datetime) -> tuple[SeatClock, ...]:
        elapsed = max((at - self.at) // MICROSECOND, 0) if self.running else 0
        return tuple(_spend(own, elapsed) for own in self.seats) if elapsed else self.seats

    def due(self, clock: Clock, seat: int) -> datetime | None:
        """Return when the time of a seat runs out if nothing happens, or ran out; None while it stands still."""
        own = self.seats[seat]
        if not self.running or own.spell is None:
            return None
        return self.at + timedelta(microseconds=left(clock, own))

    def first_due(self, clock: Clock) -> Due | None:
        """Return whose time runs out first if nothing happens, the lowest seat of several; None while all stand."""
        found = ((self.due(clock, seat), seat) for seat in range(len(self.seats)))
        return min((Due(at, seat) for at, seat in found if at is not None), key=_order, default=None)


def start_clocks(clock: Clock, at: datetime, seats: int) -> Clocks:
    """Return the clocks of a game that starts at the moment `at`, before anybody is asked."""
    return Clocks(at, (SeatClock(Stretch(clock.bank * PER_SECOND)),) * seats)


def follow_step(clock: Clock, clocks: Clocks, event: Step, asking: Asking, paused: bool) -> Clocks:
    """Return the clocks after one more step, which asks these seats and leaves the game `paused` or not."""
    match event:
        case ClockStopped():
            return clocks.stop(event.timestamp, event.since)
        case ClockStarted():
            clocks = clocks.start()
        case TimeRanOut():
            clocks = clocks.run_out(event.seat, event.due)
    back = event.KIND == TAKE_BACK
    return clocks.after(clock, event.timestamp, asking, paused=paused, back=back)


def left(clock: Clock, own: SeatClock) -> int:
    """Return how many microseconds a seat has left in all for what it is asked, at the moment of its clock."""
    if own.spell == "window" and clock.window:
        return clock.window * PER_SECOND - own.window
    return clock.spell * PER_SECOND + own.turn.bank - own.turn.spent


def bank_left(clock: Clock, turn: Stretch) -> int:
    """Return the microseconds that are left in the bank during a turn."""
    return turn.bank - max(turn.spent - clock.spell * PER_SECOND, 0)


def _order(due: Due) -> tuple[datetime, int]:
    return due.at, due.seat


def _spell_of(clock: Clock, asking: Asking, seat: int) -> Spell | None:
    if seat not in asking.seats:
        return None
    return "window" if clock.window and seat in asking.windows else "turn"


def _spend(own: SeatClock, elapsed: int) -> SeatClock:
    if own.spell == "window":
        return msgspec.structs.replace(own, window=own.window + elapsed)
    if own.spell == "turn":
        return msgspec.structs.replace(own, turn=Stretch(own.turn.bank, own.turn.spent + elapsed))
    return own


def _follow(clock: Clock, own: SeatClock, spell: Spell | None, back: bool) -> SeatClock:
    """Return the clock of a seat that is asked for `spell` from now on."""
    if spell == own.spell:
        return own
    if own.spell == "turn":
        own = msgspec.structs.replace(own, turn=_next_turn(clock, own.turn, back), closed=own.turn)
    if spell == "turn" and back and own.closed is not None:
        own = msgspec.structs.replace(own, turn=own.closed, closed=None)
    return msgspec.structs.replace(own, spell=spell, window=0)


def _next_turn(clock: Clock, ended: Stretch, back: bool) -> Stretch:
    bank = bank_left(clock, ended)
    if clock.most and not back:
        unused = max(clock.spell * PER_SECOND - ended.spent, 0)
        bank = max(min(bank + unused, clock.most * PER_SECOND), bank)
    return Stretch(bank)

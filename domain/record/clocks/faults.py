"""Which steps may follow as far as the clocks of a game are concerned."""

from __future__ import annotations

from datetime import datetime

import msgspec

from domain.kernel.language import say
from domain.proof.receipts import format_time
from domain.record.clocks.events import ClockStarted, ClockStopped, TimeRanOut
from domain.record.clocks.fold import Clocks
from domain.record.clocks.of_game import first_due
from domain.record.event import Step
from domain.record.events import GameStarted, MovePlayed
from domain.record.game import Game


def find_clock_fault(game: Game, event: Step) -> str | None:
    """Return why a step cannot follow a game because of its clocks; None if it can."""
    if isinstance(event, GameStarted | MovePlayed) and isinstance(event.asking, msgspec.UnsetType) != (not game.clock):
        return say("a step says which seats it asks if the game has a clock, and only then")
    if game.clocks is None:
        is_about_clocks = isinstance(event, TimeRanOut | ClockStopped | ClockStarted)
        return say("the game has no clock") if is_about_clocks else None
    if event.timestamp < game.clocks.at:
        return say("its time is before that of the previous step, and the game has a clock")
    if game.clocks.stopped != isinstance(event, ClockStarted):
        return say("the clock stands still, and is started first") if game.clocks.stopped else say("the clock runs")
    if isinstance(event, TimeRanOut):
        return _find_time_out_fault(game, event)
    if isinstance(event, ClockStopped):
        return _find_stop_fault(game.clocks, event)
    return _find_missing_time_out(game, event.timestamp)


def _find_missing_time_out(game: Game, at: datetime) -> str | None:
    due = first_due(game)
    if due is None or at <= due.at:
        return None
    return say(
        "the time of seat {seat} ran out at {due}, and the step that says so is missing",
        seat=due.seat,
        due=format_time(due.at),
    )


def _find_time_out_fault(game: Game, event: TimeRanOut) -> str | None:
    due = first_due(game)
    if due is None:
        return say("no time runs")
    if (due.seat, due.at) != (event.seat, event.due):
        return say("the first time to run out is that of seat {seat}, at {due}", seat=due.seat, due=format_time(due.at))
    if event.timestamp < due.at:
        return say("the time of seat {seat} runs out later, at {due}", seat=due.seat, due=format_time(due.at))
    return None


def _find_stop_fault(clocks: Clocks, event: ClockStopped) -> str | None:
    between = clocks.at <= event.since <= event.timestamp
    return None if between else say("the clock stops between the previous step and this one")

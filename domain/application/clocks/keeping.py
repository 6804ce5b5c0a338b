"""What the passing of time does to a game: an outage stops its clock, and a seat whose time runs out is resigned."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from domain.application.commands import Decision, Request, StepAnswer, decide_step, event_head
from domain.application.resigning import play_on
from domain.record.clocks.events import ClockStarted, ClockStopped, TimeRanOut
from domain.record.clocks.fold import Clocks, Due
from domain.record.clocks.of_game import first_due
from domain.record.events import AnyEvent, link
from domain.record.game import Game, rules_label
from domain.rows import SILENCE, Uptime


class Outage(NamedTuple):
    """A time in which the service could not be reached."""

    since: datetime
    until: datetime


def find_outage(uptimes: Sequence[Uptime], after: datetime, now: datetime) -> Outage | None:
    """Return the first outage between two moments, as far as it lies between them; None if there was none.

    `uptimes` are the times in which the service ran, the earliest first, from the last one before `after` on.
    """
    last = after
    for uptime in (*uptimes, Uptime(now, now)) if uptimes else ():
        if uptime is not uptimes[0] and min(uptime.since, now) - last > SILENCE:
            return Outage(last, min(uptime.since, now))
        last = max(last, uptime.until)
    return None


def keep_time(game: Game, req: Request, uptimes: Sequence[Uptime], now: datetime) -> Decision[StepAnswer] | None:
    """Return what the time until `now` does to a game; None if it does nothing."""
    due = first_due(game)
    if due is None or game.clocks is None:
        return None
    outage = find_outage(uptimes, game.clocks.at, now)
    if outage is not None:
        return _stop_for(game, game.clocks, req, outage, now)
    return _call_time(game, req, now) if now > due.at else None


def _stop_for(game: Game, clocks: Clocks, req: Request, outage: Outage, now: datetime) -> Decision[StepAnswer]:
    """Stop the clock for the time of an outage, and start it again."""
    stopped = ClockStopped(
        **event_head(game, req, max(now, clocks.at)),
        n=game.step + 1,
        rules=rules_label(game.ruleset),
        why="outage",
        since=outage.since,
    )
    stopped = link(stopped, (), game.digest, game.secret)
    after = game.after(stopped)
    started = ClockStarted(
        **event_head(after, req, stopped.timestamp), n=after.step + 1, rules=rules_label(game.ruleset)
    )
    started = link(started, (), after.digest, game.secret)
    decision = decide_step(started, after.after(started))
    return msgspec.structs.replace(decision, events=[stopped, started])


def _call_time(game: Game, req: Request, now: datetime) -> Decision[StepAnswer]:
    """Resign the seats whose time has run out, the first first, and make the moves by rule that follow."""
    events: list[AnyEvent] = []
    while (due := first_due(game)) is not None and now > due.at:
        event = _resign_late(game, req, due, now)
        events.append(event)
        game = game.after(event)
    decision = play_on(decide_step(events[-1], game), req, now)
    return msgspec.structs.replace(decision, events=[*events[:-1], *decision.events])


def _resign_late(game: Game, req: Request, due: Due, now: datetime) -> TimeRanOut:
    player = game.players[due.seat]
    assert player is not None
    event = TimeRanOut(
        **event_head(game, req, now),
        n=game.step + 1,
        rules=rules_label(game.ruleset),
        seat=due.seat,
        player=player,
        due=due.at,
        result=game.result_if_resigned(due.seat) or msgspec.UNSET,
    )
    return link(event, (), game.digest, game.secret)

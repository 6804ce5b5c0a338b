"""When a step happens: never before the previous one, and not after somebody's time has run out."""

from __future__ import annotations

from datetime import datetime

from domain.application.errors import TooLate
from domain.kernel.language import later
from domain.proof.receipts import format_time
from domain.record.clocks.of_game import first_due
from domain.record.game import Game


class TimeIsUp(Exception):
    """Somebody's time has run out, and the step that says so comes before any other."""


def step_time(game: Game, now: datetime) -> datetime:
    """Return the time of the next step of a game, which with a clock is never before that of the previous step.

    Raises TimeIsUp if the time of a seat ran out before.
    """
    if game.clocks is None:
        return now
    due = first_due(game)
    if due is not None and now > due.at:
        raise TimeIsUp
    return max(now, game.clocks.at)


def require_in_time(game: Game, seat: int) -> None:
    """Raise TooLate if the time of a seat has run out."""
    ran_out = game.clocks.seats[seat].ran_out if game.clocks is not None else None
    if ran_out is not None:
        raise TooLate(
            later(
                "The time of seat {seat} ran out at {due}, before this arrived. That resigned the seat.",
                seat=seat,
                due=format_time(ran_out),
            ),
            clause=f"{game.ruleset.id}.end.resignation",
        )

"""Whose time runs out next in the games with a clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from domain.kernel.choice import Asking
from domain.kernel.options import Clock
from domain.record.clocks.events import TimeRanOut
from domain.record.clocks.fold import Clocks, follow_step, start_clocks
from domain.record.event import Step
from domain.record.events import (
    DisputeRaised,
    DisputeRuled,
    DisputeWithdrawn,
    GameOpened,
    GameStarted,
    MovePlayed,
    MoveTakenBack,
    SeatResigned,
)
from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows
from projections.read_models import rows
from projections.read_models.earlier_steps import read_step


class _Options(msgspec.Struct):
    """The options that clocks depend on."""

    clock: Clock | msgspec.UnsetType = msgspec.UNSET
    pause_on_dispute: bool = False


class Followed(msgspec.Struct):
    """What the clocks of a game follow from."""

    clock: Clock
    seats: int
    pauses: bool
    asking: Asking = Asking(())
    resigned: list[int] = []
    open_disputes: int = 0
    over: bool = False
    clocks: Clocks | None = None


class ClockRow(msgspec.Struct):
    """A row of `clock`: a game, what its clocks follow from, and when the first time runs out if nothing happens."""

    game_id: UUID
    row: Followed
    due: datetime | None = None


class ClocksProjection:
    """One row for each game with a clock; `due` is null while no time runs."""

    name = "clocks"
    tables = ("clock",)

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        """See `Projection.handle`."""
        opened = {event.game_id for event in events if event.topic == GameOpened.TOPIC}
        earlier = {event.game_id for event in events} - opened
        games = {row.game_id: row for row in rows.load(cursor, "clock", ClockRow, earlier)} if earlier else {}
        for stored in events:
            if stored.topic != GameOpened.TOPIC and stored.game_id not in games:
                continue
            event = self._reader.decode(stored.topic, stored.game_id, stored.version, stored.payload)
            if isinstance(event, GameOpened):
                games |= _open(event)
            elif isinstance(event, Step):
                self._follow(cursor, stored, event, games[stored.game_id])
        rows.store(cursor, "clock", ("game_id",), list(games.values()))

    def _follow(self, cursor: Rows, stored: FeedEvent, event: Step, found: ClockRow) -> None:
        game = found.row
        if isinstance(event, GameStarted):
            game.clocks = start_clocks(game.clock, event.timestamp, game.seats)
        position: Any = event
        if isinstance(event, MoveTakenBack) or (isinstance(event, DisputeRuled) and event.undone):
            position = read_step(cursor, self._reader, stored, event.n, event.to)
        if isinstance(position, GameStarted | MovePlayed) and isinstance(position.asking, Asking):
            game.asking = position.asking
        if isinstance(event, SeatResigned | TimeRanOut):
            game.resigned = [*game.resigned, event.seat]
        if isinstance(event, DisputeRaised | DisputeWithdrawn | DisputeRuled):
            game.open_disputes += 1 if isinstance(event, DisputeRaised) else -1
        game.over = game.over or self._reader.result(event) is not None
        if game.clocks is None:
            return
        asking = Asking(()) if game.over else game.asking.without(game.resigned)
        paused = game.pauses and game.open_disputes > 0 and not game.over
        game.clocks = follow_step(game.clock, game.clocks, event, asking, paused)
        due = game.clocks.first_due(game.clock)
        found.due = due.at if due is not None else None


def _open(event: GameOpened) -> dict[UUID, ClockRow]:
    options = msgspec.json.decode(event.options, type=_Options)
    if not options.clock:
        return {}
    return {
        event.originator_id: ClockRow(
            event.originator_id, Followed(options.clock, event.seats, options.pause_on_dispute)
        )
    }

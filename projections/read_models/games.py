"""The list of games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from domain.record.clocks.events import TimeRanOut
from domain.record.events import (
    SEATING,
    DisputeRaised,
    DisputeRuled,
    DisputeWithdrawn,
    GameOpened,
    GameStarted,
    MovePlayed,
    MoveTakenBack,
    SeatResigned,
    SeatTaken,
)
from domain.record.game import Status
from domain.record.seating.events import GameCancelled, SeatLeft, SeatReserved
from domain.record.words import final_status
from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows, UnknownToProjection
from projections.read_models import rows
from projections.read_models.earlier_steps import read_step
from projections.read_models.imports import find_imports

SEATING_TOPICS = frozenset(event.TOPIC for event in SEATING)


class BranchedFrom(msgspec.Struct, frozen=True):
    """The game and the step from which a branch continues."""

    game: UUID
    step: int


class GameRow(msgspec.Struct):
    """A row of `game`. `asked` are the seats that the rules ask; the table derives `to_move` from it.

    `resigned` are the resigned seats, in order; nobody moves for them, so `to_move` leaves them out.
    """

    game_id: UUID
    ruleset: str
    rules_version: str
    options: msgspec.Raw
    players: list[str | None]
    status: Status
    version: int
    step: int
    teaching: bool
    unlisted: bool
    opened_by: str | None
    opened_at: datetime
    updated_at: datetime
    winners: list[int] | None = None
    branch: BranchedFrom | None = None
    asked: list[int] = []
    open_disputes: int = 0
    imported: bool = False
    reserved_for: list[str | None] = []
    by_invitation: list[bool] = []
    resigned: list[int] = []
    rated: bool = True


class GamesProjection:
    """Every game with its players, its progress, whose move it is, and who won.

    Unlisted games have rows too, but only their own players see them.
    """

    name = "games"
    tables = ("game",)

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        """See `Projection.handle`."""
        opened = {event.game_id for event in events if event.topic == GameOpened.TOPIC}
        earlier = {event.game_id for event in events} - opened
        found = rows.load(cursor, "game", GameRow, earlier) if earlier else []
        games = {row.game_id: row for row in found}
        positions: dict[UUID, Any] = {}
        imports = find_imports(cursor, events)
        for stored in events:
            event = self._reader.decode(stored.topic, stored.game_id, stored.version, stored.payload)
            if stored.topic == GameOpened.TOPIC:
                games[stored.game_id] = _new_row(stored, event, stored.game_id in imports)
            elif stored.game_id not in games:
                raise UnknownToProjection(f"game has no row {stored.game_id}")
            self._follow(games[stored.game_id], stored, event)
            if stored.topic in (GameStarted.TOPIC, MovePlayed.TOPIC):
                positions[stored.game_id] = event
            elif stored.topic == MoveTakenBack.TOPIC or (stored.topic == DisputeRuled.TOPIC and event.undone):
                positions[stored.game_id] = read_step(cursor, self._reader, stored, event.n, event.to)
        # At the end, since a rebuild's batch has many positions of a game and only the last matters.
        for game_id, position in positions.items():
            games[game_id].asked = list(self._reader.asked(position) or ())
        for game in games.values():
            game.asked = [seat for seat in game.asked if seat not in game.resigned]
        rows.store(cursor, "game", ("game_id",), list(games.values()))

    def _follow(self, game: GameRow, stored: FeedEvent, event: Any) -> None:
        game.version = stored.version
        game.updated_at = event.timestamp
        if stored.topic == GameOpened.TOPIC:
            return
        if stored.topic in SEATING_TOPICS:
            _follow_seating(game, stored.topic, event)
            return
        game.step = event.n
        if stored.topic in (DisputeRaised.TOPIC, DisputeWithdrawn.TOPIC, DisputeRuled.TOPIC):
            game.open_disputes += 1 if stored.topic == DisputeRaised.TOPIC else -1
        if stored.topic in (SeatResigned.TOPIC, TimeRanOut.TOPIC):
            game.resigned = [*game.resigned, event.seat]
        if stored.topic == GameStarted.TOPIC:
            game.status = "playing"
            # Nobody can take a seat any more.
            game.reserved_for, game.by_invitation = [None] * len(game.players), [False] * len(game.players)
        result = self._reader.result(event)
        if result is not None:
            game.status = final_status(stored.topic)
            game.winners = list(result.winners)


def _follow_seating(game: GameRow, topic: str, event: Any) -> None:
    """Follow an event before the set-up."""
    if topic == GameCancelled.TOPIC:
        game.status = "cancelled"
    elif topic in (SeatTaken.TOPIC, SeatLeft.TOPIC):
        game.players[event.seat] = event.player if topic == SeatTaken.TOPIC else None
    else:
        reserved = topic == SeatReserved.TOPIC
        game.reserved_for[event.seat] = event.player if reserved else None
        game.by_invitation[event.seat] = reserved and event.player is None


def _new_row(stored: FeedEvent, event: Any, imported: bool) -> GameRow:
    return GameRow(
        game_id=stored.game_id,
        ruleset=event.ruleset,
        rules_version=event.rules_version,
        options=msgspec.Raw(msgspec.json.encode(event.options)),
        players=[None] * event.seats,
        status="waiting",
        version=stored.version,
        step=0,
        teaching=event.teaching,
        unlisted=event.unlisted,
        opened_by=event.opened_by,
        opened_at=event.timestamp,
        updated_at=event.timestamp,
        branch=BranchedFrom(event.branch.game, event.branch.step) if event.branch else None,
        imported=imported,
        reserved_for=[None] * event.seats,
        by_invitation=[False] * event.seats,
        rated=event.rated is not False,
    )

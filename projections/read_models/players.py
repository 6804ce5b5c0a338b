"""The players' pages: each player's games and their outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from domain.kernel.scoring import Result
from domain.record.counting import Uncounted
from domain.record.events import GameStarted, SeatTaken
from domain.record.game import Status
from domain.record.seating.events import GameCancelled, SeatLeft
from domain.record.words import final_status
from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows
from projections.read_models import rows
from projections.read_models.counting import why_uncounted
from projections.read_models.seating import Place, Seating, Seatings, player_places, relevant_events

ADD_RECORDS = """
INSERT INTO player_record AS r (player, ruleset, joined, games, wins, shared_wins, points, best, together, won_together)
SELECT player, ruleset, joined, games, wins, shared_wins, points, best, together, won_together
  FROM json_populate_recordset(NULL::player_record, %s::json)
ON CONFLICT (player, ruleset) DO UPDATE SET
    joined = r.joined + excluded.joined,
    games = r.games + excluded.games,
    wins = r.wins + excluded.wins,
    shared_wins = r.shared_wins + excluded.shared_wins,
    points = r.points + excluded.points,
    best = greatest(r.best, excluded.best),
    together = r.together + excluded.together,
    won_together = r.won_together + excluded.won_together
"""


REMOVE_FROM_GAMES = """
DELETE FROM player_game USING unnest(%s::uuid[], %s::text[]) AS gone (game_id, player)
 WHERE player_game.game_id = gone.game_id AND player_game.player = gone.player
"""
"""For players who have left all their seats; they may have sat down again in the same batch."""


class PlayerGameRow(msgspec.Struct):
    """A row of `player_game`."""

    game_id: UUID
    player: str
    ruleset: str
    seats: list[int]
    status: Status
    teaching: bool
    joined_at: datetime
    ended_at: datetime | None = None
    rank: int | None = None
    points: int | None = None
    branch: bool = False
    imported: bool = False
    uncounted: Uncounted | None = None


class RecordRow(msgspec.Struct):
    """An increment of a row of `player_record`; `best` is the most points in one game.

    Cooperative games count in `together` and `won_together` only.
    """

    player: str
    ruleset: str
    joined: int = 0
    games: int = 0
    wins: int = 0
    shared_wins: int = 0
    points: int = 0
    best: int | None = None
    together: int = 0
    won_together: int = 0

    def count(self, place: Place, result: Result) -> None:
        """Add one game."""
        if result.goals:
            self.together += 1
            self.won_together += place.rank == 1
            return
        self.games += 1
        self.wins += place.rank == 1 and not place.shared
        self.shared_wins += place.rank == 1 and place.shared
        self.points += place.points
        self.best = place.points if self.best is None else max(self.best, place.points)


class PlayersProjection:
    """The listed games of each player, and sums by ruleset over those that count (`counting.why_uncounted`)."""

    name = "players"
    tables = ("player_seats", "player_game", "player_record")

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        """See `Projection.handle`."""
        events = relevant_events(events, self._reader, GameStarted.TOPIC, GameCancelled.TOPIC)
        seatings = Seatings("player_seats", cursor, events, self._reader)
        batch = _Batch(cursor, events)
        for stored in events:
            event = self._reader.decode(stored.topic, stored.game_id, stored.version, stored.payload)
            seating = seatings.follow(stored, event)
            if seating.unlisted:
                continue
            if stored.topic == SeatTaken.TOPIC:
                batch.sit_down(seating, event)
            elif stored.topic == SeatLeft.TOPIC:
                batch.get_up(seating, event)
            elif stored.topic == GameStarted.TOPIC:
                batch.start(seating)
            elif stored.topic == GameCancelled.TOPIC:
                batch.cancel(seating, event.timestamp)
            result = self._reader.result(event)
            if result is not None:
                status = final_status(stored.topic)
                batch.end(seating, status, event.timestamp, result, why_uncounted(cursor, seating, stored))
        seatings.save(cursor)
        batch.save(cursor)


class _Batch:
    """The rows that one batch of events touches."""

    def __init__(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        self._left: set[tuple[UUID, str]] = set()
        touched = {event.game_id for event in events}
        found = rows.load(cursor, "player_game", PlayerGameRow, touched)
        self._games: dict[UUID, dict[str, PlayerGameRow]] = {game: {} for game in touched}
        self._changed: set[UUID] = set()
        self._records: dict[tuple[str, str], RecordRow] = {}
        for row in found:
            self._games[row.game_id][row.player] = row

    def sit_down(self, seating: Seating, event: Any) -> None:
        players = self._touch(seating.game_id)
        if event.player in players:
            players[event.player].seats.append(event.seat)
            return
        players[event.player] = PlayerGameRow(
            seating.game_id,
            event.player,
            seating.ruleset,
            [event.seat],
            "waiting",
            seating.teaching,
            event.timestamp,
            branch=seating.branch,
            imported=seating.imported,
        )
        self._record(event.player, seating.ruleset).joined += 1

    def get_up(self, seating: Seating, event: Any) -> None:
        players = self._touch(seating.game_id)
        players[event.player].seats.remove(event.seat)
        if not players[event.player].seats:
            del players[event.player]
            self._left.add((seating.game_id, event.player))
            self._record(event.player, seating.ruleset).joined -= 1

    def cancel(self, seating: Seating, at: datetime) -> None:
        for row in self._touch(seating.game_id).values():
            row.status = "cancelled"
            row.ended_at = at

    def start(self, seating: Seating) -> None:
        for row in self._touch(seating.game_id).values():
            row.status = "playing"

    def end(self, seating: Seating, status: Status, at: datetime, result: Result, uncounted: Uncounted | None) -> None:
        players = self._touch(seating.game_id)
        for row in players.values():
            row.status = status
            row.ended_at = at
            row.uncounted = uncounted
        for place in player_places(seating, result):
            row = players[place.player]
            row.rank, row.points = place.rank, place.points
            if uncounted is None:
                self._record(place.player, seating.ruleset).count(place, result)

    def save(self, cursor: Rows) -> None:
        if self._left:
            games, players = zip(*self._left, strict=True)
            cursor.execute(REMOVE_FROM_GAMES, (list(games), list(players)))
        changed = [row for game in self._changed for row in self._games[game].values()]
        rows.store(cursor, "player_game", ("game_id", "player"), changed)
        if self._records:
            cursor.execute(ADD_RECORDS, (msgspec.json.encode(list(self._records.values())).decode(),))

    def _touch(self, game: UUID) -> dict[str, PlayerGameRow]:
        self._changed.add(game)
        return self._games[game]

    def _record(self, player: str, ruleset: str) -> RecordRow:
        return self._records.setdefault((player, ruleset), RecordRow(player, ruleset))

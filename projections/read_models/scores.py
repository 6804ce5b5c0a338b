"""The scores of the games that ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.kernel.scoring import Goal, Result, ScoreLine
from domain.record.counting import Uncounted
from domain.record.game import Status
from domain.record.words import final_status
from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows
from projections.read_models import rows
from projections.read_models.counting import why_uncounted
from projections.read_models.seating import Seating, Seatings, relevant_events


class ScoreSeat(msgspec.Struct, frozen=True):
    """The score of one seat: its total points, by origin in `lines`, and its rank, 1 for the winners.

    A side without a seat has no player, but a name in `side`; it is numbered after the seats.
    """

    seat: int
    player: str | None
    points: int
    rank: int
    lines: tuple[ScoreLine, ...]
    side: str | None = None
    bot: Annotated[bool | msgspec.UnsetType, Meta(description="true where the player is a bot; otherwise missing.")] = (
        msgspec.UNSET
    )
    """Never stored: the account says who is a bot."""


class ScoreRow(msgspec.Struct):
    """A row of `score`."""

    game_id: UUID
    ruleset: str
    status: Status
    ended_at: datetime
    ended_by: str
    decided_by: str
    seats: list[ScoreSeat]
    goals: tuple[Goal, ...]
    imported: bool = False
    uncounted: Uncounted | None = None


class ScorePlayerRow(msgspec.Struct):
    """A row of `score_player`: finds the games of a player."""

    player: str
    game_id: UUID
    ruleset: str
    ended_at: datetime


class ScoresProjection:
    """One row for each listed game that ended, by resignation too; teaching games and branches are left out."""

    name = "scores"
    tables = ("score_game", "score", "score_player")

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        """See `Projection.handle`."""
        events = relevant_events(events, self._reader)
        seatings = Seatings("score_game", cursor, events, self._reader)
        scores: list[ScoreRow] = []
        for stored in events:
            event = self._reader.decode(stored.topic, stored.game_id, stored.version, stored.payload)
            seating = seatings.follow(stored, event)
            result = self._reader.result(event)
            if result is not None and seating.is_scored:
                status = final_status(stored.topic)
                row = _score(seating, status, event.timestamp, result)
                row.uncounted = why_uncounted(cursor, seating, stored)
                scores.append(row)
        seatings.save(cursor)
        rows.store(cursor, "score", ("game_id",), scores)
        rows.store(cursor, "score_player", ("player", "game_id"), _by_player(scores))


def _score(seating: Seating, status: Status, ended_at: datetime, result: Result) -> ScoreRow:
    seats = [
        ScoreSeat(s.seat, seating.player(s.seat), s.points, s.rank, s.lines, seating.side(s.seat))
        for s in result.scores
    ]
    clauses = result.ended_by, result.decided_by
    imported = seating.imported
    return ScoreRow(seating.game_id, seating.ruleset, status, ended_at, *clauses, seats, result.goals, imported)


def _by_player(scores: Sequence[ScoreRow]) -> list[ScorePlayerRow]:
    return [
        ScorePlayerRow(player, score.game_id, score.ruleset, score.ended_at)
        for score in scores
        for player in sorted({seat.player for seat in score.seats if seat.player is not None})
    ]

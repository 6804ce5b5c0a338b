"""The answers of the read models: plain structs, ready for JSON. Times are in UTC."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

import msgspec

from projections.read_models.scores import ScoreSeat

T = TypeVar("T")


class Page(msgspec.Struct, Generic[T], frozen=True):
    """Some items of a list; `next` is the cursor for `after` that gives the following ones, None at the end."""

    items: list[T]
    next: str | None = None


class TakenSeat(msgspec.Struct, frozen=True):
    """A seat and who sits there, None if it is free."""

    seat: int
    player: str | None


class GameItem(msgspec.Struct, frozen=True):
    """A game of the list. `status` is waiting, playing, finished or resigned; `winners` are seats or sides.

    `to_move` are the seats that are asked for a move; a game that is paused or over asks nobody. `branch` is the game
    and the step from which a branch continues.
    """

    id: UUID
    ruleset: str
    rules_version: str
    options: dict[str, Any]
    seats: list[TakenSeat]
    status: str
    version: int
    step: int
    teaching: bool
    opened_by: str | None
    opened_at: datetime
    updated_at: datetime
    winners: list[int] | None
    branch: dict[str, Any] | None
    to_move: list[int]
    unlisted: bool


class DisputeItem(msgspec.Struct, frozen=True):
    """A dispute of a game. `status` is open, ruled or withdrawn; `ruling` uphold, annul, correct or note."""

    game: UUID
    number: int
    ruleset: str
    step: int
    seat: int
    player: str
    clause: str | None
    claim: str
    status: str
    raised_at: datetime
    closed_at: datetime | None
    ruling: str | None
    ruling_clause: str | None
    words: str | None
    unlisted: bool


class DisputedClause(msgspec.Struct, frozen=True):
    """How often a clause was disputed, and how it was ruled.

    A dispute counts for the clause that its claim names, else for that of its ruling; `clause` is null for those that
    have neither yet.
    """

    ruleset: str
    clause: str | None
    disputes: int
    open: int
    withdrawn: int
    uphold: int
    annul: int
    correct: int
    note: int


class HistoryItem(msgspec.Struct, frozen=True):
    """One step of a listed game. `kind` as in its steps; a set-up and a ruling have no seat."""

    game: UUID
    ruleset: str
    n: int
    kind: str
    seat: int | None
    player: str | None
    words: str
    time: datetime
    taken_back: bool


class ScoreItem(msgspec.Struct, frozen=True):
    """One game that ended: the clauses that ended it and told the winners apart, and each seat's points and rank."""

    game: UUID
    ruleset: str
    status: str
    ended_at: datetime
    ended_by: str
    decided_by: str
    seats: list[ScoreSeat]


class Standing(msgspec.Struct, frozen=True):
    """A line of a leaderboard.

    `wins` are those alone on rank 1, `shared_wins` those with others; `win_rate` is the part of games with rank 1,
    from 0 to 1, `points` the sum over all `games`, `mean_points` per game.
    """

    place: int
    player: str
    games: int
    wins: int
    shared_wins: int
    points: int
    mean_points: float
    win_rate: float


class PlayerRecord(msgspec.Struct, frozen=True):
    """What a player has done in one ruleset: `joined` listed games of any kind; the rest over `games` that count."""

    ruleset: str
    joined: int
    games: int
    wins: int
    shared_wins: int
    points: int
    mean_points: float
    best: int | None
    win_rate: float


class PlayerPage(msgspec.Struct, frozen=True):
    """A registered player and their record by ruleset."""

    name: str
    registered_at: datetime
    records: list[PlayerRecord]


class PlayerGame(msgspec.Struct, frozen=True):
    """A listed game of one player; `rank` and `points` are those of the best of their `seats`, None until the end.

    `to_move` are the seats, of anybody, that are asked for a move.
    """

    game: UUID
    ruleset: str
    seats: list[int]
    status: str
    teaching: bool
    branch: bool
    joined_at: datetime
    ended_at: datetime | None
    rank: int | None
    points: int | None
    to_move: list[int]


class ProjectionState(msgspec.Struct, frozen=True):
    """How far a projection is: events `behind` the feed, and what stopped it, at which event."""

    name: str
    behind: int
    stopped: bool
    error: str | None = None
    position: str | None = None
    """PARTITION:POSITION of the event, if one is to blame."""
    game: UUID | None = None
    since: datetime | None = None

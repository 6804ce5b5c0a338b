"""The answers of the read models: plain structs, ready for JSON. Times are in UTC."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.kernel.scoring import Goal
from domain.personal.values import Openings
from domain.record.counting import Uncounted
from projections.read_models.scores import ScoreSeat

T = TypeVar("T")


class Page(msgspec.Struct, Generic[T], frozen=True):
    """A page of a list."""

    items: list[T]
    next: Annotated[str | None, Meta(description="The after of the next page, if any.")] = None


class TakenSeat(msgspec.Struct, frozen=True):
    """A seat and its player, None if it is free."""

    seat: Annotated[int, Meta(description="The seat, counted from 0.")]
    player: Annotated[str | None, Meta(description="The player on it; null while it is free.")]
    reserved_for: Annotated[str | None, Meta(description="The only player who may take it, if it is reserved.")]
    by_invitation: Annotated[bool, Meta(description="Whether it can only be taken by an invitation.")]
    bot: Annotated[bool, Meta(description="Whether the player is a bot.")] = False


class GameItem(msgspec.Struct, frozen=True):
    """A game of the list. `status` is waiting, playing, finished, resigned or cancelled; `winners` are seats or sides.

    `to_move` are the seats asked for a move; a paused or finished game asks nobody. `branch` is the game and the step
    from which a branch continues.
    """

    id: UUID
    ruleset: Annotated[str, Meta(description="The id of the ruleset.")]
    rules_version: Annotated[str, Meta(description="The version of the rules at the opening.")]
    options: Annotated[dict[str, Any], Meta(description="The options as chosen at the opening.")]
    seats: list[TakenSeat]
    status: str
    version: Annotated[int, Meta(description="How often the game has changed.")]
    step: Annotated[int, Meta(description="The number of the last step; 0 before the set-up.")]
    teaching: Annotated[bool, Meta(description="Whether the game was opened with a known seed.")]
    opened_by: Annotated[str | None, Meta(description="The player who opened it; null for the operator.")]
    opened_at: datetime
    updated_at: datetime
    winners: Annotated[list[int] | None, Meta(description="The seats and sides that won; null until the end.")]
    branch: Annotated[dict[str, Any] | None, Meta(description="The step of another game that this one starts from.")]
    to_move: Annotated[list[int], Meta(description="The seats that are asked for a move now.")]
    unlisted: Annotated[bool, Meta(description="Whether only its players find it, among their own games.")]
    imported: Annotated[bool, Meta(description="Whether it was imported from a file, and not played here.")]
    resigned: Annotated[
        list[int] | msgspec.UnsetType,
        Meta(description="The seats that were resigned, in order; missing if there are none."),
    ] = msgspec.UNSET
    rated: Annotated[bool, Meta(description="False if it was opened to count for nothing.")] = True
    waits_until: Annotated[
        datetime | msgspec.UnsetType,
        Meta(description="When it is cancelled if it still waits for players; missing if it is not."),
    ] = msgspec.UNSET


class DisputeItem(msgspec.Struct, frozen=True):
    """A dispute of a game. `status` is open, ruled or withdrawn; `ruling` uphold, annul, correct or note."""

    game: UUID
    number: Annotated[int, Meta(description="The number of the dispute in its game, from 1.")]
    ruleset: str
    step: Annotated[int, Meta(description="The step that it is about.")]
    seat: int
    player: str
    clause: Annotated[str | None, Meta(description="The clause that the claim names.")]
    claim: Annotated[str, Meta(description="The objection in the player's own words; empty if erased.")]
    status: str
    raised_at: datetime
    closed_at: Annotated[datetime | None, Meta(description="When it was ruled on or withdrawn.")]
    ruling: Annotated[str | None, Meta(description="What the ruling does; null while there is none.")]
    ruling_clause: Annotated[str | None, Meta(description="The clause that the ruling follows.")]
    words: Annotated[str | None, Meta(description="The reason, in the words of the arbiter; empty if erased.")]
    unlisted: Annotated[bool, Meta(description="Whether the game is unlisted.")]
    arbiter: Annotated[str | None, Meta(description="The player who ruled, if that was recorded.")]


def read_dispute(row: Sequence[Any], openings: Openings) -> DisputeItem:
    """Make an item from a row of the disputes, whose last columns are the seals of the claim and of the ruling."""
    *columns, claim, words = row
    found = {name: openings[seal].value for name, seal in (("claim", claim), ("words", words)) if seal in openings}
    return msgspec.structs.replace(DisputeItem(*columns), **found)


class DisputedClause(msgspec.Struct, frozen=True):
    """How often a clause was disputed, and the rulings.

    A dispute counts for the clause named in its claim, or else in its ruling; `clause` is null if neither names one
    yet.
    """

    ruleset: str
    clause: Annotated[str | None, Meta(description="The clause; null for disputes that name none.")]
    disputes: Annotated[int, Meta(description="How many disputes there are.")]
    open: Annotated[int, Meta(description="How many wait for the arbiter.")]
    withdrawn: int
    uphold: int
    annul: int
    correct: int
    note: int


class HistoryItem(msgspec.Struct, frozen=True):
    """One step of a listed game. `kind` as in its steps; a set-up and a ruling have no seat."""

    game: UUID
    ruleset: str
    n: Annotated[int, Meta(description="The number of the step.")]
    kind: Annotated[str, Meta(description="What was done.")]
    seat: Annotated[int | None, Meta(description="The seat; null at the set-up and at rulings.")]
    player: str | None
    words: Annotated[str, Meta(description="The step in words.")]
    time: datetime
    taken_back: Annotated[bool, Meta(description="Whether the move was taken back later.")]


class ScoreItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game: the clauses that ended it and decided the winners, and each seat's points and rank.

    A cooperative game has `goals`; if it is won, all seats have rank 1.
    """

    game: UUID
    ruleset: str
    status: str
    ended_at: datetime
    ended_by: Annotated[str, Meta(description="The clause that ended the game.")]
    decided_by: Annotated[str, Meta(description="The clause that decided who won.")]
    seats: list[ScoreSeat]
    counted: Annotated[bool, Meta(description="Whether it counts for its players, in their records.")]
    why: Annotated[Uncounted | None, Meta(description="Why it does not count; missing if it does.")] = None
    goals: Annotated[
        tuple[Goal, ...],
        Meta(description="What the seats had to reach to win together; missing if they play against each other."),
    ] = ()
    imported: Annotated[bool, Meta(description="True for a game that was imported from a file; missing otherwise.")] = (
        False
    )


class Standing(msgspec.Struct, frozen=True):
    """A line of a leaderboard.

    `wins` counts sole first places, `shared_wins` shared ones; `win_rate` is the share of games with rank 1, from 0 to
    1, `points` the sum over all `games`, `mean_points` per game. Not counted are cooperative games, games that ended
    before each seat had moved twice, and those in which one player held several seats.
    """

    place: int
    player: str
    games: Annotated[int, Meta(description="How many games ended.")]
    wins: Annotated[int, Meta(description="How many were won alone.")]
    shared_wins: Annotated[int, Meta(description="How many were won with others.")]
    points: Annotated[int, Meta(description="The sum over all games.")]
    mean_points: Annotated[float, Meta(description="The points per game.")]
    win_rate: Annotated[float, Meta(description="The share of games won, from 0 to 1.")]
    bot: Annotated[bool, Meta(description="Whether the player is a bot.")] = False


class PlayerRecord(msgspec.Struct, frozen=True):
    """A player's record in one ruleset: `joined` counts listed games of any kind; the rest covers `games` that count.

    Cooperative games are counted separately, in `together` and `won_together`.
    """

    ruleset: str
    joined: Annotated[int, Meta(description="How many listed games the player has joined.")]
    games: Annotated[int, Meta(description="How many of them ended and count, played against each other.")]
    wins: Annotated[int, Meta(description="How many were won alone.")]
    shared_wins: Annotated[int, Meta(description="How many were won with others.")]
    points: Annotated[int, Meta(description="The sum over all games.")]
    mean_points: Annotated[float, Meta(description="The points per game.")]
    best: Annotated[int | None, Meta(description="The most points in one game.")]
    win_rate: Annotated[float, Meta(description="The share of games won, from 0 to 1.")]
    together: Annotated[int, Meta(description="How many of them ended and count, won or lost together with others.")]
    won_together: Annotated[int, Meta(description="How many of those were won.")]


class PlayerPage(msgspec.Struct, frozen=True):
    """A player and their record by ruleset. The page of a removed guest shows the games that they played."""

    name: str
    registered_at: Annotated[
        datetime, Meta(description="Of a guest whose account is gone, when they first sat down in a listed game.")
    ]
    records: Annotated[list[PlayerRecord], Meta(description="What the player has done, by ruleset.")]
    guest: Annotated[bool, Meta(description="Whether the player is a guest, whose name was made up.")]
    bot: Annotated[bool, Meta(description="Whether the account is that of a bot.")]


class PlayerGame(msgspec.Struct, frozen=True):
    """A listed game of one player; `rank` and `points` are those of their best seat, None until the end.

    `to_move` are all seats asked for a move, not only the player's.
    """

    game: UUID
    ruleset: str
    seats: Annotated[list[int], Meta(description="The seats that the player holds.")]
    status: str
    teaching: bool
    branch: Annotated[bool, Meta(description="Whether it is a branch of another game.")]
    joined_at: datetime
    ended_at: datetime | None
    rank: Annotated[int | None, Meta(description="The best rank of those seats; null until the end.")]
    points: Annotated[int | None, Meta(description="The points of the seat with the best rank.")]
    to_move: Annotated[list[int], Meta(description="The seats, of any player, that are asked for a move.")]
    imported: Annotated[bool, Meta(description="Whether it was imported from a file, and not played here.")]
    counted: Annotated[
        bool | None, Meta(description="Whether it counts for its players, in their records; null until the end.")
    ]
    why: Annotated[Uncounted | None, Meta(description="Why it does not count; null if it does, and until the end.")]


class ProjectionState(msgspec.Struct, frozen=True):
    """The progress of a projection: events `behind` the feed, and what stopped it, at which event.

    `false` is the finding of the last comparison with the events.
    """

    name: str
    behind: Annotated[int, Meta(description="How many events it has yet to see.")]
    stopped: Annotated[bool, Meta(description="Whether an error has stopped it.")]
    error: Annotated[str | None, Meta(description="What stopped it.")] = None
    position: Annotated[str | None, Meta(description="PARTITION:POSITION of the event to blame, if any.")] = None
    game: Annotated[UUID | None, Meta(description="The game of that event.")] = None
    since: Annotated[datetime | None, Meta(description="When it stopped.")] = None
    false: Annotated[
        str | None, Meta(description="What it says that the events do not; null where nothing is known.")
    ] = None

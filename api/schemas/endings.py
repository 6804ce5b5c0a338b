"""The end of a game for clients: points by source, and what the game meant for its players."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.kernel.language import translate
from domain.kernel.scoring import Goal, PointSource, SeatScore, points_by_source
from domain.record.counting import Uncounted, why_by_opening
from domain.record.game import Game, Status
from projections.queries.endings import Meaning, RatingMove


class EndedSeat(msgspec.Struct, frozen=True):
    """A seat, or a side without one, at the end of a game."""

    seat: Annotated[int, Meta(description="The seat; sides that are not seats are numbered after the seats.")]
    player: Annotated[str | None, Meta(description="The player; null for a side.")]
    side: Annotated[str | None, Meta(description="The name of the side; null for a seat.")]
    bot: Annotated[bool, Meta(description="Whether the player is a bot.")]
    points: Annotated[int, Meta(description="All points.")]
    rank: Annotated[int, Meta(description="1 for the winners; equal ranks share the place.")]
    rating: Annotated[RatingMove | None, Meta(description="How the rating of the player moved; null if it did not.")]


class RematchInfo(msgspec.Struct, frozen=True):
    """The rematch of a game: the names of those who have sat down, which means that they asked for it."""

    game: Annotated[UUID, Meta(description="The id of the new game.")]
    status: Status
    seated: Annotated[tuple[str, ...], Meta(description="Who has taken a seat in it.")]


class Ending(msgspec.Struct, frozen=True):
    """How a game ended: everyone's points by source, and whether the result counts for the players."""

    status: Status
    ended_by: Annotated[str, Meta(description="The clause that ended the game.")]
    decided_by: Annotated[str, Meta(description="The clause that decided who won.")]
    seats: Annotated[tuple[EndedSeat, ...], Meta(description="Seats and sides, the best first.")]
    sources: Annotated[tuple[PointSource, ...], Meta(description="What gave points, the most first.")]
    goals: Annotated[tuple[Goal, ...], Meta(description="What had to be reached together, in words; or empty.")]
    counted: Annotated[
        bool | None, Meta(description="Whether it counts for its players; null: not known yet, ask again.")
    ]
    why: Annotated[Uncounted | None, Meta(description="Why it does not count; null if it does, or if not known yet.")]
    rematch: Annotated[
        RematchInfo | None, Meta(description="The rematch; null while nobody asked for one, or if it is not for you.")
    ]


def view_ending(game: Game, meant: Meaning | None, bots: Collection[str], rematch: Game | None) -> Ending:
    """Describe the end of a game that has a result.

    `meant` is what the read models know about it, None if nothing yet, `bots` are the bots among its players, and
    `rematch` is what the reader may know about one.
    """
    result = game.result
    assert result is not None
    worded = game.ruleset.name_goals(result)
    scores = sorted(result.scores, key=lambda score: (score.rank, -score.points, score.seat))
    moved = {move.player: move for move in meant.ratings} if meant is not None else {}
    why = meant.why if meant is not None else why_by_opening(game.opened)
    return Ending(
        status=game.status,
        ended_by=result.ended_by,
        decided_by=result.decided_by,
        seats=tuple(_view_seat(game, score, moved, bots) for score in scores),
        sources=points_by_source(scores, game.ruleset.name_source),
        goals=worded.goals,
        counted=why is None if meant is not None or why is not None else None,
        why=why,
        rematch=_view_rematch(rematch) if rematch is not None else None,
    )


def _view_rematch(game: Game) -> RematchInfo:
    seated = dict.fromkeys(player for player in game.players if player is not None)
    return RematchInfo(game.id, game.status, tuple(seated))


def _view_seat(game: Game, score: SeatScore, moved: dict[str, RatingMove], bots: Collection[str]) -> EndedSeat:
    seats = len(game.players)
    player = game.players[score.seat] if score.seat < seats else None
    side = translate(game.sides[score.seat - seats]) if score.seat >= seats else None
    rating = moved.get(player) if player is not None else None
    return EndedSeat(score.seat, player, side, player in bots, score.points, score.rank, rating)

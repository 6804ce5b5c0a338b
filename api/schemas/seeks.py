"""Seeks over HTTP: the body that opens one, the query of their list, and how they are shown."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from marshmallow import fields, validate
from msgspec import Meta

from api.schemas.fields import StrictBoolean, StrictInteger, plain_text
from api.schemas.requests import Paging, Strict, played_object
from domain.application.seeking.seek import (
    FARTHEST,
    LONGEST_MINUTES,
    MOST_GAMES,
    SeekStatus,
    Wanted,
    find_status,
    read_wanted,
)
from domain.record.events import MOST_SEATS
from domain.rows import SeekRow


class GameToSeek(Strict):
    """A kind of game to seek."""

    ruleset = fields.String(required=True, validate=plain_text, metadata={"example": "micro-dojo"})
    seats = fields.List(
        StrictInteger(least=2, most=MOST_SEATS),
        required=True,
        validate=validate.Length(1, MOST_GAMES),
        metadata={"description": "Numbers of players, the dearest first.", "example": [2]},
    )
    options = played_object("What the ruleset lets one choose; see its schema.", dict)


class NewSeek(Strict):
    """What somebody would play, and with whom."""

    games = fields.List(
        fields.Nested(GameToSeek),
        required=True,
        validate=validate.Length(1, MOST_GAMES),
        metadata={"description": "The games, the dearest first. One of them will be opened."},
    )
    rated = StrictBoolean(
        load_default=True, metadata={"description": "false: the result counts for no rating and no leaderboard."}
    )
    rating_within = StrictInteger(
        load_default=None,
        least=1,
        most=FARTHEST,
        metadata={"description": "How far the rating (mu) of each other player may be from yours; by default any."},
    )
    minutes = StrictInteger(
        load_default=60,
        least=1,
        most=LONGEST_MINUTES,
        metadata={"description": "After how many minutes the seek expires."},
    )


class SeeksQuery(Paging):
    """Selects open seeks."""

    ruleset = fields.String(load_default=None, validate=plain_text, metadata={"description": "The id of a ruleset."})


class GameSought(msgspec.Struct, frozen=True):
    """A kind of game that somebody would play."""

    ruleset: Annotated[str, Meta(description="The id of the ruleset.")]
    seats: Annotated[tuple[int, ...], Meta(description="Numbers of players, the dearest first.")]
    options: Annotated[dict[str, Any], Meta(description="The options as sent; all others have their defaults.")]


class SeekView(msgspec.Struct, frozen=True, kw_only=True):
    """What a player would play, and what has become of it."""

    id: UUID
    player: Annotated[str, Meta(description="The player who seeks.")]
    bot: Annotated[bool, Meta(description="Whether the player is a bot.")] = False
    games: Annotated[tuple[GameSought, ...], Meta(description="The games, the dearest first.")]
    rated: Annotated[bool, Meta(description="Whether the result may count.")]
    rating_within: Annotated[
        int | None, Meta(description="How far the ratings of the others may be from the player's; null for any.")
    ]
    opened_at: datetime
    until: Annotated[datetime, Meta(description="When it expires.")]
    status: Annotated[SeekStatus, Meta(description="What has become of it.")]
    game: Annotated[UUID | None, Meta(description="The game in which a seat is kept; null unless it was matched.")]


def view_seek(row: SeekRow, now: datetime, bot: bool) -> SeekView:
    """Show a stored seek; `bot` says whether its player is one."""
    wanted: Wanted = read_wanted(row.wanted)
    return SeekView(
        id=row.id,
        player=row.player,
        bot=bot,
        games=tuple(GameSought(game.ruleset, game.seats, game.options) for game in wanted.games),
        rated=wanted.rated,
        rating_within=wanted.rating_within,
        opened_at=row.opened_at,
        until=row.until,
        status=find_status(row, now),
        game=row.game,
    )

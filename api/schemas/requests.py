"""The bodies and queries of the API as marshmallow schemas, which load and document them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from marshmallow import RAISE, Schema, fields, validate
from msgspec import Meta

from api.schemas.fields import (
    QueryBoolean,
    QueryInteger,
    StrictBoolean,
    StrictInteger,
    plain_text,
    player_name,
)
from domain.kernel.bots import MOST_TRIED
from domain.record.disputes import DISPUTE_STATUSES, LONGEST_CLAIM, RULINGS
from domain.record.events import MOST_SEATS
from domain.record.game import GAME_STATUSES
from domain.record.talk import LONGEST_MESSAGE

LONGEST_PAGE = 1000
NO_TIME = "Not a time with its zone, as 2026-05-01T00:00:00Z."


class Strict(Schema):
    """A schema that refuses unknown members."""

    class Meta:
        """Options of marshmallow."""

        unknown = RAISE


def seat_number(*, required: bool = False) -> StrictInteger:
    """A field for the number of a seat; None if it is optional and left out."""
    metadata = {"description": "A seat, counted from 0."}
    if required:
        return StrictInteger(least=0, most=MOST_SEATS, metadata=metadata, required=True)
    return StrictInteger(least=0, most=MOST_SEATS, metadata=metadata, load_default=None)


def played_object(description: str, default: Callable[[], dict[str, object]] | None) -> fields.Dict:
    """A JSON object whose members the ruleset decides; optional."""
    return fields.Dict(keys=fields.String(), metadata={"description": description}, load_default=default)


class SeatOnly(Strict):
    """The seat that acts."""

    seat = seat_number(required=True)


class MoveOfSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A move for a seat: one of those listed by legal-moves."""

    # A struct, since it is the quickest to read; the move stays as sent.
    seat: Annotated[int, Meta(ge=0, le=MOST_SEATS, description="A seat, counted from 0.")]
    move: Annotated[msgspec.Raw, Meta(description="The move: its type and its arguments.")]


class MovesOfSeat(msgspec.Struct, forbid_unknown_fields=True):
    """Moves for a seat: some of those listed by legal-moves."""

    # Like the move of MoveOfSeat, these stay as sent.
    seat: Annotated[int, Meta(ge=0, le=MOST_SEATS, description="A seat, counted from 0.")]
    moves: Annotated[
        list[msgspec.Raw], Meta(min_length=1, max_length=MOST_TRIED, description="The moves to be compared.")
    ]


class NewBranch(Strict):
    """The step to branch off from."""

    at = StrictInteger(
        required=True,
        least=1,
        most=999_999_999,
        metadata={"description": "The step after which the branch starts.", "example": 1},
    )
    unlisted = StrictBoolean(
        load_default=True,
        metadata={
            "description": "Keep the branch out of every list. That of a running or unlisted game cannot be listed."
        },
    )


def statement(description: str) -> fields.String:
    """A field for a few sentences by a person."""
    return fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_CLAIM),
        metadata={"description": description, "example": "The coast was not open to her."},
    )


class NewDispute(Strict):
    """A player's dispute."""

    step = StrictInteger(
        required=True,
        least=1,
        most=999_999_999,
        metadata={"description": "The step that was against the rules.", "example": 2},
    )
    clause = fields.String(
        load_default=None, validate=plain_text, metadata={"description": "The clause that it breaks, by its id."}
    )
    claim = statement("Why, in your own words. Everyone can read it.")
    seat = seat_number()


class NewRuling(Strict):
    """An arbiter's ruling."""

    ruling = fields.String(
        required=True,
        validate=validate.OneOf(RULINGS),
        metadata={
            "description": "uphold: the step stands. annul: the game goes back to before it. correct: so it "
            "does, and move is played for the seat. note: nothing changes."
        },
    )
    clause = fields.String(required=True, validate=plain_text, metadata={"description": "By which clause."})
    words = statement("Why, in words. Everyone can read it.")
    move = played_object("The move that is played instead; only if the ruling is correct.", None)


class NewMessage(Strict):
    """A message from a seat."""

    text = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_MESSAGE),
        metadata={"description": "One line of text. Everyone can read it.", "example": "My bow for your rice?"},
    )
    seat = seat_number()


def page_size() -> QueryInteger:
    """The most items on a page of a list."""
    return QueryInteger(load_default=50, least=1, most=LONGEST_PAGE, metadata={"description": "How many at most."})


class Paging(Strict):
    """Selects a page of a list."""

    after = fields.String(
        load_default=None, validate=plain_text, metadata={"description": "The next of the page before."}
    )
    limit = page_size()


def earliest() -> fields.AwareDateTime:
    """A field for the time from which on a list has items; None if left out, for all."""
    return fields.AwareDateTime(
        load_default=None,
        error_messages=dict.fromkeys(
            ("invalid", "invalid_awareness"), "Not a time with its zone, as 2026-05-01T00:00:00Z."
        ),
        metadata={"description": "Only what is of this time or later.", "example": "2026-05-01T00:00:00Z"},
    )


class NewestFirst(Paging):
    """Selects a page of a list by time, newest first, and how far back it goes."""

    since = earliest()


class MyGamesQuery(NewestFirst):
    """Selects among the caller's games."""

    ruleset = fields.String(load_default=None, validate=plain_text, metadata={"description": "The id of a ruleset."})
    status = fields.String(
        load_default=None,
        validate=validate.OneOf(GAME_STATUSES),
        metadata={"description": "How far the game is."},
    )
    to_move = QueryBoolean(
        load_default=None,
        metadata={"description": "true: only games that wait for a move of yours. false: only the others."},
    )


class TurnsQuery(Strict):
    """A listening bot's description of itself."""

    rulesets = fields.String(
        load_default=None,
        validate=plain_text,
        metadata={
            "description": "For bots: the ids of the rulesets that it plays, with commas between them; all by default.",
            "example": "micro-dojo,daimyo",
        },
    )


class GamesQuery(MyGamesQuery):
    """Selects games."""

    player = fields.String(
        load_default=None, validate=player_name, metadata={"description": "A player who sits in the game."}
    )
    to_move = QueryBoolean(
        load_default=None,
        metadata={
            "description": "true: only games that wait for a move, of the player if one is named. "
            "false: only the others."
        },
    )


class ScoresQuery(NewestFirst):
    """Selects finished games."""

    ruleset = fields.String(load_default=None, validate=plain_text)
    player = fields.String(load_default=None, validate=player_name)


class DisputesQuery(NewestFirst):
    """Selects disputes."""

    status = fields.String(load_default=None, validate=validate.OneOf(DISPUTE_STATUSES))
    ruleset = fields.String(load_default=None, validate=plain_text)
    clause = fields.String(
        load_default=None,
        validate=plain_text,
        metadata={"description": "The one that the claim names or, where it names none, that of the ruling."},
    )
    player = fields.String(load_default=None, validate=player_name, metadata={"description": "Who raised them."})


class GameDisputesQuery(Strict):
    """Selects the disputes of a game after number `after`."""

    after = QueryInteger(load_default=0, metadata={"description": "The number of a dispute."})
    limit = page_size()


class MessagesQuery(Strict):
    """Selects the messages of a game after number `after`."""

    after = QueryInteger(load_default=0, metadata={"description": "The number of a message."})
    limit = page_size()


class EventsQuery(Strict):
    """Selects the events before number `after`, and how far back they go."""

    after = QueryInteger(load_default=None, least=1, metadata={"description": "The next of the page before."})
    limit = page_size()
    since = earliest()


class DisputedClausesQuery(Strict):
    """Selects a ruleset."""

    ruleset = fields.String(load_default=None, validate=plain_text)


class As(Strict):
    """The point of view."""

    as_ = fields.String(
        data_key="as",
        load_default=None,
        validate=validate.Regexp(
            r"^(seat:[0-9]{1,2}|spectator|arbiter)(?!\n)$", error="Not seat:NUMBER, spectator or arbiter."
        ),
        metadata={"description": "seat:NUMBER, spectator or arbiter; by default the caller's own view."},
    )


class LooksQuery(Strict):
    """Selects the looks after number `after`, from a time on."""

    after = QueryInteger(load_default=0, metadata={"description": "The number of a look."})
    limit = page_size()
    since = earliest()


class LegalMovesQuery(As):
    """Selects a seat."""

    seat = QueryInteger(load_default=None, most=MOST_SEATS)


class StepsQuery(As):
    """Selects the steps after number `after`."""

    after = QueryInteger(load_default=0, metadata={"description": "The number of a step."})
    limit = QueryInteger(
        load_default=None,
        least=1,
        most=LONGEST_PAGE,
        metadata={"description": "How many at most: 100 a page, all as lines, unless it is given."},
    )


class LiveQuery(As):
    """Selects the steps after number `after`, unless Last-Event-ID names a version."""

    after = QueryInteger(load_default=0, metadata={"description": "The number of a step."})


class HeadsQuery(Strict):
    """Selects heads."""

    after = QueryInteger(load_default=0, metadata={"description": "Heads of more events than this."})
    limit = page_size()


class ConsistencyQuery(Strict):
    """The two heads to compare."""

    from_ = QueryInteger(
        data_key="from",
        required=True,
        least=1,
        metadata={"description": "The size of the earlier head."},
    )
    to = QueryInteger(
        load_default=None,
        least=1,
        metadata={"description": "The size of the later head; the latest by default."},
    )


class ProofQuery(Strict):
    """The head at which to prove."""

    size = QueryInteger(
        load_default=None,
        least=1,
        metadata={"description": "The size of a head; the latest by default."},
    )

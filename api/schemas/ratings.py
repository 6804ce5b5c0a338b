"""The queries of ratings, standings and statistics."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.fields import QueryInteger, plain_text
from api.schemas.requests import Paging, Strict, earliest
from domain.record.events import MOST_SEATS

MOST_GAMES = 200
"""How many games the chart calls go back at most."""

MOST_MONTHS = 60


class RatingsQuery(Paging):
    """Selects ratings: players have one for each ruleset and number of seats."""

    ruleset = fields.String(required=True, validate=plain_text, metadata={"description": "The id of a ruleset."})
    seats = QueryInteger(
        required=True,
        least=2,
        most=MOST_SEATS,
        metadata={"description": "The number of seats of the games.", "example": 2},
    )


class RatingChangesQuery(RatingsQuery):
    """Selects the changes of one rating, and how far back they go."""

    since = earliest()


def number_of_seats() -> QueryInteger:
    """A field for the number of seats; None if left out, for all."""
    metadata = {"description": "The number of seats of the games; all by default.", "example": 2}
    return QueryInteger(load_default=None, least=2, most=MOST_SEATS, metadata=metadata)


class StandingsQuery(Paging):
    """Selects a leaderboard."""

    ruleset = fields.String(required=True, validate=plain_text, metadata={"description": "The id of a ruleset."})
    seats = number_of_seats()
    period = fields.String(
        load_default=None,
        validate=validate.Regexp(r"^[0-9]{4}(-(0[1-9]|1[0-2]))?(?!\n)$", error="Not a year or a month, as 2026-05."),
        metadata={"description": "A year or a month in UTC in which the games ended, as 2026 or 2026-05."},
    )


class LeadersQuery(Strict):
    """Selects months."""

    ruleset = fields.String(required=True, validate=plain_text, metadata={"description": "The id of a ruleset."})
    seats = number_of_seats()
    months = QueryInteger(
        load_default=12,
        least=1,
        most=MOST_MONTHS,
        metadata={"description": "How many months to go back, this one included."},
    )


class PlayerRatingsQuery(Strict):
    """Limits the history of each rating."""

    limit = QueryInteger(
        load_default=50,
        most=MOST_GAMES,
        metadata={"description": "How many of the last games of each rating at most."},
    )


class StatisticsQuery(Strict):
    """Selects games."""

    ruleset = fields.String(
        load_default=None, validate=plain_text, metadata={"description": "The id of a ruleset; all by default."}
    )
    limit = QueryInteger(
        load_default=MOST_GAMES,
        least=1,
        most=MOST_GAMES,
        metadata={"description": "Over how many of the last games at most."},
    )

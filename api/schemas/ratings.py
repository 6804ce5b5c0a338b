"""The queries of ratings and statistics."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.fields import QueryInteger, plain_text
from api.schemas.requests import Paging, Strict
from domain.record.events import MOST_SEATS

MOST_GAMES = 200
"""How many games the answers for charts go back at most."""


class RatingsQuery(Paging):
    """Which ratings: players are rated apart for each ruleset and number of seats."""

    ruleset = fields.String(required=True, validate=plain_text, metadata={"description": "The id of a ruleset."})
    seats = QueryInteger(
        required=True,
        validate=validate.Range(2, MOST_SEATS),
        metadata={"description": "The number of seats of the games.", "example": 2},
    )


class PlayerRatingsQuery(Strict):
    """How much of the history of each rating."""

    limit = QueryInteger(
        load_default=50,
        validate=validate.Range(0, MOST_GAMES),
        metadata={"description": "How many of the last games of each rating at most."},
    )


class StatisticsQuery(Strict):
    """Over which games."""

    ruleset = fields.String(
        load_default=None, validate=plain_text, metadata={"description": "The id of a ruleset; all by default."}
    )
    limit = QueryInteger(
        load_default=MOST_GAMES,
        validate=validate.Range(1, MOST_GAMES),
        metadata={"description": "Over how many of the last games at most."},
    )

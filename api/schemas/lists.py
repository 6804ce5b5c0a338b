"""What the read models answer, for the documentation; see `projections.queries.items`."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from api.schemas.answers import Branch, ScoreLine, SeatOf, number, page, seat_list
from api.schemas.requests import anything, string
from domain.record.game import GAME_STATUSES


class ListedGame(Schema):
    """A game of the list."""

    id = fields.UUID(required=True)
    ruleset = fields.String(required=True)
    rules_version = fields.String(required=True)
    options = anything("As chosen when it was opened.", required=True)
    seats = fields.List(fields.Nested(SeatOf), required=True)
    status = fields.String(required=True, validate=validate.OneOf(GAME_STATUSES))
    version = fields.Integer(required=True)
    step = fields.Integer(required=True)
    teaching = fields.Boolean(required=True)
    opened_by = fields.String(required=True, allow_none=True)
    opened_at = fields.String(required=True)
    updated_at = fields.String(required=True)
    winners = fields.List(
        fields.Integer(),
        required=True,
        allow_none=True,
        metadata={"description": "Seats, or sides; null until the end."},
    )
    branch = fields.Nested(Branch, required=True, allow_none=True)
    to_move = seat_list("The seats that are asked for a move; a game that is paused or over asks nobody.")
    unlisted = fields.Boolean(
        required=True, metadata={"description": "Whether only its players find it in a list: their own."}
    )


class HistoryLine(Schema):
    """A step of a listed game in words."""

    game = fields.UUID(required=True)
    ruleset = fields.String(required=True)
    n = number("The number of the step.", required=True)
    kind = fields.String(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    player = fields.String(required=True, allow_none=True)
    words = fields.String(required=True)
    time = fields.String(required=True)
    taken_back = fields.Boolean(required=True)


class ScoredSeat(Schema):
    """What a seat scored, or a side that is no seat."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True, allow_none=True)
    points = fields.Integer(required=True)
    rank = number("1 for the winners.", required=True)
    lines = fields.List(fields.Nested(ScoreLine), required=True)
    side = string("The name of a side that is no seat.", required=True, allow_none=True)


class ScoredGame(Schema):
    """A game that ended."""

    game = fields.UUID(required=True)
    ruleset = fields.String(required=True)
    status = fields.String(required=True)
    ended_at = fields.String(required=True)
    ended_by = string("The clause that ended it.", required=True)
    decided_by = string("The clause that told the winners apart.", required=True)
    seats = fields.List(fields.Nested(ScoredSeat), required=True)


class Standing(Schema):
    """A line of a leaderboard."""

    place = fields.Integer(required=True)
    player = fields.String(required=True)
    games = number("How many ended.", required=True)
    wins = number("On rank 1 alone.", required=True)
    shared_wins = number("On rank 1 with others.", required=True)
    points = fields.Integer(required=True)
    mean_points = fields.Float(required=True)
    win_rate = fields.Float(required=True, metadata={"description": "The part of games on rank 1."})


class Record(Schema):
    """What a player has done in one ruleset."""

    ruleset = fields.String(required=True)
    joined = number("Listed games of any kind.", required=True)
    games = number("Those that count.", required=True)
    wins = fields.Integer(required=True)
    shared_wins = fields.Integer(required=True)
    points = fields.Integer(required=True)
    mean_points = fields.Float(required=True)
    best = fields.Integer(required=True, allow_none=True)
    win_rate = fields.Float(required=True)


class Player(Schema):
    """A player and what they have done."""

    name = fields.String(required=True)
    registered_at = fields.String(required=True)
    records = fields.List(fields.Nested(Record), required=True)


class PlayersGame(Schema):
    """A game of one player."""

    game = fields.UUID(required=True)
    ruleset = fields.String(required=True)
    seats = seat_list("Those that the player holds.")
    status = fields.String(required=True)
    teaching = fields.Boolean(required=True)
    branch = fields.Boolean(required=True)
    joined_at = fields.String(required=True)
    ended_at = fields.String(required=True, allow_none=True)
    rank = fields.Integer(required=True, allow_none=True)
    points = fields.Integer(required=True, allow_none=True)
    to_move = seat_list("The seats, of anybody, that are asked for a move.")


class ListedDispute(Schema):
    """A dispute of a listed game; for the operator's token, of any game."""

    game = fields.UUID(required=True)
    ruleset = fields.String(required=True)
    step = number("The step that it is about.", required=True)
    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    clause = string("The clause that the claim names.", required=True, allow_none=True)
    claim = fields.String(required=True)
    status = fields.String(required=True)
    raised_at = fields.String(required=True)
    closed_at = fields.String(required=True, allow_none=True)
    ruling = fields.String(required=True, allow_none=True)
    ruling_clause = fields.String(required=True, allow_none=True)
    words = string("The words of the ruling.", required=True, allow_none=True)
    unlisted = fields.Boolean(
        required=True, metadata={"description": "Whether the game is unlisted: only the operator's token sees those."}
    )
    # Last, since it hides the function of this name.
    number = fields.Integer(required=True, metadata={"description": "Its number in the game."})


class DisputedClause(Schema):
    """How often a clause was disputed, and how it was ruled."""

    ruleset = fields.String(required=True)
    clause = string(
        "As the claim names it, or else the ruling; null for those that have neither.", required=True, allow_none=True
    )
    disputes = number("All of them.", required=True)
    open = number("Those that wait for the arbiter.", required=True)
    withdrawn = fields.Integer(required=True)
    uphold = fields.Integer(required=True)
    annul = fields.Integer(required=True)
    correct = fields.Integer(required=True)
    note = fields.Integer(required=True)


Games = page(ListedGame, "Games")
Disputes = page(ListedDispute, "Disputes")
DisputedClauses = page(DisputedClause, "DisputedClauses")
History = page(HistoryLine, "History")
Scores = page(ScoredGame, "Scores")
Leaderboard = page(Standing, "Leaderboard")
PlayersGames = page(PlayersGame, "PlayersGames")

"""The bodies with which games are opened and seats taken."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.fields import StrictBoolean, StrictInteger, plain_text, player_name
from api.schemas.requests import Strict, played_object, seat_number
from domain.record.events import MOST_SEATS
from domain.record.seating.lobby import LETTERS
from domain.record.seed import ENTROPY


class ReservedSeat(Strict):
    """A seat that is reserved for a player, or by an invitation if none is named."""

    seat = seat_number(required=True)
    player = fields.String(
        load_default=None,
        validate=player_name,
        metadata={"description": "The only player who may take the seat; without one, an invitation is made."},
    )


class NewGame(Strict):
    """The opening of a game."""

    ruleset = fields.String(required=True, validate=plain_text, metadata={"example": "micro-dojo"})
    options = played_object("What the ruleset lets one choose; see its schema.", dict)
    seats = StrictInteger(required=True, least=1, most=MOST_SEATS, metadata={"example": 2})
    seed = fields.String(
        load_default=None,
        validate=validate.Regexp(r"^[0-9a-fA-F]{64}(?!\n)$", error="Not 64 hexadecimal digits."),
        metadata={"description": "64 hexadecimal digits. Makes a teaching game, which anyone can reproduce."},
    )
    unlisted = StrictBoolean(load_default=False, metadata={"description": "Keep the game out of every list."})
    rated = StrictBoolean(
        load_default=True,
        metadata={"description": "false: the result counts for no rating and no leaderboard."},
    )
    reserved = fields.List(
        fields.Nested(ReservedSeat),
        load_default=list,
        validate=validate.Length(max=MOST_SEATS),
        metadata={"description": "The seats that not everyone may take."},
    )


class SeatWanted(Strict):
    """The seat to take, or any free one, and a contribution to the seed of the game."""

    seat = seat_number()
    entropy = fields.String(
        load_default=None,
        validate=validate.Regexp(rf"^{ENTROPY}(?!\n)$", error="Not plain text of 1 to 128 characters."),
        metadata={"description": "Any text of yours, to have a part in the seed of chance. Everyone can see it."},
    )
    invitation = fields.String(
        load_default=None,
        validate=validate.Regexp(rf"^{LETTERS}(?!\n)$", error="Not the secret of an invitation."),
        metadata={"description": "The secret of an invitation, for a seat that is reserved by it."},
    )

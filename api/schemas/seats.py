"""The body with which a seat is taken."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.requests import Strict, seat_number
from domain.record.lobby import LETTERS
from domain.record.seed import ENTROPY


class SeatWanted(Strict):
    """The seat to take, any free one if none is named, and what to add to the seed of the game."""

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

"""The bodies of calls about accounts: registrations, tokens, recovery and keys."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.fields import StrictBoolean, new_player_name
from api.schemas.requests import Strict
from domain.record.events import LONGEST_NAME
from service.keys.tokens import LONGEST_LABEL


class NewPlayer(Strict):
    """The registration of a player."""

    name = fields.String(
        required=True,
        validate=new_player_name,
        metadata={
            "description": "Letters and digits of any script, with single spaces or _ . - between them. A name that "
            "looks like that of another player is refused.",
            "minLength": 1,
            "maxLength": LONGEST_NAME,
            "example": "Ada",
        },
    )
    secret = fields.String(
        load_default=None,
        validate=validate.Regexp(r"^[!-~]{32,200}(?!\n)$", error="Not 32 to 200 visible ASCII characters."),
        metadata={
            "description": "With an Idempotency-Key: random characters that only you know. The same request gets the "
            "token again.",
        },
    )
    bot = StrictBoolean(
        load_default=False,
        metadata={"description": "Mark the account as that of a bot, for all who play with it and for ever."},
    )


class NewGuest(Strict):
    """The registration of a guest: an empty object."""


class NewToken(Strict):
    """A request for another token."""

    label = fields.String(
        load_default="token",
        validate=validate.Regexp(
            rf"^[^\x00-\x1f\x7f]{{1,{LONGEST_LABEL}}}(?!\n)$",
            error=f"Not plain text of 1 to {LONGEST_LABEL} characters.",
        ),
        metadata={"description": "What you call it, such as where you use it.", "example": "phone"},
    )


class Recovery(Strict):
    """A recovery code to be exchanged for a new token."""

    code = fields.String(
        required=True,
        validate=validate.Length(1, 100),
        metadata={"description": "A code that was not used yet.", "example": "7Q2MX-0FKD9-RB4ZT-W81NC"},
    )
    revoke_others = StrictBoolean(
        load_default=False,
        metadata={"description": "Revoke all other tokens and all codes: somebody else may have one."},
    )


def hexadecimal(description: str, digits: int) -> fields.String:
    """A validator for bytes in lower-case hexadecimal digits."""
    return fields.String(
        required=True,
        validate=validate.Regexp(rf"^[0-9a-f]{{{digits}}}(?!\n)$", error=f"Not {digits} hexadecimal digits."),
        metadata={"description": description},
    )


class NewKey(Strict):
    """A key with which a player signs."""

    public = hexadecimal("The 32 bytes of the public key.", 64)
    proof = hexadecimal("Its signature over the lines: kifu key 1, player NAME, key PUBLIC.", 128)

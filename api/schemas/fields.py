"""Fields that accept exact JSON types and convert nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from marshmallow import fields, validate
from marshmallow.exceptions import ValidationError

from domain.kernel.language import later
from domain.record.events import LONGEST_NAME
from domain.record.names import refuse_form

_NAME = re.compile(r"(?!.*  )am{0,3}(?:[. ]*am{0,3})*")
_DIGITS = re.compile(r"-?[0-9]+")
_LONGEST_NUMBER = 12

LARGEST_IN_QUERY = 999_999_999


class Whole(fields.Integer):
    """A whole number from `least` to `most`: whatever else is sent is told so."""

    def __init__(self, *, least: int, most: int, **kwargs: Any) -> None:
        wanted = f"Must be a whole number from {least} to {most}, in digits alone."
        super().__init__(
            validate=validate.Range(least, most, error=wanted), error_messages={"invalid": wanted}, **kwargs
        )


class StrictInteger(Whole):
    """A whole number in a body; floats, booleans and text are refused."""

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class StrictBoolean(fields.Boolean):
    """true or false; nothing similar is accepted."""

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object
    ) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class QueryInteger(Whole):
    """A whole number in a query."""

    def __init__(self, *, least: int = 0, most: int = LARGEST_IN_QUERY, **kwargs: Any) -> None:
        super().__init__(least=least, most=most, **kwargs)

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object) -> int:
        if not isinstance(value, str) or not _DIGITS.fullmatch(value):
            raise self.make_error("invalid", input=value)
        # A longer number is out of range in any case.
        return int(value[:_LONGEST_NUMBER])


class QueryBoolean(fields.Boolean):
    """`true` or `false` in a query; nothing similar is accepted."""

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object
    ) -> bool:
        if value not in ("true", "false"):
            raise self.make_error("invalid", input=value)
        return value == "true"


def is_name(text: str) -> bool:
    """Return whether a text is a valid player name: 1 to 40 letters or digits of any script, and inside also _ . -
    or one space. A letter may carry up to three marks, as in Hindi and Thai. The text must be in NFC, so that names
    which look the same are the same."""
    return (
        1 <= len(text) <= LONGEST_NAME
        and unicodedata.is_normalized("NFC", text)
        and _NAME.fullmatch("".join(map(_kind, text))) is not None
    )


def _kind(char: str) -> str:
    """Return one letter for the kind of a character, as used in `_NAME`."""
    if char.isalnum():
        return "a"
    if unicodedata.category(char) in ("Mn", "Mc"):
        return "m"
    return {" ": " ", "_": ".", ".": ".", "-": "."}.get(char, "x")


def player_name(text: str) -> None:
    """Validate a player name; raises ValidationError if `is_name` says no."""
    if not is_name(text):
        raise ValidationError(
            [later("A name is 1 to 40 letters and digits (NFC), with single spaces or _ . - between them.")]
        )


def new_player_name(text: str) -> None:
    """Validate a new player name; raises ValidationError for a reserved or invalid one, whatever others are called."""
    player_name(text)
    why = refuse_form(text)
    if why is not None:
        raise ValidationError([why])


plain_text = validate.Regexp(r"^[^\x00-\x1f\x7f]{1,200}(?!\n)$", error="Not plain text of 1 to 200 characters.")

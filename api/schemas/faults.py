"""Marshmallow's messages for values that do not fit a schema, in the caller's language."""

from __future__ import annotations

from domain.kernel.language import Later, mark
from domain.kernel.words import say_fault

FAULTS = (
    mark("Missing data for required field."),
    mark("Field may not be null."),
    mark("Unknown field."),
    mark("Invalid value."),
    mark("Invalid type."),
    mark("Invalid input type."),
    mark("Not a valid string."),
    mark("Not a valid utf-8 string."),
    mark("Not a valid integer."),
    mark("Not a valid number."),
    mark("Number too large."),
    mark("Not a valid boolean."),
    mark("Not a valid list."),
    mark("Not a valid mapping type."),
    mark("Shorter than minimum length {least}."),
    mark("Longer than maximum length {most}."),
    mark("Length must be between {least} and {most}."),
    mark("Must be greater than or equal to {least} and less than or equal to {most}."),
    mark("Must be greater than or equal to {least}."),
    mark("Must be one of: {choices}."),
    mark("Not {digits} hexadecimal digits."),
    mark("Not plain text of 1 to {most} characters."),
    mark("Not 32 to 200 visible ASCII characters."),
    mark("Not the secret of an invitation."),
    mark("Not seat:NUMBER, spectator or arbiter."),
    mark("Not a year or a month, as 2026-05."),
    mark("Not a time with its zone, as 2026-05-01T00:00:00Z."),
)
"""The message templates of marshmallow and of our schemas, which register them here."""


def say_invalid(message: object) -> Later:
    """Return a validator's message: a deferred text, or one made from a template."""
    return message if isinstance(message, Later) else say_fault(str(message), FAULTS)

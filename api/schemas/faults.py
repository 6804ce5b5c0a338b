"""Marshmallow's messages for values that do not fit a schema, in the caller's language."""

from __future__ import annotations

from domain.kernel.language import Later, mark
from domain.kernel.words import say_fault

FAULTS = (
    mark("Missing data for required field."),
    mark("Field may not be null."),
    mark("Unknown field."),
    mark("Invalid value."),
    mark("Must be a string."),
    mark("Must be true or false."),
    mark("Must be a list."),
    mark("Must be an object."),
    mark("Must be a whole number from {least} to {most}, in digits alone."),
    mark("Shorter than minimum length {least}."),
    mark("Longer than maximum length {most}."),
    mark("Length must be between {least} and {most}."),
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

PLAIN = {
    "Not a valid string.": "Must be a string.",
    "Not a valid boolean.": "Must be true or false.",
    "Not a valid list.": "Must be a list.",
    "Not a valid mapping type.": "Must be an object.",
    "Invalid input type.": "Must be an object.",
    "Invalid type.": "Must be an object.",
}
"""What we say in place of messages of marshmallow that do not tell what would be right."""


def say_invalid(message: object) -> Later:
    """Return a validator's message: a deferred text, or one made from a template."""
    return message if isinstance(message, Later) else say_fault(PLAIN.get(str(message), str(message)), FAULTS)

"""Helpers for text: names, counts, lists, and msgspec's error messages."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping
from functools import cache

from domain.kernel.language import Later, fill, later, mark, once_a_language, say, say_many, translate

UTF8_FAULTS = (
    mark("'{codec}' codec can't decode byte {byte} in position {place}: {why}"),
    mark("'{codec}' codec can't decode bytes in position {place}: {why}"),
    mark("invalid start byte"),
    mark("invalid continuation byte"),
    mark("unexpected end of data"),
)
"""The messages of Python for bytes that are not text."""
FAULTS = (
    mark("Expected `{expected}`, got `{got}`"),
    mark("Object missing required field `{field}`"),
    mark("Object contains unknown field `{field}`"),
    mark("Invalid enum value {value}"),
    mark("Invalid value {value}"),
    mark("Expected `{expected}` of length >= {least}"),
    mark("Expected `{expected}` of length <= {most}"),
    mark("Expected `{expected}` of {digits} digits"),
    mark("Expected `{expected}` >= {least}"),
    mark("Expected `{expected}` <= {most}"),
    mark("Expected `{expected}` matching regex {pattern}"),
    mark("Integer value out of range"),
    mark("Number out of range"),
    mark("Invalid UUID"),
    mark("JSON is malformed: invalid character (byte {place})"),
    mark("JSON is malformed: invalid number (byte {place})"),
    mark("JSON is malformed: trailing characters (byte {place})"),
    mark("JSON is malformed: trailing comma in array (byte {place})"),
    mark("JSON is malformed: trailing comma in object (byte {place})"),
    mark("JSON is malformed: unexpected end of hex escape (byte {place})"),
    mark("JSON is malformed: unexpected end of escaped utf-16 surrogate pair (byte {place})"),
    mark("JSON is malformed: invalid utf-16 surrogate pair (byte {place})"),
    mark("JSON is malformed: invalid escape character in string (byte {place})"),
    mark("JSON is malformed: invalid escaped character (byte {place})"),
    mark("JSON is malformed: invalid character in unicode escape (byte {place})"),
    mark("JSON is malformed: object keys must be strings (byte {place})"),
    mark("JSON is malformed: expected {wanted} or {other} (byte {place})"),
    mark("JSON is malformed: expected {wanted} (byte {place})"),
    mark("Input data was truncated"),
    mark("Invalid UTF-8 encoded string"),
    *UTF8_FAULTS,
)
"""The messages of msgspec for values that do not fit, and ours in the same style."""

TOML_FAULTS = (
    mark("{why} (at line {line}, column {column})"),
    mark("{why} (at end of document)"),
    mark("Invalid statement"),
    mark("Expected newline or end of document after a statement"),
    mark("Expected {wanted} at the end of a table declaration"),
    mark("Expected {wanted} at the end of an array declaration"),
    mark("Expected '=' after a key in a key/value pair"),
    mark("Expected {wanted}"),
    mark("Found invalid character {character}"),
    mark("Illegal character {character}"),
    mark("Cannot declare {key} twice"),
    mark("Cannot overwrite a value"),
    mark("Cannot mutate immutable namespace {key}"),
    mark("Cannot redefine namespace {key}"),
    mark("Duplicate inline table key {key}"),
    mark("Invalid initial character for a key part"),
    mark("Unclosed array"),
    mark("Unclosed inline table"),
    mark("Unescaped {character} in a string"),
    mark("Invalid hex value"),
    mark("Escaped character is not a Unicode scalar value"),
    mark("Unterminated string"),
    mark("Invalid date or datetime"),
    mark("Invalid value"),
    *UTF8_FAULTS,
)
"""The messages of tomllib for a file that is not TOML or not UTF-8."""

BETWEEN_PARTS = mark("; ")
NAMES = 4096
"""How many names of things are kept in a language."""


def split_error(error: Exception) -> tuple[str, str]:
    """Split an error of msgspec into what is wrong with a value and where, as a JSON pointer."""
    why, _, place = str(error).partition(" - at `$")
    return why, re.sub(r"\[(\d+)\]", r"/\1", place.rstrip("`")).replace(".", "/")


def say_fault(message: str, templates: tuple[str, ...] = FAULTS) -> Later:
    """Return a library's message as a deferred text, recognised by its template; other messages stay unchanged.

    The value `why` of a template is a message too.
    """
    for template, pattern in _patterns(templates).items():
        if (found := pattern.fullmatch(message)) is not None:
            values: dict[str, object] = dict(found.groupdict())
            if "why" in found.groupdict():
                values["why"] = say_fault(found["why"], templates)
            return Later(_fill, template, values)
    return later("{message}", message=message)


def say_json_fault(message: str) -> str:
    """Say in the current language what msgspec found wrong with some JSON, with the place of the value."""
    why, _, place = message.partition(" - at `")
    said = say_fault(why)
    return say("{why} - at `{place}`", why=said, place=place.removesuffix("`")) if place else str(said)


def say_toml_fault(message: str) -> Later:
    """Return what tomllib found wrong with a file as a deferred text, with line and column."""
    return say_fault(message, TOML_FAULTS)


def _fill(template: str, values: Mapping[str, object]) -> str:
    return fill(translate(template), **values)


@cache
def _patterns(templates: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """The patterns of the texts that templates produce."""
    parts = {template: string.Formatter().parse(template) for template in templates}
    return {
        template: re.compile(
            "".join(re.escape(words) + (f"(?P<{name}>.+)" if name else "") for words, name, *_ in found)
        )
        for template, found in parts.items()
    }


def capitalise(text: str) -> str:
    """Return a text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def count_noun(number: int, thing: str) -> str:
    """Write a number with its noun: "1 step", "2 steps"."""
    one = f"{{n}} {thing}"
    return say_many(one, f"{one}s", number)


@once_a_language(NAMES)
def title(thing: str) -> str:
    """Write an id as a proper name, in the current language: "old-ferryman" -> "Old Ferryman"."""
    name = thing.replace("-", " ").title()
    found = translate(name)
    if found == name and name[-1:].isdigit():
        # For a numbered name, catalogues have only the name.
        alone, _, number = name.rpartition(" ")
        return f"{translate(alone)} {number}".strip()
    return found


def inside(name: str) -> str:
    """Write the name of a side within a sentence: "The Daimyo" -> "the Daimyo"."""
    return f"the {name.removeprefix('The ')}" if name.startswith("The ") else name


def explain(what: str, does: str) -> str:
    """Write a thing with what it does, holds or is worth: "Dojo: draw 1 card"."""
    return say("{what}: {does}", what=what, does=does)


def join_parts(parts: Iterable[str]) -> str:
    """Join parts of a text that have commas of their own: "a Dojo and 3 Mon; no Geisha"."""
    return translate(BETWEEN_PARTS).join(parts)


def join_words(things: Iterable[str], word: str = "and") -> str:
    """Join things into a list, with `word` before the last: "Anna, Bela and Cora"; return "" for an empty list."""
    row = list(things)
    return f"{', '.join(row[:-1])} {translate(word)} {row[-1]}" if len(row) > 1 else "".join(row)

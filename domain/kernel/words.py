"""Helpers for text: names, counts, lists, and the error messages of msgspec."""

from __future__ import annotations

import re
from collections.abc import Iterable

from domain.kernel.language import say_many, translate


def split_error(error: Exception) -> tuple[str, str]:
    """Split an error of msgspec into what is wrong with a value and where, as a JSON pointer."""
    why, _, place = str(error).partition(" - at `$")
    return why, re.sub(r"\[(\d+)\]", r"/\1", place.rstrip("`")).replace(".", "/")


def count_noun(number: int, thing: str) -> str:
    """Write a number with its noun: "1 step", "2 steps"."""
    one = f"{{n}} {thing}"
    return say_many(one, f"{one}s", number)


def title(thing: str) -> str:
    """Write an id as a proper name, in the language spoken now: "old-ferryman" -> "Old Ferryman"."""
    name = thing.replace("-", " ").title()
    found = translate(name)
    if found == name and name[-1:].isdigit():
        # Of names that are numbered, catalogues have the name alone.
        alone, _, number = name.rpartition(" ")
        return f"{translate(alone)} {number}".strip()
    return found


def inside(name: str) -> str:
    """Write the name of a side as it stands within a sentence: "The Daimyo" -> "the Daimyo"."""
    return f"the {name.removeprefix('The ')}" if name.startswith("The ") else name


def join_words(things: Iterable[str], word: str = "and") -> str:
    """Join things into a list, with `word` before the last: "Anna, Bela and Cora"; return "" for an empty list."""
    row = list(things)
    return f"{', '.join(row[:-1])} {translate(word)} {row[-1]}" if len(row) > 1 else "".join(row)

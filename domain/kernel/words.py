"""Small things of language: names, numbers and rows of things, and what a library says of faults."""

from __future__ import annotations

import re
from collections.abc import Iterable


def located(error: Exception) -> tuple[str, str]:
    """What msgspec found wrong with a value, and where in it, as a JSON pointer."""
    why, _, place = str(error).partition(" - at `$")
    return why, re.sub(r"\[(\d+)\]", r"/\1", place.rstrip("`")).replace(".", "/")


def counted(number: int, thing: str) -> str:
    """A number with its thing: "1 step", "2 steps"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def title(thing: str) -> str:
    """An id as a proper name: "old-ferryman" -> "Old Ferryman"."""
    return thing.replace("-", " ").title()


def listed(things: Iterable[str], word: str = "and") -> str:
    """Things in a row, the last after `word`: "Anna, Bela and Cora"; nothing for none."""
    row = list(things)
    return f"{', '.join(row[:-1])} {word} {row[-1]}" if len(row) > 1 else "".join(row)

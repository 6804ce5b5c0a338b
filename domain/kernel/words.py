"""Small things of language: numbers of things, and what a library says of faults."""

from __future__ import annotations

import re


def located(error: Exception) -> tuple[str, str]:
    """What msgspec found wrong with a value, and where in it, as a JSON pointer."""
    why, _, place = str(error).partition(" - at `$")
    return why, re.sub(r"\[(\d+)\]", r"/\1", place.rstrip("`")).replace(".", "/")


def counted(number: int, thing: str) -> str:
    """A number with its thing: "1 step", "2 steps"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"

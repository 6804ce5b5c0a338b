"""The section of results.md that `make bench-growth` writes, and that a run of all other benchmarks keeps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

TITLE = "## Growth"


def keep(results: Path) -> list[str]:
    """Return the lines of the section, an empty one before them; none if there is no section yet."""
    lines = results.read_text().splitlines() if results.exists() else []
    if TITLE not in lines:
        return []
    first = lines.index(TITLE)
    last = next((at for at, line in enumerate(lines[first + 1 :], first + 1) if line.startswith("## ")), len(lines))
    return ["", *"\n".join(lines[first:last]).rstrip().splitlines()]


def replace(results: Path, section: Sequence[str]) -> None:
    """Put a new section, without its title, in the place of the old one, at the end."""
    text = results.read_text() if results.exists() else "# Measured\n"
    old = "\n".join(keep(results))
    text = (text.replace(old, "") if old else text).rstrip()
    results.write_text("\n".join([text, "", TITLE, "", *section]) + "\n")

"""The sections of results.md: each is rewritten when it is measured, and the others stay."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

HEAD = """# Measured

Machines differ, and some are shared: compare the figures of one row. The goals in moves and milliseconds are those of a
machine that answers 9,500 empty POSTs a second."""


def put_section(results: Path, title: str, lines: Sequence[str], order: Sequence[str] = ()) -> None:
    """Replace the section with this title, or insert it where `order`, a list of titles, places it.

    Sections whose titles are not in `order` come last, in their existing order.
    """
    sections = read_sections(results) | {title: "\n".join(lines).strip().splitlines()}
    titles = [one for one in order if one in sections]
    titles += [one for one in sections if one not in titles]
    text = [HEAD]
    for one in titles:
        text += ["", f"## {one}", "", *sections[one]]
    results.write_text("\n".join(text) + "\n")


def read_sections(results: Path) -> dict[str, list[str]]:
    """Return the lines of each section, without empty ones around them, by title."""
    text = results.read_text() if results.exists() else ""
    found = {}
    for part in ("\n" + text).split("\n## ")[1:]:
        title, _, rest = part.partition("\n")
        found[title] = rest.strip().splitlines()
    return found

"""Boards and lines on a terminal: wrapped by words, with changes since an earlier board in colour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

CHANGED = "bold yellow"
DRAWN = ("|", "+")
"""The characters that start the lines of a drawing; these are never wrapped and are shown together."""
LEAST_SIMILAR = 0.4
"""How similar two lines must be, from 0 to 1, for one to count as a change of the other."""
FAR = 5
"""From this indentation on, a line continues the one above it instead of belonging to it."""
HANG = 2
"""The indentation of a wrapped line's continuation."""

_pieces = re.compile(r"\s+|[^\s,;:()]+|.")


def mark_changes(board: str, before: str | None) -> Text:
    """Return a board with the words that are new since the previous board in colour; nothing without one."""
    if before is None or before == board:
        return Text(board)
    return Text("\n").join(_mark_line(line, old) for line, old in _pair_lines(board, before))


def mark_changed_lines(board: str, before: str) -> Text:
    """Return the changed lines of a board, coloured likewise, each under the less indented lines that it belongs to.

    If one line of a drawing, or of a text with continuation lines, has changed, it is shown whole.
    """
    pairs = list(_pair_lines(board, before))
    lines = [line for line, _ in pairs]
    shown: set[int] = set()
    for place, (line, old) in enumerate(pairs):
        if line != old and line.strip():
            shown |= set(_drawing(lines, place)) | set(_headings(lines, place))
    for place in sorted(shown):
        shown |= set(_continuation(lines, place))
    return Text("\n").join(_mark_line(*pairs[place]) for place in sorted(shown))


def show_text(out: Console, text: Text | str, style: str = "") -> None:
    """Print text, wrapped by words on a terminal, unchanged elsewhere."""
    plain = Text(text, style=style) if isinstance(text, str) else text
    if not out.is_terminal:
        out.print(plain, soft_wrap=True)
        return
    for line in plain.split("\n", allow_blank=True):
        for part in _wrap(line, out):
            out.print(part, no_wrap=True, overflow="ignore", crop=False)


def _pair_lines(board: str, before: str) -> Iterator[tuple[str, str | None]]:
    """Pair each line of a board with its predecessor; None for a new line.

    The lines of a drawing are paired in order, other lines by similarity.
    """
    lines, old_lines = board.splitlines(), before.splitlines()
    drawn = filter(_is_drawn, old_lines)
    written = _pair_written([x for x in lines if not _is_drawn(x)], [x for x in old_lines if not _is_drawn(x)])
    for line in lines:
        yield (line, next(drawn, None)) if _is_drawn(line) else next(written)


def _pair_written(lines: Sequence[str], old_lines: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    matcher = SequenceMatcher(None, old_lines, lines, autojunk=False)
    for kind, old, old_end, new, new_end in matcher.get_opcodes():
        for line in lines[new:new_end]:
            yield line, line if kind == "equal" else _most_similar(line, old_lines[old:old_end])


def _most_similar(line: str, others: Sequence[str]) -> str | None:
    """Return the line with the same first word, or else the most similar; None if all differ too much."""
    pieces = _pieces.findall(line.lstrip(" >"))

    def similarity(other: str) -> float:
        old = _pieces.findall(other.lstrip(" >"))
        return (old[:1] == pieces[:1]) + SequenceMatcher(None, old, pieces, autojunk=False).ratio()

    best = max(others, key=similarity, default=None)
    return best if best is not None and similarity(best) > LEAST_SIMILAR else None


def _mark_line(line: str, before: str | None) -> Text:
    if line == before:
        return Text(line)
    if before is None:
        return Text(line, style=CHANGED)
    if not _is_drawn(line):
        return _mark_words(line, before)
    cells = zip_longest(line.split("|"), before.split("|"))
    marked = [Text(cell) if cell == old else _mark_words(cell, "") for cell, old in cells if cell is not None]
    return Text("|").join(marked)


def _mark_words(line: str, before: str) -> Text:
    pieces, old = _pieces.findall(line), _pieces.findall(before)
    marked = Text()
    for kind, _, _, start, end in SequenceMatcher(None, old, pieces, autojunk=False).get_opcodes():
        for piece in pieces[start:end]:
            marked.append(piece, style=CHANGED if kind != "equal" and not piece.isspace() else "")
    return marked


def _is_drawn(line: str) -> bool:
    return line.lstrip().startswith(DRAWN)


def _drawing(lines: Sequence[str], place: int) -> range:
    """Return the range of the drawing that a line belongs to; the line itself if none."""
    if not _is_drawn(lines[place]):
        return range(place, place + 1)
    first = last = place
    while first and _is_drawn(lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and _is_drawn(lines[last + 1]):
        last += 1
    return range(first, last + 1)


def _headings(lines: Sequence[str], place: int) -> Iterator[int]:
    """Return the indices of the lines that a line belongs to: the next less indented one above, and so on."""
    indent = _indent(lines[place])
    for above in range(place - 1, -1, -1):
        if not lines[above].strip() or not indent:
            return
        if _indent(lines[above]) < indent:
            indent = _indent(lines[above])
            yield above


def _continuation(lines: Sequence[str], place: int) -> Iterator[int]:
    """Return the indices of the lines below that continue a line."""
    for below in range(place + 1, len(lines)):
        if _indent(lines[below]) < _indent(lines[place]) + FAR or not lines[below].strip():
            return
        yield below


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" >"))


def _wrap(line: Text, out: Console) -> Iterator[Text]:
    plain = line.plain
    if len(plain) <= out.width or _is_drawn(plain):
        yield line
        return
    number = re.match(r"\s*(\d+  )?", plain)
    assert number is not None
    lead = number.end()
    hang = lead if number.group(1) else lead + HANG
    parts = line[lead:].wrap(out, max(out.width - hang, HANG))
    for part in parts:
        part.rstrip()
    first, *others = parts
    yield line[:lead].append_text(first)
    for part in others:
        yield Text(" " * hang).append_text(part)

"""Boards and lines on a terminal: wrapped by words, with what changed since an earlier board in colour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from rich.console import Console
from rich.text import Text

CHANGED = "bold yellow"
DRAWN = ("|", "+")
"""What the lines of a drawing start with; they are not wrapped."""
HANG = 2
"""By how many columns the continuation of a wrapped line is indented."""

_pieces = re.compile(r"\s+|[^\s|,;:()]+|.")


def mark_changes(board: str, before: str | None) -> Text:
    """A board whose words that were not in the board before are coloured; none are without a board before."""
    if before is None or before == board:
        return Text(board)
    lines = board.splitlines()
    marked = Text("\n").join(_mark_line(line, old) for line, old in _pair_lines(lines, before.splitlines()))
    assert marked.plain == "\n".join(lines)
    return marked


def changed_lines(board: str, before: str) -> str:
    """The lines of a board that changed, each under the less indented lines that it belongs to."""
    lines = board.splitlines()
    changed = {place for place, (line, old) in enumerate(_pair_lines(lines, before.splitlines())) if line != old}
    shown = {place for place in changed if lines[place].strip()}
    for place in changed:
        shown |= set(_headings(lines, place))
    return "\n".join(lines[place] for place in sorted(shown))


def show_text(out: Console, text: Text | str, style: str = "") -> None:
    """Print text: wrapped by words on a terminal, as it is elsewhere."""
    plain = Text(text, style=style) if isinstance(text, str) else text
    if not out.is_terminal:
        out.print(plain, soft_wrap=True)
        return
    for line in plain.split("\n", allow_blank=True):
        for part in _wrap(line, out):
            out.print(part, no_wrap=True, overflow="ignore", crop=False)


def _pair_lines(lines: Sequence[str], before: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """Each line with the one that stood in its place before; None if there was none."""
    matcher = SequenceMatcher(None, before, lines, autojunk=False)
    for _, old, old_end, new, new_end in matcher.get_opcodes():
        for place in range(new, new_end):
            earlier = old + place - new
            yield lines[place], before[earlier] if earlier < old_end else None


def _mark_line(line: str, before: str | None) -> Text:
    if line == before:
        return Text(line)
    if before is None:
        return Text(line, style=CHANGED)
    pieces, old = _pieces.findall(line), _pieces.findall(before)
    marked = Text()
    for kind, _, _, start, end in SequenceMatcher(None, old, pieces, autojunk=False).get_opcodes():
        for piece in pieces[start:end]:
            marked.append(piece, style=CHANGED if kind != "equal" and piece.strip(" |") else "")
    return marked


def _headings(lines: Sequence[str], place: int) -> Iterator[int]:
    """The places of the lines above one that it belongs to: the next less indented one, and so on."""
    indent = _indent(lines[place])
    for above in range(place - 1, -1, -1):
        if not lines[above].strip() or not indent:
            return
        if _indent(lines[above]) < indent:
            indent = _indent(lines[above])
            yield above


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" >"))


def _wrap(line: Text, out: Console) -> Iterator[Text]:
    plain = line.plain
    if len(plain) <= out.width or plain.lstrip().startswith(DRAWN):
        yield line
        return
    number = re.match(r"\s*(\d+  )?", plain)
    assert number is not None
    lead = number.end()
    hang = lead if number.group(1) else lead + HANG
    first, *others = line[lead:].wrap(out, max(out.width - hang, HANG))
    yield line[:lead].append_text(first)
    for part in others:
        yield Text(" " * hang).append_text(part)

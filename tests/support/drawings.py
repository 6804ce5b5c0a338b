"""Checks that a drawing is legible: nothing outside its panel or frame, no overlapping texts, nothing too small."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import NamedTuple

import msgspec

from domain.kernel.choice import Move
from domain.kernel.drawing.lettering import measure
from domain.kernel.drawing.tree import (
    SMALLEST,
    AnyNode,
    Art,
    Circle,
    Drawing,
    Flat,
    Group,
    Panel,
    Path,
    Rect,
    Text,
    Use,
    flatten,
)

COLOURED = frozenset(re.findall(r"\.([a-z][\w-]*)", FilePath("page/static/drawing.css").read_text()))
"""The looks that the style sheet knows. An element with none of them would be black, even on a dark table."""
SLACK = 0.51
"""How much boxes may overlap: half of the smallest visible overlap."""
ASCENT, DESCENT = 0.76, 0.22
"""How far letters reach above and below their line, for a font size of 1."""


class Box(NamedTuple):
    """The rectangle that a node takes up, by its corners."""

    key: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether two boxes share more than their edges."""
        return (
            self.left < other.right - SLACK
            and other.left < self.right - SLACK
            and self.top < other.bottom - SLACK
            and other.top < self.bottom - SLACK
        )

    def lies_in(self, other: Box) -> bool:
        """Whether the box lies within another one."""
        return (
            self.left >= other.left - SLACK
            and self.right <= other.right + SLACK
            and self.top >= other.top - SLACK
            and self.bottom <= other.bottom + SLACK
        )


def find_faults(drawing: Drawing) -> list[str]:
    """Return what is wrong with a drawing, in words; raises RulesError if two nodes have the same key."""
    flatten(drawing)
    found = []
    for panel in drawing.panels:
        for node, _ in walk(panel.children, 0, 0, drawing.art):
            if isinstance(node, Use) and node.symbol not in {*drawing.symbols, *drawing.art}:
                found.append(f"{node.key} uses the symbol {node.symbol}, which is missing")
            own = isinstance(node, Use) and node.symbol in drawing.art
            if not own and COLOURED.isdisjoint(node.look.split()):
                found.append(f"{node.key} has no colour: the style sheet knows none of its looks {node.look!r}")
    for panel in drawing.panels:
        found += _find_faults_of_panel(panel, drawing.art)
    return found


def _find_faults_of_panel(panel: Panel, art: Mapping[str, Art]) -> Iterator[str]:
    frame = Box(panel.key, 0, 0, panel.width, panel.height)
    texts: list[Box] = []
    for node, box in walk(panel.children, 0, 0, art):
        if not box.lies_in(frame):
            yield f"{node.key} lies outside of the panel {panel.key}: {box}"
        if isinstance(node, Text):
            texts.append(box)
            if node.size < SMALLEST:
                yield f"{node.key} is smaller than {SMALLEST}"
    yield from (f"{text} sticks out of {rect}" for text, rect in _find_texts_that_stick_out(panel.children, 0, 0))
    texts.sort(key=lambda box: box.top)
    for place, one in enumerate(texts):
        for other in texts[place + 1 :]:
            if other.top > one.bottom:
                break
            if one.overlaps(other):
                yield f"{one.key} and {other.key} overlap"


def walk(nodes: Sequence[AnyNode], x: float, y: float, art: Mapping[str, Art]) -> Iterator[tuple[AnyNode, Box]]:
    """Yield the painted nodes, from the bottom up, with their rectangles; paths are left out."""
    for node in nodes:
        if isinstance(node, Group):
            yield from walk(node.children, x + node.x, y + node.y, art)
        elif not isinstance(node, Path):
            yield node, _find_box(node, x, y, art)


def _find_box(node: Rect | Circle | Text | Use, x: float, y: float, art: Mapping[str, Art]) -> Box:
    match node:
        case Rect():
            return Box(node.key, x + node.x, y + node.y, x + node.x + node.width, y + node.y + node.height)
        case Circle():
            left, top = x + node.x - node.radius, y + node.y - node.radius
            return Box(node.key, left, top, left + 2 * node.radius, top + 2 * node.radius)
        case Use():
            drawn = art.get(node.symbol, Art(()))
            high = node.size * drawn.height / drawn.width
            return Box(node.key, x + node.x, y + node.y, x + node.x + node.size, y + node.y + high)
        case Text():
            width = measure(node.text, node.size, node.bold)
            left = x + node.x - {"start": 0.0, "middle": width / 2, "end": width}[node.anchor]
            line = y + node.y
            return Box(node.key, left, line - ASCENT * node.size, left + width, line + DESCENT * node.size)


def _find_texts_that_stick_out(nodes: Sequence[AnyNode], x: float, y: float) -> Iterator[tuple[str, str]]:
    """Yield each text that extends beyond the smallest rectangle in which it begins, with that rectangle."""
    frames = [_find_box(node, x, y, {}) for node in nodes if isinstance(node, Rect)]
    frames.sort(key=lambda box: (box.right - box.left) * (box.bottom - box.top))
    for node in nodes:
        if isinstance(node, Group):
            yield from _find_texts_that_stick_out(node.children, x + node.x, y + node.y)
        elif isinstance(node, Text):
            box = _find_box(node, x, y, {})
            middle = Box("", *[(one + two) / 2 for one, two in ((box.left, box.right), (box.top, box.bottom))] * 2)
            around = next((frame for frame in frames if middle.lies_in(frame)), None)
            if around is not None and not box.lies_in(around):
                yield node.key, around.key


def is_drawn(flat: Flat, move: Move) -> bool:
    """Return whether a place in a drawing stands for a move: one of its members, or several, separated by spaces."""
    members = name_members(move)
    return any(members.issuperset(place.split()) for node in flat.values() for place in node.places)


def name_members(move: Move) -> set[str]:
    """Return the places that a move names: members and values, also nested ones, and its type."""
    return set(_name_members("", msgspec.to_builtins(move)))


def _name_members(member: str, value: object) -> Iterator[str]:
    match value:
        case dict():
            for name, inner in value.items():
                yield from _name_members(str(name), inner)
        case list() | tuple():
            for inner in value:
                yield from _name_members(member, inner)
        case bool():
            yield f"{member}:{str(value).lower()}"
        case _:
            yield f"{member}:{value}"

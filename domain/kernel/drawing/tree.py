"""Drawings: what a viewer sees of a game as a tree of shapes, and the differences between two drawings.

A game draws a view and nothing else, so a picture cannot show what its viewer may not see. A drawing is a row of
panels. Most are WIDTH units wide and flow into as many columns as there is room for; boards are wider and have rows of
their own. One style sheet colours the looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from operator import attrgetter
from typing import Annotated, TypeAlias, get_args

import msgspec
from msgspec import Meta

from domain.kernel.errors import RulesError

WIDTH = 360
"""The default width of a panel, in units; a unit is a pixel on a small phone."""
SMALLEST = 13
"""The smallest font size that is still legible there."""

Symbols: TypeAlias = Mapping[str, str]
"""The paths of the symbols of a game by name, each in a square of 24 by 24 units."""

MARKS: Symbols = {
    "mark-0": "M12 2a10 10 0 1 0 .01 0z",
    "mark-1": "M3 3h18v18H3z",
    "mark-2": "M12 2 23 21H1z",
    "mark-3": "M12 1 23 12 12 23 1 12z",
    "mark-4": "M12 1 23 9.5 18.8 22H5.2L1 9.5z",
}
"""The shapes of the seats, which tell them apart without colours; the side after the last seat has the last one."""


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """One colour of a piece of art: an area or a line as in SVG, or a symbol or other art in a square at a point."""

    look: Annotated[str, Meta(description="Its classes of the style sheet.")] = ""
    path: str = ""
    symbol: str = ""
    x: float = 0
    y: float = 0
    size: float = 20


class Art(msgspec.Struct, frozen=True, omit_defaults=True):
    """Art in several colours that never changes, such as the ground of a board: written once and used by name."""

    shapes: tuple[Shape, ...]
    width: float = 24
    height: float = 24


class Stop(msgspec.Struct, frozen=True, omit_defaults=True):
    """A colour of a gradient: where it is reached, from 0 to 1, and how opaque it is; its look colours it."""

    look: str
    offset: float = 0
    opacity: float = 1


class Material(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fill other than a colour: a gradient downwards or from a centre, or a repeated line.

    A gradient has `stops`; a pattern has a `path` in a tile of `width` by `height` units.
    """

    stops: tuple[Stop, ...] = ()
    radial: bool = False
    look: str = ""
    path: str = ""
    width: float = 0
    height: float = 0


class Node(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """One thing of a drawing. The same thing has the same key in every drawing of its game."""

    key: Annotated[str, Meta(description="Its name, unique in the drawing.")]
    look: Annotated[str, Meta(description="Its classes of the style sheet.")] = ""
    title: Annotated[str, Meta(description="What it is; missing for decoration.")] = ""
    detail: Annotated[str, Meta(description="What can be read on it.")] = ""
    clause: Annotated[str, Meta(description="The clause that says more, if any.")] = ""
    places: Annotated[
        tuple[str, ...],
        Meta(description="The members of moves that mean it, such as to:5, or both of colour:red value:4."),
    ] = ()


class Rect(Node, frozen=True, kw_only=True, tag="rect"):
    """A rectangle with round corners of `radius`."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0


class Circle(Node, frozen=True, kw_only=True, tag="circle"):
    """A circle around a point."""

    x: float
    y: float
    radius: float


class Path(Node, frozen=True, kw_only=True, tag="path"):
    """A line or an area, written as in SVG."""

    path: str


class Text(Node, frozen=True, kw_only=True, tag="text"):
    """A line of text that starts, is centred or ends at `x`; `y` is its baseline."""

    x: float
    y: float
    text: str
    size: float = 13
    anchor: Annotated[str, Meta(description="start, middle or end.")] = "start"
    bold: bool = False


class Use(Node, frozen=True, kw_only=True, tag="use"):
    """A symbol in a square, or art that is `size` wide, with its height in proportion."""

    symbol: Annotated[str, Meta(description="The name of the symbol or of the art.")]
    x: float
    y: float
    size: float = 20


class Group(Node, frozen=True, kw_only=True, tag="group"):
    """Nodes that belong together, moved by `x` and `y`."""

    x: float = 0
    y: float = 0
    children: tuple[AnyNode, ...] = ()


class Panel(Node, frozen=True, kw_only=True, tag="panel"):
    """A part of a drawing."""

    height: float
    width: float = WIDTH
    children: tuple[AnyNode, ...] = ()


AnyNode: TypeAlias = Rect | Circle | Path | Text | Use | Group


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """A viewer's view of a game: a title, a description in a few sentences, the panels and their materials."""

    title: str
    description: str
    panels: tuple[Panel, ...]
    symbols: Symbols
    art: Mapping[str, Art] = {}
    materials: Mapping[str, Material] = {}


class FlatGroup(Node, frozen=True, kw_only=True, tag="group"):
    """A group that names its children by their keys."""

    x: float = 0
    y: float = 0
    children: tuple[str, ...] = ()


class FlatPanel(Node, frozen=True, kw_only=True, tag="panel"):
    """A panel that names its children by their keys."""

    height: float
    width: float = WIDTH
    children: tuple[str, ...] = ()


FlatNode: TypeAlias = Rect | Circle | Path | Text | Use | FlatGroup | FlatPanel
Flat: TypeAlias = dict[str, FlatNode]
"""The nodes of a drawing by key."""

_key_of = attrgetter("key")
_common_fields = attrgetter(*Node.__struct_fields__)
_LOOKS = {
    kind: attrgetter(*(name for name in kind.__struct_fields__ if name not in ("children", "places")))
    for kind in get_args(FlatNode)
}
"""Reads the fields of a node that determine its look, by its type."""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The changes from one drawing to the next: new or changed nodes, removed keys, things to mark."""

    nodes: Flat
    gone: tuple[str, ...]
    marked: tuple[str, ...]


def find_ground(children: Iterable[FlatNode | AnyNode]) -> Rect | Circle | None:
    """Return the ground of a group, around which its marks are drawn: its first area."""
    return next((node for node in children if isinstance(node, Rect | Circle)), None)


def list_nodes(drawing: Drawing) -> list[AnyNode | Panel]:
    """List the nodes of a drawing, each before those within it."""
    return _list_within(drawing.panels)


def _list_within(nodes: Sequence[AnyNode | Panel], without: Set[int] = frozenset()) -> list[AnyNode | Panel]:
    """List nodes, each before those within it, but not the objects of these ids, nor what is within them."""
    found: list[AnyNode | Panel] = []
    waiting: list[AnyNode | Panel] = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if id(node) in without:
            continue
        found.append(node)
        if isinstance(node, Group | Panel):
            waiting += reversed(node.children)
    return found


def flatten(drawing: Drawing) -> Flat:
    """Return the nodes of a drawing by key; raises RulesError if two have the same key."""
    return _flatten(list_nodes(drawing))


def compare(before: Drawing, after: Drawing) -> Difference:
    """Return what turns one drawing into another; raises RulesError if two changed nodes have the same key.

    A node is marked if it has a title and changed, or if something untitled inside it did; being moved by a changing
    neighbour counts as a change. A node that merely belongs to other moves than before is not marked.
    """
    # Most of two pictures in a row is equal, and equal parts are found much faster than nodes are flattened.
    earlier_nodes, nodes = _list_differing(before, after)
    earlier, now = _flatten(earlier_nodes), _flatten(nodes)
    changed = {key: node for key, node in now.items() if earlier.get(key) != node}
    gone = tuple(key for key in earlier if key not in now)
    return Difference(nodes=changed, gone=gone, marked=_find_marked(now, earlier, changed))


def _list_differing(before: Drawing, after: Drawing) -> tuple[list[AnyNode | Panel], list[AnyNode | Panel]]:
    """List the nodes of each of two drawings that do not stand in the other one just so, those within a node after it.

    Nodes are compared once. A call for each node would take most of the time.
    """
    equal: set[int] = set()
    now: list[AnyNode | Panel] = []
    counterparts: dict[str, AnyNode | Panel] = dict(zip(map(_key_of, before.panels), before.panels, strict=True))
    paired: list[tuple[AnyNode | Panel, AnyNode | Panel | None]]
    paired = [(panel, counterparts.get(panel.key)) for panel in reversed(after.panels)]
    while paired:
        node, counterpart = paired.pop()
        # Parts taken over from the picture before are the same objects, which is seen at a glance.
        if node is counterpart or node == counterpart:
            equal.add(id(counterpart))
            continue
        now.append(node)
        if isinstance(node, Group | Panel):
            others = counterpart.children if isinstance(counterpart, Group | Panel) else ()
            children = node.children[::-1]
            counterparts = dict(zip(map(_key_of, others), others, strict=True))
            paired += zip(children, map(counterparts.get, map(_key_of, children)), strict=True)
    return _list_within(before.panels, without=equal), now


def _flatten(nodes: Iterable[AnyNode | Panel]) -> Flat:
    # A picture has hundreds of nodes, so no function is called for each of them, here and in `compare`.
    found: Flat = {}
    for node in nodes:
        if node.key in found:
            raise RulesError(f"two nodes of a drawing have the key {node.key!r}")
        if isinstance(node, Group):
            key, look, title, detail, clause, places = _common_fields(node)
            children = tuple(map(_key_of, node.children))
            found[key] = FlatGroup(
                key=key,
                look=look,
                title=title,
                detail=detail,
                clause=clause,
                places=places,
                x=node.x,
                y=node.y,
                children=children,
            )
        elif isinstance(node, Panel):
            key, look, title, detail, clause, places = _common_fields(node)
            children = tuple(map(_key_of, node.children))
            found[key] = FlatPanel(
                key=key,
                look=look,
                title=title,
                detail=detail,
                clause=clause,
                places=places,
                height=node.height,
                width=node.width,
                children=children,
            )
        else:
            found[node.key] = node
    return found


def _find_marked(after: Flat, before: Flat, changed: Iterable[str]) -> tuple[str, ...]:
    groups = [node for node in after.values() if isinstance(node, FlatGroup | FlatPanel)]
    parents = {child: group.key for group in groups for child in group.children}
    found: dict[str, None] = {}
    for key in changed:
        earlier, node = before.get(key), after[key]
        # A new child is marked itself, and the absence of one that left is visible; places change with the turn.
        look_of = _LOOKS[type(node)]
        if type(earlier) is type(node) and look_of(earlier) == look_of(node):
            continue
        place: str | None = key
        while place is not None and not after[place].title:
            place = parents.get(place)
        if place is not None and not isinstance(after[place], FlatPanel):
            found[place] = None
    return tuple(found)

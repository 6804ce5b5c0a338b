"""Drawings as SVG."""

from __future__ import annotations

import base64
import hashlib
import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape
from importlib import resources
from itertools import repeat
from typing import NamedTuple, TypeAlias

from domain.kernel.drawing.tree import (
    SMALLEST,
    WIDTH,
    AnyNode,
    Art,
    Circle,
    Drawing,
    Group,
    Material,
    Panel,
    Path,
    Rect,
    Shape,
    Text,
    Use,
    find_ground,
    list_nodes,
)

Leaf: TypeAlias = Rect | Circle | Path | Text | Use
"""A node without children."""
Measures: TypeAlias = tuple[float, float]
"""The width and the height of a symbol or of art, in its own units."""

SQUARE: Measures = (24, 24)
"""The measures of a symbol."""
KEPT = 8192
"""How many written leaves a worker caches, in some 5 MB: most of a picture recurs in the next one."""
GROUPS = 2048
"""How many written groups and panels a worker caches, in some 4 MB."""
GAP = 8
"""The space between panels, and around them."""
AROUND = 3
"""How far outside a changed thing its ring is drawn."""
DARK = "@media (prefers-color-scheme: dark)"
CLASS = re.compile(r"\.([a-z][\w-]*)")
LOOKS = re.compile(r'class="([^"]*)"')
TITLE = "<title>{}</title>"
PLAIN = ("ink", "icon")
"""The looks of words and symbols that have no other look."""
NAMED = re.compile(r'(<(?:symbol|use) id="|href="#)([^"]+)')
USED = re.compile(r'<use href="#([^"]+)"((?: [xy]="[^"]+")*)( width="[^"]+" height="[^"]+"(?: class="[^"]+")?)')
SHARED = 3
"""How often a symbol is used in one size and look before these are written once for all of them."""
ANCHORS = {"start": "", "middle": " m", "end": " e"}
"""The classes of texts that are centred or end at their position."""


def write_svg(drawing: Drawing, marked: Sequence[str], columns: int) -> str:
    """Write a drawing as an SVG document with at most this many columns; `marked` things are outlined differently.

    There are at least as many columns as the widest panel needs, and that panel spans all of them.
    """
    writer = _Writer(drawing, frozenset(marked))
    widest = max(panel.width for panel in drawing.panels)
    heights = [float(GAP)] * max(min(columns, len(drawing.panels)), math.ceil((widest + GAP) / (WIDTH + GAP)))
    width = len(heights) * (WIDTH + GAP) - GAP
    panels = []
    for panel in drawing.panels:
        if panel.width > WIDTH:
            top, scale = max(heights), width / panel.width
            panels.append(writer.write_panel(panel, GAP, top, scale))
            heights = [top + panel.height * scale + GAP] * len(heights)
            continue
        column = heights.index(min(heights))
        panels.append(writer.write_panel(panel, GAP + column * (WIDTH + GAP), heights[column]))
        heights[column] += panel.height + GAP
    width, height = width + 2 * GAP, math.ceil(max(heights))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-size="{SMALLEST}" role="img" aria-labelledby="title description" class="table">'
        f'<title id="title">{escape(drawing.title)}</title><desc id="description">{escape(drawing.description)}</desc>'
    )
    written = _shorten("".join([writer.write_symbols(), *panels, "</svg>"]))
    return f"{head}{_write_style(written)}{written}"


class Placed(NamedTuple):
    """A panel with its place in a scene and its scale."""

    panel: Panel
    x: float
    y: float
    scale: float


def write_scene(drawing: Drawing, placed: Sequence[Placed], size: tuple[int, int]) -> str:
    """Write panels of a drawing as an SVG document of this width and height, each at its place."""
    writer = _Writer(drawing, frozenset())
    width, height = size
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-size="{SMALLEST}" class="table">'
    )
    written = _shorten("".join([writer.write_symbols(), *(writer.write_panel(*each) for each in placed), "</svg>"]))
    return f"{head}{_write_style(written)}{written}"


def _shorten(written: str) -> str:
    """Give symbols and art short names within the document: a picture names them hundreds of times."""
    parts = NAMED.split(_share(written))
    short = {name: f"s{number}" for number, name in enumerate(dict.fromkeys(parts[2::3]))}
    parts[2::3] = map(short.__getitem__, parts[2::3])
    return "".join(parts)


def _share(written: str) -> str:
    """Write the size and the look of a symbol once if it is used in them again and again."""
    text, *parts = USED.split(written)
    uses = list(zip(parts[::4], parts[2::4], strict=True))
    counts = Counter(uses)
    names = {use: f"{use[0]}/{number}" for number, use in enumerate(counts) if counts[use] >= SHARED}
    defined = [f'<use id="{name}" href="#{symbol}"{look}/>' for (symbol, look), name in names.items()]
    parts[::4] = [names.get(use, use[0]) for use in uses]
    parts[2::4] = ["" if use in names else use[1] for use in uses]
    shared = [
        f'<use href="#{name}"{place}{look}{rest}'
        for name, place, look, rest in zip(parts[::4], parts[1::4], parts[2::4], parts[3::4], strict=True)
    ]
    return "".join((text, *shared)).replace("</defs>", f"{''.join(defined)}</defs>", 1)


class _Rule(NamedTuple):
    """A rule of the style sheet, the classes that each of its selectors needs, and whether it is for dark colours."""

    text: str
    needed: tuple[frozenset[str], ...]
    dark: bool


@cache
def _read_rules() -> tuple[_Rule, ...]:
    """Read the rules of the drawings' style sheet, without comments and white space."""
    sheet = resources.files("page").joinpath("static", "drawing.css").read_text("utf-8")
    light, _, dark = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL).partition(f"{DARK} {{")
    found = []
    for part in (light, dark):
        for selectors, colours in re.findall(r"([^{}]+)\{([^}]*)\}", part):
            text = re.sub(r"\s*([:;,])\s*", r"\1", colours.strip()).removesuffix(";")
            names = re.sub(r"\s*([,>~+])\s*", r"\1", selectors.strip())
            needed = tuple(map(frozenset, map(CLASS.findall, names.split(","))))
            found.append(_Rule(f"{names}{{{text}}}", needed, part is dark))
    return tuple(found)


@cache
def _write_look(look: str) -> str:
    """Write those classes of a look that the style sheet has."""
    known = " ".join(filter(_known_looks().__contains__, look.split()))
    return f' class="{known}"' if known else ""


@cache
def _known_looks() -> frozenset[str]:
    return frozenset().union(*[names for rule in _read_rules() for names in rule.needed])


def _write_style(written: str) -> str:
    """Write the rules of the style sheet for the looks in a picture."""
    looks = {"table", *" ".join(LOOKS.findall(written)).split()}
    light: list[str] = []
    dark: list[str] = []
    for rule in _read_rules():
        for needed in rule.needed:
            if needed <= looks:
                (dark if rule.dark else light).append(rule.text)
                break
    return f"<style>{''.join(light)}{DARK}{{{''.join(dark)}}}</style>"


def style_policy(svg: str) -> str:
    """Return the Content-Security-Policy for an SVG document in a browser: its own style sheet, nothing else."""
    style = svg.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'"


class _Writer:
    def __init__(self, drawing: Drawing, marked: frozenset[str]) -> None:
        self._drawing = drawing
        self._marked = marked
        self._measures = {name: (art.width, art.height) for name, art in drawing.art.items()}

    def write_symbols(self) -> str:
        drawing, used = self._drawing, _find_used(self._drawing)
        written = [_write_material(name, material) for name, material in drawing.materials.items()]
        written += [_write_symbol(name, path) for name, path in drawing.symbols.items() if name in used]
        for name, art in drawing.art.items():
            if name in used:
                measures = tuple(map(self._measures.get, _list_symbols(art), repeat(SQUARE)))
                written.append(_write_art(name, art, measures))
        return f"<defs>{''.join(written)}</defs>"

    def write_panel(self, panel: Panel, x: float, y: float, scale: float = 1) -> str:
        scaled = f" scale({scale:g})" if scale != 1 else ""
        look = _write_look(panel.look)
        keys, symbols = _look_into(panel)
        measures = tuple(zip(symbols, map(self._measures.get, symbols, repeat(SQUARE)), strict=False))
        inside = _write_nodes(panel, measures, self._marked & keys)
        return f'<g{look} transform="translate({x:g} {y:g}){scaled}">{inside}</g>'


@lru_cache(GROUPS)
def _write_nodes(group: Group | Panel, measures: tuple[tuple[str, Measures], ...], marked: frozenset[str]) -> str:
    """Write the nodes of a group, after its title unless that can be read on it.

    `measures` are those of the symbols within it, and `marked` the keys that are marked within it.
    """
    title, written, known = group.title, [""], dict(measures)
    for node in group.children:
        if isinstance(node, Group):
            keys, symbols = _look_into(node)
            inside = _write_nodes(
                node, tuple(zip(symbols, map(known.__getitem__, symbols), strict=True)), marked & keys
            )
            attributes = f' transform="translate({node.x:g} {node.y:g})"' if node.x or node.y else ""
            attributes += _write_look(f"{node.look} marked" if node.key in marked else node.look)
            written.append(f"<g{attributes}>{inside}</g>" if inside else f"<g{attributes}/>")
            continue
        if isinstance(node, Text) and node.text == title:
            title = ""
        size = known[node.symbol] if isinstance(node, Use) else SQUARE
        written.append(_write_leaf(node, size, node.key in marked))
    if title:
        written[0] = TITLE.format(escape(title, False))
    if isinstance(group, Group) and group.key in marked:
        written.append(_draw_ring(find_ground(group.children)))
    return "".join(written)


@lru_cache(GROUPS)
def _look_into(group: Group | Panel) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the keys of a group and everything in it, and the symbols that it uses."""
    keys, symbols = {group.key}, []
    waiting: list[AnyNode] = list(group.children)
    for node in waiting:
        keys.add(node.key)
        if isinstance(node, Group):
            waiting += node.children
        elif isinstance(node, Use):
            symbols.append(node.symbol)
    return frozenset(keys), tuple(dict.fromkeys(symbols))


@lru_cache(KEPT)
def _write_leaf(node: Leaf, measures: Measures, marked: bool) -> str:
    """Write a node without children; `measures` are those of its symbol, if it is one."""
    look, inside, ring = node.look, "", ""
    if node.title:
        inside = TITLE.format(escape(node.title, False))
    match node:
        case Rect():
            tag, attributes = "rect", _place_rect(node, 0)
        case Circle():
            tag, attributes = "circle", _place_circle(node, 0)
        case Path(path=path):
            tag, attributes = "path", f' d="{escape(path)}"'
        case Use(symbol=symbol, x=x, y=y, size=size):
            tag, attributes, look = "use", _place_symbol(symbol, x, y, size, measures), _without_plain(look)
        case Text(x=x, y=y, size=size):
            scaled = "" if size == SMALLEST else f" t{size:g}"
            known = not scaled or scaled[1:] in _known_looks()
            tag, attributes = "text", _place(x, y) if known else f'{_place(x, y)} font-size="{size:g}"'
            look, inside = _without_plain(look), inside + escape(node.text, False)
    if marked:
        look += " marked"
        ring = _draw_ring(node) if isinstance(node, Rect | Circle) else ""
    if isinstance(node, Text):
        look = f"{look}{scaled}{ANCHORS[node.anchor]}{' b' if node.bold else ''}"
    attributes += _write_look(look)
    return (f"<{tag}{attributes}>{inside}</{tag}>" if inside else f"<{tag}{attributes}/>") + ring


@cache
def _without_plain(look: str) -> str:
    """Leave out the classes that texts and symbols have anyway."""
    return " ".join([name for name in look.split() if name not in PLAIN])


@lru_cache(KEPT)
def _place(x: float, y: float) -> str:
    """Write a position, leaving out 0, the default."""
    return (f' x="{round(x, 1):g}"' if x else "") + (f' y="{round(y, 1):g}"' if y else "")


@lru_cache(KEPT)
def _place_symbol(symbol: str, x: float, y: float, size: float, measures: Measures) -> str:
    width, height = measures
    return f' href="#{escape(symbol)}"{_place(x, y)} width="{size:g}" height="{size * height / width:g}"'


@lru_cache(KEPT)
def _write_symbol(name: str, path: str) -> str:
    return f'<symbol id="{escape(name)}" viewBox="0 0 24 24"><path d="{escape(path)}"/></symbol>'


@lru_cache(KEPT)
def _write_art(name: str, art: Art, measures: tuple[Measures, ...]) -> str:
    """Write art, which never changes; `measures` are those of the symbols of its shapes."""
    shapes = "".join(map(_write_shape, art.shapes, measures))
    return f'<symbol id="{escape(name)}" viewBox="0 0 {art.width:g} {art.height:g}">{shapes}</symbol>'


def _write_shape(shape: Shape, measures: Measures) -> str:
    look = _write_look(shape.look)
    if shape.symbol:
        return f"<use{look}{_place_symbol(shape.symbol, shape.x, shape.y, shape.size, measures)}/>"
    return f'<path{look} d="{escape(shape.path)}"/>'


def _find_used(drawing: Drawing) -> set[str]:
    """Return the names of the symbols and art that a drawing uses, directly or through other art."""
    waiting = [node.symbol for node in list_nodes(drawing) if isinstance(node, Use)]
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            art = drawing.art.get(name)
            waiting += filter(None, _list_symbols(art) if art is not None else ())
    return used


@lru_cache(KEPT)
def _list_symbols(art: Art) -> tuple[str, ...]:
    """List the symbol of each shape of art; a shape with a path has none, which is empty."""
    return tuple([shape.symbol for shape in art.shapes])


def _place_rect(node: Rect, more: float) -> str:
    x, y, width, height = node.x - more, node.y - more, node.width + 2 * more, node.height + 2 * more
    corners = f' rx="{node.radius + more:g}"' if node.radius + more else ""
    return f'{_place(x, y)} width="{width:g}" height="{height:g}"{corners}'


def _place_circle(node: Circle, more: float) -> str:
    return (
        (f' cx="{node.x:g}"' if node.x else "")
        + (f' cy="{node.y:g}"' if node.y else "")
        + f' r="{node.radius + more:g}"'
    )


def _draw_ring(ground: Rect | Circle | None) -> str:
    """Draw the ring around something that changed."""
    if ground is None:
        return ""
    if isinstance(ground, Rect):
        return f'<rect class="last-ring"{_place_rect(ground, AROUND)}/>'
    return f'<circle class="last-ring"{_place_circle(ground, AROUND)}/>'


@lru_cache(KEPT)
def _write_material(name: str, material: Material) -> str:
    if not material.stops:
        size = f'width="{material.width:g}" height="{material.height:g}"'
        line = f'<path class="{escape(material.look)}" d="{escape(material.path)}"/>'
        return f'<pattern id="{escape(name)}" patternUnits="userSpaceOnUse" {size}>{line}</pattern>'
    stops = "".join(
        f'<stop class="{escape(stop.look)}" offset="{stop.offset:g}" stop-opacity="{stop.opacity:g}"/>'
        for stop in material.stops
    )
    if material.radial:
        return f'<radialGradient id="{escape(name)}">{stops}</radialGradient>'
    return f'<linearGradient id="{escape(name)}" x2="0" y2="1">{stops}</linearGradient>'

"""Drawings as SVG, and SVG as PNG."""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib import resources

import resvg_py

from domain.kernel.drawing.tree import WIDTH, AnyNode, Circle, Drawing, Group, Panel, Path, Rect, Text, Use

GAP = 8
"""Between panels, and around them."""


def write_svg(drawing: Drawing, marked: Sequence[str], columns: int) -> str:
    """Write a drawing as an SVG document with at most this number of columns; what is `marked` has another stroke."""
    writer = _Writer(drawing, frozenset(marked))
    heights = [float(GAP)] * min(columns, len(drawing.panels))
    panels = []
    for panel in drawing.panels:
        column = heights.index(min(heights))
        panels.append(writer.write_panel(panel, GAP + column * (WIDTH + GAP), heights[column]))
        heights[column] += panel.height + GAP
    width, height = len(heights) * (WIDTH + GAP) + GAP, math.ceil(max(heights))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-labelledby="title description" class="table">'
        f'<title id="title">{escape(drawing.title)}</title><desc id="description">{escape(drawing.description)}</desc>'
        f"<style>{read_style()}</style>"
    )
    return "".join([head, *writer.write_symbols(), *panels, "</svg>"])


@cache
def read_style() -> str:
    """Return the style sheet of drawings."""
    return resources.files("page").joinpath("static", "drawing.css").read_text("utf-8")


@cache
def style_policy() -> str:
    """Return the Content-Security-Policy under which a browser shows an SVG document: its style sheet, nothing else."""
    digest = base64.b64encode(hashlib.sha256(read_style().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'"


def draw_png(svg: str) -> bytes:
    """Draw an SVG document as PNG, in its light colours."""
    return resvg_py.svg_to_bytes(svg_string=svg, background="#e9e4d8", sans_serif_family="DejaVu Sans")


class _Writer:
    def __init__(self, drawing: Drawing, marked: frozenset[str]) -> None:
        self._symbols = drawing.symbols
        self._marked = marked

    def write_symbols(self) -> Iterator[str]:
        yield "<defs>"
        for name, path in self._symbols.items():
            yield f'<symbol id="{escape(name)}" viewBox="0 0 24 24"><path d="{escape(path)}"/></symbol>'
        yield "</defs>"

    def write_panel(self, panel: Panel, x: float, y: float) -> str:
        group = Group(
            key=panel.key,
            look=panel.look,
            title=panel.title,
            detail=panel.detail,
            x=x,
            y=y,
            children=panel.children,
        )
        return self._write([group])

    def _write(self, nodes: Sequence[AnyNode]) -> str:
        written: list[str] = []
        for node in nodes:
            tag, attributes = _shape(node)
            if node.key in self._marked:
                attributes += f' class="{escape(f"{node.look} marked".strip())}"'
            elif node.look:
                attributes += f' class="{escape(node.look)}"'
            inside = _titled(node) if node.title or node.detail else ""
            if isinstance(node, Group):
                inside += self._write(node.children)
            elif isinstance(node, Text):
                inside += escape(node.text)
            elif not inside:
                written.append(f"<{tag}{attributes}/>")
                continue
            written.append(f"<{tag}{attributes}>{inside}</{tag}>")
        return "".join(written)


def _shape(node: AnyNode) -> tuple[str, str]:
    """Return the element of a node, and the attributes that say where it is and how large."""
    match node:
        case Group(x=x, y=y):
            return "g", f' transform="translate({x:g} {y:g})"' if x or y else ""
        case Rect(x=x, y=y, width=width, height=height, radius=radius):
            return "rect", f' x="{x:g}" y="{y:g}" rx="{radius:g}" width="{width:g}" height="{height:g}"'
        case Circle(x=x, y=y, radius=radius):
            return "circle", f' cx="{x:g}" cy="{y:g}" r="{radius:g}"'
        case Path(path=path):
            return "path", f' d="{escape(path)}"'
        case Use(symbol=symbol, x=x, y=y, size=size):
            place = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
            return "use", f' href="#{escape(symbol)}" {place}'
        case Text(x=x, y=y, size=size, anchor=anchor, bold=bold):
            weight = ' font-weight="bold"' if bold else ""
            return "text", f' x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"{weight}'


def _titled(node: AnyNode) -> str:
    said = f"<title>{escape(node.title)}</title>" if node.title else ""
    return said + (f"<desc>{escape(node.detail)}</desc>" if node.detail else "")

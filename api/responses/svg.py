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
        inside = "".join(map(self._write, panel.children))
        return f'<g transform="translate({_number(x)} {_number(y)})"{self._common(panel)}>{_titled(panel)}{inside}</g>'

    def _write(self, node: AnyNode) -> str:
        common = self._common(node)
        match node:
            case Group():
                moved = f' transform="translate({_number(node.x)} {_number(node.y)})"' if node.x or node.y else ""
                return f"<g{moved}{common}>{_titled(node)}{''.join(map(self._write, node.children))}</g>"
            case Rect():
                place = f'x="{_number(node.x)}" y="{_number(node.y)}" rx="{_number(node.radius)}"'
                size = f'width="{_number(node.width)}" height="{_number(node.height)}"'
                return _close("rect", f" {place} {size}{common}", node)
            case Circle():
                place = f'cx="{_number(node.x)}" cy="{_number(node.y)}" r="{_number(node.radius)}"'
                return _close("circle", f" {place}{common}", node)
            case Path():
                return _close("path", f' d="{escape(node.path)}"{common}', node)
            case Use():
                place = f'x="{_number(node.x)}" y="{_number(node.y)}"'
                size = f'width="{_number(node.size)}" height="{_number(node.size)}"'
                return _close("use", f' href="#{escape(node.symbol)}" {place} {size}{common}', node)
            case Text():
                font = f'font-size="{_number(node.size)}" text-anchor="{node.anchor}"'
                bold = ' font-weight="bold"' if node.bold else ""
                return (
                    f'<text x="{_number(node.x)}" y="{_number(node.y)}" {font}{bold}{common}>'
                    f"{_titled(node)}{escape(node.text)}</text>"
                )

    def _common(self, node: AnyNode | Panel) -> str:
        looks = [node.look] * bool(node.look) + ["marked"] * (node.key in self._marked)
        return f' class="{escape(" ".join(looks))}"' if looks else ""


def _close(tag: str, attributes: str, node: AnyNode) -> str:
    title = _titled(node)
    return f"<{tag}{attributes}>{title}</{tag}>" if title else f"<{tag}{attributes}/>"


def _titled(node: AnyNode | Panel) -> str:
    said = f"<title>{escape(node.title)}</title>" if node.title else ""
    return said + (f"<desc>{escape(node.detail)}</desc>" if node.detail else "")


def _number(value: float) -> str:
    return f"{value:g}"

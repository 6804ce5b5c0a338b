"""The art of all boards: areas and lines as shapes, materials, roofs, and the wooden figures and tokens of the seats.

Each drawing module has its coordinates as data; a look names the colour in the style sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from domain.kernel.drawing.tree import MARKS, Art, Material, Shape, Stop

Shapes: TypeAlias = tuple[Shape, ...]


def line(look: str, path: str) -> Shape:
    """A line or an area, written as in SVG."""
    return Shape(look=look, path=path)


def area(look: str, x: float, y: float, width: float, height: float, radius: float = 0) -> Shape:
    """A rectangle with round corners."""
    return Shape(look=look, path=trace_area(x, y, width, height, radius))


def trace_area(x: float, y: float, width: float, height: float, radius: float = 0) -> str:
    """Return the path of a rectangle with round corners."""
    if not radius:
        return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"
    r, across, down = f"{radius:g}", width - 2 * radius, height - 2 * radius
    turn = f"a{r} {r} 0 0 1"
    return (
        f"M{x + radius:g} {y:g}h{across:g}{turn} {r} {r}v{down:g}{turn} -{r} {r}h{-across:g}{turn} -{r} -{r}"
        f"v{-down:g}{turn} {r} -{r}z"
    )


def disc(look: str, x: float, y: float, radius: float) -> Shape:
    """A circle around a point."""
    return Shape(look=look, path=f"M{x:g} {y - radius:g}a{radius:g} {radius:g} 0 1 0 .01 0z")


def put(symbol: str, x: float, y: float, size: float, look: str = "") -> Shape:
    """A symbol, or other art, `size` wide."""
    return Shape(look=look, symbol=symbol, x=x, y=y, size=size)


def roof(x: float, y: float, width: float, height: float) -> Shapes:
    """A roof with swept eaves, and its ridge."""
    across, down = width / 100, height / 20

    def bend(*numbers: float) -> str:
        return " ".join(f"{n * (down if place % 2 else across):.3g}" for place, n in enumerate(numbers))

    eaves = (
        f"M{x:g} {y + height:g}q{bend(16, -2, 26, -20)}h{48 * across:.3g}q{bend(10, 18, 26, 20)}"
        f"l{bend(-3, 4)}q{bend(-47, -4, -94, 0)}z"
    )
    return line("roof", eaves), area("roof-2", x + 25 * across, y - 2 * down, 50 * across, 4 * down, down)


def stone_wall(x: float, y: float, width: float, height: float, slope: float) -> Shapes:
    """A wall of stone that leans inwards."""
    rows = "".join(f"M{x + slope * (1 - r):g} {y + height * r:g}h{width - 2 * slope * (1 - r):g}" for r in (0.36, 0.7))
    columns = "".join(
        f"M{x + slope + width * c:g} {y:g}v{height * 0.34:g}m{width * 0.06:g} 0v{height * 0.34:g}"
        f"m{-width * 0.1:g} 0v{height * 0.3:g}"
        for c in (0.12, 0.3, 0.5, 0.7)
    )
    outline = (
        f"M{x + slope:g} {y:g}h{width - 2 * slope:g}q{slope * 0.4:g} {height * 0.6:g} {slope:g} {height:g}"
        f"h{-width:g}q{slope * 0.6:g} {-height * 0.4:g} {slope:g} {-height:g}z"
    )
    return line("stone edge", outline), line("hair", rows + columns)


def gather(*parts: Shape | Iterable[Shape]) -> Shapes:
    """Join shapes and rows of shapes, the farthest first."""
    found: list[Shape] = []
    for part in parts:
        found += (part,) if isinstance(part, Shape) else part
    return tuple(found)


MATERIALS = {
    "m-wood": Material(stops=(Stop("g-wood-0"), Stop("g-wood-1", 1))),
    "m-sea": Material(stops=(Stop("g-sea-0"), Stop("g-sea-1", 1))),
    "m-earth": Material(stops=(Stop("g-earth-0"), Stop("g-earth-1", 1))),
    "m-wave": Material(
        look="line-water",
        path="M0 14a14 14 0 0 1 28 0M5 14a9 9 0 0 1 18 0M10 14a4 4 0 0 1 8 0M-14 7a14 14 0 0 1 28 0M-9 7a9 9 0 0 1 18 0"
        "M-4 7a4 4 0 0 1 8 0M14 7a14 14 0 0 1 28 0M19 7a9 9 0 0 1 18 0M24 7a4 4 0 0 1 8 0",
        width=28,
        height=14,
    ),
    "m-grain": Material(
        look="line-wood faint",
        path="M0 5c40 4 80-4 180 0M0 13c60-5 110 5 180 0M0 21c30 3 120-5 180 0M0 28c70-3 90 3 180 0",
        width=180,
        height=30,
    ),
    "m-hemp": Material(
        look="line-hemp",
        path="M12 0v42M0 7l24 14M24 7 0 21M0 21l12 21 12-21M0 21 12 0l12 21M0 7V0M24 7V0M0 35l12-7 12 7"
        "M0 21v21M24 21v21",
        width=24,
        height=42,
    ),
}
"""Wood, sea, earth, waves, the grain of wood and the hemp pattern of cards' backs, by the names of the style sheet."""

_FIGURE = (
    "M14 1.5c4 0 6.5 2.8 6.5 6.2 0 2.3-1 4-2.5 5.2 4.5 1.6 7.5 5.5 8 12.1l.5 6c0 1.5-1 2-2 2H3.5c-1 0-2-.5-2-2l.5-6"
    "c.5-6.6 3.5-10.5 8-12.1C8.5 11.7 7.5 10 7.5 7.7 7.5 4.3 10 1.5 14 1.5z"
)
_SHEEN = "M14 3c-3 0-5 2-5 4.7 0 1 .2 2 .7 2.8C10.5 7 12 5 15.5 3.2 15 3 14.5 3 14 3z"


def _carve_figure(seat: int) -> Art:
    mark = put(f"mark-{seat}", 8.5, 19, 11, "wall")
    body = put("figure-wood", 0, 0, 28, f"seat-{seat} ring")
    return Art((put("figure-wood", 1.5, 2, 28, "shade"), body, line("sheen", _SHEEN), mark), 28, 33)


def _carve_token(seat: int) -> Art:
    name = f"mark-{seat}"
    return Art(
        (put(name, 2, 3, 20, "shade"), put(name, -1.5, -1.5, 24, "wall"), put(name, 0.5, 0.5, 20, f"seat-{seat}")),
        21,
        21,
    )


PIECES = {
    "figure-wood": Art((Shape(path=_FIGURE),), 28, 33),
    **{f"figure-{seat}": _carve_figure(seat) for seat in range(len(MARKS))},
    **{f"token-{seat}": _carve_token(seat) for seat in range(len(MARKS))},
    "coin": Art(
        (
            line("coin-2", "M12 .8a11.2 11.2 0 1 0 .01 0z"),
            line("coin", "M12 2.2a9.8 9.8 0 1 0 .01 0zM8.4 8.4v7.2h7.2V8.4z"),
        )
    ),
    "star": Art(
        (line("lacquer", "M12 .6l3.3 7.4 8 .8-6 5.4 1.8 7.9-7.1-4.1-7.1 4.1 1.8-7.9-6-5.4 8-.8z"),),
    ),
    "met": Art(
        (
            line("good", "M12 .5a11.5 11.5 0 1 0 .01 0z"),
            line("washi", "M5.2 12.4 8 9.6l2.8 2.8L16.4 6.6l2.7 2.7-8.3 8.5z"),
        )
    ),
    "missing": Art(
        (
            line("washi", "M12 .5a11.5 11.5 0 1 0 .01 0z"),
            line("red", "M12 .5a11.5 11.5 0 1 0 .01 0zM12 3.6a8.4 8.4 0 1 1-.01 0z"),
        )
    ),
    "lantern": Art(
        (
            line("plate", "M9 1h6v3H9zM9 20h6v2.5H9zM11.3 22h1.4v2h-1.4z"),
            line("halo-fill", "M8 3.5h8c3.5 2 5 5 5 8.5s-1.5 6.5-5 8.5H8c-3.5-2-5-5-5-8.5S4.5 5.5 8 3.5z"),
            line(
                "turn-light",
                "M9.5 5h5c2.6 1.8 3.8 4.3 3.8 7s-1.2 5.2-3.8 7h-5c-2.6-1.8-3.8-4.3-3.8-7S6.9 6.8 9.5 5z",
            ),
            line("coin-2", "M4 8h16v.9H4zM3.2 12h17.6v.9H3.2zM4 16h16v.9H4z"),
        )
    ),
    "pine": Art(
        (
            line("bark", "M11 15h2v8h-2z"),
            line(
                "leaf",
                "M12 1c3 0 4 2 4 3.5 3 0 5 2 4.5 4C23 9 24 11 23 13c-1 2-4 2.5-6 1.5-1 2-4 2.5-5 1-1 1.5-4 1-5-1"
                "-2 1-5 .5-6-1.5-1-2 0-4 2.5-4.5C3 6.5 5 4.5 8 4.5 8 3 9 1 12 1z",
            ),
        )
    ),
    "house": Art(
        (
            line("wall", "M4 11h16v11H4z"),
            line("bark", "M6 14h5v8H6zM14 14h4v4h-4z"),
            line("roof", "M12 2 23.5 10.5 22 12.5H2L.5 10.5z"),
            line("roof-2", "M2 11.5h20v1.3H2z"),
        )
    ),
}
"""Figures and tokens of the seats, coins, points, ticks and rings, and landmarks: art for every board."""

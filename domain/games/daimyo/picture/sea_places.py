"""The layout of Daimyo's main board, and its ground: islands in the sea around the central island."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.daimyo.printed.entries import COLOURS
from domain.kernel.drawing.art import area, gather, line, put
from domain.kernel.drawing.tree import Art, Shape

WIDTH = 1092
FRAME = 8
"""The wooden frame at the sides of the sea."""
RAIL = 28
"""The frame above and below the sea, on which the popularity track runs."""
ISLAND_WIDTH, ISLAND_HEIGHT = 332, 190
GAP = 8
FACES = range(1, 7)
COLUMN, DIE_ROW = 38, 31
"""The distances between the dice to take, which lie by face and colour."""
POOL = len(FACES) * COLUMN
CENTRE_X = FRAME + 20
CENTRE_WIDTH = WIDTH - 2 * CENTRE_X
CENTRE_Y = RAIL + ISLAND_HEIGHT + 2 * GAP
"""The corner of the central island, which lies between two rows of the others."""


def measure_height(centre: float) -> float:
    """Return the height of the board around a central island of this height."""
    return 2 * CENTRE_Y + centre


def find_island(place: int, islands: int, height: float) -> tuple[float, float]:
    """Return the position of an island: the first in the upper left corner, the others clockwise around the central
    one.
    """
    above = -(-islands // 2)
    north = place < above
    row = above if north else islands - above
    column = place if north else islands - 1 - place
    space = (WIDTH - 2 * FRAME - row * ISLAND_WIDTH) / (row + 1)
    x = FRAME + space + column * (ISLAND_WIDTH + space)
    return round(x, 1), RAIL + GAP if north else height - RAIL - GAP - ISLAND_HEIGHT


def trace_coast(width: float, height: float) -> str:
    """Return the outline of an island with bays and capes, within a rectangle."""
    right, low, across, down = width - 3, height - 3, width / 4, height / 4
    return (
        f"M34 5C{across:g} -1 {1.2 * across:g} 9 {2 * across:g} 4S{3 * across:g} 1 {right - 40:g} 6Q{right - 8:g} 8"
        f" {right - 4:g} 36C{right + 4:g} {down:g} {right - 6:g} {1.3 * down:g} {right - 3:g} {2 * down:g}"
        f"S{right + 3:g} {3 * down:g} {right - 4:g} {low - 34:g}Q{right - 8:g} {low - 5:g} {right - 38:g} {low - 3:g}"
        f"C{3 * across:g} {low + 4:g} {2.7 * across:g} {low - 5:g} {2 * across:g} {low - 2:g}"
        f"S{across:g} {low + 3:g} 40 {low - 4:g}Q9 {low - 6:g} 7 {low - 36:g}"
        f"C-1 {3 * down:g} 10 {2.7 * down:g} 6 {2 * down:g}S0 {down:g} 6 40Q7 8 34 5z"
    )


HILLS: Sequence[str] = (
    f"M{ISLAND_WIDTH - 110} 8q50 -6 92 2q14 26 4 48q-30 -30 -96 -50z",
    f"M10 {ISLAND_HEIGHT - 40}q40 18 90 26q-50 8 -76 2q-14 -4 -14 -28z",
)

ART = {
    "isle": Art(
        gather(
            line("shoal", trace_coast(ISLAND_WIDTH, ISLAND_HEIGHT)),
            line("ground edge", trace_coast(ISLAND_WIDTH, ISLAND_HEIGHT)),
            (line("hill faint", hill) for hill in HILLS),
        ),
        ISLAND_WIDTH,
        ISLAND_HEIGHT,
    ),
    "site-slots": Art((area("slot", 3, 0, 26, 38, 13), area("slot", 31, 0, 26, 38, 3)), 60, 38),
    "shadow-slot": Art((put("coin", 6, 2, 17), area("slot", 10, 20, 26, 38, 13)), 46, 60),
    "pool-slots": Art(
        tuple(
            Shape(f"slot line-{colour}", symbol=f"die-{colour}", x=(face - 1) * COLUMN, y=row * DIE_ROW, size=28)
            for row, colour in enumerate(COLOURS)
            for face in FACES
        ),
        POOL,
        len(COLOURS) * DIE_ROW,
    ),
    "village": Art(
        tuple(put("house", x, y, 18) for x, y in ((0, 8), (20, 2), (40, 8))),
        60,
        30,
    ),
}
"""Art by name: the ground of an island, and the houses of the central one."""

"""The layout of Yedo's board, in units: town, frame, storehouses, round sign."""

from __future__ import annotations

from typing import NamedTuple

from domain.games.yedo.printed.terms import District, Lot, Phase
from domain.kernel.drawing.pieces import Area

WIDTH, HEIGHT = 1080, 622
BOARD = Area(8, 8, 1064, 604)
TRACK_WIDTH = 28
"""The Score Track goes round the board: 17, 8, 17 and 8 spaces from the upper left, clockwise."""
ACROSS, DOWN = 17, 8
SMALL, BODY, NAME, SIGN, LARGE = 14, 15, 17, 16, 22
"""The type scale: what is read, numbers, names, the signs of Districts, large numbers."""
SPACE = 20
"""The radius of a space for a Disciple."""

NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
"""The numbers of Missions in hand, for Districts that they involve."""


class Quarter(NamedTuple):
    """A District on the board: its position, and its spaces by the last part of their ids, relative to it."""

    area: Area
    spaces: dict[str, tuple[float, float]]
    patrol: tuple[float, float]


def _in_row(x: float, y: float, own: tuple[float, float] = (0, 0)) -> dict[str, tuple[float, float]]:
    return {**{str(place + 1): (x + 48 * place, y) for place in range(3)}, "seaworthy": own}


QUARTERS: dict[District, Quarter] = {
    "castle": Quarter(
        Area(320, 192, 220, 238),
        {"shogun": (36, 118), "bakufu": (184, 118), "1": (56, 200), "2": (110, 200), "3": (164, 200)},
        (430, 174),
    ),
    "gates": Quarter(Area(584, 154, 226, 138), _in_row(28, 54), (562, 226)),
    "tavern": Quarter(Area(584, 298, 226, 138), _in_row(28, 54), (562, 352)),
    "harbor": Quarter(Area(576, 442, 234, 138), _in_row(36, 54, (190, 52)), (550, 436)),
    "red-light": Quarter(Area(288, 466, 284, 114), _in_row(30, 57), (430, 448)),
    "market": Quarter(Area(42, 366, 242, 214), _in_row(28, 56), (310, 436)),
    "temple": Quarter(Area(42, 154, 236, 206), _in_row(28, 56), (298, 262)),
}
"""The Districts in the order of the Watch Patrol, with its stops on the board."""
SIGNS: dict[District, tuple[float, float]] = {"castle": (4, -10)}
"""The signs of Districts that are not at the upper left."""
PILLS: dict[District, Area] = {
    "castle": Area(13, 140, 200, 30),
    "gates": Area(8, 80, 216, 30),
    "tavern": Area(8, 80, 216, 30),
    "harbor": Area(10, 80, 222, 29),
    "red-light": Area(8, 83, 274, 30),
    "market": Area(8, 180, 232, 30),
    "temple": Area(8, 140, 140, 30),
}
"""The positions of each District's actions; the height is the distance between rows."""
STALL = Area(8, 88, 57, 86)
BLESSINGS = Area(10, 84, 108, 34)
TOKENS, TOKEN = ((156, 28), (191, 28), (191, 63), (191, 98)), 32
"""Specialist tokens replace the drawing of the gate."""

LOTS: dict[Lot, Area] = {
    "action": Area(408, 40, 136, 70),
    "bonus": Area(548, 40, 136, 70),
    "weapons": Area(688, 40, 136, 70),
    "annexes": Area(848, 224, 192, 78),
    "geishas": Area(848, 308, 192, 74),
    "disciples": Area(848, 388, 192, 76),
    "missions": Area(848, 470, 192, 104),
}
EVENT_DECK, EVENT = Area(42, 40, 48, 72), Area(98, 40, 304, 78)
ROUND = Area(848, 40, 192, 178)
PHASES: tuple[tuple[Phase, str], ...] = (
    ("preparation", "hourglass"),
    ("bidding", "hammer"),
    ("event", "event"),
    ("assign", "disciple"),
    ("patrol", "patrol"),
    ("trade", "trade"),
    ("actions", "action"),
)
"""The phases with their symbols."""


def find_score_space(number: int) -> Area:
    """Return the position of a space of the Score Track; 0 is at the upper left, the others follow clockwise."""
    x, y, width, height = BOARD
    across, down = width / ACROSS, (height - 2 * TRACK_WIDTH) / DOWN
    if number < ACROSS:
        return Area(x + number * across, y, across, TRACK_WIDTH)
    if number < ACROSS + DOWN:
        return Area(x + width - TRACK_WIDTH, y + TRACK_WIDTH + (number - ACROSS) * down, TRACK_WIDTH, down)
    if number < 2 * ACROSS + DOWN:
        left = x + width - (number - ACROSS - DOWN + 1) * across
        return Area(left, y + height - TRACK_WIDTH, across, TRACK_WIDTH)
    top = y + height - TRACK_WIDTH - (number - 2 * ACROSS - DOWN + 1) * down
    return Area(x, top, TRACK_WIDTH, down)

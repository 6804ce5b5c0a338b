"""The fixed parts of Micro Dojo's picture: the dojo from above, its symbols, and the floors of its rooms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from domain.kernel.drawing.art import area, gather, line, put
from domain.kernel.drawing.tree import Art, Shape, Symbols

SIDE, ROOM, WALL = 360, 104, 12
"""The dojo is a square of SIDE by SIDE: three rows of three rooms between walls."""
DOOR = 44
"""How wide the doors between neighbouring rooms are."""
MAT = round(ROOM / 3, 1)
"""Half the length of a straw mat: four mats surround a half one."""

SYMBOLS: Symbols = {
    "gold": "M12 2a10 10 0 1 0 .01 0zM9 9v6h6V9z",
    "food": "M2 11h20a10 10 0 0 1-6 9v2H8v-2a10 10 0 0 1-6-9zM5 9.5a7 6 0 0 1 14 0z",
    "point": "M12 2l3 7h7l-5.5 4.5 2 7.5-6.5-4.5L5.5 21l2-7.5L2 9h7z",
    "build": "M12 3 22 11h-3v10h-5v-6h-4v6H5V11H2z",
    "action": "M13 2 4 14h6l-2 8 10-13h-6z",
    "influence": "M12 21 1 9a15 15 0 0 1 22 0zM12 17l2-7h-4z",
    "guard-house": "M2 6h4v3h3V6h6v3h3V6h4v16h-7v-6a3 3 0 0 0-6 0v6H2z",
    "sumo": "M12 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 9.5c7 0 11 5 10 12.5H2c-1-7.5 3-12.5 10-12.5zM8 17v2h8v-2z",
    "ninja": "M12 1a7 7 0 0 1 7 7 7 7 0 0 1-14 0 7 7 0 0 1 7-7zM7 6v3h10V6zM9 16h6l5 6H4z",
    "geisha": "M12 0a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM12 5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM10 13h4l5 9H5z",
    "samurai": "M2 1c2 4 5 5 10 5s8-1 10-5c0 5-2 8-5 9v2H7v-2C4 9 2 6 2 1zM8 13h8a4 4 0 0 1-8 0zM7 18h10l3 4H4z",
    "arrow": "M1 9.5h13V4l9 8-9 8v-5.5H1z",
    "exchange": "M7 3 1 8.5 7 14v-4h10V7H7zM17 10v4H7v3h10v4l6-5.5z",
    "most": "M12 2 22 14h-6v8H8v-8H2z",
    "fewest": "M12 22 2 10h6V2h8v8h6z",
    "minus": "M4 10h16v4H4z",
    "line": "M4.5 9a3.5 3.5 0 1 0 .01 0zM12 9a3.5 3.5 0 1 0 .01 0zM19.5 9a3.5 3.5 0 1 0 .01 0zM1 19h22v2H1z",
    "step": "M8 2c3 0 4 3 4 6s-1 5-1 7H6c0-2-2-4-2-7s1-6 4-6zM6 17h5c0 3-1 5-2.5 5S6 20 6 17z"
    "M18 6c2 0 3 2 3 5s-1 4-1 6h-4c0-2-1-3-1-6s0-5 3-5z",
}
"""The paths by name: goods, what spaces and buildings do, meeples, and what objectives compare."""


@cache
def find_room(number: int) -> tuple[float, float]:
    """Return the upper left corner of the room of a space, 1 to 9."""
    row, column = divmod(number - 1, 3)
    return WALL + column * (ROOM + WALL), WALL + row * (ROOM + WALL)


def _doors() -> Iterator[Shape]:
    """Doors in the walls between neighbouring rooms, with a post at each end."""
    for number in range(3):
        start = WALL + number * (ROOM + WALL) + (ROOM - DOOR) / 2
        for wall in (1, 2):
            across = wall * (ROOM + WALL)
            yield area("road", across, start, WALL, DOOR)
            yield area("road", start, across, DOOR, WALL)
            for end in (start - 4, start + DOOR):
                yield area("plate", across, end, WALL, 4, 1)
                yield area("plate", end, across, 4, WALL, 1)


def _posts() -> Iterator[Shape]:
    """Posts where walls meet."""
    for row in range(4):
        for column in range(4):
            yield area("plank", column * (ROOM + WALL) + 1, row * (ROOM + WALL) + 1, WALL - 2, WALL - 2, 2)


_MATS = f"M{2 * MAT:g} 0V{2 * MAT:g}M{ROOM} {2 * MAT:g}H{MAT:g}M{MAT:g} {ROOM}V{MAT:g}M0 {MAT:g}H{2 * MAT:g}"

ART = {
    "dojo": Art(
        gather(
            area("board-wood", 0, 0, SIDE, SIDE, 10),
            area("grain", 0, 0, SIDE, SIDE, 10),
            _doors(),
            _posts(),
            area("edge", 1, 1, SIDE - 2, SIDE - 2, 9),
        ),
        SIDE,
        SIDE,
    ),
    "tatami": Art((line("hair faint", _MATS),), ROOM, ROOM),
    "either": Art((put("coin", 0, 0, 14), put("food", 10, 10, 14, "food"), line("line-soft", "M18 2 6 22"))),
}
"""Art by name: the dojo, the floor of a room, and the choice of gold or food."""

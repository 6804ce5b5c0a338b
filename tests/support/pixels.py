"""Colours of a picture as pixels: PNG files of the service, read without a library of images."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""
DEPTH = 4
"""The bytes of a pixel: red, green, blue, and how opaque it is."""


class Pixels(NamedTuple):
    """The rows of a picture from the top, DEPTH bytes a pixel."""

    width: int
    rows: list[bytearray]

    def at(self, x: float, y: float) -> Colour:
        """Return the colour at a point; outside the picture, that of the nearest pixel."""
        row = self.rows[max(0, min(len(self.rows) - 1, int(y)))]
        start = max(0, min(self.width - 1, int(x))) * DEPTH
        return row[start], row[start + 1], row[start + 2]


def read_png(png: bytes) -> Pixels:
    """Read a PNG file of 8 bits a colour with opacity, not interlaced; raises ValueError for another kind."""
    width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    if (depth, colours, interlaced) != (8, 6, 0):
        raise ValueError(f"This PNG has {depth} bits, colours of kind {colours} and interlacing {interlaced}.")
    data, size = zlib.decompress(b"".join(_read_chunks(png))), width * DEPTH
    rows: list[bytearray] = []
    before = bytearray(size)
    for start in range(0, height * (size + 1), size + 1):
        row = bytearray(data[start + 1 : start + 1 + size])
        _undo_filter(data[start], row, before)
        rows.append(row)
        before = row
    return Pixels(width, rows)


def _read_chunks(png: bytes) -> Iterator[bytes]:
    """Yield the pieces of the compressed pixels."""
    place = 8
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        if kind == b"IDAT":
            yield png[place + 8 : place + 8 + length]
        place += length + 12


def _undo_filter(kind: int, row: bytearray, above: bytearray) -> None:
    """Undo PNG's filter on a row, which subtracts the pixel on the left or those above."""
    for place in range(len(row)) if kind else ():
        left = row[place - DEPTH] if place >= DEPTH else 0
        corner = above[place - DEPTH] if place >= DEPTH else 0
        up = above[place]
        more = {1: left, 2: up, 3: (left + up) // 2}.get(kind)
        row[place] = (row[place] + (_predict(left, up, corner) if more is None else more)) & 255


def _predict(left: int, up: int, corner: int) -> int:
    """Return the neighbour that is nearest to left + up - corner: the filter of Paeth."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours from 1 to 21, as WCAG defines it."""
    first, second = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [value / 255 for value in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

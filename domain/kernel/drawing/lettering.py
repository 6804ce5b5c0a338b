"""Lettering: how wide a text is when it is drawn, and how to make it fit.

Pictures are drawn without the font that shows them, so widths are estimated from those of a common sans-serif font and
widened until the widest font that browsers fall back to fits as well.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import lru_cache

SAFETY = 1.16
"""How much wider than the measured font another font may be."""
BOLD = 1.08
ELLIPSIS = "…"
KEPT = 8192
"""How many results of each function are kept: more than a picture of any game has texts, in two languages."""

_OTHERS = 0.584
_FULL = 1.0


class _Widths(dict[str, float]):
    """The widths of characters for a font size of 1: those that are listed, and what others have by their kind."""

    def __missing__(self, character: str) -> float:
        if unicodedata.combining(character):
            return 0.0
        return _FULL if unicodedata.east_asian_width(character) in "WF" else _OTHERS


_WIDTHS = _Widths(
    {
        **dict.fromkeys(map(chr, range(128)), _OTHERS),
        **dict.fromkeys("ijl'|", 0.222),
        **dict.fromkeys(" fIt.,:;/!·", 0.278),
        **dict.fromkeys('r()-[]"*', 0.36),
        **dict.fromkeys("cksvxyzJ", 0.5),
        **dict.fromkeys("FLTZ", 0.611),
        **dict.fromkeys("ABEKPSVXY", 0.667),
        **dict.fromkeys("CDHNRUw", 0.722),
        **dict.fromkeys("GOQ", 0.778),
        **dict.fromkeys("mM", 0.833),
        **dict.fromkeys("W%@—", 0.95),
    }
)


@lru_cache(KEPT)
def measure(text: str, size: float, bold: bool = False) -> float:
    """Return how wide a text of this font size is at most, in the unit of `size`."""
    return _measure(text, size, bold)


def _measure(text: str, size: float, bold: bool) -> float:
    width = sum(map(_WIDTHS.__getitem__, unicodedata.normalize("NFD", text)))
    return width * size * SAFETY * (BOLD if bold else 1)


@lru_cache(KEPT)
def fit(text: str, width: float, size: float, bold: bool = False) -> str:
    """Return a text that fits into a width: the text itself, or as much of it as fits and an ellipsis."""
    if measure(text, size, bold) <= width:
        return text

    def measure_beginning(letters: int) -> float:
        # A beginning that does not fit is measured once and never again, so it is not kept.
        return _measure(text[:letters].rstrip() + ELLIPSIS, size, bold)

    letters = bisect_right(range(1, len(text)), width, key=measure_beginning)
    return text[:letters].rstrip() + ELLIPSIS


def fit_name(name: str, width: float, size: float, bold: bool = False) -> str:
    """Return a name that fits into a width, with what stands in brackets at its end, which tells namesakes apart."""
    start = name.rfind(" (")
    room = width - measure(name[start:], size, bold)
    if not name.endswith(")") or room < 2 * size or measure(name, size, bold) <= width:
        return fit(name, width, size, bold)
    return fit(name[:start] + ELLIPSIS, room, size, bold) + name[start:]


@lru_cache(KEPT)
def wrap(text: str, width: float, size: float, lines: int = 2, bold: bool = False) -> tuple[str, ...]:
    """Break a text into at most this many lines that fit into a width; the last one is shortened if need be."""
    rows: list[str] = []
    # Not at no-break spaces: French has them before a colon.
    words = [word for word in text.split(" ") if word]
    while words and len(rows) < lines - 1:
        count = 1
        while count < len(words) and _measure(" ".join(words[: count + 1]), size, bold) <= width:
            count += 1
        rows.append(fit(" ".join(words[:count]), width, size, bold))
        words = words[count:]
    if words:
        rows.append(fit(" ".join(words), width, size, bold))
    return tuple(rows)

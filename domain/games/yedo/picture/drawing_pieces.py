"""The pieces of Yedo's pictures: sheets filled from the top, tiles, card backs, figures."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.parts import Figure
from domain.games.yedo.printed.term_words import SINGLE_FIGURES
from domain.games.yedo.printed.terms import Colour
from domain.games.yedo.views.view import YedoView
from domain.kernel.drawing.parts import Parts
from domain.kernel.drawing.tree import MARKS, AnyNode, Circle, Group, Use
from domain.kernel.language import say, translate
from domain.kernel.rulebook import Rulebook


class Scene(msgspec.Struct, frozen=True):
    """The inputs of a picture: the view, the printed things, the rules, the names of the sides, the number
    of seats, and the parts of the picture before."""

    seen: YedoView
    content: YedoContent
    rulebook: Rulebook
    names: Sequence[str]
    seats: int
    parts: Parts[YedoView]


def draw_figure(key: str, x: float, y: float, seat: int, figure: Figure, size: float, said: str = "") -> Group:
    """Draw a figure of a side, `size` wide and a fifth higher; a disc says what it is unless it is a Disciple."""
    mark = min(seat, len(MARKS) - 1)
    children: list[AnyNode] = [Use(key=f"{key}/mark", look="figure", symbol=f"figure-{mark}", x=0, y=0, size=size)]
    if figure != "disciple":
        middle, radius = size * 0.72, size * 0.36
        children += [
            Circle(key=f"{key}/disc", look="badge", x=middle, y=middle, radius=radius),
            Use(
                key=f"{key}/kind",
                look="ink",
                symbol=figure,
                x=middle - radius * 0.75,
                y=middle - radius * 0.75,
                size=radius * 1.5,
            ),
        ]
    return Group(key=key, x=x, y=y, title=said, places=(), children=tuple(children))


def name_figure(figure: Figure) -> str:
    """Name a figure: "Disciple", "Ninja"."""
    return translate(SINGLE_FIGURES.get(figure, "Disciple"))


def name_colour(colour: Colour) -> str:
    """Name the colour of a Mission."""
    return {"green": say("Green"), "yellow": say("Yellow"), "red": say("Red"), "black": say("Black")}[colour]

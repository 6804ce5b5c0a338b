"""The pieces that pictures of Yedo are made of: sheets filled from the top, tiles, backs of cards, figures."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.parts import Figure
from domain.games.yedo.printed.terms import Colour
from domain.games.yedo.views.view import YedoView
from domain.games.yedo.words.describe_words import SINGLE_FIGURES
from domain.kernel.drawing.pieces import seat_mark
from domain.kernel.drawing.tree import AnyNode, Group, Use
from domain.kernel.language import say, translate
from domain.kernel.rulebook import Rulebook


class Scene(msgspec.Struct, frozen=True):
    """All that a picture is made of: the view, the printed things, the rules and the names of the sides."""

    seen: YedoView
    content: YedoContent
    rulebook: Rulebook
    names: Sequence[str]

    def read_clause(self, clause: str) -> str:
        """Return the text of a clause, or nothing for a clause that the rulebook does not have."""
        return translate(self.rulebook[clause].text) if clause in self.rulebook else ""


def draw_figure(key: str, x: float, y: float, seat: int, figure: Figure, size: float, said: str = "") -> Group:
    """Draw a figure of a side: its mark, and what it is unless it is a regular Disciple."""
    children: list[AnyNode]
    if figure == "disciple":
        children = [seat_mark(f"{key}/mark", seat, 0, 0, size)]
    else:
        children = [
            seat_mark(f"{key}/mark", seat, -size * 0.1, -size * 0.1, size * 0.75),
            Use(key=f"{key}/kind", look="figure", symbol=figure, x=size * 0.42, y=size * 0.42, size=size * 0.68),
        ]
    return Group(key=key, x=x, y=y, title=said, places=(), children=tuple(children))


def name_figure(figure: Figure) -> str:
    """Name a figure: "Disciple", "Ninja"."""
    return translate(SINGLE_FIGURES.get(figure, "Disciple"))


def name_colour(colour: Colour) -> str:
    """Name the colour of a Mission."""
    return {"green": say("Green"), "yellow": say("Yellow"), "red": say("Red"), "black": say("Black")}[colour]

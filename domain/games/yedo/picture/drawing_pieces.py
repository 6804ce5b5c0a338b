"""The pieces that pictures of Yedo are made of: sheets filled from the top, tiles, backs of cards, figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.parts import Figure
from domain.games.yedo.printed.terms import Colour
from domain.games.yedo.views.view import YedoView
from domain.games.yedo.words.describe_words import SINGLE_FIGURES
from domain.kernel.drawing.lettering import fit, wrap
from domain.kernel.drawing.pieces import HEADING, LINE, MARGIN, card, panel, seat_mark
from domain.kernel.drawing.tree import SMALLEST, WIDTH, AnyNode, Group, Panel, Rect, Text, Use
from domain.kernel.language import say, translate
from domain.kernel.rulebook import Rulebook

GAP = 6
INNER = WIDTH - 2 * MARGIN
HALF = (INNER - GAP) / 2
TILE = (INNER - 3 * GAP) / 4
"""The widths of what stands alone, two and four to a row."""
NAME, BELOW = 16, 6
"""Where the first name of a card stands, and the room below its last line."""


class Scene(msgspec.Struct, frozen=True):
    """All that a picture is made of: the view, the printed things, the rules and the names of the sides."""

    seen: YedoView
    content: YedoContent
    rulebook: Rulebook
    names: Sequence[str]

    def read_clause(self, clause: str) -> str:
        """Return the text of a clause, or nothing for a clause that the rulebook does not have."""
        return self.rulebook[clause].text if clause in self.rulebook else ""


class Sheet:
    """A panel that is filled from the top: `y` is where the next thing goes."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.y: float = HEADING + 2
        self.nodes: list[AnyNode] = []

    def add(self, height: float, *nodes: AnyNode) -> None:
        """Add nodes that stand at `y`; what comes next stands below them."""
        self.nodes += nodes
        self.y += height + GAP

    def add_card(self, card: Group) -> None:
        """Add a card that stands at `y` alone in its row."""
        ground = card.children[0]
        assert isinstance(ground, Rect)
        self.add(ground.height, card)

    def caption(self, name: str, text: str) -> None:
        """Add a small line that says what follows."""
        node = Text(key=f"{self.key}/{name}", look="soft", x=MARGIN, y=self.y + 11, text=fit(text, INNER, 12), size=12)
        self.add(12, node)

    def write(self, name: str, text: str, lines: int = 3, detail: str = "", places: tuple[str, ...] = ()) -> None:
        """Add a paragraph of at most `lines` lines; all of it can be read on it."""
        if not text:
            return
        rows = wrap(text, INNER, 12, lines)
        key = f"{self.key}/{name}"
        written = tuple(
            Text(key=f"{key}/{row}", look="ink", x=0, y=12 + row * LINE, text=line, size=12)
            for row, line in enumerate(rows)
        )
        self.add(
            len(rows) * LINE,
            Group(key=key, x=MARGIN, y=self.y, title=text, detail=detail, places=places, children=written),
        )

    def lay_out(self, things: Sequence[AnyNode], columns: int, height: float) -> None:
        """Add things of the same size in rows; they stand at `x` of `place_in_row` and their row's `y` already."""
        rows = -(-len(things) // columns)
        self.nodes += things
        self.y += rows * (height + GAP)

    def finish(self, title: str, seat: int | None = None) -> Panel:
        """Return the panel with everything in it."""
        return panel(self.key, title, self.y + MARGIN - GAP, self.nodes, seat=seat)


def place_in_row(number: int, columns: int, y: float, height: float) -> tuple[float, float]:
    """Return where a thing of a grid stands, by its number; the grid begins at `y` and its rows have a height."""
    row, column = divmod(number, columns)
    width = (INNER - (columns - 1) * GAP) / columns
    return MARGIN + column * (width + GAP), y + row * (height + GAP)


def number_things(things: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each thing with a key of its own: cards of the same design occur several times."""
    met: Counter[str] = Counter()
    for thing in things:
        yield thing, f"{thing}/{met[thing]}" if met[thing] else thing
        met[thing] += 1


def text_card(
    key: str,
    at: tuple[float, float],
    width: float,
    name: str,
    text: str,
    *,
    lines: int = 3,
    height: float = 0,
    heading: str = "",
    stripe: str = "",
    said: str = "",
    clause: str = "",
    places: tuple[str, ...] = (),
) -> Group:
    """Draw a card with its name, a small heading, and the first lines of its text, which can be read on it whole."""
    rows = wrap(text, width - 12, SMALLEST, lines) if text and lines else ()
    more: list[AnyNode] = []
    if stripe:
        more.append(Rect(key=f"{key}/stripe", look=stripe, x=1, y=1, width=3, height=height - 2, radius=2))
    return card(
        key,
        *at,
        width,
        height or measure_card(name, text, width, lines, heading),
        name,
        (heading, *rows) if heading else rows,
        title=said or name,
        detail=text,
        clause=clause,
        places=places,
        more=more,
    )


def measure_card(name: str, text: str, width: float, lines: int, heading: str = "") -> float:
    """Return how high a card with a text must be."""
    names = len(wrap(name, width - 12, 12, lines=2, bold=True))
    rows = (len(wrap(text, width - 12, SMALLEST, lines)) if text and lines else 0) + bool(heading)
    return NAME + names * 14 + rows * LINE - (LINE - BELOW if rows else 14 - BELOW)


def tile(
    key: str,
    at: tuple[float, float],
    size: tuple[float, float],
    symbol: str,
    text: str,
    said: str,
    *,
    corner: str = "",
    aside: bool = False,
    look: str = "card",
    ink: str = "icon",
    detail: str = "",
    clause: str = "",
    places: tuple[str, ...] = (),
    more: Sequence[AnyNode] = (),
) -> Group:
    """Draw a tile: a symbol, which stands aside for a number in the corner, and below them a short text."""
    width, height = size
    big = height - 20
    left = 8 if corner or aside else (width - big) / 2
    numbers = (
        [Text(key=f"{key}/corner", look="ink", x=width - 6, y=18, text=corner, size=14, anchor="end", bold=True)]
        if corner
        else []
    )
    return Group(
        key=key,
        x=at[0],
        y=at[1],
        title=said,
        detail=detail,
        clause=clause,
        places=places,
        children=(
            Rect(key=f"{key}/tile", look=look, x=0, y=0, width=width, height=height, radius=6),
            Use(key=f"{key}/symbol", look=ink, symbol=symbol, x=left, y=3, size=big),
            Text(
                key=f"{key}/text",
                look="ink",
                x=width / 2,
                y=height - 5,
                text=fit(text, width - 4, SMALLEST),
                size=SMALLEST,
                anchor="middle",
            ),
            *numbers,
            *more,
        ),
    )


def chip(
    key: str,
    at: tuple[float, float],
    symbol: str,
    number: str,
    said: str,
    *,
    width: float = 36,
    detail: str = "",
    clause: str = "",
    places: tuple[str, ...] = (),
) -> Group:
    """Draw a small frame with a symbol and a number behind it, 24 units high."""
    x = 3 if number else (width - 18) / 2
    shown: list[AnyNode] = [
        Rect(key=f"{key}/frame", look="band", x=0, y=0, width=width, height=24, radius=5),
        Use(key=f"{key}/symbol", look="icon", symbol=symbol, x=x, y=4 if number else 3, size=16 if number else 18),
    ]
    if number:
        text = fit(number, width - 20, SMALLEST)
        shown.append(Text(key=f"{key}/number", look="ink", x=19, y=16, text=text, size=SMALLEST))
    return Group(
        key=key, x=at[0], y=at[1], title=said, detail=detail, clause=clause, places=places, children=tuple(shown)
    )


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


def card_back(key: str, x: float, y: float, symbol: str, letter: str, look: str, said: str) -> Group:
    """Draw the back of a card, 28 by 36: a band in its colour, with a letter or a symbol."""
    children: list[AnyNode] = [Rect(key=f"{key}/card", look="card", x=0, y=0, width=28, height=36, radius=4)]
    if look:
        children.append(Rect(key=f"{key}/band", look=look, x=1, y=1, width=26, height=9, radius=3))
    if letter:
        children.append(
            Text(key=f"{key}/letter", look="ink", x=14, y=28, text=letter, size=14, anchor="middle", bold=True)
        )
    else:
        children.append(Use(key=f"{key}/symbol", look="icon", symbol=symbol, x=5, y=12, size=18))
    return Group(key=key, x=x, y=y, title=said, children=tuple(children))

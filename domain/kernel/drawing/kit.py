"""The kit of larger pictures: panels filled from the top, cards with texts, tiles, plates, chips, backs of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from domain.kernel.drawing.lettering import fit, wrap
from domain.kernel.drawing.pieces import HEADING, LINE, MARGIN, NOTHING_TO_READ, Area, Caption, card, panel, reach
from domain.kernel.drawing.tree import SMALLEST, WIDTH, AnyNode, Group, Panel, Rect, Text, Use

GAP = 6
INNER = WIDTH - 2 * MARGIN
HALF = (INNER - GAP) / 2
TILE = (INNER - 3 * GAP) / 4
"""The widths of single things, two and four to a row."""
ROW = 15
"""The distance between lines of the smallest text."""
NAME, BELOW = 16, 6
"""The position of a card's name, and the room below its last line."""


class Sheet:
    """A panel that is filled from the top: `y` is where the next thing goes."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.y: float = HEADING + 2
        self.nodes: list[AnyNode] = []

    def add(self, height: float, *nodes: AnyNode) -> None:
        """Add nodes placed at `y`, and advance below them."""
        self.nodes += nodes
        self.y += height + GAP

    def add_card(self, card: Group) -> None:
        """Add a card at `y`, alone in its row."""
        ground = card.children[0]
        assert isinstance(ground, Rect)
        self.add(ground.height, card)

    def caption(self, name: str, text: str) -> None:
        """Add a small heading for what follows."""
        node = Text(
            key=f"{self.key}/{name}",
            look="soft",
            x=MARGIN,
            y=self.y + 12,
            text=fit(text, INNER, SMALLEST),
            size=SMALLEST,
        )
        self.add(14, node)

    def write(self, name: str, text: str, lines: int = 3, detail: str = "", places: tuple[str, ...] = ()) -> None:
        """Add a paragraph of at most `lines` lines; its tooltip has the whole text."""
        if not text:
            return
        rows = wrap(text, INNER, SMALLEST, lines)
        key = f"{self.key}/{name}"
        written = tuple(
            Text(key=f"{key}/{row}", look="ink", x=0, y=13 + row * LINE, text=line, size=SMALLEST)
            for row, line in enumerate(rows)
        )
        self.add(
            len(rows) * LINE,
            Group(key=key, x=MARGIN, y=self.y, title=text, detail=detail, places=places, children=written),
        )

    def lay_out(self, things: Sequence[AnyNode], columns: int, height: float) -> None:
        """Add things of the same size in rows; callers position them with `place_in_row`."""
        rows = -(-len(things) // columns)
        self.nodes += things
        self.y += rows * (height + GAP)

    def finish(self, title: str, seat: int | None = None) -> Panel:
        """Return the panel with everything in it."""
        return panel(self.key, title, self.y + MARGIN - GAP, self.nodes, seat=seat)


def place_in_row(number: int, columns: int, y: float, height: float) -> tuple[float, float]:
    """Return the position of a thing in a grid, by its number; the grid begins at `y`, with rows of a given height."""
    row, column = divmod(number, columns)
    width = (INNER - (columns - 1) * GAP) / columns
    return MARGIN + column * (width + GAP), y + row * (height + GAP)


def number_things(things: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each thing with a unique key: cards of the same design occur several times."""
    met: Counter[str] = Counter()
    for thing in things:
        yield thing, f"{thing}/{met[thing]}" if met[thing] else thing
        met[thing] += 1


class Shown(NamedTuple):
    """A card with a text: its key, its name and its text; the stripe is a look."""

    key: str
    name: str
    text: str
    heading: str = ""
    stripe: str = ""
    places: tuple[str, ...] = ()
    said: str = ""


def text_card(shown: Shown, at: tuple[float, float], width: float, lines: int = 3, height: float = 0) -> Group:
    """Draw a card with its name, a small heading, and the first lines of its text; the tooltip has all of it."""
    key, name, text, heading = shown.key, shown.name, shown.text, shown.heading
    rows = wrap(text, width - 12, SMALLEST, lines) if text and lines else ()
    more: list[AnyNode] = []
    if shown.stripe:
        more.append(Rect(key=f"{key}/stripe", look=shown.stripe, x=1, y=1, width=3, height=height - 2, radius=2))
    return card(
        key,
        Area(*at, width, height or measure_card(name, text, width, lines, heading)),
        name,
        (heading, *rows) if heading else rows,
        caption=Caption(shown.said or name, text, places=shown.places),
        more=more,
    )


def measure_card(name: str, text: str, width: float, lines: int, heading: str = "") -> float:
    """Return the height that a card with a text needs."""
    names = len(wrap(name, width - 12, SMALLEST, lines=2, bold=True))
    rows = (len(wrap(text, width - 12, SMALLEST, lines)) if text and lines else 0) + bool(heading)
    return NAME + names * ROW + rows * LINE - (LINE - BELOW if rows else ROW - BELOW)


class Face(NamedTuple):
    """The face of a tile: a symbol, moved aside if there is a number in the corner, and a short text below."""

    symbol: str
    text: str
    corner: str = ""
    aside: bool = False
    ink: str = "icon"


def tile(
    key: str,
    at: tuple[float, float],
    size: tuple[float, float],
    face: Face,
    caption: Caption,
    *,
    look: str = "card",
    more: Sequence[AnyNode] = (),
) -> Group:
    """Draw a tile with its face, and `more` nodes on it."""
    width, height = size
    big = height - 20
    left = 8 if face.corner or face.aside else (width - big) / 2
    text = fit(face.text, width - 4, SMALLEST)
    children: list[AnyNode] = [
        Rect(key=f"{key}/tile", look=look, x=0, y=0, width=width, height=height, radius=6),
        Use(key=f"{key}/symbol", look=face.ink, symbol=face.symbol, x=left, y=3, size=big),
        Text(key=f"{key}/text", look="ink", x=width / 2, y=height - 5, text=text, size=SMALLEST, anchor="middle"),
    ]
    if face.corner:
        corner = Text(
            key=f"{key}/corner", look="ink", x=width - 6, y=18, text=face.corner, size=14, anchor="end", bold=True
        )
        children.append(corner)
    return caption.group(key, *at, [*children, *more])


def chip(key: str, at: tuple[float, float], symbol: str, number: str, caption: Caption, *, width: float = 36) -> Group:
    """Draw a small frame with a symbol and a number after it, 24 units high."""
    x = 3 if number else (width - 18) / 2
    shown: list[AnyNode] = [
        Rect(key=f"{key}/frame", look="band", x=0, y=0, width=width, height=24, radius=5),
        Use(key=f"{key}/symbol", look="icon", symbol=symbol, x=x, y=4 if number else 3, size=16 if number else 18),
    ]
    if number:
        text = fit(number, width - 20, SMALLEST)
        shown.append(Text(key=f"{key}/number", look="ink", x=19, y=16, text=text, size=SMALLEST))
    return caption.group(key, *at, shown)


def draw_words(
    key: str,
    text: str,
    at: tuple[float, float],
    width: float,
    lines: int = 2,
    look: str = "soft",
    centred: bool = False,
) -> list[AnyNode]:
    """Draw a text in at most this many lines of the smallest size.

    The first line is at the `y` of `at`, or the whole is centred there if `centred`.
    """
    rows = wrap(text, width, SMALLEST, lines)
    x, y = at
    if centred:
        y += 4 - (len(rows) - 1) * ROW / 2
    return [
        Text(key=f"{key}/{row}", look=look, x=x, y=y + row * ROW, text=line, size=SMALLEST)
        for row, line in enumerate(rows)
    ]


def draw_label(key: str, x: float, y: float, text: str, width: float = INNER) -> Text:
    """Draw a small heading within a panel, shortened to `width`."""
    return Text(key=key, look="soft", x=x, y=y, text=fit(text, width, SMALLEST, bold=True), size=SMALLEST, bold=True)


def draw_plate(
    key: str,
    area: Area,
    name: str,
    text: str = "",
    *,
    look: str = "card",
    caption: Caption = NOTHING_TO_READ,
    more: Sequence[AnyNode] = (),
) -> Group:
    """Draw a card or space with a name in one line, a text of at most two lines below, and `more` nodes."""
    width = area.width
    shown = fit(name, width - 12, SMALLEST, bold=True)
    children: list[AnyNode] = [
        Rect(key=f"{key}/plate", look=look, x=0, y=0, width=width, height=area.height, radius=6),
        Text(key=f"{key}/name", look="ink", x=6, y=15, text=shown, size=SMALLEST, bold=True),
        *draw_words(f"{key}/text", text, (6, 16 + ROW), width - 12),
        *more,
    ]
    return caption.group(key, area.x, area.y, children, name)


def draw_amount(
    key: str, symbol: str, number: int | str, x: float, y: float, title: str, *, look: str = "", **rest: tuple[str, ...]
) -> Group:
    """Draw a number after its symbol, 18 units high; `places` are optional."""
    places = rest.get("places", ())
    return Group(
        key=key,
        x=x,
        y=y,
        title=title,
        places=places,
        children=(
            *((reach(key, number, 22, 18),) if places else ()),
            Use(key=f"{key}/symbol", look=look or f"icon {symbol}", symbol=symbol, x=0, y=0, size=18),
            Text(key=f"{key}/number", look="ink", x=22, y=14, text=str(number), size=14, bold=True),
        ),
    )


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

"""The pieces that drawings of all games are made of: cards, amounts, marks of seats, the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.kernel.drawing.lettering import fit, fit_name, measure, wrap
from domain.kernel.drawing.tree import MARKS, SMALLEST, WIDTH, AnyNode, Circle, Group, Panel, Rect, Text, Use
from domain.kernel.language import say
from domain.kernel.scoring import Result, SeatScore

MARGIN = 12
HEADING = 34
"""The height of a panel's heading."""
TARGET = 26
"""The least height of what is clicked: 24 pixels wherever the smallest type has 13."""
LINE = 17
"""The distance between lines of small text."""


class Area(NamedTuple):
    """The position and size of a thing, in units."""

    x: float
    y: float
    width: float
    height: float


class Caption(NamedTuple):
    """The tooltip of a thing, and the members of moves that refer to it; see `Node`."""

    title: str = ""
    detail: str = ""
    clause: str = ""
    places: tuple[str, ...] = ()

    def group(self, key: str, x: float, y: float, children: Iterable[AnyNode], name: str = "") -> Group:
        """Draw the thing that this caption belongs to; its `name` is the title if it has no other."""
        return Group(
            key=key,
            x=x,
            y=y,
            title=self.title or name,
            detail=self.detail,
            clause=self.clause,
            places=self.places,
            children=tuple(children),
        )


NOTHING_TO_READ = Caption()


def panel(
    key: str,
    title: str,
    height: float,
    children: Sequence[AnyNode],
    *,
    look: str = "",
    seat: int | None = None,
    aside: float = 0,
) -> Panel:
    """Draw a panel with its heading, and its seat's mark if it belongs to one; `height` is the height of the whole.

    `aside` is the space kept free at the right of the heading.
    """
    left = MARGIN if seat is None else MARGIN + 26
    shown = fit_name(title, WIDTH - left - MARGIN - aside, 17, bold=True)
    heading: list[AnyNode] = [
        Rect(key=f"{key}/paper", look="paper", x=1, y=1, width=WIDTH - 2, height=height - 2, radius=10),
        Text(key=f"{key}/heading", look="ink serif", x=left, y=25, text=shown, size=17, bold=True),
    ]
    if seat is not None:
        heading.append(seat_mark(f"{key}/mark", seat, MARGIN, 9, 20))
    return Panel(key=key, title=title, look=look, height=height, children=(*heading, *children))


def seat_mark(key: str, seat: int, x: float, y: float, size: float = 18, title: str = "") -> Use:
    """Draw the mark of a seat, which has a shape and a colour of its own."""
    mark = min(seat, len(MARKS) - 1)
    return Use(key=key, look=f"seat-{mark}", title=title, symbol=f"mark-{mark}", x=x, y=y, size=size)


def amount(
    key: str, symbol: str, number: int | str, at: tuple[float, float], caption: Caption, look: str = "icon"
) -> Group:
    """Draw an amount after its symbol, 20 units high."""
    return caption.group(
        key,
        *at,
        (
            *((reach(key, number, 24, 20),) if caption.places else ()),
            Use(key=f"{key}/symbol", look=look, symbol=symbol, x=0, y=0, size=20),
            Text(key=f"{key}/number", look="ink", x=24, y=16, text=str(number), size=16, bold=True),
        ),
    )


def reach(key: str, number: int | str, left: float, height: float) -> Rect:
    """Give an amount that moves mean an unseen ground, so that a click also meets it between symbol and number.

    The number begins at `left`, and symbol and number are `height` high.
    """
    width, above = left + measure(str(number), 16, bold=True) + 5, (TARGET - height) / 2
    return Rect(key=f"{key}/ground", look="frame", x=-3, y=-above, width=round(width + 3, 1), height=TARGET, radius=6)


def amounts(
    key: str, parts: Sequence[tuple[str, int | str, str]], x: float, y: float, step: float = 62
) -> list[AnyNode]:
    """Draw a row of amounts: each a symbol, a number and its name in words."""
    return [
        amount(f"{key}/{symbol}", symbol, number, (x + place * step, y), Caption(title), look=f"icon {symbol}")
        for place, (symbol, number, title) in enumerate(parts)
    ]


def card(
    key: str,
    area: Area,
    name: str,
    lines: Sequence[str] = (),
    *,
    look: str = "card",
    caption: Caption = NOTHING_TO_READ,
    more: Sequence[AnyNode] = (),
) -> Group:
    """Draw a card: its name in at most two lines, small lines below, and `more` nodes within the card."""
    inner = area.width - 12
    names = wrap(name, inner, SMALLEST, lines=2, bold=True)
    children: list[AnyNode] = [
        Rect(key=f"{key}/card", look=look, x=0, y=0, width=area.width, height=area.height, radius=6),
        *[
            Text(key=f"{key}/name{row}", look="ink", x=6, y=16 + row * 15, text=text, size=SMALLEST, bold=True)
            for row, text in enumerate(names)
        ],
    ]
    below = 16 + len(names) * 15
    for row, text in enumerate(lines):
        if below + row * LINE > area.height - 3:
            break
        children.append(
            Text(
                key=f"{key}/line{row}",
                look="soft",
                x=6,
                y=below + row * LINE,
                text=fit(text, inner, SMALLEST),
                size=SMALLEST,
            )
        )
    return caption.group(key, area.x, area.y, [*children, *more], name)


def write(
    key: str,
    at: tuple[float, float],
    text: object,
    look: str = "ink",
    size: float = 14,
    *,
    anchor: str = "start",
    bold: bool = False,
) -> Text:
    """Draw a line of words."""
    x, y = at
    return Text(key=key, look=look, x=x, y=y, text=str(text), size=size, anchor=anchor, bold=bold)


def face_down(key: str, x: float, y: float, width: float, height: float, title: str) -> Rect:
    """Draw something face down."""
    return Rect(key=key, look="down", title=title, x=x, y=y, width=width, height=height, radius=6)


def label(
    key: str, x: float, y: float, text: str, *, size: float = SMALLEST, width: float = WIDTH - 2 * MARGIN
) -> Text:
    """Draw a small line of explanation, shortened to `width`."""
    return Text(key=key, look="soft", x=x, y=y, text=fit(text, width, size), size=size)


def badge(key: str, x: float, y: float, text: str, title: str) -> Group:
    """Draw a short text in a round frame, 20 units high."""
    return _frame_words(key, (x, y), text, title, ("badge", "ink"))


def turn_badge(key: str, x: float, y: float, text: str, title: str) -> Group:
    """Draw a badge in the light that marks the player whose move is awaited."""
    return _frame_words(key, (x, y), text, title, ("turn", "dark"))


def _frame_words(key: str, at: tuple[float, float], text: str, title: str, looks: tuple[str, str]) -> Group:
    width, (frame, ink) = measure_badge(text), looks
    return Group(
        key=key,
        title=title,
        x=at[0],
        y=at[1],
        children=(
            Rect(key=f"{key}/frame", look=frame, x=0, y=0, width=width, height=20, radius=10),
            write(f"{key}/text", (width / 2, 15), text, ink, SMALLEST, anchor="middle", bold=True),
        ),
    )


def measure_badge(text: str) -> float:
    """Return how wide a badge is."""
    return measure(text, SMALLEST, bold=True) + 14


def dot(key: str, x: float, y: float, radius: float, look: str, title: str = "") -> Circle:
    """Draw a small disc."""
    return Circle(key=key, look=look, title=title, x=x, y=y, radius=radius)


def result_panel(result: Result, names: Sequence[str]) -> Panel:
    """Draw how a game ended: the ranks and the points, or who won if all play together."""
    rows: list[AnyNode] = []
    ranked = sorted(result.scores, key=lambda score: (score.rank, score.seat))
    for row, score in enumerate(ranked):
        top = HEADING + 4 + row * 26
        name = fit_name(names[score.seat], 210, 14)
        points = _name_points(result, score)
        rows += [
            Text(key=f"result/{row}/rank", look="ink", x=MARGIN, y=top + 15, text=f"{score.rank}.", size=14, bold=True),
            seat_mark(f"result/{row}/mark", score.seat, 36, top, 18),
            Text(key=f"result/{row}/name", look="ink", x=62, y=top + 15, text=name, size=14),
            Text(
                key=f"result/{row}/points", look="ink", x=WIDTH - MARGIN, y=top + 15, text=points, size=14, anchor="end"
            ),
        ]
    return panel("result", say("Result"), HEADING + 12 + len(ranked) * 26, rows)


def _name_points(result: Result, score: SeatScore) -> str:
    """Name the points of a seat, or whether it won if all win or lose together by goals."""
    if result.goals:
        return say("won") if score.rank == 1 else say("lost")
    return say("{points} points", points=score.points) if score.points != 1 else say("1 point")

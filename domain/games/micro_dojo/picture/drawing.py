"""The picture of a game of Micro Dojo: the dojo, the two seats, the display and the objectives."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from domain.games.micro_dojo.content import MicroDojoContent
from domain.games.micro_dojo.picture.dojo_art import ART, SYMBOLS
from domain.games.micro_dojo.picture.drawing_cards import BUILDING, draw_building, draw_offers
from domain.games.micro_dojo.picture.drawing_dojo import draw_dojo
from domain.games.micro_dojo.state import space_name
from domain.games.micro_dojo.view import MicroDojoView, SeatView, board
from domain.kernel.drawing.art import MATERIALS, PIECES
from domain.kernel.drawing.kit import GAP, draw_label, place_in_row
from domain.kernel.drawing.lettering import measure
from domain.kernel.drawing.looks import Holding, Looks
from domain.kernel.drawing.parts import Parts
from domain.kernel.drawing.pieces import HEADING, MARGIN, panel, result_panel, write
from domain.kernel.drawing.tree import MARKS, SMALLEST, WIDTH, AnyNode, Drawing, Group, Panel, Rect, Use
from domain.kernel.language import say
from domain.kernel.rulebook import Rulebook
from domain.kernel.words import capitalise, join_words, title

GOODS = 62
"""The distance between a seat's amounts."""
TURN = 80
"""The width of the lantern beside a name."""


def draw(
    view: MicroDojoView,
    content: MicroDojoContent,
    rulebook: Rulebook,
    names: Sequence[str],
    parts: Parts[MicroDojoView],
) -> Drawing:
    """Draw a view of a game; `names` are those of the seats."""
    seen, waiting = parts.begin(view), None if view.result is not None else view.turn
    first, *others = [
        parts.draw(_draw_seat, seat, seat.seat == waiting, content, rulebook, names[seat.seat]) for seat in view.seats
    ]
    panels = [draw_dojo(view, content, names), first, parts.draw(draw_offers, seen, content, rulebook), *others]
    if view.result is not None:
        panels.insert(0, result_panel(view.result, names))
    return Drawing(
        title=say("Micro Dojo: {players}", players=join_words(names, say("and"))),
        description=_describe(view, names),
        panels=tuple(panels),
        symbols={**SYMBOLS, **MARKS},
        art={**PIECES, **ART},
        materials=MATERIALS,
    )


def _describe(seen: MicroDojoView, names: Sequence[str]) -> str:
    standing = [
        say("the {meeple} stands on {space}", meeple=title(meeple), space=space_name(space))
        for meeple, space in sorted(seen.meeples.items(), key=itemgetter(1))
    ]
    having = [
        say(
            "{name} has {points} points, {gold} gold and {food} food",
            name=names[seat.seat],
            points=seat.points,
            gold=seat.gold,
            food=seat.food,
        )
        for seat in seen.seats
    ]
    return ". ".join(map(capitalise, [*having, *standing])) + "."


def _draw_seat(seat: SeatView, waits: bool, content: MicroDojoContent, rulebook: Rulebook, name: str) -> Panel:
    """Draw what a seat has, with a lantern if its move `waits`."""
    key = f"seat/{seat.seat}"
    top = HEADING + 32.0
    children = _draw_goods(seat, name)
    if waits:
        children.append(_draw_turn(name))
    for place, building in enumerate(seat.buildings):
        at = place_in_row(place, 2, top, BUILDING)
        children.append(draw_building(content.buildings[building], rulebook, *at))
    rows = -(-len(seat.buildings) // 2)
    if not seat.buildings:
        children.append(draw_label(f"{key}/none", MARGIN, top + 12, say("no buildings yet")))
    height = top + (rows * (BUILDING + GAP) or 22) + MARGIN - GAP
    return panel(key, name, height, children, seat=seat.seat, aside=TURN if waits else 0)


def _draw_turn(name: str) -> Group:
    """Draw the lantern at the player whose move is awaited."""
    word = say("turn")
    width = measure(word, SMALLEST, bold=True) + 40
    return Group(
        key="turn",
        x=WIDTH - 10 - width,
        y=5,
        title=say("It is the turn of {name}", name=name),
        children=(
            Rect(key="turn/light", look="turn", x=0, y=0, width=width, height=26, radius=13),
            write("turn/word", (10, 18), word, "dark", bold=True),
            Use(key="turn/lantern", look="turn-light", symbol="lantern", x=width - 25, y=1, size=22),
        ),
    )


def _draw_goods(seat: SeatView, name: str) -> list[AnyNode]:
    key = f"seat/{seat.seat}/has"
    parts = (
        ("point", "star", seat.points, say("{name}: {n} points", name=name, n=seat.points)),
        ("gold", "coin", seat.gold, say("{name}: {n} gold", name=name, n=seat.gold)),
        ("food", "food", seat.food, say("{name}: {n} food", name=name, n=seat.food)),
    )
    found: list[AnyNode] = []
    for place, (kind, symbol, count, said) in enumerate(parts):
        drawn = (
            Use(key=f"{key}/{kind}/symbol", look=kind, symbol=symbol, x=0, y=0, size=24),
            write(f"{key}/{kind}/number", (29, 20), count, "ink serif", 22, bold=True),
        )
        found.append(Group(key=f"{key}/{kind}", x=MARGIN + place * GOODS, y=HEADING, title=said, children=drawn))
    if seat.influence:
        token = Group(
            key="influence",
            x=MARGIN + 3 * GOODS,
            y=HEADING - 2,
            title=say("Influence token of {name}", name=name),
            places=("type:discard-influence",),
            children=(
                Rect(key="influence/token", look="place", x=0, y=0, width=30, height=28, radius=14),
                Use(key="influence/fan", look="icon influence", symbol="influence", x=5, y=4, size=20),
            ),
        )
        found.append(token)
    return found


class MicroDojoLooks(Looks[MicroDojoView]):
    """Draws views of Micro Dojo with the words of its content and its rulebook."""

    def __init__(self, content: MicroDojoContent, rulebook: Rulebook) -> None:
        self._content = content
        self._rulebook = rulebook

    def board(self, view: MicroDojoView, names: Sequence[str]) -> str:
        return board(view, self._content, names)

    def draw(self, view: MicroDojoView, names: Sequence[str]) -> Drawing:
        return self.draw_next(view, names, Parts())

    def draw_next(self, view: MicroDojoView, names: Sequence[str], parts: Parts[MicroDojoView]) -> Drawing:
        return draw(view, self._content, self._rulebook, names, parts)

    def holdings(self, view: MicroDojoView, seat: int) -> tuple[Holding, ...]:
        held = view.seats[seat]
        return (
            Holding(say("gold"), held.gold, "coin"),
            Holding(say("food"), held.food, "food"),
            Holding(say("points"), held.points, "star"),
        )

    def shown_points(self, view: MicroDojoView) -> tuple[int, ...]:
        return tuple(seat.points for seat in view.seats)

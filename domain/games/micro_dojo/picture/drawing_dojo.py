"""The picture of the dojo: nine rooms with what they grant, the meeples, the Guard House."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.games.micro_dojo.content import MicroDojoContent, Space
from domain.games.micro_dojo.picture.dojo_art import ROOM, SIDE, find_room
from domain.games.micro_dojo.state import space_name
from domain.games.micro_dojo.view import MicroDojoView
from domain.kernel.drawing.art import trace_area
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import write
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Circle, Group, Panel, Path, Rect, Use
from domain.kernel.language import once_a_language, say, say_many
from domain.kernel.words import capitalise, join_words, title

GRANT, FIGURE = 14, 24
"""The radius of the stones that show a room's grants, and of a meeple's disc."""
KEPT = 128
"""How many drawn rooms are cached."""
LOOKS = {"gold": "coin", "food": "food", "either": "either", "build": "ink", "action": "lacquer"}
"""The looks of a room's grants."""


def draw_dojo(seen: MicroDojoView, content: MicroDojoContent, names: Sequence[str]) -> Panel:
    """Draw the dojo from above with everything in it, room by room."""
    children: list[AnyNode] = [Use(key="board/dojo", look="ground", symbol="dojo", x=0, y=0, size=SIDE)]
    markers = {seat.marker_on: seat.seat for seat in seen.seats if seat.marker_on}
    standing = {space: meeple for meeple, space in seen.meeples.items()}
    for number, space in content.spaces.items():
        children.append(_draw_room(number, space, blocked=seen.guard_house == number))
        meeple = standing.get(number)
        if meeple is not None:
            children.append(_draw_meeple(meeple, number, markers.get(meeple), names))
    return Panel(key="board", title=say("Board"), height=SIDE, children=tuple(children))


@once_a_language(KEPT)
def _draw_room(number: int, space: Space, blocked: bool) -> Group:
    key, (x, y) = f"space/{number}", find_room(number)
    grants = _list_grants(space)
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="place", x=0, y=0, width=ROOM, height=ROOM, radius=3),
        Use(key=f"{key}/mats", look="faint", symbol="tatami", x=0, y=0, size=ROOM),
        write(f"{key}/number", (ROOM - 8, 21), number, "soft serif", 17, anchor="end", bold=True),
    ]
    for place, symbol in enumerate(grants):
        children += _draw_grant(f"{key}/grant{place}", symbol, 20 + place * (2 * GRANT + 3))
    if blocked:
        children += [
            Circle(key="guard-house/ground", look="badge", x=ROOM / 2, y=66, radius=28),
            Use(
                key="guard-house",
                look="lacquer",
                title=say("Guard House"),
                symbol="guard-house",
                x=ROOM / 2 - 18,
                y=47,
                size=36,
            ),
        ]
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("{space}: {grants}", space=capitalise(space_name(number)), grants=_name_grants(grants)),
        places=(f"to:{number}", f"space:{number}"),
        children=tuple(children),
    )


def _draw_grant(key: str, symbol: str, x: float) -> Iterator[AnyNode]:
    yield Circle(key=f"{key}/stone", look="badge", x=x, y=20, radius=GRANT)
    name = "coin" if symbol == "gold" else symbol
    yield Use(key=key, look=LOOKS[symbol], symbol=name, x=x - 10, y=10, size=20)


def _list_grants(space: Space) -> list[str]:
    found = ["build"] * space.build + ["gold"] * space.gold + ["food"] * space.food
    return found + ["either"] * space.either + ["action"] * space.actions


def _name_grants(grants: list[str]) -> str:
    return join_words((_name_grant(symbol, count) for symbol, count in Counter(grants).items()), say("and"))


def _name_grant(symbol: str, count: int) -> str:
    match symbol:
        case "build":
            return say("build")
        case "gold":
            return say_many("{n} gold", "{n} gold", count)
        case "food":
            return say_many("{n} food", "{n} food", count)
        case "either":
            return say_many("{n} gold or food", "{n} gold or food", count)
        case _:
            return say_many("1 action", "{n} actions", count)


def _draw_meeple(meeple: str, number: int, marked_by: int | None, names: Sequence[str]) -> Group:
    key, (x, y) = f"meeple/{meeple}", find_room(number)
    said, children = say("{meeple}", meeple=title(meeple)), _draw_figure(meeple)
    if marked_by is not None:
        left = ROOM / 2 + 14
        marker = Use(key=f"{key}/marker", look="seat", symbol=f"token-{marked_by}", x=left, y=36, size=24)
        children = (*children, marker)
        said = say("{meeple}, with the Daimyo marker of {name}", meeple=said, name=names[marked_by])
    return Group(key=key, x=x, y=y, title=said, places=(f"meeple:{meeple}",), children=children)


@once_a_language(KEPT)
def _draw_figure(meeple: str) -> tuple[AnyNode, ...]:
    """Draw a meeple with its name in the middle of a room."""
    key, middle = f"meeple/{meeple}", ROOM / 2
    shown = fit(say("{meeple}", meeple=title(meeple)), 86, SMALLEST, bold=True)
    disc = trace_area(middle - FIGURE + 1.5, 61 - FIGURE + 3, 2 * FIGURE, 2 * FIGURE, FIGURE)
    return (
        Path(key=f"{key}/shade", look="shade", path=disc),
        Circle(key=f"{key}/disc", look="place", x=middle, y=61, radius=FIGURE),
        Use(key=f"{key}/figure", look="icon", symbol=meeple, x=middle - 16, y=43, size=32),
        # A separate group: the light of legal places darkens the words on it, but these are on wood.
        Group(
            key=f"{key}/sign",
            children=(
                Rect(key=f"{key}/sign/wood", look="plate", x=middle - 46, y=82, width=92, height=19, radius=3),
                write(f"{key}/name", (middle, 96), shown, "on-wood serif", SMALLEST, anchor="middle", bold=True),
            ),
        ),
    )

"""The picture of a game of Micro Dojo: the nine spaces, the two seats, the display and the objectives."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.micro_dojo.content import Building, MicroDojoContent, Space
from domain.games.micro_dojo.state import space_name
from domain.games.micro_dojo.view import MicroDojoView, SeatView, board
from domain.kernel.drawing.looks import Looks
from domain.kernel.drawing.pieces import (
    HEADING,
    MARGIN,
    Area,
    Caption,
    amounts,
    card,
    face_down,
    label,
    panel,
    result_panel,
    seat_mark,
    turn_badge,
)
from domain.kernel.drawing.tree import MARKS, SMALLEST, WIDTH, AnyNode, Drawing, Group, Panel, Rect, Symbols, Text, Use
from domain.kernel.language import say
from domain.kernel.rulebook import Rulebook
from domain.kernel.words import capitalise, join_words, title

CELL, GAP = 108, 6
CARD_WIDTH, CARD_HEIGHT, SMALL_HEIGHT = 108, 66, 48

SYMBOLS: Symbols = {
    "gold": "M12 2a10 10 0 1 0 .01 0zM9 9v6h6V9z",
    "food": "M2 11h20a10 10 0 0 1-6 9v2H8v-2a10 10 0 0 1-6-9zM5 9.5a7 6 0 0 1 14 0z",
    "point": "M12 2l3 7h7l-5.5 4.5 2 7.5-6.5-4.5L5.5 21l2-7.5L2 9h7z",
    "build": "M12 3 22 11h-3v10h-5v-6h-4v6H5V11H2z",
    "action": "M13 2 4 14h6l-2 8 10-13h-6z",
    "either": "M7 4 2 9h4v4h3V9h3zM17 20l5-5h-4v-4h-3v4h-3z",
    "influence": "M12 21 1 9a15 15 0 0 1 22 0zM12 17l2-7h-4z",
    "guard-house": "M2 6h4v3h3V6h6v3h3V6h4v16h-7v-6a3 3 0 0 0-6 0v6H2z",
    "sumo": "M12 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 9.5c7 0 11 5 10 12.5H2c-1-7.5 3-12.5 10-12.5zM8 17v2h8v-2z",
    "ninja": "M12 1a7 7 0 0 1 7 7 7 7 0 0 1-14 0 7 7 0 0 1 7-7zM7 6v3h10V6zM9 16h6l5 6H4z",
    "geisha": "M12 0a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM12 5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM10 13h4l5 9H5z",
    "samurai": "M2 1c2 4 5 5 10 5s8-1 10-5c0 5-2 8-5 9v2H7v-2C4 9 2 6 2 1zM8 13h8a4 4 0 0 1-8 0zM7 18h10l3 4H4z",
}


def draw(seen: MicroDojoView, content: MicroDojoContent, rulebook: Rulebook, names: Sequence[str]) -> Drawing:
    """Draw a view of a game; `names` are those of the seats."""
    panels = [
        _draw_board(seen, content, names),
        *(_draw_seat(seat, seen, content, rulebook, names) for seat in seen.seats),
        _draw_offers(seen, content, rulebook),
    ]
    if seen.result is not None:
        panels.insert(0, result_panel(seen.result, names))
    return Drawing(
        title=say("Micro Dojo: {players}", players=join_words(names, say("and"))),
        description=_describe(seen, names),
        panels=tuple(panels),
        symbols={**SYMBOLS, **MARKS},
    )


def _describe(seen: MicroDojoView, names: Sequence[str]) -> str:
    standing = [
        say("the {meeple} stands on {space}", meeple=title(meeple), space=space_name(space))
        for meeple, space in seen.meeples.items()
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
    return ". ".join(capitalise(part) for part in [*having, *standing]) + "."


def _draw_board(seen: MicroDojoView, content: MicroDojoContent, names: Sequence[str]) -> Panel:
    children: list[AnyNode] = []
    for number, space in content.spaces.items():
        row, column = divmod(number - 1, 3)
        x, y = MARGIN + column * (CELL + GAP), HEADING + row * (CELL + GAP)
        children.append(_draw_space(number, space, x, y, blocked=seen.guard_house == number))
    markers = {seat.marker_on: seat.seat for seat in seen.seats if seat.marker_on}
    for meeple, number in seen.meeples.items():
        row, column = divmod(number - 1, 3)
        x, y = MARGIN + column * (CELL + GAP), HEADING + row * (CELL + GAP)
        children.append(_draw_meeple(meeple, x + 28, y + 34, markers.get(meeple), names))
    return panel("board", say("Board"), HEADING + 3 * (CELL + GAP) + MARGIN - GAP, children)


def _draw_space(number: int, space: Space, x: float, y: float, blocked: bool) -> Group:
    key = f"space/{number}"
    grants = _list_grants(space)
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="place", x=0, y=0, width=CELL, height=CELL, radius=8),
        Text(key=f"{key}/number", look="soft", x=CELL - 6, y=15, text=str(number), size=SMALLEST, anchor="end"),
    ]
    children += [
        Use(key=f"{key}/grant{place}", look=f"icon {symbol}", symbol=symbol, x=6 + place * 22, y=5, size=20)
        for place, symbol in enumerate(grants)
    ]
    if blocked:
        children.append(
            Use(key="guard-house", look="icon", title=say("Guard House"), symbol="guard-house", x=30, y=38, size=48)
        )
    said = join_words((_name_grant(symbol) for symbol in grants), say("and"))
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("{space}: {grants}", space=space_name(number), grants=said),
        places=(f"to:{number}", f"space:{number}"),
        children=tuple(children),
    )


def _list_grants(space: Space) -> list[str]:
    found = ["build"] * space.build + ["gold"] * space.gold + ["food"] * space.food
    return found + ["either"] * space.either + ["action"] * space.actions


def _name_grant(symbol: str) -> str:
    return {
        "build": say("build"),
        "gold": say("1 gold"),
        "food": say("1 food"),
        "either": say("1 gold or food"),
        "action": say("an action"),
    }[symbol]


def _draw_meeple(meeple: str, x: float, y: float, marked_by: int | None, names: Sequence[str]) -> Group:
    key = f"meeple/{meeple}"
    said = say("{meeple}", meeple=title(meeple))
    children: list[AnyNode] = [
        Use(key=f"{key}/figure", look="figure", symbol=meeple, x=0, y=0, size=52),
        Text(key=f"{key}/name", look="ink", x=26, y=67, text=title(meeple), size=SMALLEST, anchor="middle", bold=True),
    ]
    if marked_by is not None:
        children.append(seat_mark(f"{key}/marker", marked_by, 50, 26, 22, title=""))
        said = say("{meeple}, with the Daimyo marker of {name}", meeple=title(meeple), name=names[marked_by])
    return Group(key=key, x=x, y=y, title=said, places=(f"meeple:{meeple}",), children=tuple(children))


def _draw_seat(
    seat: SeatView, seen: MicroDojoView, content: MicroDojoContent, rulebook: Rulebook, names: Sequence[str]
) -> Panel:
    key, name = f"seat/{seat.seat}", names[seat.seat]
    parts = [
        ("point", seat.points, say("{name}: {n} points", name=name, n=seat.points)),
        ("gold", seat.gold, say("{name}: {n} gold", name=name, n=seat.gold)),
        ("food", seat.food, say("{name}: {n} food", name=name, n=seat.food)),
    ]
    children = amounts(f"{key}/has", parts, MARGIN, HEADING)
    if seat.influence:
        children.append(
            Use(
                key="influence",
                look="icon influence",
                title=say("Influence token of {name}", name=name),
                symbol="influence",
                x=MARGIN + 190,
                y=HEADING,
                size=22,
                places=("type:discard-influence",),
            )
        )
    if seen.turn == seat.seat and seen.result is None:
        children.append(
            turn_badge("turn", WIDTH - 96, HEADING, say("turn"), say("It is the turn of {name}", name=name))
        )
    for place, building in enumerate(seat.buildings):
        row, column = divmod(place, 3)
        x, y = MARGIN + column * (CARD_WIDTH + GAP), HEADING + 30 + row * (CARD_HEIGHT + GAP)
        children.append(_draw_building(content.buildings[building], rulebook, x, y))
    rows = max(1, -(-len(seat.buildings) // 3))
    if not seat.buildings:
        children.append(label(f"{key}/none", MARGIN, HEADING + 52, say("no buildings yet")))
    return panel(key, name, HEADING + 30 + rows * (CARD_HEIGHT + GAP) + 8, children, seat=seat.seat)


def _draw_building(building: Building, rulebook: Rulebook, x: float, y: float) -> Group:
    key = f"building/{building.id}"
    said = say(
        "{building}, costs {gold} gold and {food} food",
        building=building.title,
        gold=building.gold,
        food=building.food,
    )
    return card(
        key,
        Area(x, y, CARD_WIDTH, CARD_HEIGHT),
        building.title,
        more=_draw_cost(key, building.gold, building.food, CARD_HEIGHT),
        caption=Caption(
            said,
            detail=rulebook[building.clause].translated().text,
            clause=building.clause,
            places=(f"building:{building.id}",),
        ),
    )


def _draw_cost(key: str, gold: int, food: int, height: float) -> list[AnyNode]:
    found: list[AnyNode] = []
    for place, (symbol, number) in enumerate((s, n) for s, n in (("gold", gold), ("food", food)) if n):
        x = 6 + place * 36
        found += [
            Use(key=f"{key}/{symbol}", look=f"icon {symbol}", symbol=symbol, x=x, y=height - 22, size=16),
            Text(key=f"{key}/{symbol}/number", look="ink", x=x + 19, y=height - 9, text=str(number), size=SMALLEST),
        ]
    return found


def _draw_offers(seen: MicroDojoView, content: MicroDojoContent, rulebook: Rulebook) -> Panel:
    children: list[AnyNode] = [label("display/label", MARGIN, HEADING + 10, say("Buildings on display"))]
    top = HEADING + 18
    for place in range(content.numbers.buildings_on_display):
        row, column = divmod(place, 3)
        x, y = MARGIN + column * (CARD_WIDTH + GAP), top + row * (CARD_HEIGHT + GAP)
        if place < len(seen.display):
            children.append(_draw_building(content.buildings[seen.display[place]], rulebook, x, y))
        else:
            slot = Rect(key=f"display/{place}", look="slot", x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT, radius=6)
            children.append(slot)
    top += 2 * (CARD_HEIGHT + GAP)
    children.append(label("objectives/label", MARGIN, top + 14, say("Objectives, from left to right")))
    top += 22
    first = next((place for place, objective in enumerate(seen.objectives) if objective.face_up), None)
    for place, objective in enumerate(seen.objectives):
        row, column = divmod(place, 3)
        x, y = MARGIN + column * (CARD_WIDTH + GAP), top + row * (SMALL_HEIGHT + GAP)
        if objective.face_up:
            found = content.objectives[objective.objective]
            points = say("{n} points", n=objective.points) if objective.points > 1 else say("1 point")
            children.append(
                card(
                    f"objective/{place}",
                    Area(x, y, CARD_WIDTH, SMALL_HEIGHT),
                    found.title,
                    (points,),
                    caption=Caption(
                        say("Objective {name}: {points}", name=found.title, points=points),
                        detail=rulebook[found.clause].translated().text,
                        clause=found.clause,
                        places=("type:trigger-objective",) if place == first else (),
                    ),
                )
            )
        else:
            children.append(
                face_down(f"objective/{place}", x, y, CARD_WIDTH, SMALL_HEIGHT, say("An objective that was scored"))
            )
    top += 2 * (SMALL_HEIGHT + GAP)
    if seen.abilities:
        children.append(label("abilities/label", MARGIN, top + 14, say("Alternative movements")))
        for place, meeple in enumerate(seen.abilities):
            ability = content.abilities[meeple]
            row, column = divmod(place, 3)
            children.append(
                card(
                    f"ability/{meeple}",
                    Area(
                        MARGIN + column * (CARD_WIDTH + GAP),
                        top + 22 + row * (SMALL_HEIGHT + GAP),
                        CARD_WIDTH,
                        SMALL_HEIGHT,
                    ),
                    title(meeple),
                    more=_draw_cost(f"ability/{meeple}", ability.gold, ability.food, SMALL_HEIGHT),
                    caption=Caption(
                        say("Alternative movement of the {meeple}", meeple=title(meeple)),
                        detail=rulebook[ability.clause].translated().text,
                        clause=ability.clause,
                    ),
                )
            )
        top += 22 + -(-len(seen.abilities) // 3) * (SMALL_HEIGHT + GAP)
    return panel("offers", say("Display and objectives"), top + MARGIN, children)


class MicroDojoLooks(Looks[MicroDojoView]):
    """Draws views of Micro Dojo with the words of its content and its rulebook."""

    def __init__(self, content: MicroDojoContent, rulebook: Rulebook) -> None:
        self._content = content
        self._rulebook = rulebook

    def board(self, view: MicroDojoView, names: Sequence[str]) -> str:
        return board(view, self._content, names)

    def draw(self, view: MicroDojoView, names: Sequence[str]) -> Drawing:
        return draw(view, self._content, self._rulebook, names)

    def shown_points(self, view: MicroDojoView) -> tuple[int, ...]:
        return tuple(seat.points for seat in view.seats)

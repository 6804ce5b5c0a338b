"""The town in the picture of Yedo: the Districts in the ring that the Watch Patrol goes, clockwise from the top."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.facts.base import space_name
from domain.games.yedo.facts.turns import action_name
from domain.games.yedo.picture.drawing_pieces import Scene, draw_figure, name_figure
from domain.games.yedo.picture.drawing_supply import SPACE, STEP, draw_actions, draw_supply
from domain.games.yedo.printed.terms import District
from domain.games.yedo.views.view import DistrictView, SpaceView
from domain.kernel.drawing.kit import GAP, HALF, INNER, Sheet
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import MARGIN
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Panel, Rect, Text, Use
from domain.kernel.language import say
from domain.kernel.words import join_words, title

PLACES: dict[District, tuple[int, int]] = {
    "gates": (1, 0),
    "tavern": (1, 1),
    "harbor": (1, 2),
    "red-light": (0, 2),
    "market": (0, 1),
    "temple": (0, 0),
}
"""The column and the row of each District around the Castle, which has the width of the ring above them."""
CLAUSES = {
    "shogun": "yedo.castle.shogun",
    "bakufu": "yedo.castle.bakufu",
    "bower": "yedo.bower.trigger",
    "district": "yedo.assign.where",
}
"""What says what a space is for; the others are those of a Clan Power."""
CASTLE, DISTRICT = 92, 146
"""How high they are."""
TOP = 28
MOST = 4


def draw_city(scene: Scene) -> Panel:
    """Draw the Districts with their spaces, who stands there, what can be done there and what there is to have."""
    sheet = Sheet("city")
    top = sheet.y
    for district in scene.seen.districts:
        if district.district == "castle":
            sheet.nodes.append(_draw_district(scene, district, MARGIN, top, INNER, CASTLE))
        else:
            column, row = PLACES[district.district]
            x, y = MARGIN + column * (HALF + GAP), top + CASTLE + GAP + row * (DISTRICT + GAP)
            sheet.nodes.append(_draw_district(scene, district, x, y, HALF, DISTRICT))
    sheet.y = top + CASTLE + GAP + 3 * (DISTRICT + GAP)
    return sheet.finish(say("The town of Edo"))


def _draw_district(scene: Scene, seen: DistrictView, x: float, y: float, width: float, height: float) -> Group:
    district = seen.district
    key, name = f"district/{district}", title(district)
    has_patrol = scene.seen.patrol == district
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="board", x=0, y=0, width=width, height=height, radius=8),
        Text(
            key=f"{key}/name",
            look="ink",
            x=8,
            y=19,
            text=fit(name, width - 70, 14, bold=True),
            size=14,
            bold=True,
        ),
        *_draw_spaces(scene, seen, width),
    ]
    if has_patrol:
        children.append(_draw_patrol(scene, width - 56))
    if district != "castle":
        children += draw_actions(scene, seen)
        children += draw_supply(scene, district)
    said = say("{district}, with the Watch Patrol", district=name) if has_patrol else name
    return Group(
        key=key,
        x=x,
        y=y,
        title=said,
        detail=scene.read_clause("yedo.board.districts"),
        clause="yedo.board.districts",
        places=(f"district:{district}",),
        children=tuple(children),
    )


def _draw_patrol(scene: Scene, x: float) -> Group:
    golden = scene.seen.patrol_colour == "gold"
    return Group(
        key="patrol",
        x=x,
        y=2,
        title=_say_patrol(golden),
        detail=scene.read_clause("yedo.patrol.direction"),
        clause="yedo.patrol.direction",
        children=(
            Rect(key="patrol/frame", look="badge", x=0, y=0, width=50, height=24, radius=12),
            Use(key="patrol/symbol", look="icon", symbol="patrol", x=6, y=2, size=20),
            Use(key="patrol/way", look="icon", symbol="clockwise" if golden else "counter", x=29, y=5, size=14),
        ),
    )


def _say_patrol(golden: bool) -> str:
    if golden:
        return say("Watch Patrol (gold): goes clockwise")
    return say("Watch Patrol (silver): goes counter-clockwise")


def _draw_spaces(scene: Scene, seen: DistrictView, width: float) -> Iterator[Group]:
    count = len(seen.spaces)
    if seen.district == "castle":
        step = (width - 2 * 8 + GAP) / max(count, 1)
        for place, space in enumerate(seen.spaces):
            yield _draw_space(scene, space, 8 + place * step, step - GAP, 56, title(space.space))
        return
    step = STEP if count <= MOST else (width - 8) / count
    for place, space in enumerate(seen.spaces):
        number = space.space.rpartition("-")[2]
        yield _draw_space(scene, space, 6 + place * step, step - 3, SPACE, number if number.isdecimal() else say("own"))


def _draw_space(scene: Scene, seen: SpaceView, x: float, width: float, height: float, label: str) -> Group:
    key, name = f"space/{seen.space}", space_name(seen.space, scene.names)
    entry = scene.content.spaces[seen.space]
    clause = CLAUSES.get(entry.action, "yedo.clan.seaworthy-location")
    closed = len(seen.closed_to) == len(scene.seen.seats)
    tall = height > SPACE
    children: list[AnyNode] = [Rect(key=f"{key}/ground", look="slot", x=0, y=0, width=width, height=height, radius=6)]
    if tall or (seen.seat is None and not closed):
        children.append(
            Text(
                key=f"{key}/label",
                look="soft",
                x=width / 2,
                y=height - 6 if tall else height / 2 + 4,
                text=fit(label, width - 2, SMALLEST),
                size=SMALLEST,
                anchor="middle",
                title=_capitalise(action_name(entry.action)) if tall and entry.action != "bakufu" else "",
                places=(f"action:{entry.action} space:{seen.space}",) if tall else (),
            )
        )
    middle = (width - 26) / 2
    if seen.seat is not None:
        figure = seen.figure or "disciple"
        children.append(draw_figure(f"{key}/figure", middle, 7 if tall else 5, seen.seat, figure, 26))
    elif closed:
        children.append(Use(key=f"{key}/closed", look="icon", symbol="closed", x=(width - 20) / 2, y=8, size=20))
    elif seen.closed_to:
        children.append(Use(key=f"{key}/closed", look="icon", symbol="closed", x=2, y=2, size=10))
    return Group(
        key=key,
        x=x,
        y=TOP,
        title=_say_space(scene, seen, name, closed),
        detail=scene.read_clause(clause),
        clause=clause,
        places=(f"space:{seen.space}", *_list_own_actions(scene, seen.space)),
        children=tuple(children),
    )


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def _list_own_actions(scene: Scene, space: str) -> tuple[str, ...]:
    """List the actions of a space that a Clan Power gives."""
    own = scene.content.own_spaces.get(space)
    return tuple(f"action:luxury-{price}" for price in own.luxury) if own is not None else ()


def _say_space(scene: Scene, seen: SpaceView, name: str, closed: bool) -> str:
    if seen.seat is not None:
        figure = name_figure(seen.figure or "disciple")
        return say("{space}: {figure} of {name}", space=name, figure=figure, name=scene.names[seen.seat])
    if closed:
        return say("{space}: closed", space=name)
    if seen.closed_to:
        who = join_words(scene.names[seat] for seat in seen.closed_to)
        return say("{space}: free, but closed to {names}", space=name, names=who)
    return say("{space}: free", space=name)

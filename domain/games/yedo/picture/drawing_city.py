"""The town in the picture of Yedo: the Districts around the Castle, the figures there, the Watch Patrol on its way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.games.yedo.picture.board_places import BODY, NUMERALS, QUARTERS, SIGN, SIGNS, SMALL, SPACE
from domain.games.yedo.picture.drawing_pieces import Scene, draw_figure, name_figure
from domain.games.yedo.picture.drawing_supply import draw_actions, draw_supply
from domain.games.yedo.printed.terms import Colour, District
from domain.games.yedo.views.view import DistrictView, SpaceView
from domain.kernel.content import KEPT
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import write
from domain.kernel.drawing.tree import AnyNode, Circle, Group, Path, Rect, Use
from domain.kernel.language import once_a_language, say
from domain.kernel.rulebook import Rulebook
from domain.kernel.words import join_words, title

CLAUSES = {
    "shogun": "yedo.castle.shogun",
    "bakufu": "yedo.castle.bakufu",
    "bower": "yedo.bower.trigger",
    "district": "yedo.assign.where",
}
"""The clauses for the purposes of spaces; other spaces belong to a Clan Power."""
STOP = 13
"""The radius of a Watch Patrol stop."""
SIGN_WIDTH = 138
FLAG_INKS: dict[Colour, str] = {"green": "on-wood", "yellow": "dark", "red": "on-wood", "black": "on-wood"}


def draw_districts(scene: Scene) -> Iterator[AnyNode]:
    """Draw the Districts clockwise from the Castle, their actions, and the Watch Patrol."""
    calls = _list_calls(scene)
    for district in scene.seen.districts:
        yield scene.parts.draw(_draw_district, scene, district, calls.get(district.district, []))
    yield from scene.parts.draw_all(_draw_way, scene)


def _list_calls(scene: Scene) -> dict[District, list[tuple[str, Colour]]]:
    """List the Missions of the only visible hand by the Districts that they involve."""
    hands = [seat.hand for seat in scene.seen.seats if seat.hand is not None]
    calls: dict[District, list[tuple[str, Colour]]] = {}
    for hand in hands if len(hands) == 1 else ():
        for numeral, mission in zip(NUMERALS, hand.missions, strict=False):
            for district in dict.fromkeys(mission.districts):
                calls.setdefault(district, []).append((numeral, mission.colour))
    return calls


def _draw_district(scene: Scene, seen: DistrictView, calls: list[tuple[str, Colour]]) -> Group:
    district = seen.district
    key, name = f"district/{district}", title(district)
    place, spaces, _ = QUARTERS[district]
    said = say("{district}, with the Watch Patrol", district=name) if scene.seen.patrol == district else name
    top = max(0, -SIGNS.get(district, (0, 0))[1])
    scenery = district != "castle" and not (district == "gates" and scene.seen.specialists is not None)
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="frame", x=0, y=-top, width=place.width, height=place.height + top, radius=12),
        Use(key=f"{key}/ward", look="ward-art", symbol=f"ward-{district}", x=0, y=0, size=place.width),
    ]
    if scenery:
        scene_art = Use(key=f"{key}/scene", look="scene-art", symbol=f"scene-{district}", x=0, y=0, size=place.width)
        children.append(scene_art)
    children += [
        *_draw_sign(district, name, tuple(calls)),
        *_draw_covered(district, tuple([space.space for space in seen.spaces])),
        *draw_actions(scene, seen),
    ]
    for space in seen.spaces:
        children.append(_draw_space(scene, space, spaces[_name_within(space.space)]))
    children += draw_supply(scene, district)
    return Group(
        key=key,
        x=place.x,
        y=place.y,
        title=said,
        detail=scene.rulebook.read("yedo.board.districts"),
        clause="yedo.board.districts",
        places=(f"district:{district}",),
        children=tuple(children),
    )


def _name_within(space: str) -> str:
    """Return the last part of the name of a space: its number, or all of it."""
    number = space.rpartition("-")[2]
    return number if number.isdecimal() else space


@lru_cache(KEPT)
def _draw_sign(district: District, name: str, calls: tuple[tuple[str, Colour], ...]) -> tuple[AnyNode, ...]:
    """Draw the name of a District on a wooden sign, with flags for the Missions that involve it."""
    key, (x, y) = f"district/{district}", SIGNS.get(district, (4, 2))
    shown = fit(name, SIGN_WIDTH - 36, SIGN, bold=True)
    found: list[AnyNode] = [
        Use(key=f"{key}/sign", look="sign", symbol="sign", x=x, y=y, size=SIGN_WIDTH),
        Use(key=f"{key}/symbol", look="coin", symbol=district, x=x + 7, y=y + 4, size=18),
        write(f"{key}/name", (x + 30, y + 19), shown, "on-wood serif", SIGN),
    ]
    for place, (numeral, colour) in enumerate(calls[:3]):
        left = x + SIGN_WIDTH + 3 + place * 25
        flag, ink = f"{key}/flag/{numeral}", FLAG_INKS[colour]
        found.append(Use(key=flag, look=f"of-{colour}", symbol="flag", x=left, y=y, size=24))
        found.append(write(f"{flag}/number", (left + 12, y + 16), numeral, ink, SMALL, anchor="middle", bold=True))
    return tuple(found)


@lru_cache(KEPT)
def _draw_covered(district: District, spaces: tuple[str, ...]) -> tuple[AnyNode, ...]:
    """Draw the spaces that are out of play with this number of players; `spaces` are in play."""
    key, there = f"district/{district}/covered", set(map(_name_within, spaces))
    found: list[AnyNode] = []
    for name, (x, y) in QUARTERS[district].spaces.items():
        if name not in there and name != "seaworthy":
            found.append(Circle(key=f"{key}/{name}", look="slot", x=x, y=y, radius=14))
            found.append(Path(key=f"{key}/{name}/cross", look="line-soft", path=_trace_cross(x, y, 6)))
    return tuple(found)


def _trace_cross(x: float, y: float, reach: float) -> str:
    across = 2 * reach
    return f"M{x - reach:g} {y - reach:g}l{across:g} {across:g}m0 {-across:g}l{-across:g} {across:g}"


def _draw_space(scene: Scene, seen: SpaceView, at: tuple[float, float]) -> Group:
    """Draw a space for a Disciple, and who is there or to whom it is closed."""
    closed = len(seen.closed_to) == scene.seats
    concerned = seen.closed_to if seen.seat is None and not closed else () if seen.seat is None else (seen.seat,)
    names = tuple([scene.names[seat] for seat in concerned]) if concerned else ()
    clause = CLAUSES.get(scene.content.spaces[seen.space].action, "yedo.clan.seaworthy-location")
    own = scene.content.own_spaces.get(seen.space)
    actions = tuple([f"action:luxury-{price}" for price in own.luxury]) if own is not None else ()
    return _draw_place(seen, names, closed, (clause, scene.rulebook), actions, at)


@once_a_language(KEPT)
def _draw_place(
    seen: SpaceView,
    names: tuple[str, ...],
    closed: bool,
    clause: tuple[str, Rulebook],
    actions: tuple[str, ...],
    at: tuple[float, float],
) -> Group:
    """Draw a space; the names are of the one there or of those to whom it is closed.

    `clause` is an id and where it is, and `actions` are those that a Clan Power gives on the space.
    """
    key, number = f"space/{seen.space}", _name_within(seen.space)
    children: list[AnyNode] = [Circle(key=f"{key}/ground", look="place", x=0, y=0, radius=SPACE)]
    if number.isdecimal() and seen.seat is None and not closed:
        children.append(write(f"{key}/label", (0, 5), number, "soft", BODY, anchor="middle", bold=True))
    if seen.seat is not None:
        children.append(draw_figure(f"{key}/figure", -14, -21, seen.seat, seen.figure or "disciple", 28))
    elif closed:
        children.append(Path(key=f"{key}/closed", look="line-soft", path=_trace_cross(0, 0, 8)))
    elif seen.closed_to:
        children.append(Path(key=f"{key}/closed", look="line-soft", path=_trace_cross(12, -12, 4)))
    return Group(
        key=key,
        x=at[0],
        y=at[1],
        title=_say_space(seen, names, closed),
        detail=clause[1].read(clause[0]),
        clause=clause[0],
        places=(f"space:{seen.space}", *actions),
        children=tuple(children),
    )


def _draw_way(scene: Scene) -> Iterator[AnyNode]:
    """Draw the Watch Patrol's stops, its next stop, and its position."""
    where = scene.seen.patrol
    golden = scene.seen.patrol_colour == "gold"
    stops = [*QUARTERS]
    following = None
    if where is not None:
        following = stops[(stops.index(where) + (1 if golden else -1)) % len(stops)]
    for district, (_, _, (x, y)) in QUARTERS.items():
        yield Circle(key=f"way/{district}", look="place", x=x, y=y, radius=STOP)
        if district == following:
            yield Circle(key="way/next", look="line-lacquer", x=x, y=y, radius=STOP)
            yield Use(key="way/next/symbol", look="red", symbol="patrol", x=x - 9, y=y - 9, size=18)
        else:
            yield Use(key=f"way/{district}/symbol", look="soft", symbol=district, x=x - 8, y=y - 8, size=16)
    if where is not None:
        x, y = QUARTERS[where].patrol
        yield _draw_patrol(scene, golden, x, y)


def _draw_patrol(scene: Scene, golden: bool, x: float, y: float) -> Group:
    guard = f"guard-{'gold' if golden else 'silver'}"
    return Group(
        key="patrol",
        x=x - 20,
        y=y - 46,
        title=_say_patrol(golden),
        detail=scene.rulebook.read("yedo.patrol.direction"),
        clause="yedo.patrol.direction",
        children=(
            Rect(key="patrol/frame", look="frame", x=0, y=16, width=42, height=46, radius=12),
            Use(key="patrol/figure", look="guard", symbol=guard, x=0, y=0, size=44),
        ),
    )


def _say_patrol(golden: bool) -> str:
    if golden:
        return say("Watch Patrol (gold): goes clockwise")
    return say("Watch Patrol (silver): goes counter-clockwise")


def _say_space(seen: SpaceView, names: tuple[str, ...], closed: bool) -> str:
    space = title(seen.space)
    if seen.seat is not None:
        figure = name_figure(seen.figure or "disciple")
        return say("{space}: {figure} of {name}", space=space, figure=figure, name=names[0])
    if closed:
        return say("{space}: closed", space=space)
    if seen.closed_to:
        return say("{space}: free, but closed to {names}", space=space, names=join_words(names))
    return say("{space}: free", space=space)

"""The main board: islands in the sea, and the central one with rounds, turn order, dice and the village."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.daimyo.picture.drawing_islands import draw_island
from domain.games.daimyo.picture.drawing_offers import VILLAGER_HEIGHT, draw_village
from domain.games.daimyo.picture.drawing_parts import Scene, draw_die, draw_die_slot
from domain.games.daimyo.picture.drawing_track import draw_track
from domain.games.daimyo.picture.sea_places import (
    CENTRE_WIDTH,
    CENTRE_X,
    FRAME,
    GAP,
    RAIL,
    WIDTH,
    find_island,
    measure_height,
    trace_coast,
)
from domain.games.daimyo.printed.entries import COLOURS
from domain.games.daimyo.state import Die
from domain.games.daimyo.views.view import DaimyoView
from domain.kernel.drawing.art import trace_area
from domain.kernel.drawing.kit import draw_label
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import dot, seat_mark, write
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Panel, Path, Rect, Text, Use
from domain.kernel.language import say, say_many
from domain.kernel.words import count_noun, title

SIDE_ROW, DIE_ROW, COLUMN = 28, 32, 45
FACES = range(1, 7)
PINE = 26
SHORE = 16
"""The margin between the coast of the central island and the things on it."""
CLEARING = CENTRE_WIDTH - 2 * SHORE


def draw_board(scene: Scene) -> Panel:
    """Draw the main board: the sea in its frame, the central island, then the others clockwise around it."""
    islands = scene.seen.islands
    least = _measure_centre(scene)
    height = measure_height(len(islands), least)
    inner = trace_area(FRAME, RAIL, WIDTH - 2 * FRAME, height - 2 * RAIL, 6)
    nodes: list[AnyNode] = [
        Rect(key="board/frame", look="board-wood", x=0, y=0, width=WIDTH, height=height, radius=10),
        Rect(key="board/grain", look="grain", x=0, y=0, width=WIDTH, height=height, radius=10),
        Path(key="board/sea", look="sea", path=inner),
        Path(key="board/waves", look="waves faint", path=inner),
        Path(key="board/edge", look="edge", path=inner),
        _draw_centre(scene, least, height - 2 * (RAIL + GAP)),
        *draw_track(scene, height),
    ]
    for place, island in enumerate(islands):
        nodes.append(draw_island(island, scene, *find_island(place, len(islands), height)))
    return Panel(key="board", title=say("Main board"), width=WIDTH, height=height, children=tuple(nodes))


def _measure_centre(scene: Scene) -> float:
    seen = scene.seen
    village = 24 + VILLAGER_HEIGHT
    return 2 * SHORE + 84 + len(seen.sides) * SIDE_ROW + 22 + len(COLOURS) * DIE_ROW + village


def _draw_centre(scene: Scene, least: float, height: float) -> Group:
    """Draw the central island; its parts share the space that is left over."""
    seen, space = scene.seen, min(24.0, (height - least) / 4)
    coast = trace_coast(CENTRE_WIDTH, height)
    order = seen.order or tuple(side.side for side in seen.sides)
    rest = tuple(side.side for side in seen.sides if side.side not in order)
    # The rest of the height is split between top and bottom.
    top = SHORE + (height - least - 3 * space) / 2 - 4
    inside: list[AnyNode] = [
        Rect(key="round/sign", look="plate", x=0, y=top, width=CLEARING, height=27, radius=3),
        write(
            "round/name",
            (CLEARING / 2, top + 19),
            fit(name_round(scene), CLEARING - 12, 16, bold=True),
            "on-wood serif",
            16,
            anchor="middle",
            bold=True,
        ),
        *_draw_rounds(scene, top + 34),
    ]
    top += 64 + space
    for place, side in enumerate((*order, *rest)):
        turn = place + 1 if place < len(order) and seen.order else None
        inside.append(_draw_side(side, turn, top + place * SIDE_ROW, scene))
    top += len(seen.sides) * SIDE_ROW + space
    inside += _draw_pool(seen, top)
    top += 22 + len(COLOURS) * DIE_ROW + space
    inside += draw_village(scene, top, CLEARING)
    top += 24 + VILLAGER_HEIGHT
    inside.append(draw_label("round/rules", 0, top + 11, _name_rules(seen), CLEARING))
    return Group(
        key="round",
        x=CENTRE_X,
        y=RAIL + GAP,
        title=say("Central island: {round}", round=name_round(scene)),
        children=(
            Path(key="round/shallows", look="shoal", path=coast),
            Path(key="round/ground", look="ground edge", path=coast),
            *_draw_pines(height, (height - least - 3 * space) / 2),
            Group(key="round/clearing", x=SHORE, children=tuple(inside)),
        ),
    )


def name_round(scene: Scene) -> str:
    """Name the round and the turn."""
    seen, rounds = scene.seen, scene.content.numbers.rounds
    if seen.result is not None:
        return say("The game is over")
    if not seen.round:
        return say("Set-up")
    turns = len(seen.order) * scene.content.numbers.turns
    return say(
        "Round {round} of {rounds}, turn {turn} of {turns}",
        round=seen.round,
        rounds=rounds,
        turn=seen.turn,
        turns=turns,
    )


def _draw_pines(height: float, room: float) -> Iterator[AnyNode]:
    """Draw pines where the central island has nothing else, at its northern and its southern end.

    They are a separate group, or the ring of a change on the island would be drawn around the first of them.
    """
    if room <= PINE:
        return
    pines: list[AnyNode] = []
    for place, (x, y) in enumerate(((24, 12), (50, 20), (CENTRE_WIDTH - 74, 18), (CENTRE_WIDTH - 48, 11))):
        pines.append(Use(key=f"round/pine/{place}", look="leaf", symbol="pine", x=x, y=y, size=PINE))
        south = height - y - PINE - 4
        pines.append(Use(key=f"round/pine/south/{place}", look="leaf", symbol="pine", x=x + 9, y=south, size=PINE))
    yield Group(key="round/pines", children=tuple(pines))


def _name_rules(seen: DaimyoView) -> str:
    if seen.boards == "advanced":
        return say("Edition of {year}, advanced mini-boards", year=seen.edition)
    return say("Edition of {year}, basic mini-boards", year=seen.edition)


def _draw_rounds(scene: Scene, y: float) -> Iterator[AnyNode]:
    rounds, now = scene.content.numbers.rounds, scene.seen.round
    step = CLEARING / rounds
    for number in range(1, rounds + 1):
        key = f"round/{number}"
        state = say("being played") if number == now else say("over") if number < now else say("to come")
        yield Group(
            key=key,
            x=(number - 1) * step,
            y=y,
            title=say("Round {n}: {state}", n=number, state=state),
            clause="daimyo.round.phases",
            children=(
                Rect(
                    key=f"{key}/space",
                    look="badge" if number == now else "band" if number < now else "slot",
                    x=0,
                    y=0,
                    width=step - 6,
                    height=22,
                    radius=11,
                ),
                Text(
                    key=f"{key}/number",
                    look="ink" if number <= now else "soft",
                    x=(step - 6) / 2,
                    y=16,
                    text=str(number),
                    size=13,
                    anchor="middle",
                    bold=number == now,
                ),
            ),
        )


def _draw_side(side: int, turn: int | None, y: float, scene: Scene) -> Group:
    seen, name = scene.seen, scene.names[side]
    key, active = f"order/{side}", seen.active == side and seen.result is None
    ink = "dark" if active else "ink"
    shown = fit(name, CLEARING - (158 if seen.helmet == side else 132), SMALLEST, bold=True)
    said = say("{name}: {points}", name=name, points=count_noun(seen.sides[side].points, "point"))
    if turn is not None:
        said = say("{turn}. in turn order: {name}", turn=turn, name=said)
    children: list[AnyNode] = [
        Rect(
            key=f"{key}/row",
            look="turn" if active else "card",
            x=0,
            y=0,
            width=CLEARING,
            height=SIDE_ROW - 4,
            radius=12,
        ),
        seat_mark(f"{key}/mark", side, 24, 4, 16),
        write(f"{key}/name", (46, 17), shown, ink, bold=active),
    ]
    if scene.content.sides[seen.sides[side].kind].scores_points:
        children += _draw_points(key, seen.sides[side].points, ink)
    if turn is not None:
        children.append(write(f"{key}/turn", (10, 17), turn, "dark" if active else "soft"))
    if seen.helmet == side:
        children.append(
            Use(
                key=f"{key}/helmet",
                look="dark" if active else "gold",
                title=say("{name} owns the Mighty Helmet", name=name),
                symbol="helmet",
                x=CLEARING - 108,
                y=2,
                size=20,
            )
        )
    if active:
        children.append(Use(key=f"{key}/lantern", look="turn-light", symbol="lantern", x=CLEARING - 25, y=1, size=22))
    return Group(
        key=key,
        y=y,
        title=said,
        clause="daimyo.turn.order",
        places=(f"to:{side}", f"seat:{side}"),
        children=tuple(children),
    )


def _draw_points(key: str, points: int, ink: str) -> Iterator[AnyNode]:
    yield Use(key=f"{key}/star", look="lacquer", symbol="star", x=CLEARING - 80, y=4, size=16)
    yield write(f"{key}/points", (CLEARING - 60, 17), points, ink, 14, bold=True)


def _draw_pool(seen: DaimyoView, y: float) -> Iterator[AnyNode]:
    text = say_many("1 die to take", "{n} dice to take", len(seen.pool))
    yield draw_label("pool/label", 0, y + 10, text if seen.pool else say("No dice to take"))
    counts = Counter(seen.pool)
    for row, colour in enumerate(COLOURS):
        top = y + 17 + row * DIE_ROW
        for face in FACES:
            key, x = f"pool/{colour}/{face}", (face - 1) * COLUMN
            count = counts[Die(colour, face)]
            if not count:
                yield draw_die_slot(f"{key}/slot", colour, x, top)
                continue
            said = say_many(
                "1 {colour} die showing {face}",
                "{n} {colour} dice showing {face}",
                count,
                colour=title(colour).lower(),
                face=face,
            )
            die = draw_die(f"{key}/die", Die(colour, face), 0, 0, "")
            more = _draw_count(key, count) if count > 1 else ()
            yield Group(
                key=key,
                x=x,
                y=top,
                title=said,
                clause="daimyo.turn.choose-die",
                places=(f"colour:{colour} value:{face}",),
                children=(die, *more),
            )


def _draw_count(key: str, count: int) -> tuple[AnyNode, ...]:
    """Draw how many dice of a kind there are, on the corner of the die."""
    return (
        dot(f"{key}/badge", 28, 4, 9, "plate"),
        write(f"{key}/count", (28, 8.5), count, "on-wood", SMALLEST, anchor="middle", bold=True),
    )

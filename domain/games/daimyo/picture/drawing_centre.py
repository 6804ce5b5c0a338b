"""The central island: the round and the village, the sides in turn order with what they have, and the dice to take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.daimyo.picture.drawing_offers import VILLAGER_HEIGHT, draw_village
from domain.games.daimyo.picture.drawing_parts import Scene, draw_die
from domain.games.daimyo.picture.sea_places import (
    CENTRE_WIDTH,
    CENTRE_X,
    CENTRE_Y,
    COLUMN,
    DIE_ROW,
    FACES,
    POOL,
    trace_coast,
)
from domain.games.daimyo.printed.entries import COLOURS
from domain.games.daimyo.printed.goods import KINDS
from domain.games.daimyo.state import Die
from domain.games.daimyo.views.view import DaimyoView, SideView
from domain.kernel.drawing.kit import draw_label
from domain.kernel.drawing.lettering import fit, fit_name
from domain.kernel.drawing.pieces import dot, seat_mark, write
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Path, Rect, Text, Use
from domain.kernel.language import say, say_many
from domain.kernel.words import count_noun, title

SIDE_ROW = 27
SHORE, BEACH = 8, 14
"""The margins between the coast and the things on the island: above and below, and at its ends."""
VILLAGE = 256
"""The width of the round with its village."""
SIDES = VILLAGE + 14
"""Where the sides begin."""
ROW = CENTRE_WIDTH - 2 * BEACH - SIDES - POOL - 8
"""The width of the row of a side."""
NAME, POINTS, GOODS, ARMY, DICE = 46, 182, 228, 372, 416
"""Where the things in a row of a side begin."""
GOOD, DIE = 36, 21
"""The distances between goods and between dice."""
MOST_DICE = 3
"""The most dice that a row shows, the last ones taken."""
LABEL, DICE_TOP = 9, 20
"""The baseline of the words above the dice to take, and the top of the dice: their light stays below the words."""
HEIGHT = DICE_TOP + len(COLOURS) * DIE_ROW
"""The height of the dice, in which everything else fits."""


def measure_centre(scene: Scene) -> float:
    """Return the height of the central island."""
    return 2 * SHORE + max(HEIGHT, len(scene.seen.sides) * SIDE_ROW)


def draw_centre(scene: Scene) -> Group:
    """Draw the central island with everything on it."""
    seen, parts = scene.seen, scene.parts
    coast = trace_coast(CENTRE_WIDTH, measure_centre(scene))
    order = seen.order or tuple(side.side for side in seen.sides)
    rest = tuple(side.side for side in seen.sides if side.side not in order)
    inside: list[AnyNode] = [
        Rect(key="round/sign", look="plate", x=0, y=0, width=VILLAGE, height=25, radius=3),
        write(
            "round/name",
            (VILLAGE / 2, 18),
            fit(name_round(scene), VILLAGE - 12, 14, bold=True),
            "on-wood serif",
            14,
            anchor="middle",
            bold=True,
        ),
        *parts.draw_all(_draw_rounds, scene, 29, VILLAGE - 60),
        *parts.draw_all(draw_village, scene, HEIGHT - VILLAGER_HEIGHT, VILLAGE),
    ]
    for place, side in enumerate((*order, *rest)):
        turn = place + 1 if place < len(order) and seen.order else None
        inside.append(parts.draw(_draw_side, seen.sides[side], turn, place * SIDE_ROW, scene))
    inside += parts.draw_all(_draw_pool, seen, SIDES + ROW + 8)
    return Group(
        key="round",
        x=CENTRE_X,
        y=CENTRE_Y,
        title=say("Central island: {round}", round=name_round(scene)),
        detail=_name_rules(seen),
        children=(
            Path(key="round/shallows", look="shoal", path=coast),
            Path(key="round/ground", look="ground edge", path=coast),
            Group(key="round/clearing", x=BEACH, y=SHORE, children=tuple(inside)),
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


def _name_rules(seen: DaimyoView) -> str:
    if seen.boards == "advanced":
        return say("Edition of {year}, advanced mini-boards", year=seen.edition)
    return say("Edition of {year}, basic mini-boards", year=seen.edition)


def _draw_rounds(scene: Scene, y: float, width: float) -> Iterator[AnyNode]:
    rounds, now = scene.content.numbers.rounds, scene.seen.round
    step = width / rounds
    for number in range(1, rounds + 1):
        key = f"round/{number}"
        state = say("being played") if number == now else say("over") if number < now else say("to come")
        look = "badge" if number == now else "band" if number < now else "slot"
        ink, middle = "ink" if number <= now else "soft", (step - 6) / 2
        yield Group(
            key=key,
            x=(number - 1) * step,
            y=y,
            title=say("Round {n}: {state}", n=number, state=state),
            clause="daimyo.round.phases",
            children=(
                Rect(key=f"{key}/space", look=look, x=0, y=0, width=step - 6, height=20, radius=10),
                write(f"{key}/number", (middle, 15), number, ink, SMALLEST, anchor="middle", bold=number == now),
            ),
        )


def _draw_side(side: SideView, turn: int | None, y: float, scene: Scene) -> Group:
    """Draw the row of a side: its place in turn order, its name, and what it has."""
    seen, name = scene.seen, scene.names[side.side]
    key, active = f"order/{side.side}", seen.active == side.side and seen.result is None
    ink, helmet = "dark" if active else "ink", seen.helmet == side.side
    shown = fit_name(name, POINTS - NAME - (26 if helmet else 6), SMALLEST, bold=True)
    said = say("{name} has {points}, {goods}", name=name, points=count_noun(side.points, "point"), goods=side.goods)
    if turn is not None:
        said = say("{turn}. in turn order: {name}", turn=turn, name=said)
    children: list[AnyNode] = [
        Rect(key=f"{key}/row", look="turn" if active else "card", x=0, y=0, width=ROW, height=SIDE_ROW - 3, radius=12),
        seat_mark(f"{key}/mark", side.side, 24, 4, 16),
        write(f"{key}/name", (NAME, 17), shown, ink, SMALLEST, bold=active),
        *_draw_means(side, scene, key, ink),
    ]
    if turn is not None:
        children.append(write(f"{key}/turn", (10, 17), turn, "dark" if active else "soft"))
    if helmet:
        look, said_of = "dark" if active else "gold", say("{name} owns the Mighty Helmet", name=name)
        children.append(
            Use(key=f"{key}/helmet", look=look, title=said_of, symbol="helmet", x=POINTS - 24, y=2, size=20)
        )
    if active:
        children.append(Use(key=f"{key}/lantern", look="turn-light", symbol="lantern", x=ROW - 25, y=1, size=22))
    return Group(
        key=key,
        x=SIDES,
        y=y,
        title=said,
        clause="daimyo.turn.order",
        places=(f"to:{side.side}", f"seat:{side.side}"),
        children=tuple(children),
    )


def _draw_means(side: SideView, scene: Scene, key: str, ink: str) -> list[AnyNode]:
    """Draw points, goods and army of a side, and the dice that it took last."""
    may = scene.content.sides[side.kind]
    amounts = [("star", "lacquer", POINTS, side.points)] if may.scores_points else []
    if may.holds_goods:
        for place, kind in enumerate(KINDS):
            amounts.append((kind, kind, GOODS + place * GOOD, side.goods.of(kind)))
    found: list[AnyNode] = []
    for symbol, look, x, number in (*amounts, ("army", ink, ARMY, side.army)):
        found.append(Use(key=f"{key}/{symbol}", look=look, symbol=symbol, x=x, y=4, size=16))
        found.append(write(f"{key}/{symbol}/n", (x + 19, 17), number, ink, SMALLEST, bold=True))
    for place, placed in enumerate(side.dice[-MOST_DICE:]):
        name, die, x = f"{key}/die/{place}", placed.die, DICE + place * DIE
        found.append(Use(key=name, look=f"die-{die.colour}", symbol=f"die-{die.colour}", x=x, y=2, size=20))
        value = str(die.value)
        found.append(Text(key=f"{name}/n", look="pips", x=x + 10, y=17, text=value, size=SMALLEST, anchor="middle"))
    return found


def _draw_pool(seen: DaimyoView, x: float) -> Iterator[AnyNode]:
    text = say_many("1 die to take", "{n} dice to take", len(seen.pool))
    yield draw_label("pool/label", x, LABEL, text if seen.pool else say("No dice to take"), POOL)
    yield Use(key="pool/slots", symbol="pool-slots", x=x, y=DICE_TOP, size=POOL)
    counts = Counter(seen.pool)
    for row, colour in enumerate(COLOURS):
        top = DICE_TOP + row * DIE_ROW
        for face in FACES:
            key, left = f"pool/{colour}/{face}", x + (face - 1) * COLUMN
            count = counts[Die(colour, face)]
            if not count:
                continue
            said = say_many(
                "1 {colour} die showing {face}",
                "{n} {colour} dice showing {face}",
                count,
                colour=title(colour).lower(),
                face=face,
            )
            die = draw_die(f"{key}/die", Die(colour, face), 0, 0, "")
            ground = Rect(key=f"{key}/ground", look="frame", x=0, y=0, width=28, height=28, radius=7)
            more = (_draw_count(key, count),) if count > 1 else ()
            yield Group(
                key=key,
                x=left,
                y=top,
                title=said,
                clause="daimyo.turn.choose-die",
                places=(f"colour:{colour} value:{face}",),
                children=(ground, die, *more),
            )


def _draw_count(key: str, count: int) -> Group:
    """Draw how many dice of a kind there are, on the corner of the die."""
    return Group(
        key=f"{key}/more",
        x=28,
        y=4,
        children=(
            dot(f"{key}/badge", 0, 0, 9, "plate"),
            write(f"{key}/count", (0, 4.5), count, "on-wood", SMALLEST, anchor="middle", bold=True),
        ),
    )

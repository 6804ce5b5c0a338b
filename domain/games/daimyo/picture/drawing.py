"""The picture of a game of Daimyo: the round with its dice, islands, offers, and what lies before each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.games.daimyo.picture.drawing_automated import draw_automated, draw_empire
from domain.games.daimyo.picture.drawing_islands import draw_island
from domain.games.daimyo.picture.drawing_offers import (
    draw_clans_to_choose,
    draw_goals,
    draw_heroes,
    draw_markets,
    draw_mini_boards_to_take,
)
from domain.games.daimyo.picture.drawing_parts import Scene, draw_die, draw_die_slot
from domain.games.daimyo.picture.drawing_seats import draw_seat
from domain.games.daimyo.picture.drawing_symbols import SYMBOLS
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.entries import COLOURS
from domain.games.daimyo.state import Die
from domain.games.daimyo.views.view import DaimyoView
from domain.kernel.drawing.kit import INNER, draw_label
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import HEADING, MARGIN, panel, result_panel, seat_mark
from domain.kernel.drawing.tree import MARKS, SMALLEST, AnyNode, Drawing, Group, Panel, Rect, Text, Use
from domain.kernel.language import say, say_many
from domain.kernel.rulebook import Rulebook
from domain.kernel.words import count_noun, join_words, title

SIDE_ROW, DIE_ROW = 28, 32
FACES = range(1, 7)


def draw(seen: DaimyoView, content: DaimyoContent, rulebook: Rulebook, names: Sequence[str]) -> Drawing:
    """Draw a view of a game; `names` are those of the seats, then of the side that nobody sits at."""
    scene = Scene(seen, content, rulebook, names)
    return Drawing(
        title=say("Daimyo: {players}", players=join_words(names, say("and"))),
        description=_describe(scene),
        panels=tuple(_draw_panels(scene)),
        symbols={**SYMBOLS, **MARKS},
    )


def _draw_panels(scene: Scene) -> Iterator[Panel]:
    seen = scene.seen
    if seen.result is not None:
        yield result_panel(seen.result, scene.names)
    if seen.solo is not None and seen.solo.feats:
        yield _draw_feats(seen.solo.feats)
    yield _draw_round(scene)
    if seen.clans_to_choose:
        yield draw_clans_to_choose(scene)
    if seen.mini_boards_to_take:
        yield draw_mini_boards_to_take(scene)
    for island in seen.islands:
        yield draw_island(island, scene)
    for side in seen.sides:
        yield draw_seat(side, scene) if side.kind == "player" else draw_automated(side, scene)
    if seen.solo is not None:
        yield draw_empire(seen.solo, seen.sides[-1], scene)
    yield draw_heroes(scene)
    yield draw_markets(scene)
    if seen.goals:
        yield draw_goals(scene)


def _describe(scene: Scene) -> str:
    seen = scene.seen
    said = [_name_round(scene)]
    if seen.active is not None and seen.result is None:
        said.append(say("It is the turn of {name}", name=scene.names[seen.active]))
    said += [
        say(
            "{name} has {points}, {goods}",
            name=scene.names[side.side],
            points=count_noun(side.points, "point"),
            goods=side.goods,
        )
        for side in seen.sides
    ]
    return ". ".join(said) + "."


def _name_round(scene: Scene) -> str:
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


def _draw_round(scene: Scene) -> Panel:
    top = HEADING + 2.0
    children: list[AnyNode] = [*_draw_rounds(scene, top)]
    top += 30
    order = scene.seen.order or tuple(side.side for side in scene.seen.sides)
    rest = tuple(side.side for side in scene.seen.sides if side.side not in order)
    for place, side in enumerate((*order, *rest)):
        turn = place + 1 if place < len(order) and scene.seen.order else None
        children.append(_draw_side(side, turn, top + place * SIDE_ROW, scene))
    top += len(scene.seen.sides) * SIDE_ROW + 4
    children += _draw_pool(scene.seen, top)
    top += 18 + len(COLOURS) * DIE_ROW
    children.append(draw_label("round/rules", MARGIN, top + 11, _name_rules(scene.seen)))
    return panel("round", _name_round(scene), top + 20, children)


def _name_rules(seen: DaimyoView) -> str:
    if seen.boards == "advanced":
        return say("Edition of {year}, advanced mini-boards", year=seen.edition)
    return say("Edition of {year}, basic mini-boards", year=seen.edition)


def _draw_rounds(scene: Scene, y: float) -> Iterator[AnyNode]:
    rounds, now = scene.content.numbers.rounds, scene.seen.round
    step = INNER / rounds
    for number in range(1, rounds + 1):
        key = f"round/{number}"
        state = say("being played") if number == now else say("over") if number < now else say("to come")
        yield Group(
            key=key,
            x=MARGIN + (number - 1) * step,
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
    said = say("{name}: {points}", name=name, points=count_noun(seen.sides[side].points, "point"))
    if turn is not None:
        said = say("{turn}. in turn order: {name}", turn=turn, name=said)
    children: list[AnyNode] = [
        Rect(
            key=f"{key}/row", look="badge" if active else "card", x=0, y=0, width=INNER, height=SIDE_ROW - 4, radius=6
        ),
        seat_mark(f"{key}/mark", side, 26, 4, 16),
        Text(key=f"{key}/name", look="ink", x=50, y=17, text=fit(name, 194, 13, bold=True), size=13, bold=active),
    ]
    if scene.content.sides[seen.sides[side].kind].scores_points:
        children += _draw_points(key, seen.sides[side].points)
    if turn is not None:
        children.append(Text(key=f"{key}/turn", look="soft", x=8, y=17, text=str(turn), size=13))
    if seen.helmet == side:
        children.append(
            Use(
                key=f"{key}/helmet",
                look="icon gold",
                title=say("{name} owns the Mighty Helmet", name=name),
                symbol="helmet",
                x=INNER - 88,
                y=2,
                size=20,
            )
        )
    return Group(
        key=key,
        x=MARGIN,
        y=y,
        title=said,
        clause="daimyo.turn.order",
        places=(f"to:{side}", f"seat:{side}"),
        children=tuple(children),
    )


def _draw_points(key: str, points: int) -> Iterator[AnyNode]:
    yield Use(key=f"{key}/star", look="icon point", symbol="point", x=INNER - 58, y=4, size=16)
    yield Text(key=f"{key}/points", look="ink", x=INNER - 38, y=17, text=str(points), size=13, bold=True)


def _draw_pool(seen: DaimyoView, y: float) -> Iterator[AnyNode]:
    text = say_many("1 die to take", "{n} dice to take", len(seen.pool))
    yield draw_label("pool/label", MARGIN, y + 10, text if seen.pool else say("No dice to take"))
    counts = Counter(seen.pool)
    for row, colour in enumerate(COLOURS):
        top = y + 17 + row * DIE_ROW
        for face in FACES:
            key, x = f"pool/{colour}/{face}", MARGIN + (face - 1) * 56
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
            more = (
                (Text(key=f"{key}/count", look="ink", x=32, y=19, text=f"×{count}", size=SMALLEST),)
                if count > 1
                else ()
            )
            yield Group(
                key=key,
                x=x,
                y=top,
                title=said,
                clause="daimyo.turn.choose-die",
                places=(f"colour:{colour} value:{face}",),
                children=(die, *more),
            )


def _draw_feats(feats: tuple[str, ...]) -> Panel:
    children: list[AnyNode] = [
        Text(key=f"feats/{row}", look="ink", x=MARGIN, y=HEADING + 14 + row * 20, text=fit(feat, INNER, 13), size=13)
        for row, feat in enumerate(feats)
    ]
    return panel("feats", say("Achievements"), HEADING + 12 + len(feats) * 20, children)

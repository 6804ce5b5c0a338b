"""The picture of a game of Daimyo: the main board, offers, and the belongings of each side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.daimyo.picture.drawing_automated import draw_automated, draw_empire
from domain.games.daimyo.picture.drawing_board import draw_board
from domain.games.daimyo.picture.drawing_centre import name_round
from domain.games.daimyo.picture.drawing_offers import (
    draw_clans_to_choose,
    draw_goals,
    draw_heroes,
    draw_markets,
    draw_mini_boards_to_take,
)
from domain.games.daimyo.picture.drawing_parts import Scene, set_scene
from domain.games.daimyo.picture.drawing_seats import draw_seat
from domain.games.daimyo.picture.drawing_symbols import SYMBOLS
from domain.games.daimyo.picture.sea_places import ART
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.views.view import DaimyoView
from domain.kernel.drawing.art import MATERIALS, PIECES
from domain.kernel.drawing.kit import INNER
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.parts import Parts
from domain.kernel.drawing.pieces import HEADING, MARGIN, panel, result_panel
from domain.kernel.drawing.tree import MARKS, AnyNode, Drawing, Panel, Text
from domain.kernel.language import say
from domain.kernel.rulebook import Rulebook
from domain.kernel.words import count_noun, join_words


def draw(
    seen: DaimyoView, content: DaimyoContent, rulebook: Rulebook, names: Sequence[str], parts: Parts[DaimyoView]
) -> Drawing:
    """Draw a view of a game; `names` are those of the seats, then of the side without a seat."""
    scene = set_scene(seen, content, rulebook, names, parts)
    return Drawing(
        title=say("Daimyo: {players}", players=join_words(names, say("and"))),
        description=_describe(scene),
        panels=tuple(_draw_panels(scene)),
        symbols={**SYMBOLS, **MARKS},
        art={**PIECES, **ART},
        materials=MATERIALS,
    )


def _draw_panels(scene: Scene) -> Iterator[Panel]:
    seen, parts = scene.seen, scene.parts
    if seen.result is not None:
        yield result_panel(seen.result, scene.names)
    if seen.solo is not None and seen.solo.feats:
        yield _draw_feats(seen.solo.feats)
    yield draw_board(scene)
    if seen.clans_to_choose:
        yield parts.draw(draw_clans_to_choose, scene)
    if seen.mini_boards_to_take:
        yield parts.draw(draw_mini_boards_to_take, scene)
    for side in seen.sides:
        if side.kind == "player":
            yield from parts.draw_all(draw_seat, side, scene)
        else:
            yield parts.draw(draw_automated, side, scene)
    if seen.solo is not None:
        yield parts.draw(draw_empire, seen.solo, seen.sides[-1], scene)
    yield parts.draw(draw_heroes, scene)
    yield parts.draw(draw_markets, scene)
    if seen.goals:
        yield parts.draw(draw_goals, scene)


def _describe(scene: Scene) -> str:
    seen = scene.seen
    said = [name_round(scene)]
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


def _draw_feats(feats: tuple[str, ...]) -> Panel:
    children: list[AnyNode] = [
        Text(key=f"feats/{row}", look="ink", x=MARGIN, y=HEADING + 14 + row * 20, text=fit(feat, INNER, 13), size=13)
        for row, feat in enumerate(feats)
    ]
    return panel("feats", say("Achievements"), HEADING + 12 + len(feats) * 20, children)

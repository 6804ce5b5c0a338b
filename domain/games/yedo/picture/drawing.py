"""The picture of a game of Yedo: the round, the town, what is for sale, modules, and the players' belongings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.picture.board_art import ART
from domain.games.yedo.picture.drawing_board import draw_board
from domain.games.yedo.picture.drawing_cards import draw_cards
from domain.games.yedo.picture.drawing_goods import draw_decks
from domain.games.yedo.picture.drawing_hands import draw_going_on, draw_hand, has_going_on
from domain.games.yedo.picture.drawing_modules import (
    draw_coop,
    draw_daimyo,
    draw_errands,
    draw_specialists,
    draw_teahouse,
)
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.picture.drawing_round import draw_lasting
from domain.games.yedo.picture.drawing_seats import draw_seat, look_around
from domain.games.yedo.picture.drawing_sign import name_round
from domain.games.yedo.picture.drawing_symbols import SYMBOLS
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.views.view import YedoView
from domain.kernel.drawing.art import MATERIALS, PIECES
from domain.kernel.drawing.parts import Parts
from domain.kernel.drawing.pieces import result_panel
from domain.kernel.drawing.tree import MARKS, Drawing, Panel
from domain.kernel.language import say
from domain.kernel.rulebook import Rulebook
from domain.kernel.words import join_words


def draw(
    seen: YedoView, content: YedoContent, rulebook: Rulebook, names: Sequence[str], parts: Parts[YedoView]
) -> Drawing:
    """Draw a view of a game; `names` are those of the seats, then that of the Daimyo in Shogun Must Die."""
    scene = Scene(parts.begin(seen), content, rulebook, names, len(seen.seats), parts)
    players = join_words(names[: len(seen.seats)])
    return Drawing(
        title=say("Yedo: {players}", players=players),
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
    # The town always has the same height, so it stays in place whatever comes and goes below it.
    yield draw_board(scene)
    if has_going_on(seen):
        yield parts.draw(draw_going_on, scene)
    if seen.coop is not None:
        yield parts.draw(draw_coop, scene, seen.coop)
        yield parts.draw(draw_errands, scene, seen.coop)
        yield parts.draw(draw_daimyo, scene, seen.coop.daimyo)
    if seen.teahouse is not None:
        yield parts.draw(draw_teahouse, scene, seen.teahouse)
    if seen.specialists is not None:
        yield parts.draw(draw_specialists, seen.specialists)
    # Hands that the viewer may read come first, nearest to the board.
    for seat in sorted(seen.seats, key=lambda seat: seat.hand is None):
        yield parts.draw(draw_seat, scene, seat, look_around(scene, seat))
        if seat.hand is not None:
            yield parts.draw(draw_hand, scene, seat, seat.hand)
            if seen.result is None:
                yield parts.draw(draw_cards, scene, seat, seat.hand)
    yield from parts.draw_all(draw_lasting, scene)
    yield parts.draw(draw_decks, scene)


def _describe(scene: Scene) -> str:
    seen = scene.seen
    having = [
        say(
            "{name} has {points} Prestige Points and {mon} Mon",
            name=scene.names[seat.seat],
            points=seat.prestige,
            mon=seat.mon,
        )
        for seat in seen.seats
    ]
    return ". ".join((name_round(seen), *having)) + "."

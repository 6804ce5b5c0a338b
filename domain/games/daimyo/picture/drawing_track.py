"""The popularity track on the frame of the main board: above from left to right, below back again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.games.daimyo.picture.drawing_parts import Scene
from domain.games.daimyo.picture.sea_places import FRAME, RAIL, WIDTH
from domain.games.daimyo.views.view import TRACK
from domain.kernel.content import KEPT
from domain.kernel.drawing.pieces import write
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Rect, Use
from domain.kernel.language import say
from domain.kernel.words import join_words

ROW = TRACK // 2
STEP = (WIDTH - 2 * FRAME) / ROW
TOKEN = 18


def list_tokens(scene: Scene) -> dict[int, list[int]]:
    """List the sides with a token on a space of the track, by space."""
    on: dict[int, list[int]] = {}
    for side in scene.seen.sides:
        if scene.content.sides[side.kind].scores_points:
            on.setdefault(side.track_space, []).append(side.side)
    return on


def draw_track(scene: Scene, on: dict[int, list[int]], height: float) -> list[AnyNode]:
    """Draw the numbers of the track, and the tokens of the sides that score points on their spaces."""
    found = list(_number_spaces(height))
    for space, sides in on.items():
        found[space] = _draw_space(scene, space, sides, *_place_space(space, height))
    return found


@lru_cache(KEPT)
def _number_spaces(height: float) -> tuple[AnyNode, ...]:
    """Draw the numbers of all spaces on a board of this height."""
    found = []
    for space in range(TRACK):
        marked = space % 5 == 0
        x, y = _place_space(space, height)
        at, look = (round(x + STEP / 2, 1), y + 17), "on-wood" if marked else "on-wood-soft"
        found.append(write(f"track/{space}/number", at, space, look, SMALLEST, anchor="middle", bold=marked))
    return tuple(found)


def _place_space(space: int, height: float) -> tuple[float, float]:
    """Return the corner of a space on a board of this height."""
    above = space < ROW
    x = FRAME + (space if above else TRACK - 1 - space) * STEP
    return round(x, 1), 3.0 if above else height - RAIL + 3


def _draw_space(scene: Scene, space: int, sides: list[int], x: float, y: float) -> Group:
    key = f"track/{space}"
    names = join_words((scene.names[side] for side in sides), say("and"))
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("Space {n} of the popularity track: {names}", n=space, names=names),
        clause="daimyo.pp.over-49",
        children=(
            Rect(key=f"{key}/ground", look="frame", x=1, y=0, width=STEP - 2, height=RAIL - 6, radius=4),
            *_draw_tokens(key, space, sides),
        ),
    )


def _draw_tokens(key: str, space: int, sides: list[int]) -> Iterator[AnyNode]:
    """Draw a token next to the number of its space, or several that overlap in place of it."""
    left, step = 1.0, (STEP - 2 - TOKEN) / max(1, len(sides) - 1)
    if len(sides) == 1:
        left = STEP - TOKEN - 1
        yield write(f"{key}/number", (11, 17), space, "on-wood", SMALLEST, anchor="middle")
    for place, side in enumerate(sides):
        x = round(left + place * step, 1)
        yield Use(key=f"{key}/token/{side}", look="seat", symbol=f"token-{side}", x=x, y=3, size=TOKEN)

"""The clan board of another player in a strip: its spaces with their dice and bonus tiles, names on demand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from domain.games.daimyo.picture.drawing_parts import CLAN_ABILITY, Scene, draw_die, draw_die_slot
from domain.games.daimyo.picture.effect_icons import list_icons
from domain.games.daimyo.views.view import BonusTileView, SideView
from domain.kernel.drawing.kit import INNER
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import MARGIN, Caption, write
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Rect, Use
from domain.kernel.language import say, translate
from domain.kernel.words import explain, title

STRIP_HEIGHT = 62
STEP = 37
DIE = 28
REVENUES = ("revenue-1", "revenue-2")


def draw_strip(side: SideView, scene: Scene, y: float) -> Iterator[AnyNode]:
    """Draw the spaces of a clan board side by side on its wood, from `y` on."""
    wood = f"board/{side.side}/wood"
    yield Rect(key=wood, look="board-wood", x=MARGIN - 4, y=y, width=INNER + 8, height=STRIP_HEIGHT, radius=8)
    tiles = {tile.space: tile for tile in side.bonus_tiles if not tile.covered}
    needed = scene.content.numbers.clan_ability_total
    ability = say("Clan ability, for dice of {needed} in all; now {n}", n=side.dice_total, needed=needed)
    for place, action in enumerate(scene.content.actions.values()):
        name, more = translate(action.title), _draw_top(side, scene, action.id, action.colour)
        yield _draw_space(side, scene, (action.id, name, name), tiles.get(action.id), place, y, more)
    place = len(scene.content.actions)
    sum_of_dice = write(f"board/{side.side}/total", (17, 20), side.dice_total, "ink serif", 16, anchor="middle")
    named = (CLAN_ABILITY, ability, side.ability)
    yield _draw_space(side, scene, named, tiles.get(CLAN_ABILITY), place, y, sum_of_dice)
    for number, space in enumerate(REVENUES, start=place + 1):
        banner = Use(key=f"board/{side.side}/{space}/banner", look="gold", symbol="standard", x=8, y=6, size=18)
        yield _draw_space(side, scene, (space, say("Revenue"), ""), tiles.get(space), number, y, banner)


def _draw_top(side: SideView, scene: Scene, space: str, colour: str | None) -> AnyNode:
    """Draw the die on a space, the last one if there are several, or its empty slot."""
    key = f"board/{side.side}/{space}"
    dice = [placed.die for placed in side.dice if placed.space == space]
    if not dice:
        return draw_die_slot(f"{key}/slot", colour, 3, 2)
    said = say("{colour} die showing {n}", colour=title(dice[-1].colour), n=dice[-1].value)
    return draw_die(f"{key}/die", dice[-1], 3, 2, said)


def _draw_space(
    side: SideView,
    scene: Scene,
    named: tuple[str, str, str],
    tile: BonusTileView | None,
    place: int,
    y: float,
    top: AnyNode,
) -> AnyNode:
    """Draw a space with this id, name and text: its die on top, and the icons of its bonus tile below."""
    space, name, words = named
    key = f"board/{side.side}/{space}"
    inside: list[AnyNode] = [
        Rect(key=f"{key}/plate", look="board", x=0, y=0, width=STEP - 3, height=STRIP_HEIGHT - 8, radius=5),
        top,
    ]
    if tile is not None:
        inside += _draw_tile(f"{key}/tile", scene, tile)
        words = explain(words, tile.does) if words and words != name else tile.does
    return Caption(name, words).group(key, MARGIN - 1 + place * STEP, y + 4, inside)


def _draw_tile(key: str, scene: Scene, tile: BonusTileView) -> Iterator[AnyNode]:
    """Draw the first icon of a bonus tile with its number."""
    yield Rect(key=f"{key}/frame", look="badge", x=1, y=32, width=STEP - 5, height=20, radius=4)
    for icon in islice((icon for icon in list_icons(scene.content.faces[tile.face].effects) if icon.symbol), 1):
        yield Use(key=f"{key}/icon", look=f"icon {icon.symbol}", symbol=icon.symbol, x=2, y=35, size=14)
        yield write(f"{key}/n", (17, 47), fit(icon.text, 15, SMALLEST), "ink")

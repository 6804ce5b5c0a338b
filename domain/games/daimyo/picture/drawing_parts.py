"""The parts of all panels in Daimyo's picture: pieces, dice, relic tiles, heroes, plates with words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from domain.games.daimyo.picture.drawing_symbols import find_emblem
from domain.games.daimyo.picture.effect_icons import draw_icons, list_icons
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.goods import KINDS, Goods
from domain.games.daimyo.printed.vocabulary import Effects
from domain.games.daimyo.state import Die
from domain.games.daimyo.views.view import DaimyoView, HeroView
from domain.kernel.content import KEPT
from domain.kernel.drawing.kit import GAP, HALF, draw_plate, draw_words
from domain.kernel.drawing.parts import Parts
from domain.kernel.drawing.pieces import MARGIN, Area, Caption, seat_mark
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Rect, Text, Use
from domain.kernel.language import once_a_language, say
from domain.kernel.rulebook import Rulebook
from domain.kernel.words import title

TILE_WIDTH, TILE_HEIGHT = 34, 26
HERO_HEIGHT = 78
WITH_COST = 60
"""The least width of a small hero with its cost."""
CLAN_ABILITY = "clan-ability"


class Scene(NamedTuple):
    """The inputs of a picture: a view, the meaning of its ids, and the parts of the picture before.

    `acting` is the side whose pieces the moves are about: the viewer's, or the side to move if everyone may look.
    `boards` are the sides whose clan board is drawn in full, as for its owner and for spectators; once the game is
    over, no board is in use.
    """

    seen: DaimyoView
    content: DaimyoContent
    rulebook: Rulebook
    names: Sequence[str]
    acting: int | None
    boards: Sequence[int]
    parts: Parts[DaimyoView]


def set_scene(
    seen: DaimyoView, content: DaimyoContent, rulebook: Rulebook, names: Sequence[str], parts: Parts[DaimyoView]
) -> Scene:
    """Return the inputs of a picture."""
    players = [side for side in seen.sides if side.kind == "player"]
    open_hands = [side.side for side in players if side.hand is not None]
    boards = open_hands or [side.side for side in players]
    return Scene(
        parts.begin(seen),
        content,
        rulebook,
        names,
        acting=open_hands[0] if len(open_hands) == 1 else seen.active,
        boards=boards if seen.result is None else (),
        parts=parts,
    )


def place_column(number: int) -> float:
    """Return where the left or right of two columns begins, by the number of a thing in reading order."""
    return MARGIN + (number % 2) * (HALF + GAP)


def draw_piece(key: str, kind: str, side: int, x: float, y: float, title: str) -> Group:
    """Draw a piece of a side above the mark of that side, 22 units wide and 36 high."""
    return Group(
        key=key,
        x=x,
        y=y,
        title=title,
        children=(
            Use(key=f"{key}/figure", look=f"figure seat-{side}", symbol=kind, x=0, y=0, size=22),
            seat_mark(f"{key}/mark", side, 5, 24, 12),
        ),
    )


def draw_goods(key: str, goods: Goods, x: float, y: float, step: float = 34) -> list[AnyNode]:
    """Draw the goods of each kind present, small, in a row: a price or a gain."""
    found: list[AnyNode] = []
    for kind in KINDS:
        if count := goods.of(kind):
            found += [
                Use(key=f"{key}/{kind}", look=f"icon {kind}", symbol=kind, x=x, y=y, size=15),
                Text(key=f"{key}/{kind}/number", look="ink", x=x + 18, y=y + 12, text=str(count), size=SMALLEST),
            ]
            x += step
    return found


def draw_die(key: str, die: Die, x: float, y: float, title: str, places: tuple[str, ...] = ()) -> Group:
    """Draw a die, 28 units square."""
    return Group(
        key=key,
        x=x,
        y=y,
        title=title,
        places=places,
        children=(
            Use(key=f"{key}/die", look=f"die-{die.colour}", symbol=f"die-{die.colour}", x=0, y=0, size=28),
            Text(key=f"{key}/value", look="pips", x=14, y=20, text=str(die.value), size=16, anchor="middle", bold=True),
        ),
    )


def draw_die_slot(key: str, colour: str | None, x: float, y: float) -> Use:
    """Draw a space for a die of a colour, or of any."""
    return Use(key=key, look=f"slot line-{colour or 'any'}", symbol=f"die-{colour or 'any'}", x=x, y=y, size=28)


def draw_tile(key: str, tile: str, x: float, y: float, where: str, places: tuple[str, ...]) -> Group:
    """Draw a relic tile with the emblem of its island and its number."""
    colour, _, number = tile.rpartition("-")
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("Relic tile {tile}, {where}", tile=title(tile), where=where),
        places=places,
        children=(
            Rect(key=f"{key}/tile", look="card", x=0, y=0, width=TILE_WIDTH, height=TILE_HEIGHT, radius=4),
            Use(key=f"{key}/emblem", look=f"icon island-{colour}", symbol=find_emblem(colour), x=3, y=5, size=16),
            Text(key=f"{key}/number", look="ink", x=27, y=18, text=number, size=13, anchor="middle", bold=True),
        ),
    )


def number_copies(tiles: Iterable[str]) -> list[tuple[str, str]]:
    """Return each tile with a unique name: "red-2/0", and "red-2/1" for a second copy."""
    counts: dict[str, int] = {}
    found = []
    for tile in tiles:
        copy = counts.get(tile, 0)
        counts[tile] = copy + 1
        found.append((tile, f"{tile}/{copy}"))
    return found


def draw_effects(
    key: str, effects: Effects, words: str, at: tuple[float, float], width: float, rows: int = 1, lines: int = 2
) -> list[AnyNode]:
    """Draw effects as icons in rows around the `y` of `at`, or in lines of words if the icons do not fit."""
    x, y = at
    drawn = draw_icons(key, list_icons(effects), at, width, rows)
    return drawn if drawn is not None else draw_words(key, words, (x - 2, y), width + 4, lines, "ink", centred=True)


def place_hero(place: int, y: float) -> Area:
    """Return the place of a hero card among those that lie two to a row from `y` on."""
    return Area(place_column(place), y + place // 2 * HERO_HEIGHT, HALF, HERO_HEIGHT - GAP)


def draw_hero(hero: HeroView, effects: Effects, area: Area, note: str = "", look: str = "card") -> Group:
    """Draw a hero card with these effects: name, cost, strength and ability; a `note` says where it is."""
    drawn = _draw_hero(hero, effects, (area.width, area.height), note, look)
    return msgspec.structs.replace(drawn, x=area.x, y=area.y)


@once_a_language(KEPT)
def _draw_hero(hero: HeroView, effects: Effects, size: tuple[float, float], note: str, look: str) -> Group:
    key, name = f"hero/{hero.hero}", title(hero.hero)
    area = Area(0, 0, *size)
    low = area.height < HERO_HEIGHT - GAP
    more: list[AnyNode] = [
        Use(key=f"{key}/army", look="icon", symbol="army", x=6, y=21, size=14),
        Text(key=f"{key}/strength", look="ink", x=23, y=32, text=str(hero.strength), size=SMALLEST, bold=True),
        Use(key=f"{key}/gold", look="icon gold", symbol="gold", x=48, y=21, size=14),
        Text(key=f"{key}/cost", look="ink", x=65, y=32, text=str(hero.cost), size=SMALLEST, bold=True),
        *draw_effects(
            f"{key}/does",
            effects,
            hero.ability,
            (8, area.height - (12 if low else 18)),
            area.width - 14,
            lines=1 if low else 2,
        ),
    ]
    if note:
        more.append(Use(key=f"{key}/deck", look="icon", title=note, symbol="deck", x=area.width - 26, y=20, size=18))
    return draw_plate(key, area, name, look=look, more=more, caption=_say_hero(hero, note))


@once_a_language(KEPT)
def draw_small_hero(hero: HeroView, area: Area) -> Group:
    """Draw only the strength of a hero, one of many in a hand, and the cost if there is room for it."""
    key, y = f"hero/{hero.hero}", area.height / 2 + 5
    children: list[AnyNode] = [
        Rect(key=f"{key}/plate", look="card", x=0, y=0, width=area.width, height=area.height, radius=5),
        Use(key=f"{key}/army", look="icon", symbol="army", x=3, y=y - 11, size=12),
        Text(key=f"{key}/strength", look="ink", x=16, y=y, text=str(hero.strength), size=SMALLEST, bold=True),
    ]
    if area.width >= WITH_COST:
        children += [
            Use(key=f"{key}/gold", look="icon gold", symbol="gold", x=35, y=y - 11, size=12),
            Text(key=f"{key}/cost", look="ink", x=49, y=y, text=str(hero.cost), size=SMALLEST, bold=True),
        ]
    return _say_hero(hero).group(key, area.x, area.y, children)


def _say_hero(hero: HeroView, note: str = "") -> Caption:
    said = say(
        "{hero}: strength {strength}, costs {cost} gold", hero=title(hero.hero), strength=hero.strength, cost=hero.cost
    )
    return Caption(
        f"{said} ({note})" if note else said,
        detail=hero.ability,
        clause="daimyo.component.hero-card-anatomy",
        places=(f"hero:{hero.hero}",),
    )

"""The picture of a clan board: the main actions with their dice and bonus tiles, and the mini-boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from domain.games.daimyo.facts.base import action_name, piece_name
from domain.games.daimyo.picture.drawing_parts import (
    CLAN_ABILITY,
    Scene,
    draw_die,
    draw_die_slot,
    draw_effects,
    draw_goods,
    place_column,
)
from domain.games.daimyo.printed.entries import Action, Clan, Face
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import Die, Placed
from domain.games.daimyo.views.view import BonusTileView, CoveredTileView, SideView
from domain.kernel.content import KEPT
from domain.kernel.drawing.kit import HALF, draw_label
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import MARGIN, Area, Caption, write
from domain.kernel.drawing.tree import SMALLEST, WIDTH, AnyNode, Group, Panel, Rect, Use
from domain.kernel.language import once_a_language, say, translate
from domain.kernel.rulebook import Rulebook
from domain.kernel.words import title

SPACE_HEIGHT, COVERED_HEIGHT = 47, 36
SIGN, EDGE, BETWEEN = 17, 6, 3
"""The height of the names of spaces, the width of the wood around the spaces, and between their rows."""
DIE = 32
"""The width that a die takes up at the left of its space."""
COLUMN = (WIDTH - 2 * EDGE - 4) / 2
"""The width of one of two spaces in a row."""
REVENUE = (COLUMN - 4) / 2
ROWS = 4
BOARD_HEIGHT = 2 * EDGE + ROWS * SPACE_HEIGHT + (ROWS - 1) * BETWEEN
"""The height of a clan board: three rows of main actions, and one of the ability and the revenues."""
BESIDE = HALF - 38
"""The width of a tile's effects next to a building."""
REVENUES = ("revenue-1", "revenue-2")
AT_DIE = 3, (SPACE_HEIGHT - 28) / 2
"""The corner of a die in its space."""


class ClanBoard(NamedTuple):
    """What lies on the clan board of a side, which is the same after most moves."""

    side: int
    clan: str | None
    ability: str
    dice: tuple[Placed, ...]
    dice_total: int
    bonus_tiles: tuple[BonusTileView, ...]


class Space(NamedTuple):
    """What lies on a space of a clan board, by which its picture is kept.

    `owner` is the name of the side where a die lies, otherwise empty; `acting` says whether moves are about the board,
    and `last` whether the last die of the side lies here. `face` is that of the active bonus tile, and `covered` says
    what the tiles below did.
    """

    space: str
    side: int
    owner: str
    acting: bool
    dice: tuple[Die, ...]
    last: bool
    tile: BonusTileView | None
    face: Face | None
    covered: tuple[str, ...]


class MiniBoards(NamedTuple):
    """What lies on the mini-boards of a side, which is the same after most moves."""

    side: int
    boards: tuple[str, ...]
    under_buildings: tuple[CoveredTileView, ...]
    building_costs: dict[str, Goods]


def draw_boards(side: SideView, scene: Scene) -> Iterator[Panel]:
    """Draw the clan board of a side and its mini-boards."""
    board = ClanBoard(side.side, side.clan, side.ability, side.dice, side.dice_total, side.bonus_tiles)
    yield scene.parts.draw(_draw_clan_board, board, scene)
    minis = MiniBoards(side.side, side.boards, side.under_buildings, side.building_costs)
    yield scene.parts.draw(_draw_mini_boards, minis, scene)


def _draw_clan_board(side: ClanBoard, scene: Scene) -> Panel:
    """Draw a clan board: main actions with their dice and bonus tiles, the ability, and the revenues."""
    key, rulebook, content = f"clan-board/{side.side}", scene.rulebook, scene.content
    children: list[AnyNode] = [
        Rect(key=f"{key}/{look}", look=look, x=0, y=0, width=WIDTH, height=BOARD_HEIGHT, radius=10)
        for look in ("board-wood", "grain")
    ]
    spaces = _look_around(side, scene)
    for place, action in enumerate(content.actions.values()):
        children.append(_draw_action(action, spaces[action.id], rulebook, _place_space(place)))
    last, clan = _place_space(2 * (ROWS - 1)), content.clans.get(side.clan or "")
    total = side.dice_total, content.numbers.clan_ability_total
    children.append(_draw_ability(spaces[CLAN_ABILITY], clan, side.ability, total, last))
    for place, space in enumerate(REVENUES):
        area = last._replace(x=last.x + COLUMN + 4 + place * (REVENUE + 4), width=REVENUE)
        children.append(_draw_revenue(spaces[space], rulebook, area))
    said = say("Clan board of {name}", name=scene.names[side.side])
    return Panel(key=key, title=said, height=BOARD_HEIGHT, children=tuple(children))


def _look_around(side: ClanBoard, scene: Scene) -> dict[str, Space]:
    """Return what lies on each space of a clan board."""
    dice: dict[str, tuple[Die, ...]] = {}
    for placed in side.dice:
        dice[placed.space] = (*dice.get(placed.space, ()), placed.die)
    tiles: dict[str, BonusTileView] = {}
    covered: dict[str, tuple[str, ...]] = {}
    for tile in side.bonus_tiles:
        if tile.covered:
            covered[tile.space] = (*covered.get(tile.space, ()), tile.does)
        else:
            tiles[tile.space] = tile
    found = {}
    for space in (*scene.content.actions, CLAN_ABILITY, *REVENUES):
        active = tiles.get(space)
        found[space] = Space(
            space,
            side.side,
            scene.names[side.side] if space in dice else "",
            side.side == scene.acting,
            dice.get(space, ()),
            bool(side.dice) and side.dice[-1].space == space,
            active,
            scene.content.faces[active.face] if active is not None else None,
            covered.get(space, ()),
        )
    return found


@lru_cache(KEPT)
def _place_space(number: int) -> Area:
    row, column = divmod(number, 2)
    return Area(EDGE + column * (COLUMN + 4), EDGE + row * (SPACE_HEIGHT + BETWEEN), COLUMN, SPACE_HEIGHT)


def _draw_space(key: str, area: Area, name: str, more: Sequence[AnyNode], caption: Caption, indent: float = 0) -> Group:
    """Draw a space of a clan board: a plate with its name above the things on it, from `indent` on."""
    shown = fit(name, area.width - indent - 8, SMALLEST)
    width = area.width - indent - 4
    children: list[AnyNode] = [
        Rect(key=f"{key}/plate", look="board", x=0, y=0, width=area.width, height=area.height, radius=6),
        Rect(key=f"{key}/sign", look="plate", x=indent + 2, y=2, width=width, height=SIGN, radius=4),
        write(f"{key}/name", (indent + 6, 15), shown, "on-wood serif", SMALLEST),
        *more,
    ]
    return caption.group(key, area.x, area.y, children, name)


def _place_tile(left: float, width: float) -> Area:
    """Return the position of a bonus tile in a space of this width."""
    return Area(left + 2, SIGN + 3, width - left - 4, SPACE_HEIGHT - SIGN - 5)


@once_a_language(KEPT)
def _draw_revenue(space: Space, rulebook: Rulebook, area: Area) -> Group:
    caption = Caption(
        say("Revenue") if space.tile else say("Revenue: no tile yet"),
        detail=rulebook.read("daimyo.bonus-tile.yellow-spaces"),
        clause="daimyo.bonus-tile.yellow-spaces",
        places=(f"space:{space.space}",) if space.acting else (),
    )
    more = _draw_bonus(space, _place_tile(0, REVENUE))
    return _draw_space(f"board/{space.side}/{space.space}", area, say("Revenue"), (more,), caption)


@once_a_language(KEPT)
def _draw_action(action: Action, space: Space, rulebook: Rulebook, area: Area) -> Group:
    key, name = f"board/{space.side}/{action.id}", translate(action.title)
    more: list[AnyNode] = [*_draw_dice(space, key)]
    if not more:
        more.append(draw_die_slot(f"{key}/slot", action.colour, *AT_DIE))
    more.append(_draw_bonus(space, _place_tile(DIE, COLUMN)))
    places: tuple[str, ...] = ()
    if space.acting:
        places = (f"space:{action.id} type:take-die", f"space:{action.id} type:lay-bonus-tile")
        if space.last:
            places = (*places, "type:do-main-action")
    text = rulebook.read(action.clause)
    return _draw_space(key, area, name, more, Caption(detail=text, clause=action.clause, places=places), DIE)


def _draw_dice(space: Space, key: str) -> Iterator[AnyNode]:
    for die in space.dice:
        said = say(
            "{colour} die of {name}, showing {n}, on {space}",
            colour=title(die.colour),
            name=space.owner,
            n=die.value,
            space=action_name(space.space),
        )
        places = (f"space:{space.space} type:turn-die", f"space:{space.space} type:discard-for-die")
        yield draw_die(f"{key}/die", die, *AT_DIE, said, places if space.acting else ())


def _draw_bonus(space: Space, area: Area) -> Group | Rect:
    """Draw the active bonus tile of a space, or where one may be laid; its tooltip tells what the covered ones did."""
    key, tile, face = f"board/{space.side}/{space.space}", space.tile, space.face
    if tile is None or face is None:
        return Rect(key=f"{key}/free", look="down", x=area.x, y=area.y, width=area.width, height=area.height, radius=4)
    key += "/tile"
    return Group(
        key=key,
        x=area.x,
        y=area.y,
        title=say("Bonus tile {tile}", tile=title(tile.tile)),
        detail=" / ".join([tile.does, *(say("covered: {does}", does=does) for does in space.covered)]),
        clause=face.clause,
        places=(f"space:{tile.space} type:use-tile",) if space.acting else (),
        children=(
            Rect(key=f"{key}/frame", look="badge", x=0, y=0, width=area.width, height=area.height, radius=4),
            *draw_effects(f"{key}/does", face.effects, tile.does, (8, area.height / 2), area.width - 14, lines=1),
        ),
    )


@once_a_language(KEPT)
def _draw_ability(space: Space, clan: Clan | None, ability: str, total: tuple[int, int], area: Area) -> Group:
    """Draw the space of a clan's ability; `total` is that of the dice, and what the ability needs."""
    key, (now, needed), tile = f"board/{space.side}/{CLAN_ABILITY}", total, space.tile
    name = say("Ability: dice {n} of {needed}", n=now, needed=needed)
    beneath = _place_tile(COLUMN / 2 if tile is not None else 0, COLUMN)
    at, width = (8, beneath.y + beneath.height / 2), COLUMN / 2 - 10 if tile is not None else COLUMN - 16
    more = draw_effects(f"{key}/ability", clan.ability if clan else (), ability, at, width, lines=1)
    if tile is not None:
        more.append(_draw_bonus(space, beneath))
    places = ("type:use-ability", f"space:{CLAN_ABILITY} type:lay-bonus-tile")
    caption = Caption(
        say("Clan ability, for dice of {needed} in all; now {n}", n=now, needed=needed),
        detail=ability,
        clause=clan.clause if clan else "daimyo.clan-ability.threshold",
        places=places if space.acting else (),
    )
    return _draw_space(key, area, name, more, caption)


def _draw_mini_boards(side: MiniBoards, scene: Scene) -> Panel:
    """Draw the buildings that still stand on the mini-boards, with the tiles under them and what the next one costs."""
    key, y = f"mini-boards/{side.side}", float(EDGE)
    found: list[AnyNode] = []
    for kind in side.building_costs:
        found.append(_draw_cost(kind, side, scene, y))
        y += 20
        boards = [scene.content.mini_boards[board] for board in side.boards]
        tiles = [tile for board in boards if board.building == kind for tile in board.tiles]
        for pair in (tiles[place : place + 2] for place in range(0, len(tiles), 2)):
            for column, tile in enumerate(pair):
                at = place_column(column), y
                under = next((each for each in side.under_buildings if each.tile == tile), None)
                if under is None:
                    found.append(_draw_gap(kind, tile, side.side, at))
                    continue
                face, acting = scene.content.faces[under.face], side.side == scene.acting
                found.append(_draw_covered(under, face, side.side, at, acting))
            y += COVERED_HEIGHT + 4
    height = max(y + 2, BOARD_HEIGHT)
    paper = Rect(key=f"{key}/paper", look="paper", x=1, y=1, width=WIDTH - 2, height=height - 2, radius=10)
    said = say("Mini-boards of {name}", name=scene.names[side.side])
    return Panel(key=key, title=said, height=height, children=(paper, *found))


@once_a_language(KEPT)
def _draw_gap(kind: str, tile: str, side: int, at: tuple[float, float]) -> Rect:
    """Draw where a building stood."""
    said = say("The {building} that stood here is built", building=piece_name(kind))
    x, y = at
    key = f"mini-board/{side}/{tile}"
    return Rect(key=key, look="slot", title=said, x=x, y=y, width=HALF, height=COVERED_HEIGHT, radius=6)


@once_a_language(KEPT)
def _draw_covered(under: CoveredTileView, face: Face, side: int, at: tuple[float, float], acting: bool) -> Group:
    """Draw a building with the bonus tile under it; `acting` says whether moves are about its side."""
    key, building, look = f"mini-board/{side}/{under.tile}", piece_name(under.building), f"figure seat-{side}"
    middle = COVERED_HEIGHT / 2
    return Group(
        key=key,
        x=at[0],
        y=at[1],
        title=say("{building}, on the bonus tile {tile}", building=building.capitalize(), tile=title(under.tile)),
        detail=under.does,
        clause=face.clause,
        places=(f"tile:{under.tile}",) if acting else (),
        children=(
            Rect(key=f"{key}/plate", look="card", x=0, y=0, width=HALF, height=COVERED_HEIGHT, radius=6),
            Use(key=f"{key}/building", look=look, symbol=under.building, x=5, y=middle - 11, size=22),
            *draw_effects(f"{key}/does", face.effects, under.does, (33, middle), BESIDE),
        ),
    )


def _draw_cost(kind: str, side: MiniBoards, scene: Scene, y: float) -> Group:
    """Draw what the next building of this kind costs."""
    key, building, cost = f"seat/{side.side}/next/{kind}", piece_name(kind), side.building_costs[kind]
    return Group(
        key=key,
        x=MARGIN,
        y=y,
        title=say(
            "{name}: the next {building} costs {cost}", name=scene.names[side.side], building=building, cost=cost
        ),
        detail=scene.rulebook.read("daimyo.construction.surcharge"),
        clause="daimyo.construction.cost",
        places=(f"building:{kind}",) if side.side == scene.acting else (),
        children=_list_cost(key, building, cost),
    )


@once_a_language(KEPT)
def _list_cost(key: str, building: str, cost: Goods) -> tuple[AnyNode, ...]:
    label = draw_label(f"{key}/label", 0, 12, say("Next {building} costs", building=building), 190)
    return (label, *draw_goods(f"{key}/cost", cost, 200, 0))

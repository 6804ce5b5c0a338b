"""The picture of a clan board: the main actions with their dice and bonus tiles, and the mini-boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from domain.games.daimyo.printed.entries import Action
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import Placed
from domain.games.daimyo.views.view import BonusTileView, CoveredTileView, SideView
from domain.kernel.drawing.kit import HALF, draw_label
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import MARGIN, Area, Caption, write
from domain.kernel.drawing.tree import SMALLEST, WIDTH, AnyNode, Group, Panel, Rect, Use
from domain.kernel.language import say, translate
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
    key, tiles = f"clan-board/{side.side}", {tile.space: tile for tile in side.bonus_tiles if not tile.covered}
    wood = [
        Rect(key=f"{key}/{look}", look=look, x=0, y=0, width=WIDTH, height=BOARD_HEIGHT, radius=10)
        for look in ("board-wood", "grain")
    ]
    spaces: list[AnyNode] = [
        _draw_action(action, tiles.get(action.id), side, scene, _place_space(place))
        for place, action in enumerate(scene.content.actions.values())
    ]
    last = _place_space(2 * (ROWS - 1))
    spaces.append(_draw_ability(tiles.get(CLAN_ABILITY), side, scene, last))
    for place, space in enumerate(REVENUES):
        x = last.x + COLUMN + 4 + place * (REVENUE + 4)
        spaces.append(_draw_revenue(space, tiles.get(space), side, scene, last._replace(x=x, width=REVENUE)))
    said = say("Clan board of {name}", name=scene.names[side.side])
    return Panel(key=key, title=said, height=BOARD_HEIGHT, children=(*wood, *spaces))


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


def _draw_revenue(space: str, tile: BonusTileView | None, side: ClanBoard, scene: Scene, area: Area) -> Group:
    key, beneath = f"board/{side.side}/{space}", _place_tile(0, REVENUE)
    more = _draw_tile_space(f"{key}/free", beneath) if tile is None else _draw_bonus(tile, side, scene, beneath)
    caption = Caption(
        say("Revenue") if tile else say("Revenue: no tile yet"),
        detail=scene.text("daimyo.bonus-tile.yellow-spaces"),
        clause="daimyo.bonus-tile.yellow-spaces",
        places=(f"space:{space}",) if side.side == scene.acting else (),
    )
    return _draw_space(key, area, say("Revenue"), (more,), caption)


def _draw_action(action: Action, tile: BonusTileView | None, side: ClanBoard, scene: Scene, area: Area) -> Group:
    key, name = f"board/{side.side}/{action.id}", translate(action.title)
    more: list[AnyNode] = [*_draw_dice(side, scene, action.id, key)]
    if not more:
        more.append(draw_die_slot(f"{key}/slot", action.colour, *AT_DIE))
    beside = _place_tile(DIE, COLUMN)
    more.append(_draw_tile_space(f"{key}/free", beside) if tile is None else _draw_bonus(tile, side, scene, beside))
    places: tuple[str, ...] = ()
    if side.side == scene.acting:
        places = (f"space:{action.id} type:take-die", f"space:{action.id} type:lay-bonus-tile")
        if side.dice and side.dice[-1].space == action.id:
            places = (*places, "type:do-main-action")
    caption = Caption(detail=scene.text(action.clause), clause=action.clause, places=places)
    return _draw_space(key, area, name, more, caption, DIE)


def _draw_tile_space(key: str, area: Area) -> Rect:
    """Draw where a bonus tile may be laid."""
    return Rect(key=key, look="down", x=area.x, y=area.y, width=area.width, height=area.height, radius=4)


def _draw_dice(side: ClanBoard, scene: Scene, space: str, key: str) -> Iterator[AnyNode]:
    for placed in side.dice:
        if placed.space == space:
            said = say(
                "{colour} die of {name}, showing {n}, on {space}",
                colour=title(placed.die.colour),
                name=scene.names[side.side],
                n=placed.die.value,
                space=action_name(space),
            )
            places = (f"space:{space} type:turn-die", f"space:{space} type:discard-for-die")
            yield draw_die(f"{key}/die", placed.die, *AT_DIE, said, places if side.side == scene.acting else ())


def _draw_bonus(tile: BonusTileView, side: ClanBoard, scene: Scene, area: Area) -> Group:
    """Draw the active bonus tile of a space; its tooltip tells what the covered ones did."""
    key = f"board/{side.side}/{tile.space}/tile"
    face = scene.content.faces[tile.face]
    covered = [each.does for each in side.bonus_tiles if each.space == tile.space and each.covered]
    return Group(
        key=key,
        x=area.x,
        y=area.y,
        title=say("Bonus tile {tile}", tile=title(tile.tile)),
        detail=" / ".join([tile.does, *(say("covered: {does}", does=does) for does in covered)]),
        clause=face.clause,
        places=(f"space:{tile.space} type:use-tile",) if side.side == scene.acting else (),
        children=(
            Rect(key=f"{key}/frame", look="badge", x=0, y=0, width=area.width, height=area.height, radius=4),
            *draw_effects(f"{key}/does", face.effects, tile.does, (8, area.height / 2), area.width - 14, lines=1),
        ),
    )


def _draw_ability(tile: BonusTileView | None, side: ClanBoard, scene: Scene, area: Area) -> Group:
    key, needed = f"board/{side.side}/{CLAN_ABILITY}", scene.content.numbers.clan_ability_total
    name = say("Ability: dice {n} of {needed}", n=side.dice_total, needed=needed)
    clan = scene.content.clans.get(side.clan or "")
    beneath = _place_tile(COLUMN / 2 if tile is not None else 0, COLUMN)
    at, width = (8, beneath.y + beneath.height / 2), COLUMN / 2 - 10 if tile is not None else COLUMN - 16
    more = draw_effects(f"{key}/ability", clan.ability if clan else (), side.ability, at, width, lines=1)
    if tile is not None:
        more.append(_draw_bonus(tile, side, scene, beneath))
    places = ("type:use-ability", f"space:{CLAN_ABILITY} type:lay-bonus-tile")
    caption = Caption(
        say("Clan ability, for dice of {needed} in all; now {n}", n=side.dice_total, needed=needed),
        detail=side.ability,
        clause=clan.clause if clan else "daimyo.clan-ability.threshold",
        places=places if side.side == scene.acting else (),
    )
    return _draw_space(key, area, name, more, caption)


def _draw_mini_boards(side: MiniBoards, scene: Scene) -> Panel:
    """Draw the buildings that still stand on the mini-boards, with the tiles under them and what the next one costs."""
    key, y = f"mini-boards/{side.side}", float(EDGE)
    found: list[AnyNode] = []
    for kind in side.building_costs:
        found += _draw_cost(kind, side, scene, y)
        y += 20
        boards = [scene.content.mini_boards[board] for board in side.boards]
        tiles = [tile for board in boards if board.building == kind for tile in board.tiles]
        for pair in (tiles[place : place + 2] for place in range(0, len(tiles), 2)):
            for column, tile in enumerate(pair):
                found.append(_draw_covered(kind, tile, side, scene, place_column(column), y, COVERED_HEIGHT))
            y += COVERED_HEIGHT + 4
    height = max(y + 2, BOARD_HEIGHT)
    paper = Rect(key=f"{key}/paper", look="paper", x=1, y=1, width=WIDTH - 2, height=height - 2, radius=10)
    said = say("Mini-boards of {name}", name=scene.names[side.side])
    return Panel(key=key, title=said, height=height, children=(paper, *found))


def _draw_covered(
    kind: str, tile: str, side: MiniBoards, scene: Scene, x: float, y: float, height: float
) -> Group | Rect:
    key, building = f"mini-board/{side.side}/{tile}", piece_name(kind)
    under = next((each for each in side.under_buildings if each.tile == tile), None)
    if under is None:
        said = say("The {building} that stood here is built", building=building)
        return Rect(key=key, look="slot", title=said, x=x, y=y, width=HALF, height=height, radius=6)
    look = f"figure seat-{side.side}"
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("{building}, on the bonus tile {tile}", building=building.capitalize(), tile=title(tile)),
        detail=under.does,
        clause=scene.content.faces[under.face].clause,
        places=(f"tile:{tile}",) if side.side == scene.acting else (),
        children=(
            Rect(key=f"{key}/plate", look="card", x=0, y=0, width=HALF, height=height, radius=6),
            Use(key=f"{key}/building", look=look, symbol=kind, x=5, y=height / 2 - 11, size=22),
            *draw_effects(f"{key}/does", scene.content.faces[under.face].effects, under.does, (33, height / 2), BESIDE),
        ),
    )


def _draw_cost(kind: str, side: MiniBoards, scene: Scene, y: float) -> Iterator[AnyNode]:
    key, name = f"seat/{side.side}/next/{kind}", piece_name(kind)
    cost = side.building_costs[kind]
    label = draw_label(f"{key}/label", 0, 12, say("Next {building} costs", building=name), 190)
    yield Group(
        key=key,
        x=MARGIN,
        y=y,
        title=say("{name}: the next {building} costs {cost}", name=scene.names[side.side], building=name, cost=cost),
        detail=scene.text("daimyo.construction.surcharge"),
        clause="daimyo.construction.cost",
        places=(f"building:{kind}",) if side.side == scene.acting else (),
        children=(label, *draw_goods(f"{key}/cost", cost, 200, 0)),
    )

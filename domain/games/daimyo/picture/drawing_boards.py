"""The picture of a clan board: the main actions with their dice and bonus tiles, and the mini-boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
from domain.games.daimyo.views.view import BonusTileView, SideView
from domain.kernel.drawing.kit import GAP, HALF, INNER, draw_label
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import MARGIN, Area, Caption, write
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Rect, Use
from domain.kernel.language import say, translate
from domain.kernel.words import title

ACTION_HEIGHT, ABILITY_HEIGHT, REVENUE_HEIGHT, COVERED_HEIGHT = 58, 58, 58, 36
SIGN, EDGE = 20, 6
"""The height of the names of spaces, and the width of the wooden border around the spaces."""
BESIDE = HALF - 38
"""The width of a tile's effects next to a building."""
REVENUES = ("revenue-1", "revenue-2")


def draw_clan_board(side: SideView, scene: Scene, y: float) -> tuple[list[AnyNode], float]:
    """Draw the spaces of a clan board on its wood from `y` on; returns them and their lower end."""
    tiles = {tile.space: tile for tile in side.bonus_tiles if not tile.covered}
    actions = scene.content.actions.values()
    rows = -(-len(actions) // 2)
    height = 2 * EDGE + rows * (ACTION_HEIGHT + GAP) + ABILITY_HEIGHT + GAP + REVENUE_HEIGHT
    wood = Area(MARGIN - EDGE, y, INNER + 2 * EDGE, height)
    found: list[AnyNode] = [
        Rect(
            key=f"board/{side.side}/{look}",
            look=look,
            x=wood.x,
            y=wood.y,
            width=wood.width,
            height=wood.height,
            radius=9,
        )
        for look in ("board-wood", "grain")
    ]
    y += EDGE
    for place, action in enumerate(actions):
        x = place_column(place)
        found.append(_draw_action(action, tiles.get(action.id), side, scene, x, y + place // 2 * (ACTION_HEIGHT + GAP)))
    y += -(-len(actions) // 2) * (ACTION_HEIGHT + GAP)
    found.append(_draw_ability(tiles.get(CLAN_ABILITY), side, scene, y))
    y += ABILITY_HEIGHT + GAP
    for place, space in enumerate(REVENUES):
        found.append(_draw_revenue(space, tiles.get(space), side, scene, place_column(place), y))
    return found, y + REVENUE_HEIGHT + EDGE + GAP


def _draw_space(key: str, area: Area, name: str, more: Sequence[AnyNode], caption: Caption) -> Group:
    """Draw a space of a clan board: a plate with its name above the things on it."""
    shown = fit(name, area.width - 14, SMALLEST, bold=True)
    children: list[AnyNode] = [
        Rect(key=f"{key}/plate", look="board", x=0, y=0, width=area.width, height=area.height, radius=6),
        Rect(key=f"{key}/sign", look="plate", x=2, y=2, width=area.width - 4, height=SIGN, radius=4),
        write(f"{key}/name", (8, 17), shown, "on-wood serif", SMALLEST, bold=True),
        *more,
    ]
    return caption.group(key, area.x, area.y, children, name)


def _draw_revenue(space: str, tile: BonusTileView | None, side: SideView, scene: Scene, x: float, y: float) -> Group:
    key = f"board/{side.side}/{space}"
    more: list[AnyNode] = [_draw_tile_space(f"{key}/free", 5, SIGN + 4, HALF - 10, REVENUE_HEIGHT - SIGN - 7)]
    if tile is not None:
        more = [_draw_bonus(tile, side, scene, 5, SIGN + 4, HALF - 10, REVENUE_HEIGHT - SIGN - 7)]
    return _draw_space(
        key,
        Area(x, y, HALF, REVENUE_HEIGHT),
        say("Revenue"),
        more,
        Caption(
            say("Revenue") if tile else say("Revenue: no tile yet"),
            detail=scene.text("daimyo.bonus-tile.yellow-spaces"),
            clause="daimyo.bonus-tile.yellow-spaces",
            places=(f"space:{space}",) if side.side == scene.acting else (),
        ),
    )


def _draw_action(action: Action, tile: BonusTileView | None, side: SideView, scene: Scene, x: float, y: float) -> Group:
    key, name = f"board/{side.side}/{action.id}", translate(action.title)
    more: list[AnyNode] = [*_draw_dice(side, scene, action.id, key)]
    if not more:
        more.append(draw_die_slot(f"{key}/slot", action.colour, 6, 26))
    beside = (40, SIGN + 4, HALF - 45, ACTION_HEIGHT - SIGN - 7)
    more.append(_draw_tile_space(f"{key}/free", *beside) if tile is None else _draw_bonus(tile, side, scene, *beside))
    places: tuple[str, ...] = ()
    if side.side == scene.acting:
        places = (f"space:{action.id} type:take-die", f"space:{action.id} type:lay-bonus-tile")
        if side.dice and side.dice[-1].space == action.id:
            places = (*places, "type:do-main-action")
    caption = Caption(detail=scene.text(action.clause), clause=action.clause, places=places)
    return _draw_space(key, Area(x, y, HALF, ACTION_HEIGHT), name, more, caption)


def _draw_tile_space(key: str, x: float, y: float, width: float, height: float) -> Rect:
    """Draw the spaces for bonus tiles."""
    return Rect(key=key, look="down", x=x, y=y, width=width, height=height, radius=4)


def _draw_dice(side: SideView, scene: Scene, space: str, key: str) -> Iterator[AnyNode]:
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
            yield draw_die(f"{key}/die", placed.die, 6, 26, said, places if side.side == scene.acting else ())


def _draw_bonus(
    tile: BonusTileView, side: SideView, scene: Scene, x: float, y: float, width: float, height: float
) -> Group:
    """Draw the active bonus tile of a space; its tooltip tells what the covered ones did."""
    key = f"board/{side.side}/{tile.space}/tile"
    face = scene.content.faces[tile.face]
    covered = [each.does for each in side.bonus_tiles if each.space == tile.space and each.covered]
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("Bonus tile {tile}", tile=title(tile.tile)),
        detail=" / ".join([tile.does, *(say("covered: {does}", does=does) for does in covered)]),
        clause=face.clause,
        places=(f"space:{tile.space} type:use-tile",) if side.side == scene.acting else (),
        children=(
            Rect(key=f"{key}/frame", look="badge", x=0, y=0, width=width, height=height, radius=4),
            *draw_effects(f"{key}/does", face.effects, tile.does, (8, height / 2), width - 14),
        ),
    )


def _draw_ability(tile: BonusTileView | None, side: SideView, scene: Scene, y: float) -> Group:
    key, needed = f"board/{side.side}/{CLAN_ABILITY}", scene.content.numbers.clan_ability_total
    name = say("Ability: dice {n} of {needed}", n=side.dice_total, needed=needed)
    width = HALF - 6 if tile is not None else INNER - 12
    clan = scene.content.clans.get(side.clan or "")
    at = 8, (SIGN + ABILITY_HEIGHT) / 2
    more = draw_effects(f"{key}/ability", clan.ability if clan else (), side.ability, at, width)
    if tile is not None:
        more.append(_draw_bonus(tile, side, scene, HALF + GAP, SIGN + 4, HALF - 5, ABILITY_HEIGHT - SIGN - 7))
    places = ("type:use-ability", f"space:{CLAN_ABILITY} type:lay-bonus-tile")
    caption = Caption(
        say("Clan ability, for dice of {needed} in all; now {n}", n=side.dice_total, needed=needed),
        detail=side.ability,
        clause=clan.clause if clan else "daimyo.clan-ability.threshold",
        places=places if side.side == scene.acting else (),
    )
    return _draw_space(key, Area(MARGIN, y, INNER, ABILITY_HEIGHT), name, more, caption)


def draw_mini_boards(side: SideView, scene: Scene, y: float) -> tuple[list[AnyNode], float]:
    """Draw the buildings still on the mini-boards, with the tiles under them and the cost of the next one."""
    found: list[AnyNode] = []
    for kind in side.building_costs:
        found += _draw_cost(kind, side, scene, y)
        y += 18
        boards = [scene.content.mini_boards[board] for board in side.boards]
        tiles = [tile for board in boards if board.building == kind for tile in board.tiles]
        for pair in (tiles[place : place + 2] for place in range(0, len(tiles), 2)):
            for column, tile in enumerate(pair):
                found.append(_draw_covered(kind, tile, side, scene, place_column(column), y, COVERED_HEIGHT))
            y += COVERED_HEIGHT + 4
    return found, y + 2


def _draw_covered(
    kind: str, tile: str, side: SideView, scene: Scene, x: float, y: float, height: float
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


def _draw_cost(kind: str, side: SideView, scene: Scene, y: float) -> Iterator[AnyNode]:
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

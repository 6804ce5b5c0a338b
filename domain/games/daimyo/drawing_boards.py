"""The picture of a clan board: the main actions with their dice and bonus tiles, and the mini-boards."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.daimyo.drawing_parts import (
    CLAN_ABILITY,
    GAP,
    HALF,
    WHOLE,
    Scene,
    draw_die,
    draw_die_slot,
    draw_goods,
    draw_label,
    draw_plate,
    draw_words,
    place_column,
)
from domain.games.daimyo.entries import BUILDINGS, Action, BuildingKind
from domain.games.daimyo.facts.base import action_name, piece_name
from domain.games.daimyo.view import BonusTileView, SideView
from domain.kernel.drawing.pieces import MARGIN
from domain.kernel.drawing.tree import AnyNode, Group, Rect, Use
from domain.kernel.language import say, translate
from domain.kernel.words import title

ACTION_HEIGHT, ABILITY_HEIGHT, REVENUE_HEIGHT, TILE_HEIGHT = 66, 50, 38, 46
REVENUES = ("revenue-1", "revenue-2")


def draw_clan_board(side: SideView, scene: Scene, y: float) -> tuple[list[AnyNode], float]:
    """Draw the spaces of a clan board from `y` on, and return them with where they end."""
    tiles = {tile.space: tile for tile in side.bonus_tiles if not tile.covered}
    own = side.side == scene.acting
    found: list[AnyNode] = []
    actions = scene.content.actions.values()
    for place, action in enumerate(actions):
        x = place_column(place)
        found.append(_draw_action(action, tiles.get(action.id), side, scene, x, y + place // 2 * (ACTION_HEIGHT + GAP)))
    y += -(-len(actions) // 2) * (ACTION_HEIGHT + GAP)
    found.append(_draw_ability(tiles.get(CLAN_ABILITY), side, scene, y))
    y += ABILITY_HEIGHT + GAP
    for place, space in enumerate(REVENUES):
        tile = tiles.get(space)
        found.append(
            draw_plate(
                f"board/{side.side}/{space}",
                place_column(place),
                y,
                HALF,
                REVENUE_HEIGHT,
                say("Revenue"),
                tile.does if tile else say("no tile yet"),
                look="badge" if tile else "board",
                lines=1,
                title=_say_tile(tile, say("Revenue")),
                detail=tile.does if tile else "",
                clause=_find_clause(tile, scene, "daimyo.bonus-tile.yellow-spaces"),
                places=(f"space:{space}",) if own else (),
            )
        )
    return found, y + REVENUE_HEIGHT + GAP


def _draw_action(action: Action, tile: BonusTileView | None, side: SideView, scene: Scene, x: float, y: float) -> Group:
    key, name = f"board/{side.side}/{action.id}", translate(action.title)
    more: list[AnyNode] = [*_draw_dice(side, scene, action.id, key)]
    if not more:
        more.append(draw_die_slot(f"{key}/slot", action.colour, 6, 27))
    if tile is not None:
        more += _draw_bonus(f"{key}/tile", tile, 40, 20, HALF - 46, ACTION_HEIGHT - 25)
    places: tuple[str, ...] = ()
    if side.side == scene.acting:
        places = (f"space:{action.id}",)
        if side.dice and side.dice[-1].space == action.id:
            places = (*places, "type:do-main-action")
    return draw_plate(
        key,
        x,
        y,
        HALF,
        ACTION_HEIGHT,
        name,
        look="board",
        title=_say_tile(tile, name),
        detail=tile.does if tile else scene.text(action.clause),
        clause=_find_clause(tile, scene, action.clause),
        places=places,
        more=more,
    )


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
            yield draw_die(f"{key}/die", placed.die, 6, 27, said)


def _draw_bonus(key: str, tile: BonusTileView, x: float, y: float, width: float, height: float) -> Iterator[AnyNode]:
    yield Rect(key=f"{key}/frame", look="badge", x=x, y=y, width=width, height=height, radius=4)
    yield from draw_words(f"{key}/does", tile.does, x + 5, y + height / 2, width - 10, 3, "ink", centred=True)


def _say_tile(tile: BonusTileView | None, name: str) -> str:
    if tile is None:
        return name
    return say("{space}, with the bonus tile {tile}", space=name, tile=title(tile.tile))


def _find_clause(tile: BonusTileView | None, scene: Scene, otherwise: str) -> str:
    return scene.content.faces[tile.face].clause if tile else otherwise


def _draw_ability(tile: BonusTileView | None, side: SideView, scene: Scene, y: float) -> Group:
    key, needed = f"board/{side.side}/{CLAN_ABILITY}", scene.content.numbers.clan_ability_total
    name = say("Clan ability: dice {n} of {needed}", n=side.dice_total, needed=needed)
    more: list[AnyNode] = []
    if tile is not None:
        more += _draw_bonus(f"{key}/tile", tile, HALF + GAP, 5, HALF - 5, ABILITY_HEIGHT - 10)
    width = HALF - 6 if tile is not None else WHOLE - 12
    more += draw_words(f"{key}/ability", side.ability, 6, 30, width)
    clan = scene.content.clans.get(side.clan or "")
    return draw_plate(
        key,
        MARGIN,
        y,
        WHOLE,
        ABILITY_HEIGHT,
        name if tile is None else say("Ability: dice {n} of {needed}", n=side.dice_total, needed=needed),
        look="board",
        title=_say_tile(tile, name),
        detail=side.ability + (f"; {tile.does}" if tile else ""),
        clause=clan.clause if clan else "daimyo.clan-ability.threshold",
        places=("type:use-ability", f"space:{CLAN_ABILITY}") if side.side == scene.acting else (),
        more=more,
    )


def draw_mini_boards(side: SideView, scene: Scene, y: float) -> tuple[list[AnyNode], float]:
    """Draw the buildings that still stand on the mini-boards, with the tiles under them and what the next one costs."""
    found: list[AnyNode] = []
    under = {tile.tile: tile for tile in side.under_buildings}
    for kind in BUILDINGS:
        boards = [board for board in side.boards if scene.content.mini_boards[board].building == kind]
        if not boards and kind not in side.building_costs:
            continue
        found += _draw_cost(kind, side, scene, y)
        y += 18
        tiles = [tile for board in boards for tile in scene.content.mini_boards[board].tiles]
        for place, tile in enumerate(tiles):
            x, line = place_column(place), y + place // 2 * (TILE_HEIGHT + 4)
            key = f"mini-board/{side.side}/{tile}"
            if tile in under:
                found.append(
                    draw_plate(
                        key,
                        x,
                        line,
                        HALF,
                        TILE_HEIGHT,
                        "",
                        title=say(
                            "{building}, on the bonus tile {tile}",
                            building=piece_name(kind).capitalize(),
                            tile=title(tile),
                        ),
                        detail=under[tile].does,
                        clause=scene.content.faces[under[tile].face].clause,
                        places=(f"tile:{tile}",) if side.side == scene.acting else (),
                        more=(
                            Use(
                                key=f"{key}/building", look=f"figure seat-{side.side}", symbol=kind, x=5, y=12, size=22
                            ),
                            *draw_words(
                                f"{key}/does", under[tile].does, 32, TILE_HEIGHT / 2, HALF - 38, 3, centred=True
                            ),
                        ),
                    )
                )
            else:
                found.append(Rect(key=key, look="slot", x=x, y=line, width=HALF, height=TILE_HEIGHT, radius=6))
        y += -(-len(tiles) // 2) * (TILE_HEIGHT + 4)
    return found, y + 2


def _draw_cost(kind: BuildingKind, side: SideView, scene: Scene, y: float) -> Iterator[AnyNode]:
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

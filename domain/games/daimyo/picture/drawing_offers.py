"""The picture of everything on offer: heroes, the black market, villagers, goals, and the choices of the set-up."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.games.daimyo.facts.base import piece_name
from domain.games.daimyo.picture.drawing_parts import (
    HERO_HEIGHT,
    TILE_HEIGHT,
    Scene,
    draw_effects,
    draw_goods,
    draw_hero,
    draw_tile,
    number_copies,
    place_column,
    place_hero,
)
from domain.games.daimyo.picture.effect_icons import ARROW, draw_icons, list_conditions, list_icons
from domain.games.daimyo.printed.entries import Goal, VillagerFace
from domain.games.daimyo.views.view import ClanView, GoalView, HeroView, MiniBoardView
from domain.kernel.content import KEPT
from domain.kernel.drawing.kit import GAP, HALF, INNER, ROW, draw_amount, draw_plate, draw_words
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import HEADING, MARGIN, Area, Caption, panel, seat_mark
from domain.kernel.drawing.tree import SMALLEST, WIDTH, AnyNode, Group, Panel, Rect, Text, Use
from domain.kernel.language import once_a_language, say, say_many
from domain.kernel.words import join_parts, title

GOAL_HEIGHT, VILLAGER_HEIGHT = 82, 54
TILES_IN_A_ROW = 8
ASIDE = 48
"""The width of a number at the right of a heading."""


def draw_heroes(scene: Scene) -> Panel:
    """Draw the heroes for hire and the deck behind them."""
    seen = scene.seen
    deck = say_many("1 card in the deck", "{n} cards in the deck", seen.hero_deck)
    children: list[AnyNode] = [
        draw_amount("heroes/deck", "deck", seen.hero_deck, WIDTH - MARGIN - ASIDE, 8, say("Heroes: {deck}", deck=deck))
    ]
    cards: list[tuple[HeroView, str]] = [(hero, "") for hero in seen.market]
    if seen.top_hero is not None:
        cards.append((seen.top_hero, say("on the deck")))
    for place, (hero, note) in enumerate(cards):
        children.append(
            draw_hero(
                hero,
                scene.content.heroes[hero.hero].effects,
                place_hero(place, HEADING),
                note,
                "band" if note else "card",
            )
        )
    height = HEADING + -(-len(cards) // 2) * HERO_HEIGHT + GAP
    return panel("heroes", say("Heroes for hire"), height, children, aside=ASIDE)


def draw_markets(scene: Scene) -> Panel:
    """Draw the black market, and the bag that it is filled from."""
    seen = scene.seen
    bag = say_many("1 relic tile in the bag", "{n} relic tiles in the bag", seen.bag)
    bag_drawn = draw_amount("bag", "bag", seen.bag, WIDTH - MARGIN - ASIDE, 8, bag)
    market, height = _draw_black_market(scene, HEADING)
    return panel("markets", say("Black market"), HEADING + height + 10, [bag_drawn, market], aside=ASIDE)


def draw_village(scene: Scene, y: float, width: float) -> Iterator[AnyNode]:
    """Draw the Villager tiles in a row from `y` on, and the houses of the village above its right end."""
    yield Group(
        key="villagers",
        x=width - 50,
        y=y - 27,
        title=say("Villager tiles"),
        detail=scene.rulebook.read("daimyo.villagers.tile"),
        clause="daimyo.villagers.tile",
        places=("step:tile",),
        children=(Use(key="villagers/houses", look="roof", symbol="village", x=0, y=0, size=48),),
    )
    villagers = scene.seen.villagers
    each = (width + GAP) / max(1, len(villagers)) - GAP
    for place, (face, does) in enumerate(villagers):
        area = Area(place * (each + GAP), y, each, VILLAGER_HEIGHT)
        yield _draw_villager(face, does, area, scene.content.villager_faces[face])


def _draw_black_market(scene: Scene, y: float) -> tuple[Group, float]:
    step, line = (INNER - 10 + GAP) / TILES_IN_A_ROW, TILE_HEIGHT + GAP
    tiles = [
        draw_tile(
            f"market/{copy}",
            tile,
            5 + place % TILES_IN_A_ROW * step,
            5 + place // TILES_IN_A_ROW * line,
            say("in the black market"),
            (f"tile:{tile} origin:black-market", f"tile:{tile} type:shop"),
        )
        for place, (tile, copy) in enumerate(number_copies(scene.seen.black_market))
    ]
    height = max(1, -(-len(tiles) // TILES_IN_A_ROW)) * line + 4
    ground = Rect(key="market/ground", look="band", x=0, y=0, width=INNER, height=height, radius=6)
    market = Group(
        key="market",
        x=MARGIN,
        y=y,
        title=say("Black market"),
        detail=scene.rulebook.read("daimyo.relic.shop"),
        clause="daimyo.relic.shop",
        places=("origin:black-market",),
        children=(ground, *tiles),
    )
    return market, height


@once_a_language(KEPT)
def _draw_villager(face: str, does: str, area: Area, entry: VillagerFace) -> Group:
    key = f"villager/{face}"
    return draw_plate(
        key,
        area,
        "",
        more=(
            *draw_effects(
                f"{key}/does", entry.effects, does, (8, VILLAGER_HEIGHT / 2), area.width - 12, rows=2, lines=3
            ),
        ),
        caption=Caption(
            say("Villagers: {face}", face=title(face)), detail=does, clause=entry.clause, places=(f"face:{face}",)
        ),
    )


def draw_goals(scene: Scene) -> Panel:
    """Draw the goals, with the marks of those who met them."""
    goals = scene.seen.goals
    children: list[AnyNode] = []
    for place, goal in enumerate(goals):
        met_by = tuple([scene.names[side] for side in goal.tokens])
        drawn = _draw_goal(goal, scene.content.goals[goal.goal], met_by)
        y = HEADING + place // 2 * GOAL_HEIGHT
        children.append(msgspec.structs.replace(drawn, x=place_column(place), y=y))
    return panel("goals", say("Goals"), HEADING + -(-len(goals) // 2) * GOAL_HEIGHT + GAP, children)


@once_a_language(KEPT)
def _draw_goal(goal: GoalView, entry: Goal, names: tuple[str, ...]) -> Group:
    """Draw a goal; `names` are those of the sides that met it."""
    key, name = f"goal/{goal.goal}", title(goal.goal)
    text = (
        say("{condition}; also {bonus}", condition=goal.condition, bonus=goal.bonus) if goal.bonus else goal.condition
    )
    awards = [goal.gold, goal.silver] if goal.silver else [goal.gold]
    icons = [*list_conditions(entry.when), *((ARROW, *list_icons(entry.bonus)) if entry.bonus else ())]
    more = draw_icons(f"{key}/text", icons, (8, 36), HALF - 14)
    if more is None:
        more = draw_words(f"{key}/text", text, (6, 16 + ROW), HALF - 12)
    for place, points in enumerate(awards):
        left = 6 + place * 74
        more += [
            Use(
                key=f"{key}/award/{place}",
                look="icon metal" if place else "icon gold",
                symbol="standard",
                x=left,
                y=52,
                size=18,
            ),
            Text(key=f"{key}/points/{place}", look="ink", x=left + 20, y=66, text=str(points), size=13, bold=True),
            Rect(key=f"{key}/place/{place}", look="slot", x=left + 40, y=51, width=22, height=20, radius=10),
        ]
    for place, (side, name_of) in enumerate(zip(goal.tokens[: len(awards)], names, strict=False)):
        said = say("{name} met this goal", name=name_of)
        more.append(seat_mark(f"{key}/met/{side}", side, 6 + place * 74 + 44, 54, 14, title=said))
    worth = say("{gold} points for the first, {silver} for the second", gold=goal.gold, silver=goal.silver)
    if not goal.silver:
        worth = say("{n} points for the first", n=goal.gold)
    return draw_plate(
        key,
        Area(0, 0, HALF, GOAL_HEIGHT - GAP),
        name,
        more=more,
        caption=Caption(
            say("{kind} goal {goal}: {points}", kind=title(goal.kind), goal=name, points=worth),
            detail=text,
            clause="daimyo.goal.green-first" if goal.kind == "green" else "daimyo.goal.orange",
        ),
    )


def draw_clans_to_choose(scene: Scene) -> Panel:
    """Draw the clans that nobody has chosen."""
    children: list[AnyNode] = []
    top = float(HEADING)
    for clan in scene.seen.clans_to_choose:
        height = 56 + len(clan.heroes) * 28
        children.append(_draw_clan(clan, top, height, scene.content.clans[clan.clan].clause))
        top += height + GAP
    return panel("clans", say("Clans to choose from"), top + 4, children)


@once_a_language(KEPT)
def _draw_clan(clan: ClanView, y: float, height: float, clause: str) -> Group:
    key = f"clan/{clan.clan}"
    more: list[AnyNode] = draw_goods(f"{key}/goods", clan.goods, INNER - 120, 4)
    more += draw_words(f"{key}/ability", say("Ability: {does}", does=clan.ability), (6, 31), INNER - 12)
    for row, hero in enumerate(clan.heroes):
        more += _draw_hero_lines(hero, 62 + row * 28)
    return draw_plate(
        key,
        Area(MARGIN, y, INNER, height),
        title(clan.clan),
        more=more,
        caption=Caption(
            say("{clan} clan: begins with {goods}", clan=title(clan.clan), goods=clan.goods),
            detail=clan.ability,
            clause=clause,
            places=(f"clan:{clan.clan}",),
        ),
    )


def _draw_hero_lines(hero: HeroView, y: float) -> Iterator[AnyNode]:
    key = f"clan-hero/{hero.hero}"
    name = say("{hero}: strength {n}, {cost} gold", hero=title(hero.hero), n=hero.strength, cost=hero.cost)
    yield Group(
        key=key,
        x=6,
        y=y,
        title=name,
        detail=hero.ability,
        children=(
            Text(key=f"{key}/name", look="ink", x=0, y=0, text=fit(name, INNER - 12, SMALLEST), size=SMALLEST),
            *draw_words(f"{key}/does", hero.ability, (10, ROW), INNER - 22, lines=1),
        ),
    )


def draw_mini_boards_to_take(scene: Scene) -> Panel:
    """Draw the mini-boards that nobody has taken."""
    children: list[AnyNode] = []
    top = float(HEADING)
    for board in scene.seen.mini_boards_to_take:
        drawn, height = _draw_mini_board(board, top)
        children.append(drawn)
        top += height + GAP
    return panel("mini-boards", say("Mini-boards to take"), top + 4, children)


@once_a_language(KEPT)
def _draw_mini_board(board: MiniBoardView, y: float) -> tuple[Group, float]:
    key, building = f"mini-board/{board.board}", piece_name(board.building)
    more: list[AnyNode] = draw_goods(f"{key}/goods", board.goods, INNER - 120, 4)
    height = 23.0
    for tile in board.tiles:
        lines = draw_words(f"{key}/{tile.tile}", tile.does, (42, height + 11), INNER - 48)
        dot = Text(key=f"{key}/{tile.tile}/dot", look="soft", x=34, y=height + 11, text="·", size=SMALLEST, bold=True)
        more += [dot, *lines]
        height += len(lines) * ROW + 2
    height += 5
    more.append(Use(key=f"{key}/building", look="icon", symbol=board.building, x=6, y=26, size=22))
    drawn = draw_plate(
        key,
        Area(MARGIN, y, INNER, height),
        title(board.board),
        more=more,
        caption=Caption(
            say(
                "{board}, a mini-board for {building}s: {goods}",
                board=title(board.board),
                building=building,
                goods=board.goods,
            ),
            detail=join_parts(tile.does for tile in board.tiles),
            clause="daimyo.setup.player.mini-boards",
            places=(f"board:{board.board}",),
        ),
    )
    return drawn, height

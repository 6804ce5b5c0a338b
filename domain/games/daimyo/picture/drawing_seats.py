"""The picture of a player: goods, remaining pieces, storage, and heroes."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.daimyo.picture.drawing_boards import BOARD_HEIGHT, draw_boards
from domain.games.daimyo.picture.drawing_parts import (
    HERO_HEIGHT,
    TILE_HEIGHT,
    TILE_WIDTH,
    Scene,
    draw_hero,
    draw_small_hero,
    draw_tile,
    number_copies,
    place_hero,
)
from domain.games.daimyo.picture.drawing_strip import STRIP_HEIGHT, draw_strip
from domain.games.daimyo.picture.drawing_symbols import find_emblem
from domain.games.daimyo.printed.goods import KINDS
from domain.games.daimyo.views.view import SideView
from domain.kernel.drawing.kit import GAP, HALF, INNER, draw_amount, draw_label
from domain.kernel.drawing.pieces import (
    HEADING,
    MARGIN,
    Area,
    Caption,
    badge,
    face_down,
    measure_badge,
    panel,
    turn_badge,
)
from domain.kernel.drawing.tree import WIDTH, AnyNode, Group, Panel, Rect, Text, Use
from domain.kernel.language import say, say_many, translate
from domain.kernel.words import count_noun, join_words, title

PIECES = {
    "governors": "governor",
    "shadows": "shadow",
    "scavengers": "scavenger",
    "techno-farms": "techno-farm",
    "radio-towers": "radio-tower",
    "relic-pawns": "relic-pawn",
}
"""The symbol of each kind of piece in the supply."""
SLOTS_IN_A_ROW = 9
BACK_WIDTH, BACK_HEIGHT = 28, 40
OWN_HAND = 56
"""The height of the heroes in a readable hand, below the belongings."""
FEW_HEROES, SMALL_HEROES, MOST_HEROES = 4, 5, 8
"""As many heroes of a hand stand side by side as cards, as small ones with their cost, and without."""
MOST_OF_A_GOOD = 6
"""The most goods of one kind that a move can refer to."""


def draw_seat(side: SideView, scene: Scene) -> Iterator[Panel]:
    """Draw the belongings of a player in a panel, with the clan board as a strip or in panels of its own."""
    key, name = f"seat/{side.side}", scene.names[side.side]
    top = HEADING + 2.0
    badges = list(_draw_badges(side, scene, 10))
    aside = WIDTH - MARGIN - min((badge.x for badge in badges), default=WIDTH - MARGIN)
    children: list[AnyNode] = [*badges, *draw_purse(side, scene, top)]
    children += [*_draw_cards(side, scene, top + 26), *draw_supply(side, scene, top + 52)]
    top += 78
    children += draw_storage(side, scene, top)
    top += count_storage_rows(side) * (TILE_HEIGHT + 4) + 2
    if side.side not in scene.boards:
        children += draw_strip(side, scene, top)
        hand, top = _draw_hand(side, scene, top + STRIP_HEIGHT + GAP)
        yield panel(key, name, top + 4, [*children, *hand], seat=side.side, aside=aside)
        return
    hand, end = _draw_own_hand(side, scene, top + 2)
    height = max(end + 4, BOARD_HEIGHT)
    yield panel(key, name, height, [*children, *hand], seat=side.side, aside=aside)
    yield from draw_boards(side, scene)


def draw_purse(side: SideView, scene: Scene, y: float) -> list[Group]:
    """Draw the goods and points of a side."""
    found = []
    name, key = scene.names[side.side], f"seat/{side.side}"
    kinds = KINDS if scene.content.sides[side.kind].holds_goods else ()
    for place, kind in enumerate(kinds):
        places: tuple[str, ...] = ()
        if side.side == scene.acting:
            places = (*(f"{kind}:{count}" for count in range(1, MOST_OF_A_GOOD + 1)), f"resource:{kind}")
        number = side.goods.of(kind)
        said = say("{name}: {n} {good}", name=name, n=number, good=translate(kind))
        found.append(draw_amount(f"{key}/{kind}", kind, number, MARGIN + place * 62, y, said, places=places))
    if not scene.content.sides[side.kind].scores_points:
        return found
    said = say(
        "{name}: {points}, on space {space} of the popularity track with {n} tokens of 50",
        name=name,
        points=count_noun(side.points, "point"),
        space=side.track_space,
        n=side.fifty_tokens,
    )
    return [*found, draw_amount(f"{key}/points", "point", side.points, MARGIN + len(kinds) * 64, y, said)]


def _draw_badges(side: SideView, scene: Scene, y: float) -> Iterator[Group]:
    """Draw the clan, the helmet, the tokens of 50 and the turn of a side, from the right end of its heading."""
    key, name = f"seat/{side.side}", scene.names[side.side]
    right: float = WIDTH - MARGIN
    if scene.seen.active == side.side and scene.seen.result is None:
        right -= measure_badge(say("turn"))
        yield turn_badge("turn", right, y, say("turn"), say("It is the turn of {name}", name=name))
        right -= GAP
    if side.fifty_tokens:
        said = say_many(
            "{name} has passed 49 points once", "{name} has passed 49 points {n} times", side.fifty_tokens, name=name
        )
        text = f"+{50 * side.fifty_tokens}"
        right -= measure_badge(text)
        yield badge(f"{key}/fifty", right, y, text, said)
        right -= GAP
    if side.clan is not None:
        clan, text = scene.content.clans[side.clan], title(side.clan)
        right -= measure_badge(text)
        drawn = badge(f"{key}/clan", 0, 0, text, "")
        said = say("{name} plays the {clan} clan", name=name, clan=text)
        caption = Caption(said, side.ability, clan.clause, (f"clan:{side.clan}",))
        yield caption.group(f"{key}/plays", right, y, drawn.children)
        right -= GAP
    if scene.seen.helmet == side.side:
        helmet = Use(key="helmet/symbol", look="icon gold", symbol="helmet", x=0, y=-1, size=22)
        said = say("The Mighty Helmet: {name} begins", name=name)
        clause = "daimyo.component.helmet-and-round-marker"
        yield Caption(said, "", clause, ("step:helmet",)).group("helmet", right - 24, y, [helmet])


def _draw_cards(side: SideView, scene: Scene, y: float) -> Iterator[AnyNode]:
    """Draw the numbers of heroes by place, the army, and the price of the next unit."""
    key, name = f"seat/{side.side}", scene.names[side.side]
    drawing = ("step:draw",) if side.side == scene.acting else ()
    deck = say_many("{name}: 1 hero in the deck", "{name}: {n} heroes in the deck", side.deck_size, name=name)
    yield _open_pile(f"{key}/deck", "deck", side.deck_size, (MARGIN, y), deck, side.deck or (), drawing)
    size = len(side.discard)
    discard = say_many("{name}: 1 hero discarded", "{name}: {n} heroes discarded", size, name=name)
    yield _open_pile(f"{key}/discard", "discard", size, (MARGIN + 62, y), discard, side.discard, ())
    army = say("{name}: army value {n}", name=name, n=side.army)
    yield draw_amount(f"{key}/army", "army", side.army, MARGIN + 124, y, army)
    yield draw_recruitment(side, scene, MARGIN + 194, y)


def _open_pile(
    key: str,
    symbol: str,
    number: int,
    at: tuple[float, float],
    said: str,
    heroes: tuple[str, ...],
    places: tuple[str, ...],
) -> Group:
    pile = draw_amount(f"{key}/pile", symbol, number, 0, 0, "")
    detail = join_words(map(title, heroes)) if heroes else ""
    return Caption(said, detail, places=places).group(key, *at, (pile,))


def draw_recruitment(side: SideView, scene: Scene, x: float, y: float) -> Group:
    """Draw the recruitment track, with the price of the next unit marked."""
    key = f"seat/{side.side}/recruitment"
    children: list[AnyNode] = [
        Use(key=f"{key}/unit", look="icon", symbol="governor", x=0, y=0, size=18),
        Use(key=f"{key}/rice", look="icon rice", symbol="rice", x=20, y=0, size=18),
    ]
    for place, price in enumerate(scene.content.numbers.recruitment):
        left = 44 + place * 28
        here = price == side.recruitment_price
        children += [
            Rect(
                key=f"{key}/{place}",
                look="badge" if here else "slot",
                x=left,
                y=-1,
                width=24,
                height=20,
                radius=10,
            ),
            Text(
                key=f"{key}/{place}/price",
                look="ink" if here else "soft",
                x=left + 12,
                y=14,
                text=str(price),
                size=13,
                anchor="middle",
                bold=here,
            ),
        ]
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("{name}: the next unit costs {n} rice", name=scene.names[side.side], n=side.recruitment_price),
        detail=scene.rulebook.read("daimyo.recruitment.track"),
        clause="daimyo.recruitment.track",
        places=("type:pay-reset",) if side.side == scene.acting else (),
        children=tuple(children),
    )


def draw_supply(side: SideView, scene: Scene, y: float) -> list[Group]:
    """Draw the pieces that a side has left."""
    name, found = scene.names[side.side], []
    for place, (kind, count) in enumerate(side.supply.items()):
        said = say("{name}: {n} {pieces} left", name=name, n=count, pieces=translate(kind.replace("-", " ")))
        key, symbol, look = f"seat/{side.side}/supply/{kind}", PIECES.get(kind, "governor"), f"figure seat-{side.side}"
        found.append(draw_amount(key, symbol, count, MARGIN + place * 56, y, said, look=look))
    return found


def draw_storage(side: SideView, scene: Scene, y: float) -> Iterator[AnyNode]:
    """Draw the loose relic tiles and the restored relics of a side in its storage."""
    key, name = f"storage/{side.side}", scene.names[side.side]
    own = side.side == scene.acting
    limited = side.capacity is not None
    children: list[AnyNode] = []
    slots = side.capacity if side.capacity is not None else 0
    for place in range(slots):
        x, line = _find_slot(place)
        children.append(
            Rect(key=f"{key}/{place}", look="slot", x=x, y=line, width=TILE_WIDTH, height=TILE_HEIGHT, radius=4)
        )
    things = [(f"{key}/relic/{relic.colour}/{relic.altar}/{n}", relic.colour) for n, relic in enumerate(side.relics)]
    for place, (thing, colour) in enumerate(things):
        children.append(_draw_relic(thing, colour, *_find_slot(place), name))
    where = say("in the storage of {name}", name=name)
    for place, (tile, copy) in enumerate(number_copies(side.tiles), start=len(things)):
        places = (f"tile:{tile} type:give-up-tile",) if own else ()
        if not limited:
            places = (f"tile:{tile} type:buy-from-mercenaries",)
        children.append(draw_tile(f"{key}/{copy}", tile, *_find_slot(place), where, places))
    yield Group(
        key=key,
        x=MARGIN,
        y=y,
        title=_name_storage(side, name),
        clause="daimyo.storage.limit" if limited else "",
        places=("step:storage",) if own else (),
        children=tuple(children),
    )


def _name_storage(side: SideView, name: str) -> str:
    if side.capacity is None:
        return say("Relic tiles of {name}", name=name)
    return say("Storage of {name}, {n} places", name=name, n=side.capacity)


def count_storage_rows(side: SideView) -> int:
    """Return how many rows the storage of a side takes up, at least one."""
    return max(1, -(-max(side.capacity or 0, len(side.tiles) + len(side.relics)) // SLOTS_IN_A_ROW))


def _find_slot(place: int) -> tuple[float, float]:
    row, column = divmod(place, SLOTS_IN_A_ROW)
    return column * (TILE_WIDTH + 3.75), row * (TILE_HEIGHT + 4)


def _draw_relic(key: str, colour: str, x: float, y: float, name: str) -> Group:
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("Restored relic of {island}, of {name}", island=title(colour), name=name),
        clause="daimyo.restore.stack-counts-one",
        children=(
            Rect(key=f"{key}/stack", look="badge", x=0, y=0, width=TILE_WIDTH, height=TILE_HEIGHT, radius=4),
            Use(key=f"{key}/emblem", look=f"icon island-{colour}", symbol=find_emblem(colour), x=7, y=3, size=20),
        ),
    )


def _draw_own_hand(side: SideView, scene: Scene, y: float) -> tuple[list[AnyNode], float]:
    """Draw the readable hand of a side from `y` on: a row of cards, or small ones if they are many; return its end."""
    if not side.hand:
        text = say_many("Hand: 1 hero", "Hand: {n} heroes", side.hand_size)
        return [draw_label(f"hand/{side.side}/label", MARGIN, y + 16, text)], y + OWN_HAND
    if len(side.hand) <= FEW_HEROES:
        step = min((INNER + GAP) / len(side.hand), HALF + GAP)
        places = [Area(MARGIN + place * step, y, step - GAP, OWN_HAND) for place in range(len(side.hand))]
        heroes = scene.content.heroes
        cards = [
            draw_hero(hero, heroes[hero.hero].effects, place) for hero, place in zip(side.hand, places, strict=True)
        ]
        return [*cards], y + OWN_HAND
    columns = min(max(SMALL_HEROES, -(-len(side.hand) // 2)), MOST_HEROES)
    step, line = (INNER + GAP) / columns, (OWN_HAND + GAP) / 2
    found: list[AnyNode] = []
    for number, hero in enumerate(side.hand):
        row, column = divmod(number, columns)
        place = Area(round(MARGIN + column * step, 1), y + row * line, round(step - GAP, 1), line - GAP)
        found.append(draw_small_hero(hero, place))
    return found, y + max(2, -(-len(side.hand) // columns)) * line - GAP


def _draw_hand(side: SideView, scene: Scene, y: float) -> tuple[list[AnyNode], float]:
    key, name = f"hand/{side.side}", scene.names[side.side]
    text = say_many("Hand: 1 hero", "Hand: {n} heroes", side.hand_size)
    found: list[AnyNode] = [draw_label(f"{key}/label", MARGIN, y + 12, text, INNER)]
    y += 18
    if side.hand is not None:
        heroes = scene.content.heroes
        found += [
            draw_hero(hero, heroes[hero.hero].effects, place_hero(place, y)) for place, hero in enumerate(side.hand)
        ]
        return found, y + -(-len(side.hand) // 2) * HERO_HEIGHT
    said = say("A hero in the hand of {name}", name=name)
    step = min(BACK_WIDTH + 5, (INNER - BACK_WIDTH) / max(1, side.hand_size - 1))
    found += [
        face_down(f"{key}/{card}", MARGIN + card * step, y, BACK_WIDTH, BACK_HEIGHT, said)
        for card in range(side.hand_size)
    ]
    return found, y + BACK_HEIGHT + GAP if side.hand_size else y

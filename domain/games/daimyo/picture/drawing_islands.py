"""The picture of an island in the sea: sites, rough neighborhood, no man's land, altars and influence."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.daimyo.facts.base import piece_name, place_name
from domain.games.daimyo.picture.drawing_parts import TILE_WIDTH, Scene, draw_piece, draw_tile, number_copies
from domain.games.daimyo.picture.drawing_symbols import find_emblem
from domain.games.daimyo.picture.sea_places import ISLAND_WIDTH
from domain.games.daimyo.views.view import IslandView, ShadowSpaceView, SiteView
from domain.kernel.content import KEPT
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import seat_mark, write
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Circle, Group, Rect, Text, Use
from domain.kernel.language import mark, once_a_language, say, translate
from domain.kernel.rulebook import Rulebook
from domain.kernel.words import title

SITE_WIDTH, SITE_HEIGHT = 60, 60
SPACE_WIDTH, SPACE_HEIGHT = 46, 60
LEFT, STEP = 12, 62
"""The left edge of the first site, and the distance from one site to the next."""
SIGN, SITES, LOW, BOTTOM = 6, 34, 97, 161
"""The lines of an island: its sign, its sites, the rough neighborhood and the no man's land, influence and altars."""
LAND = LEFT + 3 * (SPACE_WIDTH + 3) + 6
"""Where the no man's land begins."""
INNER = ISLAND_WIDTH - 2 * LEFT
ISLANDS = {
    "blue": mark("Blue island"),
    "red": mark("Red island"),
    "yellow": mark("Yellow island"),
    "purple": mark("Purple island"),
    "green": mark("Green island"),
    "black": mark("Black island"),
}
"""The names of the printed islands: other languages cannot build them from a colour and a noun."""


def find_pawns(scene: Scene, island: IslandView) -> dict[int, int]:
    """Return the sides with a relic pawn on an altar of an island, by altar."""
    return {
        relic.altar: side.side for side in scene.seen.sides for relic in side.relics if relic.colour == island.island
    }


def draw_island(island: IslandView, pawns: dict[int, int], scene: Scene, x: float, y: float) -> Group:
    """Draw an island with everything on it; `pawns` are on its altars."""
    key = f"island/{island.island}"
    name = _name_island(island.island)
    names: dict[int | None, str] = {None: "", **dict(enumerate(scene.names))}
    children: list[AnyNode] = [
        Use(key=f"{key}/ground", look="ground", symbol="isle", x=0, y=0, size=ISLAND_WIDTH),
        *_draw_banner(island.island, name, island.gold_standard, island.silver_standard),
    ]
    for place, site in enumerate(island.sites):
        owners = names[site.governor], names[site.building_of]
        children.append(_draw_site(site, LEFT + STEP * place, SITES, owners))
    for place, space in enumerate(island.shadow_spaces):
        left = LEFT + place * (SPACE_WIDTH + 3)
        children.append(_draw_shadow_space(space, left, LOW, names[space.shadow], scene.rulebook))
    owned = tuple([(altar, side, names[side]) for altar, side in pawns.items()])
    children += [
        _draw_land(island, LOW, scene),
        *_draw_influence(island, BOTTOM, scene),
        *_draw_altars(island.island, scene.content.numbers.altars, island.free_altars, owned, BOTTOM),
    ]
    return Group(key=key, x=x, y=y, title=name, children=tuple(children))


def _name_island(island: str) -> str:
    known = ISLANDS.get(island)
    return translate(known) if known else say("{island} island", island=title(island))


@once_a_language(KEPT)
def _draw_banner(island: str, name: str, gold: int, silver: int) -> tuple[AnyNode, ...]:
    """Draw the name of an island and its standards, for the most influence and for the second most."""
    key = f"island/{island}"
    width = INNER - 112
    shown = fit(name, width - 38, 15, bold=True)
    said = say(
        "Standards of the {island}: {gold} points for the most influence, {silver} for the second most",
        island=name,
        gold=gold,
        silver=silver,
    )
    standards = Group(
        key=f"{key}/standards",
        x=LEFT + width + 6,
        y=SIGN,
        title=said,
        clause="daimyo.island.standards",
        children=tuple(
            node
            for points, look, x in ((gold, "gold", 0), (silver, "metal", 54))
            for node in (
                Rect(key=f"{key}/standard/{x}/pill", look="badge", x=x, y=0, width=50, height=25, radius=12),
                Use(key=f"{key}/standard/{x}", look=look, symbol="standard", x=x + 8, y=4, size=17),
                write(f"{key}/points/{x}", (x + 29, 18), points, "ink serif", 16, bold=True),
            )
        ),
    )
    return (
        Rect(key=f"{key}/sign", look="plate", x=LEFT, y=SIGN, width=width, height=25, radius=3),
        Use(key=f"{key}/emblem", look="coin", symbol=find_emblem(island), x=LEFT + 5, y=SIGN + 3, size=19),
        write(f"{key}/name", (LEFT + 31, SIGN + 18), shown, "on-wood serif", 15, bold=True),
        standards,
    )


@once_a_language(KEPT)
def _draw_site(site: SiteView, x: float, y: float, owners: tuple[str, str]) -> Group:
    """Draw a site; its `owners` are the names of those with a governor and a building there, or empty."""
    key, name = f"site/{site.site}", place_name(site.site)
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="place", x=0, y=0, width=SITE_WIDTH, height=SITE_HEIGHT, radius=12),
        Use(key=f"{key}/resource", look=f"icon {site.resource}", symbol=site.resource, x=21, y=1, size=18),
        Use(key=f"{key}/slots", symbol="site-slots", x=0, y=20, size=SITE_WIDTH),
    ]
    if site.governor is not None:
        said = say("Governor of {name} on {place}", name=owners[0], place=name)
        children.append(draw_piece(f"governor/{site.site}", "governor", site.governor, 5, 21, said))
    if site.building is not None and site.building_of is not None:
        said = say(
            "{piece} of {name} on {place}",
            piece=piece_name(site.building).capitalize(),
            name=owners[1],
            place=name,
        )
        children.append(draw_piece(f"building/{site.site}", site.building, site.building_of, 33, 21, said))
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("{place}: makes {good}", place=name.capitalize(), good=translate(site.resource)),
        detail=say("A space for a governor on the left, one for a building on the right."),
        clause="daimyo.island.production-sites",
        places=(f"site:{site.site}", f"place:{site.site}", f"to:{site.site}"),
        children=tuple(children),
    )


@once_a_language(KEPT)
def _draw_shadow_space(space: ShadowSpaceView, x: float, y: float, owner: str, rulebook: Rulebook) -> Group:
    """Draw a space for a shadow; its `owner` is the name of the shadow's side, or empty."""
    key, name = f"space/{space.space}", place_name(space.space)
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="place", x=0, y=0, width=SPACE_WIDTH, height=SPACE_HEIGHT, radius=12),
        Use(key=f"{key}/slot", symbol="shadow-slot", x=0, y=0, size=SPACE_WIDTH),
        Text(key=f"{key}/amount", look="ink", x=26, y=16, text=str(space.gold), size=14, bold=True),
    ]
    if space.shadow is not None:
        said = say("Shadow of {name} on {place}", name=owner, place=name)
        children.append(draw_piece(f"shadow/{space.space}", "shadow", space.shadow, 12, 21, said))
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("{place}: {gold} gold", place=name.capitalize(), gold=space.gold),
        detail=rulebook.read("daimyo.recruitment.shadow.gold"),
        clause="daimyo.recruitment.shadow.gold",
        places=(f"space:{space.space}", f"place:{space.space}", f"to:{space.space}"),
        children=tuple(children),
    )


def _draw_land(island: IslandView, y: float, scene: Scene) -> Group:
    key, width = f"land/{island.island}", ISLAND_WIDTH - LEFT - LAND
    where = say("in the no man's land of {island}", island=title(island.island))
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="place", x=0, y=0, width=width, height=SPACE_HEIGHT, radius=10)
    ]
    step = min(TILE_WIDTH + 4, (width - 8 - TILE_WIDTH) / max(1, len(island.tiles) - 1))
    for place, (tile, copy) in enumerate(number_copies(island.tiles)):
        places: tuple[str, ...] = (
            f"tile:{tile} origin:{island.island}",
            f"tile:{tile} island:{island.island}",
            f"tiles:{tile} island:{island.island}",
        )
        if scene.acting in island.scavengers:
            places = (*places, f"tiles:{tile} type:search-land")
        children.append(draw_tile(f"{key}/{copy}", tile, 4 + place * step, 4, where, places))
    for place, side in enumerate(island.scavengers):
        said = say("Scavenger of {name} {where}", name=scene.names[side], where=where)
        children.append(_draw_scavenger(side, 4 + place * 40, 32, said))
    return Group(
        key=key,
        x=LAND,
        y=y,
        title=say("No man's land of {island}", island=title(island.island)),
        detail=scene.rulebook.read("daimyo.island.no-mans-land"),
        clause="daimyo.island.no-mans-land",
        places=(f"island:{island.island}", f"origin:{island.island}"),
        children=tuple(children),
    )


def _draw_scavenger(side: int, x: float, y: float, said: str) -> Group:
    key = f"scavenger/{side}"
    return Group(
        key=key,
        x=x,
        y=y,
        title=said,
        children=(
            Use(key=f"{key}/figure", look=f"figure seat-{side}", symbol="scavenger", x=0, y=2, size=24),
            seat_mark(f"{key}/mark", side, 25, 12, 12),
        ),
    )


def _draw_influence(island: IslandView, y: float, scene: Scene) -> Iterator[AnyNode]:
    key = f"influence/{island.island}"
    yield write(f"{key}/label", (LEFT + 8, y + 16), fit(say("Influence"), 66, SMALLEST), size=SMALLEST)
    for side, count in enumerate(island.influence):
        if not count:
            continue
        said = say("Influence of {name} on {island}: {n}", name=scene.names[side], island=title(island.island), n=count)
        yield Group(
            key=f"{key}/{side}",
            x=LEFT + 77 + side * 31,
            y=y,
            title=said,
            clause="daimyo.influence.sources",
            children=(
                seat_mark(f"{key}/{side}/mark", side, 0, 5, 14),
                Text(key=f"{key}/{side}/number", look="ink", x=17, y=16, text=str(count), size=13, bold=True),
            ),
        )


@once_a_language(KEPT)
def _draw_altars(
    island: str, altars: tuple[int, ...], free: tuple[int, ...], pawns: tuple[tuple[int, int, str], ...], y: float
) -> tuple[Group, ...]:
    """Draw the altars of an island; `pawns` are the altars with a relic pawn, its side and the name of that side."""
    left = ISLAND_WIDTH - LEFT - 4 - len(altars) * 28
    owners = {altar: (side, name) for altar, side, name in pawns}
    found = []
    for place, altar in enumerate(altars):
        key, owner = f"altar/{island}/{altar}", owners.get(altar)
        said = say("Altar of {island}, influence {n}", island=title(island), n=altar)
        inside: AnyNode
        if owner is None:
            inside = Text(
                key=f"{key}/value", look="ink", x=13, y=17, text=str(altar), size=13, anchor="middle", bold=True
            )
        else:
            said = say("{altar}, with the relic pawn of {name}", altar=said, name=owner[1])
            inside = seat_mark(f"{key}/pawn", owner[0], 5, 4, 16)
        altar_drawn = Group(
            key=key,
            x=left + place * 28 + 4,
            y=y - 2,
            title=said,
            clause="daimyo.island.altars",
            places=(f"altar:{altar}",) if altar in free else (),
            children=(Circle(key=f"{key}/stone", look="place", x=13, y=12, radius=12), inside),
        )
        found.append(altar_drawn)
    return tuple(found)

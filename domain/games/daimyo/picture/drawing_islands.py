"""The picture of an island: sites, rough neighborhood, no man's land, altars and influence."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.daimyo.facts.base import piece_name, place_name
from domain.games.daimyo.picture.drawing_parts import TILE_WIDTH, Scene, draw_piece, draw_tile, number_copies
from domain.games.daimyo.picture.drawing_symbols import find_emblem
from domain.games.daimyo.views.view import IslandView, ShadowSpaceView, SiteView
from domain.kernel.drawing.kit import GAP, draw_label
from domain.kernel.drawing.pieces import HEADING, MARGIN, panel, seat_mark
from domain.kernel.drawing.tree import WIDTH, AnyNode, Circle, Group, Panel, Rect, Text, Use
from domain.kernel.language import mark, say, translate
from domain.kernel.words import title

SITE_WIDTH, SITE_HEIGHT = 64, 64
SPACE_WIDTH, SPACE_HEIGHT = 48, 64
LAND = MARGIN + 3 * (SPACE_WIDTH + 4) + 8
"""Where the no man's land begins."""
ISLANDS = {
    "blue": mark("Blue island"),
    "red": mark("Red island"),
    "yellow": mark("Yellow island"),
    "purple": mark("Purple island"),
    "green": mark("Green island"),
    "black": mark("Black island"),
}
"""The printed islands by name, since other languages say more than a colour and a noun."""


def draw_island(island: IslandView, scene: Scene) -> Panel:
    """Draw an island with everything that stands on it."""
    key = f"island/{island.island}"
    known = ISLANDS.get(island.island)
    name = translate(known) if known else say("{island} island", island=title(island.island))
    top = HEADING
    children: list[AnyNode] = [*_draw_banner(island, name)]
    children += [_draw_site(site, MARGIN + 68 * place, top, scene) for place, site in enumerate(island.sites)]
    top += SITE_HEIGHT + GAP
    children += _draw_shadow_spaces(island, top, scene)
    children += _draw_land(island, top, scene)
    top += 15 + SPACE_HEIGHT + GAP
    children += [*_draw_influence(island, top, scene), *_draw_altars(island, top, scene)]
    return panel(key, name, top + 30, children)


def _draw_banner(island: IslandView, name: str) -> Iterator[AnyNode]:
    key = f"island/{island.island}"
    yield Use(
        key=f"{key}/emblem",
        look=f"icon island-{island.island}",
        symbol=find_emblem(island.island),
        x=WIDTH - MARGIN - 22,
        y=7,
        size=22,
    )
    said = say(
        "Standards of the {island}: {gold} points for the most influence, {silver} for the second most",
        island=name,
        gold=island.gold_standard,
        silver=island.silver_standard,
    )
    standards = ((island.gold_standard, "icon gold", 0), (island.silver_standard, "icon metal", 40))
    yield Group(
        key=f"{key}/standards",
        x=WIDTH - MARGIN - 112,
        y=8,
        title=said,
        clause="daimyo.island.standards",
        children=tuple(
            node
            for points, look, x in standards
            for node in (
                Use(key=f"{key}/standard/{x}", look=look, symbol="standard", x=x, y=0, size=18),
                Text(key=f"{key}/points/{x}", look="ink", x=x + 20, y=15, text=str(points), size=14, bold=True),
            )
        ),
    )


def _draw_site(site: SiteView, x: float, y: float, scene: Scene) -> Group:
    key, name = f"site/{site.site}", place_name(site.site)
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="board", x=0, y=0, width=SITE_WIDTH, height=SITE_HEIGHT, radius=6),
        Use(key=f"{key}/resource", look=f"icon {site.resource}", symbol=site.resource, x=23, y=3, size=18),
        Rect(key=f"{key}/governors", look="slot", x=4, y=23, width=27, height=38, radius=4),
        Rect(key=f"{key}/buildings", look="slot", x=33, y=23, width=27, height=38, radius=4),
    ]
    if site.governor is not None:
        said = say("Governor of {name} on {place}", name=scene.names[site.governor], place=name)
        children.append(draw_piece(f"governor/{site.site}", "governor", site.governor, 6.5, 24, said))
    if site.building is not None and site.building_of is not None:
        said = say(
            "{piece} of {name} on {place}",
            piece=piece_name(site.building).capitalize(),
            name=scene.names[site.building_of],
            place=name,
        )
        children.append(draw_piece(f"building/{site.site}", site.building, site.building_of, 35.5, 24, said))
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


def _draw_shadow_spaces(island: IslandView, y: float, scene: Scene) -> Iterator[AnyNode]:
    width = LAND - MARGIN - 8
    yield draw_label(f"island/{island.island}/shadows", MARGIN, y + 10, say("Rough neighborhood"), width)
    for place, space in enumerate(island.shadow_spaces):
        yield _draw_shadow_space(space, MARGIN + place * (SPACE_WIDTH + 4), y + 15, scene)


def _draw_shadow_space(space: ShadowSpaceView, x: float, y: float, scene: Scene) -> Group:
    key, name = f"space/{space.space}", place_name(space.space)
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="board", x=0, y=0, width=SPACE_WIDTH, height=SPACE_HEIGHT, radius=6),
        Use(key=f"{key}/gold", look="icon gold", symbol="gold", x=6, y=4, size=16),
        Text(key=f"{key}/amount", look="ink", x=26, y=17, text=str(space.gold), size=13, bold=True),
        Rect(key=f"{key}/slot", look="slot", x=10, y=23, width=28, height=38, radius=4),
    ]
    if space.shadow is not None:
        said = say("Shadow of {name} on {place}", name=scene.names[space.shadow], place=name)
        children.append(draw_piece(f"shadow/{space.space}", "shadow", space.shadow, 13, 24, said))
    return Group(
        key=key,
        x=x,
        y=y,
        title=say("{place}: {gold} gold", place=name.capitalize(), gold=space.gold),
        detail=scene.text("daimyo.recruitment.shadow.gold"),
        clause="daimyo.recruitment.shadow.gold",
        places=(f"space:{space.space}", f"place:{space.space}", f"to:{space.space}"),
        children=tuple(children),
    )


def _draw_land(island: IslandView, y: float, scene: Scene) -> Iterator[AnyNode]:
    key, width = f"land/{island.island}", WIDTH - MARGIN - LAND
    yield draw_label(f"{key}/label", LAND, y + 10, say("No man's land"), width)
    where = say("in the no man's land of {island}", island=title(island.island))
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="band", x=0, y=0, width=width, height=SPACE_HEIGHT, radius=6)
    ]
    for place, (tile, copy) in enumerate(number_copies(island.tiles)):
        places = tuple(
            f"{member}:{tile} {origin}:{island.island}"
            for member, origin in (("tile", "origin"), ("tile", "island"), ("tiles", "island"))
        )
        if scene.acting in island.scavengers:
            places = (*places, f"tiles:{tile} type:search-land")
        children.append(draw_tile(f"{key}/{copy}", tile, 4 + place * (TILE_WIDTH + 4), 3, where, places))
    for place, side in enumerate(island.scavengers):
        said = say("Scavenger of {name} {where}", name=scene.names[side], where=where)
        children.append(_draw_scavenger(side, 4 + place * 42, 34, said))
    yield Group(
        key=key,
        x=LAND,
        y=y + 15,
        title=say("No man's land of {island}", island=title(island.island)),
        detail=scene.text("daimyo.island.no-mans-land"),
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
    yield draw_label(f"{key}/label", MARGIN, y + 16, say("Influence"), 66)
    for side, count in enumerate(island.influence):
        said = say("Influence of {name} on {island}: {n}", name=scene.names[side], island=title(island.island), n=count)
        yield Group(
            key=f"{key}/{side}",
            x=82 + side * 38,
            y=y,
            title=said,
            clause="daimyo.influence.sources",
            children=(
                seat_mark(f"{key}/{side}/mark", side, 0, 4, 14),
                Text(key=f"{key}/{side}/number", look="ink", x=17, y=16, text=str(count), size=13, bold=True),
            ),
        )


def _draw_altars(island: IslandView, y: float, scene: Scene) -> Iterator[AnyNode]:
    pawns = {
        relic.altar: side.side for side in scene.seen.sides for relic in side.relics if relic.colour == island.island
    }
    altars = scene.content.numbers.altars
    left = WIDTH - MARGIN - len(altars) * 32
    for place, altar in enumerate(altars):
        key, owner = f"altar/{island.island}/{altar}", pawns.get(altar)
        said = say("Altar of {island}, influence {n}", island=title(island.island), n=altar)
        inside: AnyNode
        if owner is None:
            inside = Text(
                key=f"{key}/value", look="ink", x=13, y=17, text=str(altar), size=13, anchor="middle", bold=True
            )
        else:
            said = say("{altar}, with the relic pawn of {name}", altar=said, name=scene.names[owner])
            inside = seat_mark(f"{key}/pawn", owner, 5, 4, 16)
        yield Group(
            key=key,
            x=left + place * 32 + 6,
            y=y - 2,
            title=said,
            clause="daimyo.island.altars",
            places=(f"altar:{altar}",) if altar in island.free_altars else (),
            children=(Circle(key=f"{key}/stone", look="card", x=13, y=12, radius=12), inside),
        )

"""What a District offers in the picture of Yedo: its actions with their prices, and the supply below them."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.districts.own_space import LUXURY
from domain.games.yedo.facts.base import points
from domain.games.yedo.facts.turns import action_name
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.printed.terms import District
from domain.games.yedo.views.view import DistrictView
from domain.kernel.drawing.kit import HALF, chip
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import Caption
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Rect, Text, Use
from domain.kernel.language import say
from domain.kernel.words import title

SPACE, STEP = 36, 39
CHIPS, SUPPLY = 72, 104
"""Where the actions and the supplies of a District stand in it."""


def draw_actions(scene: Scene, seen: DistrictView) -> Iterator[Group]:
    """Draw the actions of a District in a row; they are for Disciples on its spaces."""
    district = seen.district
    for place, (action, symbol, number, clause) in enumerate(_list_actions(scene, district)):
        yield chip(
            f"action/{district}/{action}",
            (6 + place * STEP, CHIPS),
            symbol,
            number,
            Caption(
                _capitalise(_name(scene, action)),
                detail=scene.read_clause(clause),
                clause=clause,
                places=tuple(f"action:{action} space:{space.space}" for space in seen.spaces),
            ),
        )


def _name(scene: Scene, action: str) -> str:
    gain = scene.content.prices.luxury.get(action.removeprefix(LUXURY))
    return action_name(action) if gain is None else f"{action_name(action)}: gain {points(gain)}"


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def _list_actions(scene: Scene, district: District) -> list[tuple[str, str, str, str]]:
    """List what can be done in a District: the action, its symbol, its number, and its clause."""
    prices = scene.content.prices
    match district:
        case "gates":
            return [
                ("recruit", "disciple", str(prices.recruit), "yedo.gates.recruit"),
                ("beg-3", "mon", "+3", "yedo.gates.beg-3"),
                ("beg-5", "mon", "+5", "yedo.gates.beg-5"),
                ("foresight", "eye", "", "yedo.gates.foresight-action"),
            ]
        case "tavern":
            return [("foresight", "eye", "", "yedo.tavern.foresight-weapons")]
        case "harbor":
            mon = "–" if scene.seen.church_burnt else str(scene.seen.church)
            return [
                ("church", "church", mon, "yedo.harbor.church"),
                ("luxury-4", "luxury", "4", "yedo.harbor.luxury-4"),
                ("luxury-9", "luxury", "9", "yedo.harbor.luxury-9"),
                ("foresight", "eye", "", "yedo.harbor.foresight-bonus"),
            ]
        case "red-light":
            return [
                ("geisha-mon", "geisha", str(prices.geisha), "yedo.red-light.geisha"),
                ("geisha-prestige", "prestige", str(prices.geisha_points), "yedo.red-light.geisha-cannot-pay"),
                ("buy-action", "action", str(prices.action_card), "yedo.red-light.buy-action"),
            ]
        case "market":
            gain = f"+{prices.sell_card}"
            return [
                ("sell/action", "action", gain, "yedo.market.sell-card"),
                ("sell/bonus", "bonus", gain, "yedo.market.sell-card"),
            ]
        case "temple":
            return [
                ("blessing", "blessing", "", "yedo.temple.blessing"),
                ("foresight", "eye", "", "yedo.temple.foresight-missions"),
            ]
        case _:
            return []


def draw_supply(scene: Scene, district: District) -> list[AnyNode]:
    """Draw what there is to have in a District."""
    match district:
        case "gates":
            return _draw_tokens(scene)
        case "tavern":
            return _draw_annexes(scene)
        case "harbor":
            return _draw_line("church", _say_church(scene), scene.read_clause("yedo.harbor.church"))
        case "red-light":
            return _draw_geishas(scene)
        case "market":
            return _draw_stalls(scene)
        case "temple":
            return _draw_blessings(scene)
        case _:
            return []


def _say_church(scene: Scene) -> str:
    if scene.seen.church_burnt:
        return say("The Church is burnt.")
    return say("Church: {n} Mon", n=scene.seen.church)


def _draw_line(name: str, text: str, detail: str) -> list[AnyNode]:
    key = f"supply/{name}"
    line = Text(key=f"{key}/text", look="soft", x=0, y=22, text=fit(text, HALF - 12, 12), size=12)
    return [Group(key=key, x=6, y=SUPPLY, title=text, detail=detail, children=(line,))]


def _draw_blessings(scene: Scene) -> list[AnyNode]:
    """Draw the Blessings that are left in the Temple, one symbol for each."""
    count = scene.seen.temple_blessings
    said = say("Blessings left: {n}", n=count)
    if not count:
        return _draw_line("blessings", said, scene.read_clause("yedo.temple.blessing"))
    step = min(30, (HALF - 12) / count)
    shown = [
        Use(key=f"supply/blessings/{n}", look="icon", symbol="blessing", x=n * step, y=6, size=min(24, step - 2))
        for n in range(count)
    ]
    detail = scene.read_clause("yedo.temple.blessing")
    return [Group(key="supply/blessings", x=6, y=SUPPLY, title=said, detail=detail, children=tuple(shown))]


def _draw_tokens(scene: Scene) -> list[AnyNode]:
    """Draw the tokens of the Specialists at the Gates, and behind them the one on the Reserve."""
    tokens = scene.seen.specialists
    if tokens is None:
        return []
    nodes: list[AnyNode] = []
    named = [*((say("Gates"), token) for token in tokens.gates), (say("Reserve"), tokens.reserve)]
    for place, (where, token) in enumerate(named):
        key, x = f"token/{place}", 6 + place * STEP
        if token is None:
            said = say("No token here ({where})", where=where)
            frame = Rect(key=key, look="slot", title=said, x=x, y=SUPPLY, width=SPACE, height=SPACE, radius=6)
            nodes.append(frame)
            continue
        nodes.append(
            Group(
                key=key,
                x=x,
                y=SUPPLY,
                title=say("{specialist} ({where})", specialist=token.title, where=where),
                detail=token.text,
                places=(f"figure:{token.kind}", f"action:recruit/{token.kind}"),
                children=(
                    Rect(key=f"{key}/card", look="card", x=0, y=0, width=SPACE, height=SPACE, radius=6),
                    Use(key=f"{key}/symbol", look="icon", symbol=token.kind, x=6, y=6, size=24),
                ),
            )
        )
    return nodes


def _draw_annexes(scene: Scene) -> list[AnyNode]:
    """Draw how many Annexes of each kind are left, by the first letters of the kinds."""
    nodes: list[AnyNode] = []
    for place, (kind, count) in enumerate(scene.seen.annex_supply.items()):
        key, entry = f"annex-supply/{kind}", scene.content.annexes[kind]
        nodes.append(
            Group(
                key=key,
                x=6 + place * STEP,
                y=SUPPLY,
                title=say("{annex}: {n} left", annex=title(kind), n=count),
                detail=scene.read_clause(entry.clause),
                clause=entry.clause,
                places=(f"annex:{kind}", f"action:carpenter/{kind}"),
                children=(
                    Rect(
                        key=f"{key}/card",
                        look="card" if count else "slot",
                        x=0,
                        y=0,
                        width=SPACE,
                        height=SPACE,
                        radius=6,
                    ),
                    Use(key=f"{key}/symbol", look="icon", symbol="annex", x=3, y=3, size=14),
                    Text(key=f"{key}/count", look="ink", x=21, y=14, text=str(count), size=12, bold=True),
                    Text(
                        key=f"{key}/kind",
                        look="soft",
                        x=SPACE / 2,
                        y=SPACE - 5,
                        text=_shorten(title(kind)),
                        size=SMALLEST,
                        anchor="middle",
                    ),
                ),
            )
        )
    return nodes


def _shorten(name: str) -> str:
    return name[:4]


def _draw_geishas(scene: Scene) -> list[AnyNode]:
    """Draw the Geishas that are left, by their values."""
    supply = scene.seen.geisha_supply
    if not supply:
        return _draw_line("geishas", say("No Geisha is left."), scene.read_clause("yedo.red-light.geisha"))
    step = min(STEP, (HALF - 12 + 3) / len(supply))
    nodes: list[AnyNode] = []
    for place, value in enumerate(supply):
        key = f"geisha-supply/{place}"
        width = step - 3
        nodes.append(
            Group(
                key=key,
                x=6 + place * step,
                y=SUPPLY,
                title=say("A Geisha of value {n}", n=value),
                detail=scene.read_clause("yedo.red-light.geisha"),
                clause="yedo.red-light.geisha",
                children=(
                    Rect(key=f"{key}/card", look="card", x=0, y=0, width=width, height=SPACE, radius=4),
                    Use(key=f"{key}/symbol", look="icon", symbol="geisha", x=(width - 16) / 2, y=2, size=16),
                    Text(
                        key=f"{key}/value",
                        look="ink",
                        x=width / 2,
                        y=SPACE - 5,
                        text=str(value),
                        size=12,
                        anchor="middle",
                        bold=True,
                    ),
                ),
            )
        )
    return nodes


def _draw_stalls(scene: Scene) -> list[AnyNode]:
    """Draw the spaces of the Market with their Weapons and prices."""
    nodes: list[AnyNode] = []
    for place, stall in enumerate(scene.seen.market):
        key, x = f"market/{stall.place}", 6 + place * STEP
        shown: list[AnyNode] = [
            Rect(
                key=f"{key}/card",
                look="card" if stall.weapon else "slot",
                x=0,
                y=0,
                width=SPACE,
                height=SPACE,
                radius=6,
            ),
            Text(
                key=f"{key}/price",
                look="ink",
                x=SPACE / 2,
                y=SPACE - 4,
                text=str(stall.price),
                size=12,
                anchor="middle",
                bold=True,
            ),
        ]
        said = say("Space {n} of the Market, for {price} Mon: empty", n=stall.place, price=stall.price)
        places = (f"action:buy-weapon/{stall.place}", f"place:{stall.place} type:take-weapon-from")
        if stall.weapon is not None:
            shown.append(Use(key=f"{key}/symbol", look="icon", symbol=stall.weapon, x=8, y=2, size=20))
            said = say(
                "{weapon} on space {n} of the Market, for {price} Mon",
                weapon=title(stall.weapon),
                n=stall.place,
                price=stall.price,
            )
        nodes.append(
            Group(
                key=key,
                x=x,
                y=SUPPLY,
                title=said,
                detail=scene.read_clause("yedo.market.buy-weapon"),
                clause="yedo.market.buy-weapon",
                places=places,
                children=tuple(shown),
            )
        )
    return nodes

"""A District's offers in Yedo's picture: its actions as costs and gains, and its supplies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.games.yedo.districts.own_space import LUXURY
from domain.games.yedo.facts.base import points
from domain.games.yedo.facts.turns import action_name
from domain.games.yedo.picture.board_places import BLESSINGS, BODY, PILLS, SMALL, STALL, TOKEN, TOKENS
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.terms import District
from domain.games.yedo.views.view import DistrictView, MarketSpaceView
from domain.kernel.content import KEPT
from domain.kernel.drawing.lettering import fit, measure
from domain.kernel.drawing.pieces import Caption, write
from domain.kernel.drawing.tree import AnyNode, Group, Rect, Use
from domain.kernel.language import once_a_language, say
from domain.kernel.rulebook import Rulebook
from domain.kernel.words import capitalise, explain, title

PILL = 26
"""The height of an action's pill."""
ICON = 18
COLOURED = frozenset({"coin", "star"})
"""The icons with colours of their own."""
BOWER = (72, 147)
BAKUFU = (161, 140)
CLAUSES = {
    "beg-3": "yedo.gates.beg-3",
    "beg-5": "yedo.gates.beg-5",
    "luxury-4": "yedo.harbor.luxury-4",
    "luxury-9": "yedo.harbor.luxury-9",
}
"""The clauses of the actions that bring points for Mon, or Mon for points."""
PACKS = 256
"""How many Districts of all packs are kept with their actions: each keeps its pack."""


class Thing(NamedTuple):
    """Something given or gained, and its number."""

    symbol: str
    number: int | str = ""


class Book(NamedTuple):
    """What is printed: prices and clauses."""

    content: YedoContent
    rulebook: Rulebook


class Offer(NamedTuple):
    """An action as its costs and gains."""

    action: str
    gives: tuple[Thing, ...]
    gets: tuple[Thing, ...]
    clause: str


def draw_actions(scene: Scene, seen: DistrictView) -> tuple[Group, ...]:
    """Draw the actions of a District; they are for Disciples on its spaces."""
    spaces = tuple([space.space for space in seen.spaces])
    church = ""
    if seen.district == "harbor":
        church = "–" if scene.seen.church_burnt else str(scene.seen.church)
    return _draw_actions(Book(scene.content, scene.rulebook), seen.district, spaces, church)


@once_a_language(PACKS)
def _draw_actions(book: Book, district: District, spaces: tuple[str, ...], church: str) -> tuple[Group, ...]:
    """Draw the actions of a District with these spaces; `church` is the Mon that the Church of the Harbor pays."""
    if district == "castle":
        return tuple(_draw_castle(book, spaces))
    place, found = PILLS[district], []
    left, y = place.x, place.y
    for offer in _list_offers(book, district, church):
        width = _measure_pill(offer)
        if left > place.x and left + width > place.x + place.width:
            left, y = place.x, y + place.height
        places = tuple([f"action:{offer.action} space:{space}" for space in spaces])
        found.append(_draw_pill(book, f"action/{district}/{offer.action}", (left, y), offer, places))
        left = round(left + width + 5, 1)
    return tuple(found)


def _draw_castle(book: Book, spaces: tuple[str, ...]) -> Iterator[Group]:
    """Draw what the spaces of the Castle give: an audience, Missions, the Bower."""
    audience = Offer("shogun", (), (Thing("star", book.content.prices.audience_points),), "yedo.castle.shogun")
    place = PILLS["castle"]
    yield _draw_pill(book, "action/castle/shogun", (place.x, place.y), audience, ("action:shogun space:shogun",))
    bakufu = Offer("bakufu", (), (Thing("mission", 1),), "yedo.castle.bakufu")
    yield _draw_pill(book, "action/castle/bakufu", BAKUFU, bakufu, ())
    bower = [space for space in spaces if space.startswith("bower")]
    yield Group(
        key="action/castle/bower",
        x=BOWER[0],
        y=BOWER[1],
        title=capitalise(action_name("bower")),
        detail=book.rulebook.read("yedo.bower.trigger"),
        clause="yedo.bower.trigger",
        places=tuple(f"action:bower space:{space}" for space in bower),
        children=(
            Rect(key="action/castle/bower/frame", look="card", x=0, y=0, width=76, height=22, radius=11),
            write(
                "action/castle/bower/name",
                (38, 16),
                fit(title("bower"), 70, SMALL, bold=True),
                "ink",
                SMALL,
                anchor="middle",
                bold=True,
            ),
        ),
    )
    for name, x in (("shogun", 36), ("bakufu", 184)):
        word = write(
            f"label/{name}", (x, 90), fit(title(name), 70, SMALL, bold=True), "ink", SMALL, anchor="middle", bold=True
        )
        yield Group(key=f"castle/{name}", children=(word,))


def _measure_pill(offer: Offer) -> float:
    things = (*offer.gives, *offer.gets)
    numbers = sum(measure(str(thing.number), SMALL, bold=True) + 3 for thing in things if thing.number != "")
    return round(14 + len(things) * (ICON + 1) + numbers + (16 if offer.gives else 0), 1)


def _draw_pill(book: Book, key: str, at: tuple[float, float], offer: Offer, places: tuple[str, ...]) -> Group:
    """Draw an action: its cost, an arrow, its gain."""
    width = _measure_pill(offer)
    children: list[AnyNode] = [Rect(key=f"{key}/frame", look="card", x=0, y=0, width=width, height=PILL, radius=13)]
    left = 7.0
    for side, things in (("", offer.gives), ("got/", offer.gets)):
        if side and offer.gives:
            children.append(Use(key=f"{key}/arrow", look="soft", symbol="arrow", x=left + 1, y=7, size=12))
            left += 16
        for symbol, number in things:
            look = "kit" if symbol in COLOURED else "ink"
            children.append(
                Use(key=f"{key}/{side}{symbol}", look=look, symbol=symbol, x=round(left, 1), y=4, size=ICON)
            )
            left += ICON + 1
            if number != "":
                name = "number" if not side else f"{side}{symbol}/number"
                children.append(write(f"{key}/{name}", (round(left + 1, 1), 18), number, "ink", SMALL, bold=True))
                left += measure(str(number), SMALL, bold=True) + 3
    caption = Caption(capitalise(_name(book, offer.action)), book.rulebook.read(offer.clause), offer.clause, places)
    return caption.group(key, *at, children)


def _name(book: Book, action: str) -> str:
    gain = book.content.prices.luxury.get(action.removeprefix(LUXURY))
    name = action_name(action)
    return name if gain is None else explain(name, say("gain {points}", points=points(gain)))


def _list_offers(book: Book, district: District, church: str) -> list[Offer]:
    """List the actions of a District."""
    prices, sight = book.content.prices, Thing("eye", book.content.prices.foresight)

    def buy(action: str, mon: int, thing: Thing, clause: str) -> Offer:
        return Offer(action, (Thing("coin", mon),), (thing,), clause)

    match district:
        case "gates":
            return [
                buy("recruit", prices.recruit, Thing("disciple"), "yedo.gates.recruit"),
                *(
                    Offer(f"beg-{mon}", (Thing("star", points_lost),), (Thing("coin", mon),), CLAUSES[f"beg-{mon}"])
                    for points_lost, mon in prices.beg.items()
                ),
                Offer("foresight", (), (sight, Thing("action")), "yedo.gates.foresight-action"),
            ]
        case "tavern":
            return [Offer("foresight", (), (sight, Thing("katana")), "yedo.tavern.foresight-weapons")]
        case "harbor":
            return [
                Offer("church", (), (Thing("church"), Thing("coin", church)), "yedo.harbor.church"),
                *(
                    buy(f"luxury-{price}", int(price), Thing("star", gain), CLAUSES[f"luxury-{price}"])
                    for price, gain in prices.luxury.items()
                ),
                Offer("foresight", (), (sight, Thing("bonus")), "yedo.harbor.foresight-bonus"),
            ]
        case "red-light":
            geisha = Thing("geisha")
            paid = Offer(
                "geisha-prestige", (Thing("star", prices.geisha_points),), (geisha,), "yedo.red-light.geisha-cannot-pay"
            )
            return [
                buy("geisha-mon", prices.geisha, geisha, "yedo.red-light.geisha"),
                paid,
                buy("buy-action", prices.action_card, Thing("action"), "yedo.red-light.buy-action"),
            ]
        case "market":
            got = (Thing("coin", prices.sell_card),)
            return [Offer(f"sell/{deck}", (Thing(deck),), got, "yedo.market.sell-card") for deck in ("action", "bonus")]
        case "temple":
            return [
                Offer("blessing", (), (Thing("blessing"),), "yedo.temple.blessing"),
                Offer("foresight", (), (sight, Thing("mission")), "yedo.temple.foresight-missions"),
            ]
        case _:
            return []


def draw_supply(scene: Scene, district: District) -> Iterable[AnyNode]:
    """Draw the supplies of a District."""
    match district:
        case "gates":
            return _draw_tokens(scene)
        case "market":
            return _draw_stalls(scene)
        case "temple":
            return (_draw_blessings(scene),)
        case _:
            return ()


def _draw_blessings(scene: Scene) -> Group:
    """Draw the Blessings that are left in the Temple, one gate for each."""
    count, (x, y, width, height) = scene.seen.temple_blessings, BLESSINGS
    step = min(34.0, width / max(count, 1))
    gates = tuple(
        Use(key=f"supply/blessings/{n}", look="kit", symbol="blessing-art", x=round(n * step, 1), y=2, size=30)
        for n in range(count)
    )
    ground = Rect(key="supply/blessings/ground", look="frame", x=-3, y=0, width=width + 6, height=height, radius=6)
    none = () if count else (write("supply/blessings/none", (0, 20), "0", "soft", BODY),)
    said = say("Blessings left: {n}", n=count)
    detail = scene.rulebook.read("yedo.temple.blessing")
    children = (ground, *gates, *none)
    return Group(key="supply/blessings", x=x, y=y, title=said, detail=detail, children=children)


def _draw_tokens(scene: Scene) -> Iterator[AnyNode]:
    """Draw the tokens of the Specialists at the Gates, and behind them the one on the Reserve."""
    tokens = scene.seen.specialists
    if tokens is None:
        return
    named = [*((say("Gates"), token) for token in tokens.gates), (say("Reserve"), tokens.reserve)]
    for place, ((where, token), (x, y)) in enumerate(zip(named, TOKENS, strict=False)):
        key, size = f"token/{place}", TOKEN
        if token is None:
            said = say("No token here ({where})", where=where)
            yield Rect(key=key, look="slot", title=said, x=x, y=y, width=size, height=size, radius=6)
            continue
        yield Group(
            key=key,
            x=x,
            y=y,
            title=say("{specialist} ({where})", specialist=token.title, where=where),
            detail=token.text,
            places=(f"figure:{token.kind}", f"action:recruit/{token.kind}"),
            children=(
                Rect(key=f"{key}/card", look="card", x=0, y=0, width=size, height=size, radius=6),
                Use(key=f"{key}/symbol", look="icon", symbol=token.kind, x=5, y=5, size=size - 10),
            ),
        )


def _draw_stalls(scene: Scene) -> Iterator[Group]:
    """Draw the stalls of the Market with their Weapons and prices."""
    rule = scene.rulebook.read("yedo.market.buy-weapon")
    for number, stall in enumerate(scene.seen.market):
        yield _draw_stall(stall, number, rule)


@once_a_language(KEPT)
def _draw_stall(stall: MarketSpaceView, number: int, rule: str) -> Group:
    key = f"market/{stall.place}"
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="card", x=2, y=8, width=50, height=78, radius=4),
        Use(key=f"{key}/stall", look="kit", symbol="stall", x=0, y=0, size=54),
        write(f"{key}/price", (28, 80), stall.price, "on-wood", BODY, bold=True),
    ]
    said = say("Space {n} of the Market, for {price} Mon: empty", n=stall.place, price=stall.price)
    if stall.weapon is not None:
        children.append(Use(key=f"{key}/symbol", look="ink", symbol=stall.weapon, x=11, y=26, size=32))
        said = say(
            "{weapon} on space {n} of the Market, for {price} Mon",
            weapon=title(stall.weapon),
            n=stall.place,
            price=stall.price,
        )
    return Group(
        key=key,
        x=STALL.x + number * STALL.width,
        y=STALL.y,
        title=said,
        detail=rule,
        clause="yedo.market.buy-weapon",
        places=(f"action:buy-weapon/{stall.place}", f"place:{stall.place} type:take-weapon-from"),
        children=tuple(children),
    )

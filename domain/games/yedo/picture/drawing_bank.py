"""The lots in Yedo's picture: storehouses across the river, with prices and supplies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.games.yedo.facts.base import DECK_NAMES, card_names
from domain.games.yedo.picture.board_places import BODY, LARGE, LOTS, SMALL
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.printed.terms import COLOURS, Lot, LotGroup
from domain.games.yedo.views.view import DeckView, LotView
from domain.kernel.content import KEPT
from domain.kernel.drawing.lettering import fit, measure, wrap
from domain.kernel.drawing.pieces import Area, write
from domain.kernel.drawing.tree import AnyNode, Group, Rect, Text, Use
from domain.kernel.language import once_a_language, say, translate
from domain.kernel.words import capitalise, title

HEAD = 25
"""The height of a storehouse's head, with its name and price."""
HEADS: dict[LotGroup, tuple[str, str]] = {
    "white": ("washi-2", "ink"),
    "black": ("plate", "on-wood"),
    "red": ("of-red", "on-wood"),
}
"""The looks of the head and of its words, by the category of the lot."""
COLOURED = frozenset(COLOURS)


def draw_lots(scene: Scene) -> Iterator[Group]:
    """Draw the storehouses and their contents."""
    for lot in scene.seen.lots:
        yield scene.parts.draw(_draw_lot, scene, lot)


def _draw_lot(scene: Scene, lot: LotView) -> Group:
    key = f"lot/{lot.lot}"
    x, y, width, height = LOTS[lot.lot]
    look, ink = HEADS[lot.group]
    children: list[AnyNode] = [
        Rect(key=f"{key}/ground", look="card", x=0, y=0, width=width, height=height, radius=5),
        Rect(key=f"{key}/head", look=look, x=1, y=1, width=width - 2, height=HEAD, radius=4),
    ]
    right = width - 8.0
    if lot.won_by is not None:
        children.append(Use(key=f"{key}/winner", look="seat", symbol=f"token-{lot.won_by}", x=right - 18, y=4, size=18))
        right -= 24
    price = lot.price_text()
    if price:
        right -= measure(price, BODY, bold=True)
        children += [
            write(f"{key}/price", (round(right, 1), 19), price, ink, BODY, bold=True),
            Use(key=f"{key}/coin", look="coin", symbol="coin", x=round(right - 22, 1), y=4, size=19),
        ]
        right -= 26
    name = fit(translate(title(lot.lot)), right - 8, SMALL, bold=True)
    children += [write(f"{key}/name", (8, 18), name, ink, SMALL, bold=True), *_draw_stock(scene, lot.lot)]
    return Group(
        key=key,
        x=x,
        y=y,
        title=_say_lot(scene, lot),
        detail=scene.rulebook.read("yedo.bidding.starting-bid"),
        clause="yedo.bidding.starting-bid",
        places=(f"lot:{lot.lot}", f"lot:{lot.group}") if scene.seen.groups else (f"lot:{lot.lot}",),
        children=tuple(children),
    )


def _say_lot(scene: Scene, lot: LotView) -> str:
    price, said = lot.price_text(), translate(lot.title)
    if lot.price is not None:
        said = say("{lot}: bids from {price} Mon", lot=said, price=price)
    elif price:
        said = say("{lot}: {price} Mon, by the next Emperor Card", lot=said, price=price)
    if lot.won_by is not None:
        said = say("{lot}: won by {name}", lot=translate(lot.title), name=scene.names[lot.won_by])
    if scene.seen.groups:
        said = say("{said} (category {group})", said=said, group=translate(lot.group))
    return said


def _draw_stock(scene: Scene, lot: Lot) -> Iterable[AnyNode]:
    """Draw the contents of a storehouse."""
    decks = {deck.deck: deck for deck in scene.seen.decks}
    match lot:
        case "action" | "bonus":
            return (draw_deck(decks[lot], Area(8, 29, 58, 36), lot, True),)
        case "weapons":
            return _draw_bag(scene, decks["weapons"])
        case "annexes":
            return _draw_annexes(scene)
        case "geishas":
            return _draw_geishas(scene)
        case "disciples":
            return _draw_reserves(scene)
        case "missions":
            places = {colour: Area(9 + place * 46, 32, 40, 62) for place, colour in enumerate(COLOURS)}
            return [
                draw_deck(decks[colour], place, "mission", False) for colour, place in places.items() if colour in decks
            ]


@once_a_language(KEPT)
def draw_deck(deck: DeckView, place: Area, symbol: str, flat: bool) -> Group:
    """Draw a deck face down with its number of cards, next to it if the cards are turned sideways."""
    key, colour = f"deck/{deck.deck}", deck.deck
    ground = Rect(key=f"{key}/ground", look="slot", x=0, y=0, width=place.width, height=place.height, radius=5)
    children: list[AnyNode] = [ground]
    if deck.size:
        x, y, size = (20, 9, 18) if flat else (12, 14, 18)
        scale = place.width / (58 if flat else 40)
        children += [
            Use(
                key=f"{key}/back",
                look="back",
                symbol=f"back-{deck.deck}",
                x=0,
                y=0,
                size=round(place.width * (60 / 58 if flat else 42 / 40), 1),
            ),
            Use(
                key=f"{key}/symbol", look="dark", symbol=symbol, x=round(x * scale, 1), y=round(y * scale, 1), size=size
            ),
        ]
    if flat:
        children.append(write(f"{key}/count", (72, 26), deck.size, "ink serif", LARGE))
    else:
        look, at = "on-wood" if deck.size else "soft", (place.width / 2, place.height - 7)
        children.append(write(f"{key}/count", at, deck.size, look, SMALL, anchor="middle", bold=True))
    places: tuple[str, ...] = (f"deck:{deck.deck} type:choose-deck", f"action:{deck.deck}")
    if colour in COLOURED:
        places += (f"action:bakufu/{colour}", "type:choose-colours")
    name = translate(DECK_NAMES[deck.deck])
    return Group(
        key=key,
        x=place.x,
        y=place.y,
        title=say("{deck}: {n}", deck=capitalise(name), n=deck.size),
        detail="" if deck.cards is None else card_names(dict.fromkeys(deck.cards)),
        places=places,
        children=tuple(children),
    )


def _draw_bag(scene: Scene, deck: DeckView) -> Iterator[AnyNode]:
    """Draw the bag of Weapons with its number, and the discarded Weapons, the last one on top."""
    said = say("{deck}: {n}", deck=translate(DECK_NAMES[deck.deck]).capitalize(), n=deck.size)
    yield Group(
        key="deck/weapons",
        x=8,
        y=28,
        title=said,
        detail="" if deck.cards is None else card_names(dict.fromkeys(deck.cards)),
        places=("deck:weapons type:choose-deck", "action:weapons"),
        children=(
            Rect(key="deck/weapons/ground", look="frame", x=0, y=0, width=40, height=40, radius=8),
            Use(key="deck/weapons/bag", look="bag", symbol="bag", x=0, y=0, size=40),
            write("deck/weapons/count", (20, 31), deck.size, "on-wood", BODY, anchor="middle", bold=True),
        ),
    )
    discard = scene.seen.weapon_discard
    if discard:
        names = card_names(discard[::-1])
        yield Group(
            key="weapon-discard",
            x=60,
            y=32,
            title=say("Discarded Weapons, {n}, from the top: {names}", n=len(discard), names=names),
            children=(
                Rect(key="weapon-discard/ground", look="slot", x=0, y=0, width=34, height=34, radius=5),
                Use(key="weapon-discard/top", look="soft", symbol=discard[-1], x=5, y=5, size=24),
                write("weapon-discard/count", (40, 23), len(discard), "soft", BODY),
            ),
        )


def _draw_annexes(scene: Scene) -> Iterator[Group]:
    """Draw the remaining Annexes of each kind."""
    for place, (kind, count) in enumerate(scene.seen.annex_supply.items()):
        clause = scene.content.annexes[kind].clause
        yield _draw_annex(kind, count, place, clause, scene.rulebook.read(clause))


@once_a_language(KEPT)
def _draw_annex(kind: str, count: int, place: int, clause: str, text: str) -> Group:
    key = f"annex-supply/{kind}"
    return Group(
        key=key,
        x=8 + place * 45,
        y=30,
        title=say("{annex}: {n} left", annex=title(kind), n=count),
        detail=text,
        clause=clause,
        places=(f"annex:{kind}", f"action:carpenter/{kind}"),
        children=(
            Rect(key=f"{key}/card", look="band" if count else "slot", x=0, y=0, width=42, height=43, radius=4),
            Use(key=f"{key}/symbol", look="annex" if count else "faint", symbol=f"annex-{kind}", x=1, y=4, size=28),
            write(f"{key}/count", (39, 39), count, "ink" if count else "soft", SMALL, anchor="end", bold=True),
        ),
    )


def _draw_geishas(scene: Scene) -> Iterator[Group]:
    """Draw the remaining Geishas: a token of each value and their number."""
    supply = sorted(Counter(scene.seen.geisha_supply).items())
    step = 178 / max(len(supply), 3)
    for place, (value, count) in enumerate(supply):
        key = f"geisha-supply/{value}"
        yield Group(
            key=key,
            x=round(9 + place * step, 1),
            y=29,
            title=say("{annex}: {n} left", annex=say("Geisha {n}", n=value), n=count),
            detail=scene.rulebook.read("yedo.red-light.geisha"),
            clause="yedo.red-light.geisha",
            children=(
                *draw_geisha(key, 0, 0, value, 36),
                *([write(f"{key}/count", (36, 25), f"×{count}", "ink", SMALL, bold=True)] if count > 1 else []),
            ),
        )


def draw_geisha(key: str, x: float, y: float, value: int, size: float) -> tuple[Use, Text]:
    """Draw the token of a Geisha with her value."""
    number = write(
        f"{key}/value", (x + size * 0.49, y + size * 0.9), value, "on-wood", SMALL, anchor="middle", bold=True
    )
    return Use(key=f"{key}/token", look="token", symbol="geisha-token", x=x, y=y, size=size), number


def _draw_reserves(scene: Scene) -> Iterator[AnyNode]:
    """Draw the number of Disciples in each seat's Reserve."""
    having = [seat for seat in scene.seen.seats if seat.reserve]
    if not having:
        for line, text in enumerate(wrap(say("no Disciple is left"), 178, SMALL)):
            yield write(f"reserves/none/{line}", (10, 46 + 16 * line), text, "soft", SMALL)
    for place, seat in enumerate(having):
        key, step = f"reserves/{seat.seat}", 36
        said = say("{room} of {name}: {n}", room=say("Reserve"), name=scene.names[seat.seat], n=seat.reserve)
        yield Group(
            key=key,
            x=9 + place * step,
            y=32,
            title=said,
            children=(
                Use(key=f"{key}/figure", look="figure", symbol=f"figure-{seat.seat}", x=0, y=2, size=26),
                write(f"{key}/count", (26, 40), seat.reserve, "ink", SMALL, bold=True),
            ),
        )

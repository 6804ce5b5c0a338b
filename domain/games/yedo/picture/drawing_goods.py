"""What is for sale and what is left in the picture of Yedo: auctions, decks, the bag of Weapons, discards."""

from __future__ import annotations

from domain.games.yedo.facts.base import DECK_NAMES, card_names
from domain.games.yedo.facts.bidding import lot_name
from domain.games.yedo.picture.drawing_hands import lay_out_cards, show_card
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.printed.terms import Deck, Lot
from domain.games.yedo.views.view import DeckView, LotView
from domain.kernel.drawing.kit import INNER, TILE, Face, Sheet, chip, place_in_row, tile
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import MARGIN, Caption, seat_mark
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Panel, Rect, Text
from domain.kernel.language import say, translate
from domain.kernel.words import join_words, title

LOT_SYMBOLS: dict[Lot, str] = {
    "action": "action",
    "bonus": "bonus",
    "weapons": "katana",
    "annexes": "annex",
    "geishas": "geisha",
    "disciples": "disciple",
    "missions": "mission",
}
HIGHER = 9
"""How many higher bids are drawn."""
TOP = 3
"""How many cards on top of a deck are drawn as cards, if the viewer knows them."""
LOT_HEIGHT, DECK_HEIGHT, KIND_HEIGHT = 56, 58, 48
DECK_SYMBOLS: dict[Deck, str] = {"action": "action", "bonus": "bonus", "events": "event", "weapons": "katana"}


def draw_bidding(scene: Scene) -> Panel:
    """Draw what can be bid for, who won it, and the auction that runs."""
    seen, sheet = scene.seen, Sheet("bidding-panel")
    lots = []
    for number, lot in enumerate(seen.lots):
        lots.append(_draw_lot(scene, lot, place_in_row(number, 4, sheet.y, LOT_HEIGHT)))
    sheet.lay_out(lots, 4, LOT_HEIGHT)
    auction = seen.auction
    if auction is not None:
        bidder = scene.names[auction.bidder]
        said = say("{name} bids {n} Mon for {lot}", name=bidder, n=auction.bid, lot=lot_name(auction.lot))
        sheet.add(
            30,
            Group(
                key="auction",
                x=MARGIN,
                y=sheet.y,
                title=said,
                detail=scene.read_clause("yedo.bidding.raise-or-pass"),
                clause="yedo.bidding.raise-or-pass",
                places=("type:bid",),
                children=(
                    Rect(key="auction/frame", look="badge", x=0, y=0, width=INNER, height=30, radius=8),
                    seat_mark("auction/mark", auction.bidder, 6, 5, 20),
                    Text(key="auction/text", look="ink", x=32, y=20, text=fit(said, INNER - 40, 13), size=13),
                ),
            ),
        )
        _draw_higher_bids(auction.bid, sheet)
        if auction.waiting:
            names = join_words(scene.names[seat] for seat in auction.waiting)
            sheet.write("waiting", say("Still to answer: {names}", names=names), 2, places=("type:pass",))
    return sheet.finish(say("For bids"))


def _draw_higher_bids(bid: int, sheet: Sheet) -> None:
    """Draw the next higher bids in a row, as on a ladder."""
    sheet.add(
        24,
        *(
            chip(
                f"bid/{number}",
                (MARGIN + place * INNER / HIGHER, sheet.y),
                "mon",
                str(number),
                Caption(say("a bid of {n} Mon", n=number), places=(f"mon:{number} type:bid",)),
            )
            for place, number in enumerate(range(bid + 1, bid + 1 + HIGHER))
        ),
    )


def _draw_lot(scene: Scene, lot: LotView, at: tuple[float, float]) -> Group:
    key = f"lot/{lot.lot}"
    price = corner = lot.price_text()
    more: list[AnyNode] = []
    said = translate(lot.title)
    if lot.price is not None:
        said = say("{lot}: bids from {price} Mon", lot=said, price=price)
    elif price:
        said = say("{lot}: {price} Mon, by the next Emperor Card", lot=said, price=price)
    if lot.won_by is not None:
        corner = ""
        more.append(seat_mark(f"{key}/winner", lot.won_by, TILE - 22, 4, 18))
        said = say("{lot}: won by {name}", lot=translate(lot.title), name=scene.names[lot.won_by])
    places = (f"lot:{lot.lot}", f"lot:{lot.group}") if scene.seen.groups else (f"lot:{lot.lot}",)
    if scene.seen.groups:
        group = translate(lot.group)
        more.append(Text(key=f"{key}/group", look="soft", x=TILE - 5, y=34, text=group, size=SMALLEST, anchor="end"))
        said = say("{said} (category {group})", said=said, group=group)
    return tile(
        key,
        at,
        (TILE, LOT_HEIGHT),
        Face(LOT_SYMBOLS[lot.lot], title(lot.lot), corner=corner, aside=True),
        Caption(
            said,
            detail=scene.read_clause("yedo.bidding.starting-bid"),
            clause="yedo.bidding.starting-bid",
            places=places,
        ),
        look="down" if lot.won_by is not None else "card",
        more=more,
    )


def draw_decks(scene: Scene) -> Panel:
    """Draw the decks with their sizes and what the viewer knows of them, the Weapons that are left, the discards."""
    seen, sheet = scene.seen, Sheet("decks")
    decks = [deck for deck in seen.decks if deck.size or not deck.deck.startswith("jesuits")]
    nodes = []
    for number, deck in enumerate(decks):
        nodes.append(_draw_deck(scene, deck, place_in_row(number, 4, sheet.y, DECK_HEIGHT)))
    sheet.lay_out(nodes, 4, DECK_HEIGHT)
    for deck in decks:
        _draw_known(deck, sheet)
    sheet.caption("weapons", say("Weapons that lie nowhere open, of each kind"))
    kinds = []
    for number, (kind, count) in enumerate(seen.unseen_weapons.items()):
        x, y = place_in_row(number, 4, sheet.y, KIND_HEIGHT)
        kinds.append(_draw_kind(kind, count, x, y))
    sheet.lay_out(kinds, 4, KIND_HEIGHT)
    if seen.weapon_discard:
        names = card_names(seen.weapon_discard[::-1])
        count = len(seen.weapon_discard)
        sheet.write("discard", say("Discarded Weapons, {n}, from the top: {names}", n=count, names=names), 2)
    if seen.jesuits is not None:
        words = {
            "aside": say("The Missions of the Jesuits lie aside."),
            "open": say("The Missions of the Jesuits can be drawn at the Harbor."),
            "gone": say("The Missions of the Jesuits are out of the game."),
        }
        sheet.write("jesuits", words[seen.jesuits], 2)
    return sheet.finish(say("Decks and bag"))


def _draw_kind(kind: str, count: int, x: float, y: float) -> Group:
    key = f"weapon-kind/{kind}"
    return tile(
        key,
        (x, y),
        (TILE, KIND_HEIGHT),
        Face(kind, title(kind), corner=str(count)),
        Caption(
            say("{weapon}: {n} in the bag or unseen", weapon=title(kind), n=count),
            places=(f"weapon:{kind} type:pick-up-weapon",),
        ),
        look="band",
    )


def _draw_deck(scene: Scene, deck: DeckView, at: tuple[float, float]) -> Group:
    key, colour = f"deck/{deck.deck}", deck.deck.removeprefix("jesuits-")
    said = say("{deck}: {n}", deck=_capitalise(translate(DECK_NAMES[deck.deck])), n=deck.size)
    more: list[AnyNode] = []
    coloured = colour in ("green", "yellow", "red", "black")
    if coloured:
        more.append(Rect(key=f"{key}/band", look=f"of-{colour}", x=2, y=3, width=4, height=DECK_HEIGHT - 6, radius=3))
    places: tuple[str, ...] = (f"deck:{deck.deck} type:choose-deck", f"action:{deck.deck.replace('-', '/')}")
    if colour == deck.deck and coloured:
        places += (f"action:bakufu/{colour}", "type:choose-colours")
    names = {"action": say("Action"), "bonus": say("Bonus"), "events": say("Events"), "weapons": say("Weapons")}
    jesuits = deck.deck.startswith("jesuits")
    name = names.get(deck.deck) or translate(title(colour))
    return tile(
        key,
        at,
        (TILE, DECK_HEIGHT),
        Face(DECK_SYMBOLS.get(deck.deck, "church" if jesuits else "mission"), name, corner=str(deck.size)),
        Caption(said, detail="" if deck.cards is None else card_names(dict.fromkeys(deck.cards)), places=places),
        look="down" if deck.size else "slot",
        more=more,
    )


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def _draw_known(deck: DeckView, sheet: Sheet) -> None:
    """Draw the cards of a deck that the viewer knows: those on top as cards, those farther below by name."""
    where = translate(DECK_NAMES[deck.deck])
    top = [known for known in deck.known if known.place <= TOP]
    below = [known for known in deck.known if known.place > TOP]
    if top:
        sheet.caption(f"known/{deck.deck}", say("Near the top of {deck}", deck=where))
        cards = [
            show_card(
                f"known/{deck.deck}/{known.place}",
                known.card,
                say("{n} from the top", n=known.place),
                (f"card:{known.card.card}",),
            )
            for known in top
        ]
        lay_out_cards(sheet, cards, lines=2)
    if below:
        listed = ", ".join(f"{known.place} {known.card.title}" for known in below)
        sheet.write(f"below/{deck.deck}", say("Deep in {deck}: {cards}", deck=where, cards=listed), 2)

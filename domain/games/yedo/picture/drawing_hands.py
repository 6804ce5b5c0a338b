"""Visible hands in Yedo's picture, and current events: cards played, looked at and traded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.facts.base import DECK_NAMES, card_names, goods_text
from domain.games.yedo.picture.drawing_auction import draw_auction
from domain.games.yedo.picture.drawing_missions import lay_out_missions
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.printed.term_words import name_missions
from domain.games.yedo.views.view import OfferView, YedoView
from domain.games.yedo.views.view_seats import CardView, HandView, MissionView, YedoSeatView
from domain.kernel.drawing.kit import GAP, INNER, Sheet, Shown, measure_card, number_things, text_card
from domain.kernel.drawing.pieces import MARGIN
from domain.kernel.drawing.tree import WIDTH, Panel, Rect
from domain.kernel.language import say, translate

OWN_HEIGHT = 220
"""The height of each of the three panels of a player's own table, which stand side by side."""
LINES = 14
"""How many lines of a card are shown in the viewer's hand; the tooltip has all of them."""


def lay_out_cards(sheet: Sheet, cards: Sequence[Shown], lines: int = LINES, columns: int = 2) -> None:
    """Lay cards out in rows, each as high as its tallest card."""
    width = _width_of(columns)
    for row, height in list_rows(cards, lines, columns):
        nodes = [
            text_card(card, (MARGIN + column * (width + GAP), sheet.y), width, lines, height)
            for column, card in enumerate(row)
        ]
        sheet.add(height, *nodes)


def list_rows(cards: Sequence[Shown], lines: int, columns: int) -> Iterator[tuple[Sequence[Shown], float]]:
    """Yield the rows in which cards are laid out, each with its height."""
    for start in range(0, len(cards), columns):
        row = cards[start : start + columns]
        yield row, max(measure_card(card.name, card.text, _width_of(columns), lines, card.heading) for card in row)


def _width_of(columns: int) -> float:
    return (INNER - (columns - 1) * GAP) / columns


def show_mission(key: str, mission: MissionView, places: tuple[str, ...] = ()) -> Shown:
    """Return a Mission to be laid out, with its colour; its text begins with its category."""
    heading = name_missions(mission.colour)[0]
    return Shown(key, translate(mission.title), mission.text, heading, f"of-{mission.colour}", places)


def show_card(key: str, card: CardView, heading: str, places: tuple[str, ...] = ()) -> Shown:
    """Return a card to be laid out."""
    return Shown(key, translate(card.title), card.text, heading, "", places)


def draw_hand(scene: Scene, seat: YedoSeatView, hand: HandView) -> Panel:
    """Draw the Missions in a hand that the viewer may see; at the end of the game, all of its cards by their names."""
    sheet = Sheet(f"hand/{seat.seat}")
    said = say("Hand of {name}", name=scene.names[seat.seat])
    if scene.seen.result is not None:
        # All hands are open and of no more use: the names are enough, and the tooltips have the rest.
        left = [show_mission(f"{sheet.key}/{mission.card}", mission) for mission in hand.missions]
        lay_out_cards(sheet, [*left, *list_hand(seat.seat, hand)], lines=0)
        return sheet.finish(said, seat=seat.seat)
    sheet.y = GAP
    lay_out_missions(scene, sheet, seat, hand.missions)
    if not hand.missions:
        sheet.caption("none", say("no Missions in hand"))
    return finish_own(sheet, said)


def finish_own(sheet: Sheet, title: str) -> Panel:
    """Return a panel without a heading, as high as the others of a player's own table."""
    height = max(sheet.y, OWN_HEIGHT)
    paper = Rect(key=f"{sheet.key}/paper", look="paper", x=1, y=1, width=WIDTH - 2, height=height - 2, radius=10)
    return Panel(key=sheet.key, title=title, height=height, children=(paper, *sheet.nodes))


def list_hand(seat: int, hand: HandView) -> Iterator[Shown]:
    """Yield the Action and Bonus Cards in a hand."""
    sorts = ((hand.actions, say("Action Card")), (hand.bonus, say("Bonus Card")))
    for cards, heading in sorts:
        for card, (_, name) in zip(cards, number_things(card.card for card in cards), strict=True):
            yield show_card(f"hand/{seat}/{name}", card, heading, (f"card:{card.card}", f"cards:{card.card}"))


def has_going_on(seen: YedoView) -> bool:
    """Return whether something with a panel of its own is happening."""
    return bool(
        seen.auction or seen.in_play or seen.shown or seen.looking or seen.offer or (seen.phase is None and seen.favors)
    )


def draw_going_on(scene: Scene) -> Panel:
    """Draw cards that are played or looked at, the Mission that is completed, the offer, and Favors to choose from."""
    seen, sheet, names = scene.seen, Sheet("now"), scene.names
    draw_auction(scene, sheet)
    for number, played in enumerate(seen.in_play):
        by = say("played by {name}", name=names[played.seat])
        if played.target is not None:
            by = say("{by}, aimed at {name}", by=by, name=names[played.target])
        heading = say("{by}, negated", by=by) if played.negated else by
        key = f"in-play/{number}/{played.card.card}"
        lay_out_cards(sheet, [show_card(key, played.card, heading)], columns=1)
    if (shown := seen.shown) is not None:
        places = ("type:take-bonus", "type:skip-bonus", f"mission:{shown.mission.card}")
        card = show_mission(f"shown/{shown.mission.card}", shown.mission, places)
        lay_out_cards(sheet, [card], columns=1)
        sheet.write("shown", say("{name} completes this Mission.", name=names[shown.seat]))
        if shown.partner is not None:
            sheet.write("partner", say("Partner: {name}", name=names[shown.partner]))
        if shown.target is not None:
            sheet.write("target", say("Target: {name}", name=names[shown.target]))
    if (looking := seen.looking) is not None:
        where = translate(DECK_NAMES[looking.deck])
        text = say("{name} looks at {n} of {deck}.", name=names[looking.seat], n=looking.count, deck=where)
        sheet.write("looking", text)
        if looking.cards is not None:
            keys = number_things(card.card for card in looking.cards)
            cards = [
                show_card(f"looking/{key}", card, "", (f"card:{name}", f"cards:{name}", f"weapon:{name}"))
                for card, (name, key) in zip(looking.cards, keys, strict=True)
            ]
            lay_out_cards(sheet, cards)
    if seen.offer is not None:
        _write_offer(scene, seen.offer, sheet)
    if seen.phase is None and seen.favors:
        sheet.caption("favors", say("Favors of the Shogun that can be taken"))
        favors = [show_card(f"favor/{card.card}", card, "", (f"favor:{card.card}",)) for card in seen.favors]
        lay_out_cards(sheet, favors)
    return sheet.finish(say("Now"))


def _write_offer(scene: Scene, offer: OfferView, sheet: Sheet) -> None:
    giver, partner = scene.names[offer.giver], scene.names[offer.partner]
    heading = say("Offer of {giver} to {partner}", giver=giver, partner=partner)
    places = ("type:accept-trade", "type:decline-trade", "type:counter-offer")
    gives = say("gives {goods}", goods=goods_text(offer.given))
    text = say("{gives} for {wanted}", gives=gives, wanted=goods_text(offer.wanted))
    lay_out_cards(sheet, [Shown("offer", heading, text, "", "", places)], columns=1)
    if offer.cards:
        sheet.write("cards", say("These cards: {cards}", cards=card_names(offer.cards)))
    if offer.fixed:
        sheet.write("fixed", say("You offered: {cards}", cards=card_names(offer.fixed)))
    if offer.suits:
        sheet.write("suits", say("A card would suit {name}, says {giver}.", name=partner, giver=giver))

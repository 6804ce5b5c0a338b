"""The viewer's knowledge of decks and of the bag of Weapons, in the picture of Yedo."""

from __future__ import annotations

from domain.games.yedo.facts.base import DECK_NAMES, card_names
from domain.games.yedo.picture.drawing_hands import lay_out_cards, show_card
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.views.view import DeckView
from domain.kernel.content import KEPT
from domain.kernel.drawing.kit import TILE, Face, Sheet, place_in_row, tile
from domain.kernel.drawing.pieces import Caption
from domain.kernel.drawing.tree import Group, Panel, Rect
from domain.kernel.language import once_a_language, say, translate
from domain.kernel.words import capitalise, title

TOP = 3
"""How many known cards on top of a deck are drawn as cards."""
DECK_HEIGHT, KIND_HEIGHT = 58, 52


def draw_decks(scene: Scene) -> Panel:
    """Draw the decks with their sizes and the viewer's knowledge of them, the remaining Weapons, the discards."""
    seen, sheet = scene.seen, Sheet("decks")
    jesuits = [deck for deck in seen.decks if deck.size and deck.deck.startswith("jesuits")]
    nodes = []
    for number, deck in enumerate(jesuits):
        nodes.append(_draw_deck(deck, place_in_row(number, 4, sheet.y, DECK_HEIGHT)))
    sheet.lay_out(nodes, 4, DECK_HEIGHT)
    for deck in seen.decks:
        _draw_known(deck, sheet)
    sheet.caption("weapons", say("Weapons that lie nowhere open, of each kind"))
    kinds = []
    for number, (kind, count) in enumerate(seen.unseen_weapons.items()):
        x, y = place_in_row(number, 4, sheet.y, KIND_HEIGHT)
        kinds.append(_draw_kind(kind, count, x, y))
    sheet.lay_out(kinds, 4, KIND_HEIGHT)
    if seen.jesuits is not None:
        words = {
            "aside": say("The Missions of the Jesuits lie aside."),
            "open": say("The Missions of the Jesuits can be drawn at the Harbor."),
            "gone": say("The Missions of the Jesuits are out of the game."),
        }
        sheet.write("jesuits", words[seen.jesuits], 2)
    return sheet.finish(say("Decks and bag"))


@once_a_language(KEPT)
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


def _draw_deck(deck: DeckView, at: tuple[float, float]) -> Group:
    """Draw the Missions of the Jesuits of a colour."""
    key, colour = f"deck/{deck.deck}", deck.deck.removeprefix("jesuits-")
    said = say("{deck}: {n}", deck=capitalise(translate(DECK_NAMES[deck.deck])), n=deck.size)
    band = Rect(key=f"{key}/band", look=f"of-{colour}", x=2, y=3, width=4, height=DECK_HEIGHT - 6, radius=3)
    places = (f"deck:{deck.deck} type:choose-deck", f"action:{deck.deck.replace('-', '/')}")
    return tile(
        key,
        at,
        (TILE, DECK_HEIGHT),
        Face("church", translate(title(colour)), corner=str(deck.size)),
        Caption(said, detail="" if deck.cards is None else card_names(dict.fromkeys(deck.cards)), places=places),
        look="down",
        more=[band],
    )


def _draw_known(deck: DeckView, sheet: Sheet) -> None:
    """Draw the cards of a deck that the viewer knows: those on top as cards, deeper ones by name."""
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
        lay_out_cards(sheet, cards, lines=1)
    if below:
        listed = ", ".join(f"{known.place} {known.card.title}" for known in below)
        sheet.write(f"below/{deck.deck}", say("Deep in {deck}: {cards}", deck=where, cards=listed), 2)

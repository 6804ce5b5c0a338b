"""Drawing cards: the top card of a deck, or a choice among several.

A reward gives the top card (yedo.icon.reward-action, yedo.icon.reward-bonus, yedo.icon.reward-mission).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from domain.games.yedo.facts.base import deck_name
from domain.games.yedo.facts.cards import CardKept, CardsLaidUnder
from domain.games.yedo.printed.term_words import TOP, TOP_OF_COLOUR, name_missions
from domain.games.yedo.printed.terms import CardDeck, Colour, Deck
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed
from domain.games.yedo.verbs.modifiers import looked_at
from domain.games.yedo.verbs.moves import ChooseDeck, KeepCard
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.worth import ACTION_CARD, BONUS_CARD, BONUS_TO_COME, LAST_MISSION, LOOK_MORE, MISSION, Prospect
from domain.kernel.errors import IllegalMove
from domain.kernel.language import fill, mark, say, translate


class ChooseColour(RaisedByDeed, Question[ChooseDeck], frozen=True, gc=False):
    """Choose the colour of the Missions, to look at `look` and keep `keep` of them."""

    deed: Deed
    look: int
    keep: int

    clause = "yedo.reward.auction-missions"
    prompt = "Choose the deck from which you draw a Mission."

    def moves(self, state: YedoState) -> Iterator[ChooseDeck]:
        return map(ChooseDeck, decks_with_cards(state, state.parameters.colours))

    def resolve(self, table: YedoTable, move: ChooseDeck) -> None:
        with table.citing(self.deed.clause):
            draw_from(table, self.deed, move.deck, self.look, self.keep)

    def why_not(self, state: YedoState, move: ChooseDeck) -> IllegalMove | None:
        if move.deck in state.parameters.colours:
            return IllegalMove(
                "yedo.reward.auction-missions-short", say("{deck} is empty.", deck=_upper(deck_name(move.deck)))
            )
        return IllegalMove(
            self.clause, say("Choose a deck of Missions of this game, not {deck}.", deck=deck_name(move.deck))
        )


class KeepOne(RaisedByDeed, Question[KeepCard], frozen=True, gc=False):
    """Keep one of the cards looked at, and then `left` - 1 more; the others go under their deck."""

    deed: Deed
    left: int

    clause = "yedo.reward.auction-action"
    prompt = "Choose the card that you keep."
    public = False
    automatic = False

    def moves(self, state: YedoState) -> Iterator[KeepCard]:
        assert state.stacks.looking is not None
        return map(KeepCard, dict.fromkeys(state.stacks.looking.cards))

    def resolve(self, table: YedoTable, move: KeepCard) -> None:
        with table.citing(self.deed.clause):
            looking = table.state.stacks.looking
            assert looking is not None
            table.emit(CardKept(table.clause, looking.seat, looking.deck, move.card))
            if self.left > 1:
                table.then(replace(self, left=self.left - 1))
            else:
                lay_under(table)

    def why_not(self, state: YedoState, move: KeepCard) -> IllegalMove | None:
        return IllegalMove(self.deed.clause, say("Keep a card that you look at."))


def draw_from(table: YedoTable, deed: Deed, deck: Deck, look: int, keep: int = 1) -> None:
    """Draw from a deck, without a choice if it has no more cards than the seat keeps.

    The Wise looks at more cards, but keeps the usual number (yedo.clan.wise-draw, yedo.clan.wise-auction,
    yedo.clan.wise-messenger, yedo.ruling.wise-keeps-as-many).
    """
    look = looked_at(table.state, deed.owner, look)
    there = min(look, table.state.pile(deck).size)
    if there <= keep:
        for _number in range(there):
            table.draw(deed.owner, deck)
    else:
        table.look(deed.owner, deck, look)
        table.then(KeepOne(seat=deed.owner, deed=deed, left=keep))


def lay_under(table: YedoTable) -> None:
    """Put the cards that were looked at but not kept under their deck."""
    looking = table.state.stacks.looking
    assert looking is not None
    table.emit(CardsLaidUnder(table.clause, looking.seat, looking.deck, looking.cards))


def decks_with_cards(state: YedoState, decks: tuple[Deck, ...]) -> Iterator[Deck]:
    """Yield the decks that are not empty."""
    return (deck for deck in decks if state.pile(deck).size)


class Draw(CardEffect, frozen=True, kw_only=True):
    """Look at `look` cards of a deck, keep some, and put the rest under it."""

    deck: CardDeck
    look: int = 1
    keep: int = 1
    colour: Colour | Literal["choice"] = "choice"

    def perform(self, table: YedoTable, deed: Deed) -> None:
        decks = self._decks(table.state)
        if len(decks) > 1:
            table.then(ChooseColour(seat=deed.owner, deed=deed, look=self.look, keep=self.keep))
        else:
            draw_from(table, deed, decks[0], self.look, self.keep)

    def can(self, state: YedoState, deed: Deed) -> bool:
        return any(decks_with_cards(state, self._decks(state)))

    def phrase(self, voice: Voice = LIST) -> str:
        draw, cards = voice.does("draw"), self._cards(voice)
        if self.keep >= self.look:
            return say("{draw} {cards}", draw=draw, cards=cards)
        keep, lay = voice.also("keep"), voice.also("lay")
        if self.look - self.keep == 1:
            text = mark("{draw} {cards}, {keep} {n} and {lay} the other under the deck")
        else:
            text = mark("{draw} {cards}, {keep} {n} and {lay} the others under the deck")
        return fill(translate(text), draw=draw, cards=cards, keep=keep, n=self.keep, lay=lay)

    def worth(self, prospect: Prospect) -> float:
        mission = MISSION if prospect.left > 1 else LAST_MISSION
        card = {"action": ACTION_CARD, "bonus": BONUS_CARD + BONUS_TO_COME, "mission": mission}[self.deck]
        return card + LOOK_MORE * (self.look - 1)

    def _decks(self, state: YedoState) -> tuple[Deck, ...]:
        """Return the decks from which an effect may draw, empty ones included."""
        if self.deck != "mission":
            return (self.deck,)
        return state.parameters.colours if self.colour == "choice" else (self.colour,)

    def _cards(self, voice: Voice) -> str:
        if self.deck == "mission" and self.colour != "choice":
            mission, missions = name_missions(self.colour)
            top = translate(TOP_OF_COLOUR[self.look != 1])
            return fill(top, n=self.look, mission=mission, missions=missions)
        cards = fill(translate(TOP[self.deck][self.look != 1]), n=self.look)
        if self.deck != "mission":
            return cards
        return voice.says("{cards} of a deck of your choice", "{cards} of a deck of their choice", cards=cards)


def _upper(name: str) -> str:
    """Return a name with a capital letter, to begin a sentence."""
    return name[0].upper() + name[1:]

"""Foresight: a seat secretly looks at the top of a deck and puts the cards back in any order.

The deck keeps track of who knows which cards (yedo.ruling.foresight-remembered).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Literal, TypeAlias

from domain.games.yedo.facts.base import card_name
from domain.games.yedo.facts.cards import DeckArranged
from domain.games.yedo.printed.terms import Deck
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed
from domain.games.yedo.verbs.modifiers import of_figure
from domain.games.yedo.verbs.moves import ArrangeCards, ChooseDeck
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import title

ForesightDeck: TypeAlias = Deck | Literal["mission"]
ALL_FORESIGHT: tuple[ForesightDeck, ...] = ("action", "weapons", "bonus", "mission", "events")
"""The decks of the Foresight actions of all Districts."""
DECKS = {
    "action": mark("the Action Card deck"),
    "bonus": mark("the Bonus Card deck"),
    "events": mark("the Event Card deck"),
}


class ChooseForesight(RaisedByDeed, Question[ChooseDeck], frozen=True, gc=False):
    """Choose the deck whose top cards you look at."""

    deed: Deed
    decks: tuple[Deck, ...]
    look: int

    clause = "yedo.temple.foresight-missions"
    prompt = "Choose the deck to look at."

    def moves(self, state: YedoState) -> Iterator[ChooseDeck]:
        return (ChooseDeck(deck) for deck in self.decks if can_look(state, deck))

    def resolve(self, table: YedoTable, move: ChooseDeck) -> None:
        with table.citing(_clause(self.deed, move.deck)):
            _look(table, self.deed, move.deck, self.look)

    def why_not(self, state: YedoState, move: ChooseDeck) -> IllegalMove | None:
        if move.deck == "events" and not state.parameters.event_deck:
            why = say("The Emperor's cards are not looked at: choose another deck.")
            return IllegalMove("yedo.ruling.no-events-to-foresee", why)
        if move.deck in self.decks:
            return IllegalMove("yedo.ruling.decks-run-out", say("This deck is empty: choose another one."))
        return IllegalMove(self.deed.clause, say("This Foresight is not for that deck."))


class Arrange(RaisedByDeed, Question[ArrangeCards], frozen=True, gc=False):
    """Put the cards that you looked at back on their deck."""

    deed: Deed

    clause = "yedo.foresight.secret"
    prompt = "Lay the cards back on top of their deck, in any order."
    public = False
    automatic = False

    def moves(self, state: YedoState) -> Iterator[ArrangeCards]:
        assert state.stacks.looking is not None
        return map(ArrangeCards, dict.fromkeys(permutations(state.stacks.looking.cards)))

    def group_of(self, state: YedoState, move: ArrangeCards, names: Sequence[str]) -> str | None:
        return say("lay {card} on top", card=card_name(move.cards[0]))

    def allows(self, state: YedoState, move: Move) -> bool:
        assert state.stacks.looking is not None
        return isinstance(move, ArrangeCards) and sorted(move.cards) == sorted(state.stacks.looking.cards)

    def resolve(self, table: YedoTable, move: ArrangeCards) -> None:
        assert table.state.stacks.looking is not None
        with table.citing(_clause(self.deed, table.state.stacks.looking.deck)):
            _lay_back(table, move.cards)

    def why_not(self, state: YedoState, move: ArrangeCards) -> IllegalMove | None:
        return IllegalMove(self.deed.clause, say("Lay back exactly the cards that you look at, each of them once."))


def look_ahead(table: YedoTable, deed: Deed, decks: tuple[Deck, ...], look: int | None = None) -> None:
    """Let the owner of a deed look at the top cards of one of these decks: the printed number unless `look` is
    given."""
    count = (table.state.content.prices.foresight if look is None else look) + _more(table.state, deed)
    if len(decks) > 1:
        table.then(ChooseForesight(seat=deed.owner, deed=deed, decks=decks, look=count))
    else:
        _look(table, deed, decks[0], count)


def _more(state: YedoState, deed: Deed) -> int:
    """Return how many more cards the activated Disciple looks at in a Foresight action.

    Only a Monk does (yedo.specialists.monk-foresight). A Mission's Foresight is a reward, not an action.
    """
    placed = state.on(deed.space) if deed.space and deed.source not in state.content.missions else None
    return 0 if placed is None else sum(found.extra_foreseen for found in of_figure(state, placed.figure))


def can_look(state: YedoState, deck: Deck) -> bool:
    """Return whether a deck has a card to look at."""
    return state.pile(deck).size > 0


def decks_named(state: YedoState, named: tuple[ForesightDeck, ...]) -> tuple[Deck, ...]:
    """Return the decks of this game with these names; "mission" means those of all colours."""
    decks: list[Deck] = []
    for name in named:
        decks += state.parameters.colours if name == "mission" else (name,)
    return tuple(decks)


def _clause(deed: Deed, deck: Deck) -> str:
    """Return the clause of a look at a deck: the Temple has one for Missions and one for Events."""
    at_temple = not deed.source and deck == "events"
    return "yedo.temple.foresight-events" if at_temple else deed.clause


def _look(table: YedoTable, deed: Deed, deck: Deck, count: int) -> None:
    short = table.state.pile(deck).size < count and deck != "weapons"
    with table.citing("yedo.foresight.short-deck" if short else table.clause):
        table.look(deed.owner, deck, count)
    looking = table.state.stacks.looking
    assert looking is not None
    if len(looking.cards) > 1:
        table.then(Arrange(seat=deed.owner, deed=deed))
    else:
        _lay_back(table, looking.cards)


def _lay_back(table: YedoTable, cards: tuple[str, ...]) -> None:
    looking = table.state.stacks.looking
    assert looking is not None
    table.emit(DeckArranged(table.clause, looking.seat, looking.deck, cards))


class Foresight(CardEffect, frozen=True, kw_only=True):
    """Look at the top of a deck and put the cards back in any order."""

    deck: Deck | Literal["mission", "choice"] = "choice"
    look: int = 3

    def perform(self, table: YedoTable, deed: Deed) -> None:
        look_ahead(table, deed, self._decks(table.state), self.look)

    def can(self, state: YedoState, deed: Deed) -> bool:
        return any(can_look(state, deck) for deck in self._decks(state))

    def phrase(self, voice: Voice = LIST) -> str:
        look, lay = voice.does("look"), voice.also("lay")
        if self.deck == "weapons":
            text = mark("{look} at the next {n} Weapons of the bag and {lay} them back in any order")
            return fill(translate(text), look=look, n=self.look, lay=lay)
        if self.deck == "choice":
            deck = voice.says("a deck of your choice", "a deck of their choice")
        elif self.deck == "mission":
            deck = voice.says("a Mission deck of your choice", "a Mission deck of their choice")
        elif self.deck in DECKS:
            deck = translate(DECKS[self.deck])
        else:
            deck = say("the {colour} Mission deck", colour=title(self.deck))
        return say(
            "{look} at the top {n} cards of {deck} and {lay} them back on top in any order",
            look=look,
            n=self.look,
            deck=deck,
            lay=lay,
        )

    def _decks(self, state: YedoState) -> tuple[Deck, ...]:
        return decks_named(state, ALL_FORESIGHT if self.deck == "choice" else (self.deck,))

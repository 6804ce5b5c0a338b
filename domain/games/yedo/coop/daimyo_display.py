"""The Daimyo's cards, which send its Disciples to Districts; a face-down card is drawn only when it is seen."""

from __future__ import annotations

from domain.games.yedo import draws
from domain.games.yedo.facts.coop.coop_setup import DaimyoReshuffled, DisplayCleared, DisplayLaidOut
from domain.games.yedo.printed.coop_content import OPEN_PLACE
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.table import YedoTable


def lay_out_display(table: YedoTable) -> None:
    """Lay out a card for each Disciple in the Daimyo's pool, the second face up (yedo.coop.prep-daimyo-layout)."""
    count = len(table.state.pieces.house[table.state.seats])
    table.emit(DisplayCleared(table.clause))
    if len(table.state.content.daimyo_cards) - len(table.state.coop_board.discard) < count:
        with table.citing("yedo.coop.prep-daimyo-reshuffle"):
            table.emit(DaimyoReshuffled(table.clause))
    table.emit(DisplayLaidOut(table.clause, count, turn_card(table, OPEN_PLACE)))


def turn_card(table: YedoTable, place: int) -> Card:
    """Draw the face-down card at a position of the display, from 0, for everyone to see."""
    [card] = table.chance.pick(draws.DAIMYO_CARD, unseen_cards(table.state, place), 1)
    return card


def unseen_cards(state: YedoState, place: int) -> tuple[Card, ...]:
    """Return the Daimyo's cards that may be face down at a position of the display, sorted."""
    board = state.coop_board
    shown = [slot.card for slot in board.display]
    if place < len(board.first):
        return tuple(card for card in board.first if card not in shown)
    known = {*board.first, *board.discard, *shown}
    return tuple(sorted(card for card in state.content.daimyo_cards if card not in known))

"""Windows: the moments at which seats may play a card, one after the other, before the game continues.

Who is asked depends only on public information: Player Order, the number of Action Cards held, announcements, and the
sets of cards in play. The contents of a hand affect only that seat's own moves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from domain.games.yedo.facts.cards import CardNegated
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.terms import When
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed
from domain.games.yedo.verbs.modifiers import is_forbidden
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.worth import ACTION_CARD, GOOD_MOMENT, Prospect
from domain.kernel.choice import Move
from domain.kernel.language import say

Seats: TypeAlias = tuple[int, ...]
"""Seats that are still to be asked, in their order."""


class PassForRound(Move, frozen=True, gc=False):
    """Skip answering other players' cards until the next Preparation, or until you play a card
    (yedo.ruling.waiving)."""

    def label(self) -> str:
        return say("answer no cards in this round")


def is_in_use(state: YedoState, when: When) -> bool:
    """Return whether the sets in play include a card of this moment; if not, nobody is ever asked for one."""
    return when in _moments(state.content, state.parameters.action_deck)


@lru_cache(maxsize=64)
def _moments(content: YedoContent, cards: tuple[str, ...]) -> frozenset[When]:
    """Return the moments of Action Cards; cached, since bots and views ask constantly and they never change."""
    return frozenset(content.action_cards[card].when for card in cards)


def may_play(state: YedoState, seat: int) -> bool:
    """Return whether a seat holds any Action Cards and nothing forbids it to play them."""
    return bool(state.hands.actions[seat]) and not is_forbidden(state, seat, "action-cards")


def may_answer(state: YedoState, seat: int) -> bool:
    """Return whether a seat is asked to answer a card of another one (yedo.ruling.reaction-order)."""
    return not state.playing.waived[seat] and may_play(state, seat)


def answerers(state: YedoState, seat: int) -> Seats:
    """Return the seats that may answer a card of a seat, from the first place of Player Order (yedo.actions-cards.tie).

    There are none if no card in the chosen sets is an answer.
    """
    return tuple(other for other in state.order if other != seat) if is_in_use(state, "answer") else ()


def next_asked(left: Seats, asks: Callable[[int], bool]) -> tuple[int, Seats] | None:
    """Return the first remaining seat that `asks` accepts, and the seats after it; None if there is none."""
    for place, seat in enumerate(left):
        if asks(seat):
            return seat, left[place + 1 :]
    return None


class Negate(CardEffect, frozen=True, kw_only=True):
    """Cancel the card that this one answers."""

    suits = ("answer",)

    def perform(self, table: YedoTable, deed: Deed) -> None:
        answered = table.state.playing.in_play[-1]
        with table.citing("yedo.actions-cards.walls-have-ears-pair"):
            table.emit(CardNegated(table.clause, answered.seat, answered.card))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return bool(state.playing.in_play)

    def phrase(self, voice: Voice = LIST) -> str:
        return say("the card that this one answers does nothing")

    def worth(self, prospect: Prospect) -> float:
        return ACTION_CARD + GOOD_MOMENT

"""Dealing anew what somebody may not know: which heroes the other players hold and which lie in their decks."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.daimyo.facts.base import plus
from domain.games.daimyo.state import DaimyoState
from domain.kernel.audience import Viewer
from domain.kernel.chance import NOBODY, Chance
from domain.kernel.errors import RulesError
from domain.kernel.fact import put
from domain.kernel.table import no_dead_end

ATTEMPTS = 1_000


def redeal(state: DaimyoState, viewer: Viewer, chance: Chance) -> DaimyoState:
    """The state with hand and deck of each player dealt anew whose cards the viewer does not see.

    Everyone can tell from discard piles and hired heroes which cards hand and deck hold together, and how many each.
    Bag and common deck are multisets in which nothing lies in an order. A question that is open may tell that a hand
    can answer it: deals that cannot are not kept.
    """
    dealt = _dealt(state, viewer, chance)
    for _ in range(ATTEMPTS):
        if _goes_on(dealt):
            break
        dealt = _dealt(state, viewer, chance)
    return dealt


def _dealt(state: DaimyoState, viewer: Viewer, chance: Chance) -> DaimyoState:
    hand, deck = state.hand, state.deck
    for seat in range(state.seats):
        if not viewer.shares((seat,)):
            # Sorted first: how the cards lay before must make no difference to how they are dealt.
            cards = chance.shuffle(f"redeal-seat-{seat}", sorted((*hand[seat], *deck[seat])), NOBODY)
            held = len(hand[seat])
            hand = put(hand, seat, plus((), *cards[:held]))
            deck = put(deck, seat, plus((), *cards[held:]))
    return replace(state, hand=hand, deck=deck)


def _goes_on(state: DaimyoState) -> bool:
    try:
        no_dead_end(state)
    except RulesError:
        return False
    return True

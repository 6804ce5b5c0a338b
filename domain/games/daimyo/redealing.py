"""Re-deals what a viewer may not know: the heroes in the other players' hands and decks."""

from __future__ import annotations

from domain.games.daimyo.state import DaimyoState
from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance, Redealt
from domain.kernel.errors import RulesError
from domain.kernel.fact import replace_at
from domain.kernel.multiset import plus
from domain.kernel.table import check_no_dead_end

ATTEMPTS = 1_000


def redeal(state: DaimyoState, viewer: Viewer, chance: Chance) -> DaimyoState:
    """Re-deal hand and deck for each player whose cards the viewer does not see.

    Discard piles and hired heroes tell everyone which cards hand and deck hold together, and how many each. Bag and
    common deck are stored unordered, so they need no new deal. An open question can imply that a hand can answer it:
    deals without an answer are rejected.
    """
    dealt = _deal(state, viewer, chance)
    for _ in range(ATTEMPTS):
        if _has_answer(dealt):
            break
        dealt = _deal(state, viewer, chance)
    return dealt


def _deal(state: DaimyoState, viewer: Viewer, chance: Chance) -> DaimyoState:
    hand, deck = state.hands.hand, state.hands.deck
    for seat in range(state.seats):
        if not viewer.shares((seat,)):
            # Sorted first, so that the deal does not depend on the cards' earlier places.
            cards = chance.shuffle(Redealt(f"seat-{seat}"), sorted((*hand[seat], *deck[seat])))
            held = len(hand[seat])
            hand = replace_at(hand, seat, plus((), *cards[:held]))
            deck = replace_at(deck, seat, plus((), *cards[held:]))
    dealt = state.__copy__()
    dealt.hands.hand, dealt.hands.deck = hand, deck
    return dealt


def _has_answer(state: DaimyoState) -> bool:
    try:
        check_no_dead_end(state)
    except RulesError:
        return False
    return True

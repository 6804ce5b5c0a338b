"""Re-deals the Clan Powers that a viewer may not know during the draft."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.printed.parts import Draft
from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance, Redealt

ATTEMPTS = 1_000


def deal_powers(draft: Draft, order: tuple[int, ...], viewer: Viewer, chance: Chance) -> Draft:
    """Re-deal the Clan Powers unknown to the viewer; what others passed on is forgotten.

    A card that the viewer passed on stays with those who chose later, never with those before or in the deck.
    """
    own = [seat for seat in order if viewer.shares((seat,))]
    hidden = [seat for seat in order[::-1] if seat not in own and draft.kept[seat] is not None]
    last = draft.drafting if draft.drafting is not None else order[0]
    hand = () if last in own else draft.hand
    pool = sorted((*draft.deck, *hand, *(draft.kept[seat] or "" for seat in hidden)))
    for _ in range(ATTEMPTS):
        cards = iter(chance.shuffle(Redealt("clan-powers"), pool))
        kept = tuple(next(cards) if seat in hidden else power for seat, power in enumerate(draft.kept))
        held = tuple(sorted(next(cards) for _ in hand)) or draft.hand
        passed = tuple(power if seat in own else None for seat, power in enumerate(draft.passed))
        dealt = replace(draft, deck=tuple(sorted(cards)), kept=kept, hand=held, passed=passed)
        if all(_may_be_passed(dealt, seat, order) for seat in own):
            break
    return dealt


def _may_be_passed(draft: Draft, seat: int, order: tuple[int, ...]) -> bool:
    """Return whether the card that a seat passed on, if it did, is in a possible place."""
    place, passed = order.index(seat), draft.passed[seat]
    if passed is None:
        return True
    if place and draft.drafting == order[place - 1]:
        return passed in draft.hand
    return passed not in (*draft.deck, *(draft.kept[other] for other in order[place + 1 :]))

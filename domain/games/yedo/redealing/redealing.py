"""Re-deals what a viewer may not know: others' hands, decks, cards that others look at or offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from domain.games.yedo.effects.rival_annexes import asked_annex
from domain.games.yedo.printed.parts import Card, Looking
from domain.games.yedo.printed.terms import COLOURS, AnnexKind, Deck
from domain.games.yedo.redealing.redealing_powers import deal_powers
from domain.games.yedo.state import YedoState, annex_on, is_rival
from domain.games.yedo.verbs.course import course_of
from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance, Redealt
from domain.kernel.errors import RulesError
from domain.kernel.fact import replace_at
from domain.kernel.multiset import plus
from domain.kernel.table import check_no_dead_end

ATTEMPTS = 1_000


def redeal(state: YedoState, viewer: Viewer, chance: Chance) -> YedoState:
    """Deal again every card that the viewer does not know, deck by deck, into the same places.

    Everyone knows how many cards are where and which cards a deck has, except which Basic and Kill the Shogun Missions
    are in play (yedo.setup.basic-mission-count, yedo.setup.kill-the-shogun-one). What others know about the decks is
    dropped. An open question can imply that a hand can answer it, and a Disciple on an Annex of an opponent implies a
    Mission that asks for it (yedo.ruling.rival-annex-offer): deals without an answer or without such a Mission are
    rejected.
    """
    if viewer.sees_all:
        return state
    implied = _implied(state, viewer)
    dealt = _deal(state, viewer, chance)
    for _ in range(ATTEMPTS):
        if all(_taken_for(dealt, *key) >= count for key, count in implied.items()) and _has_answer(dealt):
            break
        dealt = _deal(state, viewer, chance)
    return dealt


def _deal(state: YedoState, viewer: Viewer, chance: Chance) -> YedoState:
    dealt = state.__copy__()
    for deal in course_of(state).redeal:
        deal(dealt, viewer, chance)
    for deck in state.decks:
        _deal_deck(dealt, deck, viewer, chance)
    if state.jesuits in ("open", "gone"):
        _mix_hands(dealt, viewer, chance)
    if (offer := dealt.trade.offer) is not None:
        if not viewer.shares((offer.giver,)):
            offer = replace(offer, cards=_deal_offered(dealt, offer.giver, offer.cards, chance))
        if not viewer.shares((offer.partner,)):
            offer = replace(offer, fixed=_deal_offered(dealt, offer.partner, offer.fixed, chance))
        dealt.trade.offer = offer
    if dealt.clans.draft is not None:
        dealt.clans.draft = deal_powers(dealt.clans.draft, dealt.order, viewer, chance)
    return dealt


def _deal_deck(state: YedoState, deck: Deck, viewer: Viewer, chance: Chance) -> None:
    """Deal the unknown cards of a deck to others' hands, to those looking at its cards, and to the pile."""
    others = _hidden_hands(state, viewer) if _is_held(deck) else []
    hands = {seat: _held(state, seat, deck) for seat in others}
    looking = _hidden_looking(state, deck, viewer)
    pile = state.pile(deck)
    pool = [*pile.unknown_to(viewer), *looking, *(card for held in hands.values() for card in held)]
    dealt = chance.shuffle(Redealt(deck), _possible(state, deck, pool, chance))
    if deck == "events":
        on_top = len(looking) + sum(not known.to(viewer) for known in pile.over) + len(pile.packet)
        dealt = _with_jesuits_on_top(state, dealt, on_top, chance)
    cards = iter(dealt)
    for seat, held in hands.items():
        kept = [card for card in state.hand(seat, deck) if card not in held]
        state.put_hand(seat, deck, plus((), *kept, *(next(cards) for _ in held)))
    if looking and state.stacks.looking is not None:
        state.stacks.looking = Looking(state.stacks.looking.seat, deck, tuple(next(cards) for _ in looking))
    state.put_pile(deck, pile.redeal(viewer, tuple(cards)))


def _with_jesuits_on_top(state: YedoState, cards: tuple[Card, ...], count: int, chance: Chance) -> tuple[Card, ...]:
    """Put the Jesuits' Event among the first `count` cards, if it is in the deck.

    Everyone knows that it stays there until drawn (yedo.jesuits.setup).
    """
    for event in cards:
        if event in state.content.jesuits_events and (place := cards.index(event)) >= count:
            other = chance.below(Redealt("jesuits"), count)
            return replace_at(replace_at(cards, place, cards[other]), other, event)
    return cards


def _mix_hands(state: YedoState, viewer: Viewer, chance: Chance) -> None:
    """Re-deal the Missions of a colour among the other hands: card backs do not reveal the Jesuits' Missions.

    Everyone knows how many of those the hands hold together (yedo.ruling.jesuits-backs).
    """
    others = [seat for seat in range(state.seats) if not viewer.shares((seat,))]
    for colour in COLOURS:
        hands = {seat: _of_colour(state, seat, colour) for seat in others}
        cards = iter(chance.shuffle(Redealt(f"hands-{colour}"), sorted(chain(*hands.values()))))
        for seat, held in hands.items():
            kept = [card for card in state.hands.missions[seat] if card not in held]
            state.put_hand(seat, colour, plus((), *kept, *(next(cards) for _ in held)))


def _hidden_hands(state: YedoState, viewer: Viewer) -> list[int]:
    """Return the seats whose hands the viewer does not see."""
    return [seat for seat in range(state.seats) if not viewer.shares(state.hand_seen_by(seat))]


def _is_held(deck: Deck) -> bool:
    """Return whether players hold cards of a deck in hand, unlike Weapons, which are open."""
    return deck not in ("events", "weapons")


def _held(state: YedoState, seat: int, deck: Deck) -> tuple[Card, ...]:
    """Return the cards of exactly this deck in a hand; for Missions, of its stack."""
    hand = state.hand(seat, deck)
    return hand if deck in ("action", "bonus") else tuple(card for card in hand if state.content.stack_of(card) == deck)


def _of_colour(state: YedoState, seat: int, colour: str) -> tuple[Card, ...]:
    """Return the Missions of a colour in a hand, including the Jesuits'."""
    return tuple(card for card in state.hands.missions[seat] if state.content.colour_of(card) == colour)


def _hidden_looking(state: YedoState, deck: Deck, viewer: Viewer) -> tuple[Card, ...]:
    looking = state.stacks.looking
    if looking is None or looking.deck != deck or looking.open or viewer.shares((looking.seat,)):
        return ()
    return looking.cards


def _possible(state: YedoState, deck: Deck, pool: Sequence[Card], chance: Chance) -> list[Card]:
    """Return cards that may be in the places of `pool`, sorted, so that positions do not influence the deal.

    They are those of `pool`, except that sets of Missions partly in the box are drawn again.
    """
    if deck not in COLOURS:
        return sorted(pool)
    cards = sorted(pool)
    for drawn_from in (state.parameters.basic, state.parameters.shogun):
        hidden = [card for card in cards if card in drawn_from]
        if hidden:
            seen = _seen(state, drawn_from, pool)
            unseen = sorted(card for card in drawn_from if card not in seen)
            drawn = chance.pick(Redealt(f"{deck}-in-play"), unseen, len(hidden))
            cards = sorted((*(card for card in cards if card not in drawn_from), *drawn))
    return cards


def _seen(state: YedoState, cards: Sequence[Card], pool: Sequence[Card]) -> set[Card]:
    """Return which of these Missions are in play and not in the pool: the viewer knows where they are."""
    return {card for card in _in_play(state) if card in cards} - set(pool)


def _in_play(state: YedoState) -> Iterator[Card]:
    """Yield all Missions in play, wherever they are."""
    for colour in COLOURS:
        yield from state.pile(colour).cards
    for seat in range(state.seats):
        yield from state.hands.missions[seat]
        yield from state.completion.done[seat]
    if state.completion.shown is not None:
        yield state.completion.shown[1]
    if state.stacks.looking is not None:
        yield from state.stacks.looking.cards


def _deal_offered(state: YedoState, seat: int, cards: tuple[Card, ...], chance: Chance) -> tuple[Card, ...]:
    """Choose again which cards another player has committed to a trade: as many of each deck."""
    decks = Counter(map(state.content.deck_of, cards))
    dealt = (
        chance.pick(Redealt(f"offer-{deck}"), _by_back(state, seat, deck), count)
        for deck, count in sorted(decks.items())
    )
    return tuple(sorted(chain.from_iterable(dealt)))


def _by_back(state: YedoState, seat: int, deck: Deck) -> tuple[Card, ...]:
    """Return the cards in a hand with the back of a deck."""
    return _held(state, seat, deck) if deck in ("action", "bonus") else _of_colour(state, seat, deck)


def _implied(state: YedoState, viewer: Viewer) -> dict[tuple[int, AnnexKind], int]:
    """Return, by seat and kind of Annex, how many Missions must have sent Disciples to opponents' Annexes.

    They may have left the hand since, so no more are implied than the viewer cannot locate elsewhere.
    """
    there: Counter[tuple[int, AnnexKind]] = Counter()
    for placed in state.pieces.placed:
        kind = annex_on(placed.space)
        if kind is not None and is_rival(placed.seat, placed.space) and not viewer.shares((placed.seat,)):
            there[placed.seat, kind] += 1
    return {key: min(count, _possibly_taken_for(state, viewer, *key)) for key, count in there.items()}


def _possibly_taken_for(state: YedoState, viewer: Viewer, seat: int, kind: AnnexKind) -> int:
    """Count the Missions of a seat that may ask for a kind of Annex, as far as the viewer knows."""
    hidden = [
        card for other in range(state.seats) if not viewer.shares((other,)) for card in state.hands.missions[other]
    ]
    hidden += [card for colour in COLOURS for card in state.pile(colour).unknown_to(viewer)]
    missions = state.content.missions
    asking = Counter(missions[card].colour for card in hidden if asked_annex(missions[card]) == kind)
    in_hand = (asking & Counter(state.mission_colours(seat))).total()
    return in_hand + sum(asked_annex(missions[card]) == kind for card in state.completion.done[seat])


def _taken_for(state: YedoState, seat: int, kind: AnnexKind) -> int:
    """Count the Missions of a seat, in hand and completed, that ask for a kind of Annex of an opponent."""
    missions = state.content.missions
    return sum(
        asked_annex(missions[card]) == kind for card in (*state.hands.missions[seat], *state.completion.done[seat])
    )


def _has_answer(state: YedoState) -> bool:
    try:
        check_no_dead_end(state)
    except RulesError:
        return False
    return True

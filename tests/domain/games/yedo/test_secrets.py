"""Hands, decks, looks and offers are secret: games that differ only in them look alike to others, and stay alike."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.yedo.phases.acting import CompleteMission
from domain.games.yedo.phases.offers import CounterOffer, OfferTrade
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.phases.trade import AcceptTrade
from domain.games.yedo.printed.parts import Card, Goods, Looking, Offer
from domain.games.yedo.printed.terms import COLOURS, DECKS, Deck
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.moves import ArrangeCards, GiveUpCard, KeepCard
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.fact import replace_at
from domain.kernel.multiset import plus, without
from domain.kernel.pile import Known
from tests.domain.games.yedo.game import CONTENT, RULES, given
from tests.domain.games.yedo.twins import Twin, compare, positions
from tests.support.noninterference import Leak, Pair, Secretly, check, walk
from tests.support.states import with_fields

COMBINATIONS = [(2, "classic", 6), (3, "crossroads", 8), (4, "blades", 8), (5, "first-game", 6)]


def held(state: YedoState, seat: int, deck: Deck) -> list[Card]:
    """Return the cards of exactly this deck in a hand."""
    hand = state.hand(seat, deck)
    return [card for card in hand if deck not in COLOURS or CONTENT.colour_of(card) == deck]


def swapped(state: YedoState, deck: Deck, mine: Card, other: Card) -> YedoState:
    """Replace one of the unordered cards of a deck by this card."""
    state = with_fields(state)
    pile = state.pile(deck)
    state.put_pile(deck, replace(pile, rest=plus(without(pile.rest, other), mine)))
    return state


def another_hand(state: YedoState, seat: int, random: Random) -> YedoState | None:
    """Swap a card of the hand with one of its deck, of the same colour if it is a Mission."""
    found = [
        (deck, card)
        for deck in DECKS
        if deck in ("action", "bonus", *COLOURS)
        for card in held(state, seat, deck)
        if state.pile(deck).rest
    ]
    if not found:
        return None
    deck, card = random.choice(found)
    other = random.choice(state.pile(deck).rest)
    twin = swapped(state, deck, card, other)
    twin.put_hand(seat, deck, plus(without(state.hand(seat, deck), card), other))
    return twin


def another_mission_in_the_box(state: YedoState, seat: int, random: Random) -> YedoState | None:
    """Swap a Basic Mission of the hand with one that stayed in the box."""
    mine = [card for card in state.hands.missions[seat] if card in state.parameters.basic]
    seen = {card for pile in state.stacks.piles for card in pile.cards}
    seen.update(card for hands in (state.hands.missions, state.completion.done) for hand in hands for card in hand)
    seen.update(state.stacks.looking.cards if state.stacks.looking is not None else ())
    seen.update(state.completion.shown[1:] if state.completion.shown is not None else ())
    box = [card for card in state.parameters.basic if card not in seen]
    if not mine or not box:
        return None
    hand = plus(without(state.hands.missions[seat], random.choice(mine)), random.choice(box))
    return with_fields(state, missions=replace_at(state.hands.missions, seat, hand))


def another_top(state: YedoState, seat: int, random: Random) -> YedoState | None:
    """Swap a card that only this seat knows to be on a deck with a card of the deck that nobody knows."""
    found = [
        (deck, place)
        for deck in DECKS
        for place, known in enumerate(state.pile(deck).over)
        if known.by == (seat,) and state.pile(deck).rest
    ]
    if not found:
        return None
    deck, place = random.choice(found)
    card, other = state.pile(deck).over[place].card, random.choice(state.pile(deck).rest)
    twin = swapped(state, deck, card, other)
    pile = twin.pile(deck)
    twin.put_pile(deck, replace(pile, over=replace_at(pile.over, place, Known(other, (seat,)))))
    return twin


def another_under(state: YedoState, seat: int, random: Random) -> YedoState | None:
    """Swap a card that only this seat knows to be under a deck with a card of the deck that nobody knows."""
    found = [
        (deck, place)
        for deck in DECKS
        for place, known in enumerate(state.pile(deck).under)
        if known.by == (seat,) and state.pile(deck).rest
    ]
    if not found:
        return None
    deck, place = random.choice(found)
    card, other = state.pile(deck).under[place].card, random.choice(state.pile(deck).rest)
    twin = swapped(state, deck, card, other)
    pile = twin.pile(deck)
    twin.put_pile(deck, replace(pile, under=replace_at(pile.under, place, Known(other, (seat,)))))
    return twin


def another_look(state: YedoState, seat: int, random: Random) -> YedoState | None:
    """Swap a card that this seat looks at in secret with a card of the deck that nobody knows."""
    looking = state.stacks.looking
    if looking is None or looking.seat != seat or looking.open or not looking.cards:
        return None
    if not state.pile(looking.deck).rest:
        return None
    card, other = random.choice(looking.cards), random.choice(state.pile(looking.deck).rest)
    twin = swapped(state, looking.deck, card, other)
    place = looking.cards.index(card)
    twin.stacks.looking = Looking(seat, looking.deck, replace_at(looking.cards, place, other))
    return twin


def another_memory(state: YedoState, seat: int, random: Random) -> YedoState | None:
    """Let the seat forget what it knows about a deck; the history shows who has looked, the deck does not."""
    found = [deck for deck in DECKS if any(known.by == (seat,) for known in state.pile(deck).over)]
    if not found:
        return None
    deck = random.choice(found)
    pile = state.pile(deck)
    twin = with_fields(state)
    over = tuple(Known(known.card) if known.by == (seat,) else known for known in pile.over)
    twin.put_pile(deck, replace(pile, over=over))
    return twin


def universe(state: YedoState) -> list[Move]:
    """Return moves that name cards of others, of decks and of the box."""
    actions = sorted({card for hand in state.hands.actions for card in hand} | set(state.parameters.action_deck[:6]))
    bonus = sorted({card for hand in state.hands.bonus for card in hand})
    missions = sorted({*(card for hand in state.hands.missions for card in hand), *state.parameters.basic[:3]})
    looked = state.stacks.looking.cards if state.stacks.looking is not None else ()
    spaces = [placed.space for placed in state.pieces.placed[:2]]
    return [
        *map(PlayCard, actions),
        *(GiveUpCard("action", card) for card in actions),
        *(GiveUpCard("bonus", card) for card in bonus),
        *(GiveUpCard(CONTENT.colour_of(card), card) for card in missions),
        *(CompleteMission(space, card) for card in missions for space in spaces),
        *map(KeepCard, sorted({*looked, *actions[:2]})),
        ArrangeCards(tuple(looked)),
        *(AcceptTrade((card,)) for card in (*actions, *bonus, *missions)),
        *(OfferTrade(partner=seat, cards=(card,), for_mon=1) for card in actions for seat in range(state.seats)),
        *(CounterOffer(cards=(card,), for_mon=1) for card in (*actions, *missions)),
    ]


TWINS: dict[str, tuple[Twin, int, int]] = {
    "another hand": (another_hand, 50, 40),
    "another Mission in the box": (another_mission_in_the_box, 50, 20),
    "another top of a deck": (another_top, 30, 20),
    "another card laid under a deck": (another_under, 40, 20),
    "another look": (another_look, 2, 20),
    "another memory": (another_memory, 30, 20),
}
"""Each kind of secret, with the number of moves after which it is looked for again, and the fewest steps to compare."""


@pytest.mark.slow
@pytest.mark.parametrize("secret", TWINS)
@pytest.mark.clause("yedo.clan-board.hidden-cards", "yedo.foresight.secret", "yedo.bonus.secret")
def test_nobody_else_can_tell_two_games_apart(secret: str) -> None:
    make, every, at_least = TWINS[secret]
    random, compared = Random(1), 0
    for seats, sets, rounds in COMBINATIONS:
        for state in positions(seats, {"sets": sets, "rounds": rounds}, seed=seats, every=every):
            compared += compare(state, make, universe, random, steps=4)
    assert compared >= at_least


@pytest.mark.long
@pytest.mark.parametrize(("seats", "sets", "rounds"), COMBINATIONS[1:3])
def test_a_third_player_cannot_tell_which_of_two_others_holds_a_card(seats: int, sets: str, rounds: int) -> None:
    random, compared = Random(seats), 0
    for state in positions(seats, {"sets": sets, "rounds": rounds}, seed=seats + 5, every=6):
        if not state.hands.actions[0] or not state.hands.actions[1]:
            continue
        mine, yours = random.choice(state.hands.actions[0]), random.choice(state.hands.actions[1])
        hands = replace_at(state.hands.actions, 0, plus(without(state.hands.actions[0], mine), yours))
        hands = replace_at(hands, 1, plus(without(state.hands.actions[1], yours), mine))
        twin = with_fields(state, actions=hands)
        for viewer in (SPECTATOR, seat_viewer(2)):
            pair = Pair(viewer, Secretly(state, bytes(32)), Secretly(twin, bytes(32)))
            compared += walk(RULES, pair, universe, random, steps=4)
    assert compared > 8


@pytest.mark.long
@pytest.mark.parametrize(("seats", "sets", "rounds"), COMBINATIONS)
def test_two_games_that_differ_in_their_seed_only_look_the_same(seats: int, sets: str, rounds: int) -> None:
    random, compared = Random(seats), 0
    for state in positions(seats, {"sets": sets, "rounds": rounds}, seed=seats + 10, every=40):
        for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(seats - 1)):
            pair = Pair(viewer, Secretly(state, random.randbytes(32)), Secretly(state, random.randbytes(32)))
            compared += walk(RULES, pair, universe, random, steps=6)
    assert compared > 20


def test_the_cards_of_an_offer_are_known_to_their_giver_alone() -> None:
    goods = Goods(actions=1)
    game = given(3, phase="trade").having(1, actions=("feint", "turncoat"))
    one, other = (
        game.with_state(offer=Offer(1, 0, goods, Goods(mon=1), (card,))).state for card in ("feint", "turncoat")
    )
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(2), seat_viewer(0, 2)):
        check(RULES, Pair(viewer, Secretly(one, bytes(32)), Secretly(other, bytes(32))), universe)
    with pytest.raises(Leak):
        check(RULES, Pair(seat_viewer(1), Secretly(one, bytes(32)), Secretly(other, bytes(32))), universe)


@pytest.mark.slow
@pytest.mark.parametrize("secret", TWINS)
def test_who_knows_the_secret_can_tell(secret: str) -> None:
    make = TWINS[secret][0]
    random = Random(1)
    for state in positions(3, {"sets": "crossroads", "rounds": 8}, seed=1, every=1):
        twin = make(state, 0, random)
        if twin is not None and twin != state:
            pair = Secretly(state, bytes(32)), Secretly(twin, bytes(32))
            with pytest.raises(Leak):
                check(RULES, Pair(seat_viewer(0), *pair), lambda state: [])
            if secret not in ("another Mission in the box", "another memory"):
                with pytest.raises(Leak):
                    check(RULES, Pair(ARBITER, *pair), lambda state: [])
            return
    raise AssertionError(f"no game in which seat 0 has {secret}")


def test_no_view_and_no_state_holds_the_seed() -> None:
    seed = bytes(range(32))
    state = RULES.open(RULES.parse_options({}), 3, Chance(seed)).state
    viewers: tuple[Viewer, ...] = (ARBITER, SPECTATOR, seat_viewer(0))
    for raw in (RULES.encode_state(state), *(msgspec.json.encode(RULES.view(state, viewer)) for viewer in viewers)):
        assert seed.hex().encode() not in raw

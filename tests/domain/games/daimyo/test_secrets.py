"""Hands and decks of others are secret: games that differ only in them look alike, and stay alike."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from domain.games.daimyo.effects.heroes import DiscardForDie, PlayHeroCard
from domain.games.daimyo.facts.heroes import HeroDrawn
from domain.games.daimyo.state import DaimyoState
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.fact import replace_at, show_record
from domain.kernel.multiset import plus, without
from tests.domain.games.daimyo.game import RULES, given
from tests.support.noninterference import Leak, Pair, Secretly, check, walk
from tests.support.states import with_fields

COMBINATIONS = [(2, "2021", "basic"), (3, "2021", "advanced"), (4, "2021", "basic"), (3, "2019", "basic")]


def positions(seats: int, edition: str, boards: str, seed: int, every: int = 25) -> Iterator[DaimyoState]:
    """Yield states of a random game, some moves apart."""
    random = Random(seed)
    chance = Chance(random.randbytes(32))
    options = RULES.parse_options({"edition": edition, "boards": boards})
    state, step = RULES.open(options, seats, chance).state, 1
    while state.result is None:
        step += 1
        listed = suggest_any(state, RULES.choices(state))
        choice, moves = listed.choice, listed.answers
        state = RULES.decide(state, choice.seat, random.choice(moves), chance.begin_step(step)).state
        if step % every == 0 and state.result is None:
            yield state


def with_another_hand(state: DaimyoState, seat: int, random: Random) -> DaimyoState | None:
    """Swap a card of the hand with one of the deck; return None if that is impossible."""
    if not state.hands.hand[seat] or not state.hands.deck[seat]:
        return None
    held, drawn = random.choice(state.hands.hand[seat]), random.choice(state.hands.deck[seat])
    hand = plus(without(state.hands.hand[seat], held), drawn)
    deck = plus(without(state.hands.deck[seat], drawn), held)
    return with_fields(
        state, hand=replace_at(state.hands.hand, seat, hand), deck=replace_at(state.hands.deck, seat, deck)
    )


def universe(state: DaimyoState) -> list[Move]:
    """Return moves that name the cards of others."""
    cards = [hero for seat in range(state.seats) for hero in (*state.hands.hand[seat], *state.hands.deck[seat])]
    return [*map(PlayHeroCard, sorted(cards)), *(DiscardForDie(card, "tax", 1) for card in sorted(cards))]


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "edition", "boards"), COMBINATIONS)
def test_nobody_can_tell_which_heroes_another_player_holds(seats: int, edition: str, boards: str) -> None:
    random, compared = Random(seats), 0
    for state in positions(seats, edition, boards, seed=seats, every=8):
        twin = with_another_hand(state, 0, random)
        if twin is None:
            continue
        for viewer in (SPECTATOR, *(seat_viewer(seat) for seat in range(1, seats))):
            pair = Pair(viewer, Secretly(state, bytes(32)), Secretly(twin, bytes(32)))
            compared += walk(RULES, pair, universe, random, steps=6)
    assert compared > 50


@pytest.mark.parametrize(("seats", "edition", "boards"), COMBINATIONS)
def test_two_games_that_differ_in_their_seed_only_look_the_same(seats: int, edition: str, boards: str) -> None:
    random, compared = Random(seats), 0
    for state in positions(seats, edition, boards, seed=seats + 10, every=60):
        for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(seats - 1)):
            pair = Pair(viewer, Secretly(state, random.randbytes(32)), Secretly(state, random.randbytes(32)))
            compared += walk(RULES, pair, universe, random, steps=6)
    assert compared > 20


def test_the_owner_of_a_hand_can_tell() -> None:
    state = next(
        state for state in positions(3, "2021", "basic", seed=1) if state.hands.hand[0] and state.hands.deck[0]
    )
    twin = with_another_hand(state, 0, Random(1))
    assert twin is not None
    for viewer in (seat_viewer(0), ARBITER):
        with pytest.raises(Leak):
            check(RULES, Pair(viewer, Secretly(state, bytes(32)), Secretly(twin, bytes(32))), lambda state: [])


def test_a_drawn_hero_is_named_to_its_owner_alone() -> None:
    game = given().having(0, deck=("a-card", "another")).action("villagers")
    (drawn,) = game.of_type(HeroDrawn)
    names = ("Anna", "Bela", "Cora")

    def told(viewer: Viewer) -> tuple[object, str]:
        return show_record(drawn, viewer, drawn.owners()).get("hero"), drawn.words(names, viewer)

    assert told(seat_viewer(0))[0] == drawn.hero
    assert told(seat_viewer(1)) == told(SPECTATOR) == (None, "Anna draws a hero.")


def test_all_hands_are_open_once_the_game_is_over() -> None:
    (*_, last) = positions(2, "2021", "basic", seed=3, every=1)
    over = last
    while over.result is None:
        listed = suggest_any(over, RULES.choices(over))
        choice, moves = listed.choice, listed.answers
        over = RULES.decide(over, choice.seat, moves[-1], Chance(bytes(32), 999)).state
    assert all(side.hand is not None for side in RULES.view(over, SPECTATOR).sides)
    hidden = RULES.view(last, SPECTATOR).sides[0]
    assert (hidden.hand, hidden.deck) == (None, None)


def test_no_view_and_no_state_holds_the_seed() -> None:
    seed = bytes(range(32))
    options = RULES.parse_options({})
    state = RULES.open(options, 3, Chance(seed)).state
    for raw in (RULES.encode_state(state), msgspec.json.encode(RULES.view(state, ARBITER))):
        assert seed.hex().encode() not in raw

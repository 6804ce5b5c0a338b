"""What players know about the Missions of the Jesuits in other hands, and about the Event that brings them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from domain.games.yedo.phases.acting import Perform
from domain.games.yedo.state import YedoState
from domain.kernel.audience import SPECTATOR, Viewer, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.fact import replace_at
from domain.kernel.multiset import plus, without
from tests.domain.games.yedo.game import CONTENT, RULES, set_up
from tests.domain.games.yedo.jesuits import (
    ARRIVE,
    BELL,
    KEY,
    MISSIONS,
    OPTIONS,
    check_conserved,
    holding,
    jesuits,
)
from tests.domain.games.yedo.twins import Twin
from tests.support.noninterference import Pair, Secretly, check, walk
from tests.support.states import with_fields


def test_what_a_seat_draws_others_know_by_its_deck_alone() -> None:
    game = jesuits(3)
    one, other = (holding(game, 0, mission) for mission in (BELL, KEY))
    for viewer in (SPECTATOR, seat_viewer(1), seat_viewer(1, 2)):
        pair = Pair(viewer, Secretly(one.state, bytes(32)), Secretly(other.state, bytes(32)))
        check(RULES, pair, lambda state: [])


@pytest.mark.clause("yedo.ruling.jesuits-backs")
def test_a_third_player_cannot_tell_which_of_two_missions_of_a_colour_is_one_of_the_jesuits() -> None:
    yellow = next(m for m in CONTENT.missions_of["prestige"] if CONTENT.missions[m].colour == "yellow")
    game = jesuits(3)
    one = holding(game.having(1, missions=(yellow,)), 0, BELL)
    other = holding(game.having(0, missions=(yellow,)), 1, BELL)
    for viewer in (SPECTATOR, seat_viewer(2)):
        pair = Pair(viewer, Secretly(one.state, bytes(32)), Secretly(other.state, bytes(32)))
        check(RULES, pair, lambda state: [])
    dealt = [RULES.redeal(one.state, seat_viewer(2), Chance(bytes([n]) * 32, 0)) for n in range(30)]
    held = {tuple(m in MISSIONS for hand in state.hands.missions[:2] for m in hand) for state in dealt}
    assert held == {(True, False), (False, True)}
    for state in dealt:
        check_conserved(state)
        assert RULES.view(state, seat_viewer(2)) == RULES.view(one.state, seat_viewer(2))


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [SPECTATOR, seat_viewer(0), seat_viewer(1, 2)])
@pytest.mark.clause("yedo.jesuits.setup")
def test_a_branch_keeps_the_event_of_the_jesuits_among_the_first_cards(viewer: Viewer) -> None:
    places: Counter[int] = Counter()
    random = Random(5)
    game = set_up(3, seed=4, **OPTIONS)
    while game.state.jesuits == "aside" and game.state.turns.round < 4:
        state = game.state
        for number in range(10):
            dealt = RULES.redeal(state, viewer, Chance(bytes([number]) * 32, 0))
            check_conserved(dealt)
            pile = dealt.pile("events")
            top = [known.card for known in pile.over] + [*pile.packet]
            assert ARRIVE in top
            places[top.index(ARRIVE)] += 1
        game = game.when(game.asked_seat(), random.choice(game.offered(game.asked_seat())))
    assert places


def other_of_its_stack(state: YedoState, seat: int, random: Random) -> YedoState | None:
    """Swap a Mission of the Jesuits in a hand with one that nobody has drawn."""
    held = [card for card in state.hands.missions[seat] if card in MISSIONS and state.pile(CONTENT.stack_of(card)).rest]
    if not held:
        return None
    card = random.choice(held)
    deck = CONTENT.stack_of(card)
    other = random.choice(state.pile(deck).rest)
    twin = with_fields(
        state, missions=replace_at(state.hands.missions, seat, plus(without(state.hands.missions[seat], card), other))
    )
    twin.put_pile(deck, replace(state.pile(deck), rest=plus(without(state.pile(deck).rest, other), card)))
    return twin


def with_another_player(state: YedoState, seat: int, random: Random) -> YedoState | None:
    """Swap a Mission of the Jesuits in a hand with another one of its colour in the hand of the next seat."""
    after = (seat + 1) % state.seats
    pairs = [
        (card, other)
        for card in state.hands.missions[seat]
        for other in state.hands.missions[after]
        if card in MISSIONS and other not in MISSIONS and CONTENT.colour_of(card) == CONTENT.colour_of(other)
    ]
    if not pairs:
        return None
    card, other = random.choice(pairs)
    hands = replace_at(state.hands.missions, seat, plus(without(state.hands.missions[seat], card), other))
    return with_fields(state, missions=replace_at(hands, after, plus(without(hands[after], other), card)))


@pytest.mark.slow
@pytest.mark.parametrize("make", [other_of_its_stack, with_another_player])
@pytest.mark.clause("yedo.ruling.jesuits-backs")
def test_games_that_differ_in_a_mission_of_the_jesuits_look_alike_to_others(make: Twin) -> None:
    compared = 0
    for seed in range(4):
        random, chance = Random(seed), Chance(bytes([seed]) * 32)
        options = RULES.parse_options({**OPTIONS, "clan_powers": True})
        state, step = RULES.open(options, 4, chance).state, 1
        while state.result is None and state.turns.round < 7:
            step += 1
            listed = suggest_any(state, RULES.choices(state))
            choice, moves = listed.choice, listed.answers
            drawing = [move for move in moves if isinstance(move, Perform) and "jesuits" in move.action]
            move = random.choice(drawing or moves)
            state = RULES.decide(state, choice.seat, move, chance.begin_step(step)).state
            if step % 9 or state.result is not None or state.jesuits != "open":
                continue
            seat = random.randrange(4)
            twin = make(state, seat, random)
            if twin is None:
                continue
            RULES.check_state(twin)
            knowing = {seat} if make is other_of_its_stack else {seat, (seat + 1) % 4}
            for viewer in (SPECTATOR, seat_viewer(*({*range(4)} - knowing))):
                pair = Pair(viewer, Secretly(state, bytes(32)), Secretly(twin, bytes(32)))
                compared += walk(RULES, pair, lambda state: [], random, steps=4)
    assert compared > 20

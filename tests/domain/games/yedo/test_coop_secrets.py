"""The secrets of Shogun Must Die: stakes and hands, cards that nobody knows, and what a branch re-deals."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from domain.games.yedo.coop_phases.coop_setup import ChooseColours
from domain.games.yedo.coop_phases.stakes import Stake, StakesPhase
from domain.games.yedo.state import YedoState
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.fact import replace_at
from domain.kernel.multiset import plus, without
from tests.domain.games.yedo.coop_games import COOP, coop, module, new
from tests.domain.games.yedo.game import CONTENT, RULES, Position
from tests.domain.games.yedo.twins import Twin, compare, positions
from tests.support.noninterference import Leak, Pair, Secretly, check, walk
from tests.support.states import with_fields

MODULES = {"teahouse": True, "specialists": True, "clan_powers": True}
GAMES: list[tuple[int, dict[str, object]]] = [(2, {}), (3, MODULES), (4, {"mood": "insatiable", "goals": "hard"})]
UNKNOWN = bytes(32)
DEALT = coop(2).state.parameters
ACTION, MISSION = DEALT.action_deck[0], DEALT.missions[0]


def another_stake(state: YedoState, seat: int, random: Random) -> YedoState | None:
    """Change the stake of a seat while others still decide."""
    stakes = state.coop_board.stakes
    if None not in stakes or stakes[seat] is None:
        return None
    others = [0, *range(module().game.least_stake, state.belongings.mon[seat] + 1)]
    others.remove(stakes[seat])
    if not others:
        return None
    return with_fields(state, coop=replace(state.coop_board, stakes=replace_at(stakes, seat, random.choice(others))))


def another_hand(state: YedoState, seat: int, random: Random) -> YedoState | None:
    """Swap a Mission of the hand with one of its deck."""
    found = [card for card in state.hands.missions[seat] if state.pile(CONTENT.stack_of(card)).rest]
    if not found:
        return None
    card = random.choice(found)
    deck = CONTENT.stack_of(card)
    pile = state.pile(deck)
    other = random.choice(pile.rest)
    twin = with_fields(
        state, missions=replace_at(state.hands.missions, seat, plus(without(state.hands.missions[seat], card), other))
    )
    twin.put_pile(deck, replace(pile, rest=plus(without(pile.rest, other), card)))
    return twin


def universe(state: YedoState) -> list[Move]:
    """Return moves that may be refused for a secret reason."""
    return [*map(Stake, (0, 1, 3, 5, 99)), ChooseColours(4), ChooseColours(2, 2)]


TWINS: dict[str, tuple[Twin, int, int]] = {
    "another stake": (another_stake, 1, 15),
    "another hand": (another_hand, 30, 30),
}
"""Each kind of secret, with the number of moves after which it is looked for again, and the fewest steps to compare."""


@pytest.mark.slow
@pytest.mark.parametrize("secret", TWINS)
@pytest.mark.clause("yedo.coop.bid-hidden", "yedo.coop.open-talk")
def test_nobody_else_can_tell_two_games_apart(secret: str) -> None:
    make, every, at_least = TWINS[secret]
    random, compared = Random(1), 0
    for seats, options in GAMES:
        for state in positions(seats, {**COOP, **options}, seed=seats, every=every):
            compared += compare(state, make, universe, random, steps=3)
    assert compared >= at_least


@pytest.mark.slow
@pytest.mark.clause("yedo.coop.emperor-separate", "yedo.coop.daimyo-layout")
@pytest.mark.parametrize(("seats", "options"), [(1, {}), *GAMES[:2]])
def test_cards_that_lie_face_down_are_nowhere_in_a_game(seats: int, options: dict[str, object]) -> None:
    random, compared = Random(seats), 0
    for state in positions(seats, {**COOP, **options}, seed=seats + 10, every=10):
        for viewer in (SPECTATOR, seat_viewer(0)):
            pair = Pair(viewer, Secretly(state, random.randbytes(32)), Secretly(state, random.randbytes(32)))
            compared += walk(RULES, pair, universe, random, steps=5)
    assert compared > 10


def test_who_knows_a_stake_can_tell() -> None:
    pair = tuple(Secretly(deciding((mon, None)).state, UNKNOWN) for mon in (5, 6))
    for viewer in (SPECTATOR, seat_viewer(1)):
        check(RULES, Pair(viewer, *pair), universe)
    for viewer in (seat_viewer(0), ARBITER):
        with pytest.raises(Leak):
            check(RULES, Pair(viewer, *pair), lambda state: [])


# Branches


def deciding(stakes: tuple[int | None, ...], mon: tuple[int, ...] = (12, 12, 12), **options: object) -> Position:
    """Return a game in which seats with this much Mon have set these stakes, and those without one still decide."""
    game = coop(len(stakes), phase="bidding", options=options)
    game = game.having(0, actions=(ACTION,), missions=(MISSION,))
    for seat in range(len(stakes)):
        game = game.having(seat, mon=mon[seat])
    game = game.asking(StakesPhase()).running()
    for seat, stake in enumerate(stakes):
        if stake is not None:
            game = game.when(seat, Stake(stake))
    return game


def redealt(state: YedoState, viewer: Viewer, seed: int = 1) -> YedoState:
    return RULES.redeal(state, viewer, Chance(seed.to_bytes(32, "big"), 0))


@pytest.mark.clause("yedo.coop.bid-hidden", "yedo.coop.bid-drop-out")
def test_a_hidden_stake_may_be_any_that_its_seat_can_pay() -> None:
    state = deciding((5, 0, None), mon=(6, 4, 12)).state
    found = {redealt(state, seat_viewer(2), seed).coop_board.stakes for seed in range(60)}
    assert {stakes[0] for stakes in found} == {0, 3, 4, 5, 6}
    assert {stakes[1] for stakes in found} == {0, 3, 4}
    assert {stakes[2] for stakes in found} == {None}


@pytest.mark.clause("yedo.coop.bid-hidden")
def test_the_own_stake_and_open_stakes_stay() -> None:
    state = deciding((5, 0, None)).state
    assert {redealt(state, seat_viewer(0), seed).coop_board.stakes[0] for seed in range(10)} == {5}
    opened = deciding((5, 0, 3)).state
    assert {redealt(opened, SPECTATOR, seed).coop_board.stakes for seed in range(10)} == {(5, 0, 3)}


def test_the_viewer_of_a_branch_sees_no_difference() -> None:
    state = deciding((5, 0, None)).state
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(1, 2)):
        for seed in range(5):
            dealt = redealt(state, viewer, seed)
            assert RULES.view(dealt, viewer) == RULES.view(state, viewer)


@pytest.mark.clause("yedo.coop.open-talk")
def test_open_hands_stay_in_a_branch_of_a_player_and_not_of_a_spectator() -> None:
    state = deciding((5, None), open_hands=True).state
    for seed in range(5):
        dealt = redealt(state, seat_viewer(1), seed)
        assert (dealt.hands.actions, dealt.hands.missions) == (state.hands.actions, state.hands.missions)
    assert {redealt(state, SPECTATOR, seed).hands.actions[0] for seed in range(10)} != {(ACTION,)}


@pytest.mark.clause("yedo.coop.start-missions")
def test_a_branch_of_the_set_up_keeps_the_own_first_missions_and_deals_those_of_others() -> None:
    game = new(2)
    first, second = game.asked_seat(), 1 - game.asked_seat()
    state = game.when(first, ChooseColours(1, 1, 1, 1)).state
    own, other = (redealt(state, seat_viewer(seat)) for seat in (first, second))
    assert own.hands.missions == state.hands.missions
    assert other.hands.missions[first] != state.hands.missions[first]
    assert other.mission_colours(first) == state.mission_colours(first)
    for dealt in (own, other):
        RULES.check_state(dealt)
        assert RULES.view(dealt, seat_viewer(second)).coop == RULES.view(state, seat_viewer(second)).coop


def test_a_branch_knows_as_little_of_face_down_cards_as_the_game() -> None:
    state = new(3).state
    dealt = redealt(state, SPECTATOR)
    assert dealt.coop == state.coop
    assert state.coop_board.display[0].card is None

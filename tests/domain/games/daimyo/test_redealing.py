"""A branch of a running game re-deals what its opener may not know, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from domain.games.daimyo.effects.heroes import ChooseHeroToPlay
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import deed_of
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.fact import replace_at
from tests.domain.games.daimyo.game import RULES, given
from tests.domain.games.daimyo.test_secrets import COMBINATIONS, positions, with_another_hand
from tests.support.states import with_fields


def redealt(state: DaimyoState, viewer: Viewer, seed: int = 1) -> DaimyoState:
    return RULES.redeal(state, viewer, Chance(seed.to_bytes(32, "big"), 0))


@pytest.mark.parametrize(("seats", "edition", "boards"), COMBINATIONS)
def test_only_what_is_hidden_from_the_viewer_is_dealt_anew(seats: int, edition: str, boards: str) -> None:
    changed = 0
    for number, state in enumerate(positions(seats, edition, boards, seed=seats + 30, every=5)):
        for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(seats - 1)):
            dealt = redealt(state, viewer, number)
            RULES.check_state(dealt)
            assert RULES.view(dealt, viewer) == RULES.view(state, viewer)
            assert with_fields(dealt, hand=state.hands.hand, deck=state.hands.deck) == state
            for seat in range(seats):
                assert sorted(dealt.hands.hand[seat] + dealt.hands.deck[seat]) == sorted(
                    state.hands.hand[seat] + state.hands.deck[seat]
                )
            changed += dealt != state
        assert redealt(state, ARBITER, number) == state
    assert changed > 20


def test_the_deal_depends_on_chance_and_on_nothing_hidden() -> None:
    random, compared = Random(3), 0
    for state in positions(3, "2021", "basic", seed=5, every=4):
        twin = with_another_hand(state, 1, random)
        if twin is not None:
            compared += 1
            for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(2)):
                assert redealt(state, viewer, compared) == redealt(twin, viewer, compared)
            assert redealt(state, seat_viewer(1), 1).hands.hand[1] != redealt(twin, seat_viewer(1), 1).hands.hand[1]
    assert compared > 10


def test_every_hand_that_is_possible_comes_up() -> None:
    state = given().having(1, hand=("a-card",), deck=("b-card", "c-card")).state
    hands = {redealt(state, SPECTATOR, seed).hands.hand[1] for seed in range(60)}
    assert hands == {("a-card",), ("b-card",), ("c-card",)}


def test_a_hand_that_is_asked_to_play_a_hero_holds_one_that_can_be_played() -> None:
    state = given().having(0, hand=("a-card",), deck=("b-card", "c-card")).state
    asked = ChooseHeroToPlay(seat=0, deed=deed_of(0, "daimyo.clan-ability.noble"))
    state = with_fields(state, agenda=(asked,), played=("b-card", "c-card"))
    dealt = {redealt(state, SPECTATOR, seed).hands.hand[0] for seed in range(60)}
    assert dealt == {("a-card",)}
    assert redealt(with_fields(state, hand=replace_at(state.hands.hand, 0, ())), SPECTATOR).hands.hand[0] == ()

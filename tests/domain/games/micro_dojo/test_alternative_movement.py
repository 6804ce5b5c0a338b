"""The alternative movements of the advanced mode."""

from __future__ import annotations

from itertools import combinations

import pytest

from domain.games.micro_dojo.alternative_movement import AlternativeMove, GeishaWalk, NinjaSwap, SamuraiStep, SumoPush
from domain.games.micro_dojo.building import TakeBuilding
from domain.games.micro_dojo.content import MEEPLES
from domain.games.micro_dojo.facts import AbilitiesAvailable, MarkerPlaced, MarkerRemoved, MeepleMoved, Paid
from domain.games.micro_dojo.movement import MoveMeeple
from tests.domain.games.micro_dojo.game import given, opened


@pytest.mark.clause("micro-dojo.advanced.replace-move")
def test_after_a_ninja_swap_no_ordinary_move_is_offered_and_the_activation_follows() -> None:
    position = given(movement="2A", gold=(3, 0))
    assert NinjaSwap("geisha") in position.offered(0)
    assert MoveMeeple("ninja", 2) in position.offered(0)
    swapped = position.when(0, NinjaSwap("geisha")).then(turn=0, markers=("ninja", None))
    assert swapped.asks() == [(0, "Activate")]
    assert swapped.offered(0, MoveMeeple) == swapped.offered(0, AlternativeMove) == []
    assert TakeBuilding("barracks") in swapped.offered(0)
    swapped.when(0, MoveMeeple("sumo", 2)).refused("micro-dojo.turn.alternate")


@pytest.mark.clause("micro-dojo.advanced.replace-move")
def test_without_a_movement_option_alternative_movements_are_refused() -> None:
    position = given(gold=(7, 0), food=(7, 0), markers=(None, "geisha"))
    assert position.offered(0, AlternativeMove) == []
    for move in (SumoPush("ninja"), NinjaSwap("geisha"), GeishaWalk(8), SamuraiStep(5)):
        position.when(0, move).refused("micro-dojo.advanced.replace-move")


@pytest.mark.clause("micro-dojo.advanced.mode-1a")
def test_with_1_gold_the_ninjas_swap_is_refused_and_with_2_gold_it_costs_2() -> None:
    for gold, legal in ((1, False), (2, True)):
        position = given(movement="1A", gold=(gold, 0), display=())
        assert (NinjaSwap("geisha") in position.offered(0)) is legal
        tried = position.when(0, NinjaSwap("geisha"))
        if legal:
            tried.then(gold=(0, 0), meeples={"ninja": 7, "geisha": 3})
            tried.citing("micro-dojo.advanced.ninja-swap", Paid)
        else:
            tried.refused("micro-dojo.advanced.mode-1a")


@pytest.mark.clause("micro-dojo.advanced.mode-1a")
def test_mode_1a_offers_all_four_movements_at_their_printed_costs() -> None:
    meeples = {"sumo": 4, "ninja": 5, "geisha": 8, "samurai": 3}
    costs = {SumoPush("ninja"): (0, 2), NinjaSwap("sumo"): (2, 0), GeishaWalk(7): (1, 1), SamuraiStep(2): None}
    assert opened(1, movement="1A").state.abilities == MEEPLES
    for move, cost in costs.items():
        rich = given(movement="1A", meeples=meeples, markers=(None, "geisha"), gold=(4, 0), food=(4, 0), display=())
        if cost is None:
            assert rich.offered(0, SamuraiStep) == []
            continue
        paid = [fact for fact in rich.when(0, move).facts if isinstance(fact, Paid)]
        assert [(fact.gold, fact.food) for fact in paid] == [cost]
        poor = given(
            movement="1A",
            meeples=meeples,
            markers=(None, "geisha"),
            gold=(max(cost[0] - 1, 0), 0),
            food=(max(cost[1] - 1, 0), 0),
        )
        poor.when(0, move).refused("micro-dojo.advanced.mode-1a")


@pytest.mark.clause("micro-dojo.advanced.mode-2a")
def test_with_0_gold_the_ninjas_swap_is_allowed_and_nothing_is_paid() -> None:
    position = given(movement="2A").when(0, NinjaSwap("geisha")).then(gold=(0, 0), food=(0, 0))
    position.then(meeples={"ninja": 7, "geisha": 3}).without(Paid)
    game = opened(1, movement="2A").citing("micro-dojo.advanced.mode-2a", AbilitiesAvailable)
    assert game.state.abilities == MEEPLES


@pytest.mark.clause("micro-dojo.advanced.mode-b")
@pytest.mark.parametrize("movement", ["1B", "2B"])
def test_over_500_seeds_all_16_patterns_of_abilities_occur(movement: str) -> None:
    patterns = {opened(seed, movement=movement).state.abilities for seed in range(500)}
    assert patterns == {chosen for size in range(5) for chosen in combinations(MEEPLES, size)}


@pytest.mark.clause("micro-dojo.advanced.mode-b")
def test_an_ability_that_is_not_available_is_refused_and_the_others_cost_as_in_mode_a() -> None:
    costly = given(movement="1B", abilities=("ninja",), gold=(7, 0), food=(7, 0), meeples={"samurai": 5})
    costly.when(0, SamuraiStep(9)).refused("micro-dojo.advanced.mode-b")
    assert costly.offered(0, AlternativeMove) == [NinjaSwap(other) for other in ("sumo", "geisha", "samurai")]
    free = given(movement="2B", abilities=("samurai",), meeples={"samurai": 5})
    free.when(0, NinjaSwap("sumo")).refused("micro-dojo.advanced.mode-b")
    free.when(0, SamuraiStep(9)).then(meeples={"samurai": 9}).without(Paid)
    given(movement="1B", abilities=("ninja",), gold=(1, 0)).when(0, NinjaSwap("sumo")).refused(
        "micro-dojo.advanced.mode-1a"
    )


@pytest.mark.clause("micro-dojo.advanced.sumo-push")
def test_the_sumo_pushes_the_ninja_off_the_centre_takes_it_and_activates_it() -> None:
    position = given(movement="2A", meeples={"sumo": 4, "ninja": 5}, food=(5, 0))
    pushed = position.when(0, SumoPush("ninja")).then(meeples={"sumo": 5, "ninja": 6}, markers=("sumo", None), turn=0)
    assert pushed.state.agenda[-1].left.actions == 2
    pushed.citing("micro-dojo.advanced.sumo-push", MeepleMoved)


@pytest.mark.clause("micro-dojo.advanced.sumo-push")
def test_the_sumo_pushes_neighbours_only_and_not_himself() -> None:
    position = given(movement="2A", meeples={"sumo": 4, "ninja": 6})
    for meeple in ("ninja", "samurai", "sumo"):
        position.when(0, SumoPush(meeple)).refused("micro-dojo.advanced.sumo-push")
    given(movement="2A", meeples={"sumo": 4, "ninja": 5}, markers=("sumo", None)).when(0, SumoPush("ninja")).refused(
        "micro-dojo.move.marked-unavailable"
    )


@pytest.mark.clause("micro-dojo.advanced.sumo-push-direction")
@pytest.mark.parametrize(
    ("meeples", "barrier"),
    [
        ({"sumo": 5, "ninja": 6}, None),
        ({"sumo": 5, "ninja": 2}, None),
        ({"sumo": 4, "ninja": 5, "geisha": 6}, None),
        ({"sumo": 4, "ninja": 5}, 6),
    ],
    ids=["off the right edge", "off the top edge", "occupied", "Guard House"],
)
def test_a_push_is_refused_if_the_space_straight_on_is_not_free(meeples: dict[str, int], barrier: int | None) -> None:
    owner = None if barrier is None else 1
    position = given(movement="2A", meeples=meeples, barrier=barrier, barrier_owner=owner)
    position.when(0, SumoPush("ninja")).refused("micro-dojo.advanced.sumo-push-direction")


@pytest.mark.clause("micro-dojo.advanced.sumo-push-direction")
def test_a_pushed_meeple_goes_straight_on_and_keeps_its_marker() -> None:
    position = given(movement="2A", meeples={"sumo": 2, "ninja": 5}, markers=(None, "ninja"))
    pushed = position.when(0, SumoPush("ninja")).then(meeples={"sumo": 5, "ninja": 8}, markers=("sumo", "ninja"))
    pushed.citing("micro-dojo.advanced.sumo-push-direction", MeepleMoved)


@pytest.mark.clause("micro-dojo.advanced.ninja-swap")
def test_ninja_and_geisha_change_places_marked_or_not_and_the_ninjas_space_is_activated() -> None:
    for markers in ((None, None), (None, "geisha"), ("geisha", None)):
        position = given(movement="2A", meeples={"geisha": 4}, markers=markers)
        swapped = position.when(0, NinjaSwap("geisha")).then(meeples={"ninja": 4, "geisha": 3}, food=(2, 0))
        swapped.then(markers=("ninja", markers[1]))
        swapped.citing("micro-dojo.advanced.ninja-swap", MeepleMoved)


@pytest.mark.clause("micro-dojo.advanced.ninja-swap")
def test_a_marked_ninja_cannot_swap_and_no_ninja_swaps_with_himself() -> None:
    marked = given(movement="2A", markers=(None, "ninja"))
    assert marked.offered(0, NinjaSwap) == []
    marked.when(0, NinjaSwap("geisha")).refused("micro-dojo.move.marked-unavailable")
    given(movement="2A").when(0, NinjaSwap("ninja")).refused("micro-dojo.advanced.ninja-swap")


@pytest.mark.clause("micro-dojo.advanced.geisha-unmark")
def test_a_geisha_marked_by_the_opponent_is_unmarked_moved_one_step_and_carries_the_movers_marker() -> None:
    position = given(movement="1A", markers=(None, "geisha"), gold=(1, 0), food=(1, 0))
    assert [move.to for move in position.offered(0, GeishaWalk)] == [4, 8]
    moved = position.when(0, GeishaWalk(4)).then(meeples={"geisha": 4}, markers=("geisha", None), gold=(0, 0))
    moved.then(food=(2, 0)).citing("micro-dojo.advanced.geisha-unmark", MarkerRemoved)
    moved.citing("micro-dojo.move.place-marker", MarkerPlaced)


@pytest.mark.clause("micro-dojo.advanced.geisha-unmark")
def test_the_geisha_steps_as_in_an_ordinary_move_and_only_when_marked() -> None:
    clause = "micro-dojo.advanced.geisha-unmark"
    marked = given(movement="2A", meeples={"sumo": 4}, markers=("geisha", None), barrier=8, barrier_owner=1)
    marked.when(0, GeishaWalk(4)).refused(clause)
    marked.when(0, GeishaWalk(5)).refused(clause)
    marked.when(0, GeishaWalk(8)).refused("micro-dojo.move.guard-house-blocks")
    given(movement="2A").when(0, GeishaWalk(4)).refused(clause)


@pytest.mark.clause("micro-dojo.advanced.samurai-diagonal")
def test_from_the_centre_the_samurai_reaches_any_empty_corner_and_no_orthogonal_space() -> None:
    position = given(movement="2A", meeples={"samurai": 5, "sumo": 1, "ninja": 2, "geisha": 4})
    assert [move.to for move in position.offered(0, SamuraiStep)] == [3, 7, 9]
    for space in (6, 8, 1):
        position.when(0, SamuraiStep(space)).refused("micro-dojo.advanced.samurai-diagonal")
    stepped = position.when(0, SamuraiStep(3)).then(meeples={"samurai": 3}, food=(1, 0))
    stepped.citing("micro-dojo.advanced.samurai-diagonal", MeepleMoved)

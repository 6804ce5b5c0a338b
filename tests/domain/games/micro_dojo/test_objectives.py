"""The fourteen objectives."""

from __future__ import annotations

import pytest

from domain.games.micro_dojo.actions import TriggerObjective
from domain.games.micro_dojo.facts import Scored
from tests.domain.games.micro_dojo.game import BASIC, given


def points_for(objective: str, **values: object) -> tuple[int, ...]:
    """Return the points when seat 0 triggers an objective worth 1; the Samurai stands on space 9 unless moved."""
    track = (objective, *(name for name in BASIC if name != objective))[:5]
    position = given(at="activation of space 9", track=track, display=(), **values)
    triggered = position.when(0, TriggerObjective()).then(evaluated=1)
    gained = tuple(after - before for before, after in zip(position.state.points, triggered.state.points, strict=True))
    if any(gained):
        triggered.citing(f"micro-dojo.objective.{objective}", Scored)
    return gained


def mirrored(objective: str, gained: tuple[int, ...], **values: tuple) -> None:
    """Check that these values by seat give these points, and the reverse with the seats swapped."""
    assert points_for(objective, **values) == gained
    assert points_for(objective, **{name: by_seat[::-1] for name, by_seat in values.items()}) == gained[::-1]


@pytest.mark.clause("micro-dojo.objective.builder")
def test_builder_goes_to_2_buildings_against_1() -> None:
    mirrored("builder", (1, 0), buildings=(("yatai", "shrine"), ("castle",)))
    mirrored("builder", (0, 0), buildings=(("yatai",), ("castle",)))


@pytest.mark.clause("micro-dojo.objective.abundant")
def test_abundant_compares_the_food_in_the_costs_of_buildings() -> None:
    mirrored("abundant", (0, 0), buildings=(("shrine",), ("statue",)))
    mirrored("abundant", (1, 0), buildings=(("shrine",), ("yatai",)))


@pytest.mark.clause("micro-dojo.objective.opulent")
def test_opulent_compares_the_gold_in_the_costs_of_buildings() -> None:
    mirrored("opulent", (1, 0), buildings=(("barracks",), ("broker",)))


@pytest.mark.clause("micro-dojo.objective.city-planner")
def test_city_planner_compares_gold_and_food_in_the_costs_together() -> None:
    mirrored("city-planner", (1, 0), buildings=(("rice-paddy",), ("shrine",)))
    mirrored("city-planner", (0, 0), buildings=(("barracks",), ("shrine",)))


@pytest.mark.clause("micro-dojo.objective.banker")
def test_banker_goes_to_4_gold_against_2() -> None:
    mirrored("banker", (1, 0), gold=(4, 2), food=(0, 5))


@pytest.mark.clause("micro-dojo.objective.hoarder")
def test_hoarder_goes_to_5_food_against_4() -> None:
    mirrored("hoarder", (1, 0), food=(5, 4), gold=(0, 7))


@pytest.mark.clause("micro-dojo.objective.resourceful")
def test_resourceful_goes_to_3_and_3_against_5_and_0() -> None:
    mirrored("resourceful", (1, 0), gold=(3, 5), food=(3, 0))


@pytest.mark.clause("micro-dojo.objective.peasant")
def test_peasant_compares_food_minus_gold_which_may_be_negative() -> None:
    mirrored("peasant", (1, 0), gold=(0, 2), food=(0, 1))


@pytest.mark.clause("micro-dojo.objective.miser")
def test_miser_compares_gold_minus_food_which_may_be_negative() -> None:
    mirrored("miser", (1, 0), gold=(0, 1), food=(0, 3))


BEHIND = {"gold": (0, 7), "food": (0, 6), "points": (0, 5), "buildings": ((), ("castle", "shrine"))}


@pytest.mark.clause("micro-dojo.objective.combatant")
def test_combatant_goes_to_the_trigger_with_samurai_and_sumo_adjacent_even_if_behind_in_everything() -> None:
    assert points_for("combatant", meeples={"sumo": 8}, **BEHIND) == (1, 0)
    assert points_for("combatant", meeples={"sumo": 6}, **BEHIND) == (1, 0)


@pytest.mark.clause("micro-dojo.objective.combatant")
def test_combatant_goes_to_nobody_with_samurai_and_sumo_apart() -> None:
    assert points_for("combatant", meeples={"sumo": 5}) == (0, 0)
    assert points_for("combatant", meeples={"sumo": 1}) == (0, 0)


@pytest.mark.clause("micro-dojo.objective.spymaster")
def test_spymaster_goes_to_the_trigger_with_ninja_and_geisha_adjacent_and_not_diagonal() -> None:
    assert points_for("spymaster", meeples={"ninja": 4, "geisha": 7}, **BEHIND) == (1, 0)
    assert points_for("spymaster", meeples={"ninja": 5, "geisha": 7}) == (0, 0)
    assert points_for("spymaster", meeples={"ninja": 3, "geisha": 4, "sumo": 1}) == (0, 0)


@pytest.mark.clause("micro-dojo.objective.organiser")
def test_organiser_wants_three_meeples_in_a_row_or_column_and_a_diagonal_does_not_count() -> None:
    assert points_for("organiser", meeples={"sumo": 1, "ninja": 5, "samurai": 9, "geisha": 6}) == (0, 0)
    assert points_for("organiser", meeples={"sumo": 4, "ninja": 5, "geisha": 6, "samurai": 9}, **BEHIND) == (1, 0)
    assert points_for("organiser", meeples={"sumo": 2, "ninja": 5, "geisha": 8, "samurai": 9}) == (1, 0)


@pytest.mark.clause("micro-dojo.objective.loser")
def test_loser_goes_to_the_player_with_fewer_points() -> None:
    mirrored("loser", (1, 0), points=(2, 5))
    mirrored("loser", (0, 0), points=(2, 2))


@pytest.mark.clause("micro-dojo.objective.farmer")
def test_farmer_goes_to_the_player_with_fewer_buildings() -> None:
    mirrored("farmer", (1, 0), buildings=((), ("castle",)))
    mirrored("farmer", (0, 0), buildings=(("shrine",), ("castle",)))

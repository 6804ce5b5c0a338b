"""Recruitment: units for rice, the price along the track, and where governors go."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.bonus_tiles import UseTile
from domain.games.daimyo.actions.recruitment import PayReset, RecruitGovernor, RecruitShadow, StopRecruiting
from domain.games.daimyo.effects.heroes import PlayHeroCard
from domain.games.daimyo.facts.goods import Gained, Paid
from domain.games.daimyo.facts.pieces import GovernorPlaced, RecruitmentAdvanced
from domain.games.daimyo.phases.turn import DoMainAction, EndTurn
from domain.games.daimyo.verbs.moves import ChooseSite
from tests.domain.games.daimyo.game import given

EIGHT = ("blue-1", "blue-2", "blue-3", "red-1", "red-2", "red-3", "red-4", "red-5")


@pytest.mark.clause("daimyo.recruitment.cost", "daimyo.recruitment.governor.place", "daimyo.recruitment.steps")
def test_a_governor_costs_the_rice_at_the_pawn_which_then_moves_on() -> None:
    game = given().having(0, rice=1).action("recruitment").when(0, RecruitGovernor("red-1"))
    game.then(0, rice=0, recruitment=1, governors=("red-1",), influence={"red": 2})
    assert [type(fact).__name__ for fact in game.facts][:3] == ["Paid", "RecruitmentAdvanced", "GovernorPlaced"]
    game.citing("daimyo.recruitment.cost", Paid).citing("daimyo.recruitment.governor.place", GovernorPlaced)


@pytest.mark.clause("daimyo.example.recruitment")
def test_jeremy_recruits_two_governors_resets_the_track_and_recruits_a_shadow() -> None:
    game = given(active=1).having(1, rice=6, gold=2, recruitment=1).having(0, governors=("purple-1", "purple-2"))
    game = game.action("recruitment").when(1, RecruitGovernor("red-1")).then(1, rice=4)
    game = game.when(1, RecruitGovernor("red-2")).then(1, rice=1)
    game = game.when(1, PayReset()).then(1, gold=0, recruitment=0)
    game = game.when(1, RecruitShadow("purple-shadow-3")).when(1, ChooseSite("purple-1"))
    game.then(1, rice=0, gold=3, recruitment=1, influence={"red": 4, "purple": 1})
    game.then(0, governors=("purple-2",), gold=1, influence={"purple": 2})


@pytest.mark.clause("daimyo.recruitment.any-number", "daimyo.recruitment.track")
def test_one_action_recruits_as_many_units_as_the_rice_pays_at_1_2_and_3() -> None:
    game = given().having(0, rice=6).action("recruitment")
    for site, rice in (("red-1", 5), ("blue-1", 3), ("purple-1", 0)):
        game = game.when(0, RecruitGovernor(site)).then(0, rice=rice)
    game.then(0, governors=("blue-1", "purple-1", "red-1"))
    assert game.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.recruitment.any-number")
def test_a_player_may_stop_at_once_or_after_any_unit() -> None:
    game = given().having(0, rice=6).action("recruitment")
    game.when(0, StopRecruiting()).then(0, rice=6, recruitment=0, governors=())
    stopped = game.when(0, RecruitGovernor("red-1")).when(0, StopRecruiting()).then(0, rice=5, governors=("red-1",))
    stopped.when(0, RecruitGovernor("red-2")).refused("daimyo.turn.main-and-bonus")


def test_without_rice_the_action_recruits_nobody() -> None:
    game = given().action("recruitment").then(0, governors=())
    assert game.asks() == [(0, "TurnMenu")]
    game.when(0, DoMainAction()).refused("daimyo.turn.choose-die")


@pytest.mark.clause("daimyo.recruitment.mix")
def test_one_action_recruits_two_governors_and_a_shadow_in_any_order() -> None:
    game = given().having(0, rice=6).action("recruitment").when(0, RecruitGovernor("red-1"))
    game = game.when(0, RecruitShadow("red-shadow-2")).when(0, RecruitGovernor("blue-4"))
    game.then(0, rice=0, gold=2, governors=("blue-4", "red-1"), shadows=("red-shadow-2",))


@pytest.mark.clause("daimyo.recruitment.cost")
@pytest.mark.parametrize(("space", "rice"), [(0, 1), (1, 2), (2, 3)])
def test_the_space_of_the_pawn_names_the_price(space: int, rice: int) -> None:
    game = given().having(0, recruitment=space, rice=rice).action("recruitment").when(0, RecruitGovernor("red-1"))
    game.then(0, rice=0)
    poor = given().having(0, recruitment=space, rice=rice - 1, gold=2).action("recruitment")
    if space == 2:
        poor.when(0, RecruitGovernor("red-1")).refused("daimyo.recruitment.cost")
    else:
        poor.then(0, rice=rice - 1).when(0, RecruitGovernor("red-1")).refused("daimyo.turn.main-and-bonus")


@pytest.mark.clause("daimyo.recruitment.cost")
def test_gold_and_other_resources_pay_for_no_unit() -> None:
    game = given().having(0, gold=9, metal=9, crystal=9).action("recruitment")
    assert game.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.recruitment.last-space")
def test_on_the_last_space_each_unit_costs_3_rice_and_the_pawn_stays() -> None:
    game = given().having(0, recruitment=2, rice=6).action("recruitment")
    game = game.when(0, RecruitGovernor("red-1")).then(0, rice=3, recruitment=2)
    game.when(0, RecruitGovernor("red-2")).then(0, rice=0, recruitment=2, governors=("red-1", "red-2"))


@pytest.mark.clause("daimyo.recruitment.advance-any-source")
@pytest.mark.parametrize(("space", "rice", "then"), [(0, 0, 1), (1, 1, 2), (2, 2, 2)])
def test_a_hero_who_recruits_moves_the_pawn_as_well(space: int, rice: int, then: int) -> None:
    game = given().having(0, recruitment=space, rice=rice, hand=("press-sergeant",))
    game = game.dice(0, ("red", 6, "tax")).menu("tax", main=False).when(0, PlayHeroCard("press-sergeant"))
    game = game.when(0, RecruitGovernor("red-1")).then(0, rice=0, recruitment=then, governors=("red-1",))
    game.citing("daimyo.recruitment.advance-any-source", RecruitmentAdvanced)
    assert game.asks() == [(0, "TurnMenu")], "a hero recruits one unit"


@pytest.mark.clause("daimyo.recruitment.advance-any-source", "daimyo.ruling.discount-floor")
def test_a_bonus_tile_that_recruits_moves_the_pawn_and_a_discount_never_pays_anything_out() -> None:
    game = given().mini_boards(0, "amber", "aurora", laid={"relic": "aurora-1"})
    game = game.having(0, rice=0, towers=("red-1",)).menu("relic", main=False).when(0, UseTile("relic"))
    game.when(0, RecruitGovernor("red-1")).then(0, rice=0, recruitment=1, governors=("red-1",)).without(Paid)


@pytest.mark.clause("daimyo.ruling.discount-floor")
def test_a_discount_greater_than_the_price_makes_it_0() -> None:
    game = given().having(0, rice=4, hand=("drill-master",)).dice(0, ("red", 6, "tax"), ("blue", 5, "villagers"))
    game = game.menu("villagers", main=False).when(0, PlayHeroCard("drill-master"))
    game.when(0, RecruitGovernor("red-1")).then(0, rice=4, recruitment=1)


@pytest.mark.clause("daimyo.recruitment.governor.place")
def test_a_governor_leaves_the_supply_for_a_free_site_of_any_island_in_play() -> None:
    before = given().having(0, rice=1).action("recruitment")
    assert before.value(0, "supply")["governors"] == 8
    sites = {move.site for move in before.offered(0, RecruitGovernor)}
    assert sites == {f"{island}-{n}" for island in ("blue", "red", "yellow", "purple", "green") for n in range(1, 6)}
    after = before.when(0, RecruitGovernor("green-5"))
    assert after.value(0, "supply")["governors"] == 7


@pytest.mark.clause("daimyo.recruitment.governor.place")
def test_an_island_out_of_play_takes_no_governor() -> None:
    game = given(3).having(0, rice=1).action("recruitment")
    game.when(0, RecruitGovernor("black-1")).refused("daimyo.recruitment.governor.place")
    game.when(0, RecruitGovernor("mars-1")).refused("daimyo.recruitment.governor.place")
    given(4).having(0, rice=1).action("recruitment").when(0, RecruitGovernor("black-1")).then(0, rice=0)


def test_a_site_takes_one_governor_of_any_side() -> None:
    game = given().having(0, rice=3, governors=("red-2",)).having(1, governors=("red-1",)).action("recruitment")
    game.when(0, RecruitGovernor("red-1")).refused("daimyo.island.site-slots")
    game.when(0, RecruitGovernor("red-2")).refused("daimyo.island.site-slots")


def test_a_ninth_governor_cannot_be_recruited() -> None:
    game = given().having(0, rice=3, governors=EIGHT).action("recruitment")
    game.when(0, RecruitGovernor("purple-1")).refused("daimyo.component.governors")
    game.when(0, RecruitShadow("purple-shadow-1")).then(0, shadows=("purple-shadow-1",))


@pytest.mark.clause("daimyo.recruitment.governor.influence")
def test_a_governor_adds_2_influence() -> None:
    game = given().having(0, rice=1, governors=("red-1",), shadows=("red-shadow-1",)).then(0, influence={"red": 3})
    game.action("recruitment").when(0, RecruitGovernor("red-3")).then(0, influence={"red": 5, "blue": 0})


@pytest.mark.clause("daimyo.recruitment.governor.no-harvest")
@pytest.mark.parametrize("edition", ["2019", "2021"])
def test_a_new_governor_on_a_rice_site_collects_nothing(edition: str) -> None:
    game = given(edition=edition).having(0, rice=1).action("recruitment").when(0, RecruitGovernor("red-1"))
    game.then(0, rice=0).without(Gained)


@pytest.mark.clause("daimyo.recruitment.governor.faq-building-site")
def test_a_governor_may_stand_beside_an_opponents_building() -> None:
    game = given().having(0, rice=3).having(1, towers=("red-1",), farms=("blue-1",)).action("recruitment")
    game = game.when(0, RecruitGovernor("red-1")).when(0, RecruitGovernor("blue-1"))
    game.then(0, governors=("blue-1", "red-1")).then(1, towers=("red-1",), farms=("blue-1",))


@pytest.mark.clause("daimyo.recruitment.governor.reusable")
def test_a_removed_governor_may_be_recruited_again_at_the_normal_price() -> None:
    game = given(active=1).having(0, rice=2, recruitment=1, governors=EIGHT).having(1, rice=1).action("recruitment")
    assert game.value(0, "supply")["governors"] == 0
    game = game.when(1, RecruitShadow("blue-shadow-1")).when(1, ChooseSite("blue-2"))
    assert game.value(0, "supply")["governors"] == 1
    back = game.with_state(active=0).action("recruitment").when(0, RecruitGovernor("blue-2"))
    back.then(0, rice=0, recruitment=2, governors=EIGHT)


def test_nothing_is_recruited_outside_an_action() -> None:
    game = given().having(0, rice=3).menu("tax")
    game.when(0, RecruitGovernor("red-1")).refused("daimyo.turn.main-and-bonus")
    game.when(0, StopRecruiting()).refused("daimyo.turn.main-and-bonus")
    given().having(0, rice=3).when(0, RecruitGovernor("red-1")).refused("daimyo.turn.choose-die")
    game = given().having(0, rice=3).action("recruitment")
    game.when(0, EndTurn()).refused("daimyo.turn.finish-before-next")

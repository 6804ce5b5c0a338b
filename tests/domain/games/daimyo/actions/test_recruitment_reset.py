"""The reset of the recruitment track: 2 gold, on the last space, at any moment of one's own turn."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.bonus_tiles import UseTile
from domain.games.daimyo.actions.recruitment import PayReset, Recruit, RecruitGovernor, RecruitShadow, StopRecruiting
from domain.games.daimyo.effects.gains import Gain
from domain.games.daimyo.effects.heroes import PlayHeroCard
from domain.games.daimyo.facts.goods import Paid
from domain.games.daimyo.facts.pieces import RecruitmentReset
from domain.games.daimyo.phases.turn import EndTurn, TakeDie
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.asking import DoEffects, deed_of
from tests.domain.games.daimyo.game import Die, given


@pytest.mark.clause("daimyo.recruitment.reset.2021")
def test_in_2021_reaching_the_last_space_is_enough_for_a_reset() -> None:
    game = given().having(0, recruitment=1, rice=3, gold=2).action("recruitment").when(0, RecruitGovernor("red-1"))
    game = game.then(0, rice=1, recruitment=2).when(0, PayReset()).then(0, gold=0, recruitment=0)
    game.citing("daimyo.recruitment.reset.2021", Paid).citing("daimyo.recruitment.reset.2021", RecruitmentReset)
    game.when(0, RecruitGovernor("red-2")).then(0, rice=0, recruitment=1)


@pytest.mark.clause("daimyo.recruitment.reset.2021")
@pytest.mark.parametrize("gold", [0, 1])
def test_a_reset_costs_2_gold(gold: int) -> None:
    game = given().having(0, recruitment=2, rice=3, gold=gold).action("recruitment")
    game.when(0, PayReset()).refused("daimyo.recruitment.reset.2021")


@pytest.mark.clause("daimyo.recruitment.reset.2019")
def test_in_2019_a_unit_for_3_rice_comes_before_the_reset() -> None:
    game = given(edition="2019").having(0, recruitment=1, rice=6, gold=2).action("recruitment")
    game = game.when(0, RecruitGovernor("red-1")).then(0, rice=4, recruitment=2)
    game = game.when(0, PayReset()).refused("daimyo.recruitment.reset.2019")
    game = game.when(0, RecruitGovernor("red-2")).then(0, rice=1, recruitment=2)
    game = game.when(0, PayReset()).then(0, gold=0, recruitment=0)
    game.citing("daimyo.recruitment.reset.2019", Paid)
    game.when(0, RecruitGovernor("red-3")).then(0, rice=0, recruitment=1)


@pytest.mark.clause("daimyo.recruitment.reset.2019")
def test_in_2019_a_reset_has_to_be_earned_anew() -> None:
    game = given(edition="2019").having(0, recruitment=2, paid_last=True, rice=6, gold=4).action("recruitment")
    game = game.when(0, PayReset()).when(0, RecruitGovernor("red-1")).when(0, RecruitGovernor("red-2"))
    game = game.then(0, recruitment=2, rice=3).when(0, PayReset()).refused("daimyo.recruitment.reset.2019")
    game.when(0, RecruitGovernor("red-3")).when(0, PayReset()).then(0, gold=0, recruitment=0)


@pytest.mark.clause("daimyo.recruitment.reset.2019")
def test_in_2019_the_unit_for_3_rice_counts_in_a_later_turn_too() -> None:
    game = given(edition="2019").having(0, recruitment=2, paid_last=True, rice=1, gold=2).action("recruitment")
    game.when(0, PayReset()).when(0, RecruitGovernor("red-1")).then(0, gold=0, rice=0)


@pytest.mark.clause("daimyo.recruitment.reset-timing")
def test_a_reset_between_two_units_of_one_action() -> None:
    game = given().having(0, rice=4, gold=2).action("recruitment")
    game = game.when(0, RecruitGovernor("red-1")).when(0, RecruitGovernor("red-2")).then(0, rice=1, recruitment=2)
    game.when(0, PayReset()).when(0, RecruitGovernor("red-3")).then(0, rice=0, gold=0, recruitment=1)


@pytest.mark.clause("daimyo.recruitment.reset-timing")
def test_a_reset_before_the_die_in_the_menu_and_after_the_main_action() -> None:
    game = given(turn=4, pool=(Die("red", 6),)).having(0, recruitment=2, gold=3).having(2, recruitment=2, gold=2)
    game = game.with_state(active=2).menu("tax", main=False).when(2, EndTurn())
    game = game.then(None, active=1).when_not_asked(0, PayReset()).when_not_asked(2, PayReset())
    started = given(turn=3, active=2, pool=(Die("red", 6),)).having(0, recruitment=2, gold=2)
    started = started.menu("tax", main=False).when(2, EndTurn()).then(None, active=0)
    assert (0, "PlaceDie") in started.asks()
    started.when(0, PayReset()).then(0, gold=0, recruitment=0).when(0, TakeDie("red", 6, "tax"))
    menu = given().having(0, recruitment=2, gold=2).action("tax")
    menu.when(0, PayReset()).then(0, gold=2, recruitment=0).when(0, EndTurn()).then(None, active=1)


@pytest.mark.clause("daimyo.recruitment.reset-timing")
def test_nobody_resets_in_the_turn_of_another_player() -> None:
    game = given(active=1).having(0, recruitment=2, gold=4).having(1, rice=1).action("recruitment")
    assert game.offered(0) == []
    game.when_not_asked(0, PayReset())
    game.when(1, PayReset()).refused("daimyo.recruitment.reset-not-early")


@pytest.mark.clause("daimyo.recruitment.reset-timing")
def test_nobody_resets_in_the_end_of_the_round() -> None:
    game = given(turn=9, active=2).having(2, recruitment=2, gold=4).menu("tax", main=False)
    game.when(2, PayReset()).then(2, gold=2)
    ended = game.when(2, EndTurn())
    while ended.asked_seat() != 2:
        assert PayReset() not in ended.offered(2)
        ended = ended.when(ended.asked_seat(), ended.any_move())
    assert PayReset() not in ended.offered(2)
    ended.when(2, PayReset()).refused("daimyo.turn.finish-before-next")


@pytest.mark.clause("daimyo.recruitment.reset-optional")
def test_on_the_last_space_both_prices_are_open() -> None:
    game = given().having(0, recruitment=2, rice=3, gold=2).action("recruitment")
    assert PayReset() in game.offered(0)
    game.when(0, RecruitGovernor("red-1")).then(0, rice=0, gold=2, recruitment=2)
    game.when(0, PayReset()).when(0, RecruitGovernor("red-1")).then(0, rice=2, gold=0, recruitment=1)


@pytest.mark.clause("daimyo.recruitment.reset-not-early")
@pytest.mark.parametrize("space", [0, 1])
@pytest.mark.parametrize("edition", ["2019", "2021"])
def test_no_gold_resets_the_track_before_the_last_space(space: int, edition: str) -> None:
    game = given(edition=edition).having(0, recruitment=space, rice=3, gold=5)
    game.when(0, PayReset()).refused("daimyo.recruitment.reset-not-early")
    game.menu("tax").when(0, PayReset()).refused("daimyo.recruitment.reset-not-early")
    game.action("recruitment").when(0, PayReset()).refused("daimyo.recruitment.reset-not-early")


def test_with_1_rice_on_the_last_space_the_action_waits_for_a_reset() -> None:
    game = given().having(0, recruitment=2, rice=1, gold=2).action("recruitment")
    assert game.offered(0, RecruitGovernor) == []
    game.when(0, RecruitGovernor("red-1")).refused("daimyo.recruitment.cost")
    game.when(0, PayReset()).when(0, RecruitGovernor("red-1")).then(0, rice=0, gold=0, governors=("red-1",))
    game.when(0, StopRecruiting()).then(0, rice=1, gold=2)


def test_the_gold_of_a_shadow_pays_the_reset_for_the_next_unit() -> None:
    game = given().having(0, recruitment=1, rice=3).action("recruitment").when(0, RecruitShadow("red-shadow-2"))
    game.then(0, gold=2).when(0, PayReset()).when(0, RecruitGovernor("red-1")).then(0, gold=0, rice=0)


@pytest.mark.clause("daimyo.recruitment.reset-timing")
def test_gold_of_a_card_pays_a_reset_before_the_unit_of_the_same_card() -> None:
    effects = (Gain(Goods(gold=2)), Recruit())
    game = given().having(0, recruitment=2, rice=1).menu("tax", main=False)
    game = game.asking(DoEffects(deed_of(0, "daimyo.hero.exact-strength"), effects), game.state.agenda[-1]).running()
    game.when(0, PayReset()).when(0, RecruitGovernor("red-1")).then(0, rice=0, gold=0, recruitment=1)


@pytest.mark.clause("daimyo.recruitment.reset-timing")
def test_a_hero_and_a_tile_that_recruit_can_be_used_where_a_reset_makes_the_unit_payable() -> None:
    game = given().having(0, recruitment=2, rice=0, gold=2, hand=("press-sergeant",)).dice(0, ("red", 6, "tax"))
    game = game.menu("tax", main=False).when(0, PlayHeroCard("press-sergeant")).when(0, PayReset())
    game.when(0, RecruitGovernor("red-1")).then(0, recruitment=1, governors=("red-1",))
    tile = given().mini_boards(0, "amber", "aurora", laid={"relic": "aurora-1"})
    tile = tile.having(0, recruitment=2, gold=2, towers=("red-1",)).menu("relic", main=False)
    tile.when(0, UseTile("relic")).when(0, PayReset()).when(0, RecruitGovernor("red-1")).then(0, rice=0, gold=0)


def test_a_reset_by_a_bonus_tile_costs_what_the_tile_says_on_any_space_but_the_first() -> None:
    game = given(boards="advanced").having(0, recruitment=1, gold=1).using_tile("reset-recruitment")
    game.then(0, recruitment=0, gold=0)
    first = given(boards="advanced").having(0, recruitment=0, gold=1).using_tile("reset-recruitment")
    first.then(0, recruitment=0, gold=1)


@pytest.mark.clause("daimyo.ruling.reset-after-discount")
def test_in_2019_a_unit_recruited_cheaper_on_the_last_space_opens_the_reset() -> None:
    game = given(edition="2019").having(0, recruitment=2, rice=2, gold=2).effects(Recruit(discount=1))
    game = game.when(0, PayReset()).refused("daimyo.recruitment.reset.2019")
    game = game.when(0, RecruitGovernor("red-1")).then(0, rice=0, recruitment=2)
    game.when(0, PayReset()).then(0, gold=0, recruitment=0)

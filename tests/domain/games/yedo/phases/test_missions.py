"""Completing Missions: what a Mission asks for, its six steps, its bonus part, and substitutes for needs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.yedo.effects.belongings import HasAnnex, HasGeisha, HasWeapon
from domain.games.yedo.effects.requirements import missing_need, with_bonus
from domain.games.yedo.facts.cards import CardDrawn
from domain.games.yedo.facts.goods import BlessingGiven, MonGained, MonPaid, PrestigeGained
from domain.games.yedo.facts.missions import (
    MissionCompleted,
    MissionShown,
    RequirementsMet,
    ShogunKilled,
    StoodIn,
)
from domain.games.yedo.facts.pieces import DiscipleHome, DiscipleToReserve
from domain.games.yedo.facts.turns import Activated
from domain.games.yedo.phases.acting import CompleteMission
from domain.games.yedo.phases.missions import SkipBonus, TakeBonus
from domain.games.yedo.printed.entries import Part
from domain.games.yedo.printed.modifier_words import CostLess
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.verbs.moves import TakeWeaponFrom
from domain.games.yedo.words.describe_cards import mission_text
from tests.domain.games.yedo.game import CONTENT, Position, given, pays
from tests.domain.games.yedo.missions import acting, mission

SAMPLE = "the-smoking-garden"
STEPS = (MissionShown, RequirementsMet, Activated, PrestigeGained, MonGained, MissionCompleted)
PAYMENTS = (MonPaid, MonGained)


def sample(*, without: str = "", **more: object) -> Position:
    """Seat 0 meets the sample Mission, apart from one kind of asset."""
    assets: dict[str, object] = {
        "weapons": ("metsubushi",),
        "geishas": (1,),
        "annexes": ("yashiki",),
        "points": 10,
        "mon": 2,
        "actions": ("walls-have-ears",),
    }
    assets = {name: value for name, value in (assets | more).items() if name != without}
    return mission(SAMPLE, "temple-1", "market-1", **assets)


def steps(game: Position) -> list[str]:
    """The steps of a Mission in the order in which they happened."""
    return [type(fact).__name__ for fact in game.facts if isinstance(fact, STEPS)]


@pytest.mark.clause("yedo.mission.sample", "yedo.mission.standard-reward")
def test_the_sample_mission_gives_its_standard_reward() -> None:
    game = sample().when(0, CompleteMission("market-1", SAMPLE))
    game.then(0, points=13, mon=12, done=(SAMPLE,), missions=()).asked((1, "Activate"))
    assert len(game.value(0, "actions")) == 2
    game.citing("yedo.mission.standard-reward", PrestigeGained)


@pytest.mark.clause("yedo.mission.district")
def test_the_activated_disciple_stands_in_one_of_the_districts_shown() -> None:
    game = sample().having(0, house=1).placed(("harbor-1", 0))
    assert [move.space for move in game.offered(0, CompleteMission)] == ["temple-1", "market-1"]
    game.when(0, CompleteMission("harbor-1", SAMPLE)).refused("yedo.mission.district")


@pytest.mark.clause("yedo.mission.all-districts")
def test_any_of_the_districts_shown_may_be_that_of_the_activated_disciple_and_the_others_stay() -> None:
    sample().when(0, CompleteMission("temple-1", SAMPLE)).then(0, on=("market-1",), done=(SAMPLE,))
    sample().when(0, CompleteMission("market-1", SAMPLE)).then(0, on=("temple-1",), done=(SAMPLE,))


@pytest.mark.clause("yedo.mission.standard-all")
def test_all_standard_requirements_must_be_met() -> None:
    game = sample(without="geishas")
    assert game.offered(0, CompleteMission) == []
    game.when(0, CompleteMission("temple-1", SAMPLE)).refused("yedo.icon.requirement-geisha")


@pytest.mark.clause("yedo.icon.requirement-district", "yedo.mission.all-districts")
def test_a_disciple_is_needed_in_each_district_shown() -> None:
    card = "the-guest-who-may-not-leave"
    game = mission(card, "gates-1", weapons=("doku",), geishas=(1,))
    game.when(0, CompleteMission("gates-1", card)).refused("yedo.icon.requirement-district")
    game = mission(card, "gates-1", "bakufu", weapons=("doku",), geishas=(1,))
    game.when(0, CompleteMission("gates-1", card)).then(0, done=(card,))


@pytest.mark.clause("yedo.icon.requirement-district-twice")
def test_a_district_shown_twice_needs_two_disciples_there() -> None:
    card = "pirates-with-papers"
    game = mission(card, "gates-1", "harbor-1", weapons=("yumi",))
    game.when(0, CompleteMission("harbor-1", card)).refused("yedo.icon.requirement-district-twice")
    game = mission(card, "gates-1", "harbor-1", "harbor-2", weapons=("yumi",))
    game.when(0, CompleteMission("harbor-1", card)).then(0, done=(card,), on=("gates-1", "harbor-2"))


@pytest.mark.clause("yedo.icon.requirement-activate")
def test_a_district_named_only_in_the_bonus_part_does_not_do_for_the_activated_disciple() -> None:
    card = "rumours-by-the-barrel"
    game = mission(card, "tavern-1", "harbor-1")
    assert [move.space for move in game.offered(0, CompleteMission)] == ["tavern-1"]
    game.when(0, CompleteMission("harbor-1", card)).refused("yedo.icon.requirement-activate")


@pytest.mark.clause("yedo.mission.annex-disciple-not-district")
def test_a_disciple_on_an_own_annex_is_in_no_district() -> None:
    card = "rumours-by-the-barrel"
    game = mission(card, "annex/0/dojo", annexes=("dojo",))
    game = game.when(0, CompleteMission("annex/0/dojo", card)).refused("yedo.mission.annex-disciple-not-district")
    game = mission("bales-off-the-wharf", "harbor-1", "annex/0/dojo", annexes=("dojo",), weapons=("nawa",))
    game.when(0, CompleteMission("harbor-1", "bales-off-the-wharf")).refused("yedo.icon.requirement-district")


@pytest.mark.clause("yedo.icon.requirement-weapon", "yedo.mission.assets-kept")
def test_each_weapon_shown_must_be_owned_and_is_kept() -> None:
    card = "trial-of-two-schools"
    game = mission(card, "gates-1", weapons=("katana", "katana"))
    game.when(0, CompleteMission("gates-1", card)).refused("yedo.icon.requirement-weapon")
    game = mission(card, "gates-1", weapons=("katana", "yumi"))
    game.when(0, CompleteMission("gates-1", card)).then(0, done=(card,), weapons=("katana", "yumi"))


@pytest.mark.clause("yedo.icon.requirement-weapon")
def test_a_weapon_shown_twice_must_be_owned_twice() -> None:
    two_shuko = (HasWeapon(kind="shuko", count=2),)
    assert missing_need(given(2).having(0, weapons=("shuko",)).state, 0, two_shuko) == HasWeapon(kind="shuko")
    assert missing_need(given(2).having(0, weapons=("shuko", "shuko")).state, 0, two_shuko) is None


@pytest.mark.clause("yedo.icon.requirement-weapon")
def test_each_weapon_meets_one_requirement_whatever_their_order() -> None:
    asked = (HasWeapon(), HasWeapon(kind="doku"))
    assert missing_need(given(2).having(0, weapons=("doku",)).state, 0, asked) is not None
    assert missing_need(given(2).having(0, weapons=("doku", "yumi")).state, 0, asked) is None


@pytest.mark.clause("yedo.icon.requirement-annex", "yedo.mission.assets-kept")
def test_an_annex_shown_must_be_owned_and_needs_no_disciple_on_it() -> None:
    card = "a-school-challenged"
    game = mission(card, "gates-1", weapons=("katana",), annexes=("kobudo-ryu",))
    game.when(0, CompleteMission("gates-1", card)).refused("yedo.icon.requirement-annex")
    game = mission(card, "gates-1", weapons=("katana",), annexes=("dojo",))
    game.when(0, CompleteMission("gates-1", card)).then(0, done=(card,), annexes=("dojo",))
    assert missing_need(game.state, 0, (HasAnnex(), HasAnnex(kind="dojo"))) is not None


@pytest.mark.clause("yedo.icon.requirement-geisha", "yedo.mission.geisha-value", "yedo.mission.assets-kept")
def test_geishas_are_counted_kept_and_their_values_do_not_matter() -> None:
    card = "behind-the-painted-screen"
    game = mission(card, "bakufu", "red-light-1", geishas=(3,))
    game.when(0, CompleteMission("bakufu", card)).refused("yedo.icon.requirement-geisha")
    game = mission(card, "bakufu", "red-light-1", geishas=(1, 1))
    game.when(0, CompleteMission("bakufu", card)).then(0, done=(card,), geishas=(1, 1))


@pytest.mark.clause("yedo.icon.requirement-blessing")
def test_a_blessing_asked_for_goes_back_to_the_temple() -> None:
    card = "last-count-of-the-moneylender"
    mission(card, "market-1").when(0, CompleteMission("market-1", card)).refused("yedo.icon.requirement-blessing")
    game = mission(card, "market-1", blessings=True)
    game.then(temple_blessings=2)
    game = game.when(0, CompleteMission("market-1", card)).citing("yedo.icon.requirement-blessing", BlessingGiven)
    game.then(0, blessings=False, done=(card,)).then(temple_blessings=3)


@pytest.mark.clause("yedo.icon.requirement-mon")
def test_the_mon_asked_for_must_be_there_before_the_reward() -> None:
    card = "the-price-of-salt"
    game = mission(card, "shogun", "harbor-1", mon=4)
    game.when(0, CompleteMission("shogun", card)).refused("yedo.icon.requirement-mon")


@pytest.mark.clause("yedo.mission.order-of-payment", "yedo.icon.requirement-mon")
def test_payments_are_made_before_any_reward_is_collected() -> None:
    card = "the-price-of-salt"
    game = mission(card, "shogun", "harbor-1", mon=5).when(0, CompleteMission("shogun", card))
    paid = [(type(fact).__name__, fact.amount) for fact in game.facts if isinstance(fact, PAYMENTS)]
    assert paid == [("MonPaid", 5), ("MonGained", pays(card)[1])]
    game.citing("yedo.icon.requirement-mon", MonPaid).then(0, mon=pays(card)[1])


@pytest.mark.clause("yedo.icon.requirement-mon")
def test_what_makes_the_fees_of_missions_cheaper_counts_and_is_used_up() -> None:
    card = "the-price-of-salt"
    held = Lasting("a-friend", (0,), "next-use", (CostLess(of="mission", by=2),))
    game = mission(card, "shogun", "harbor-1", mon=3).with_state(lasting=(held,))
    game = game.when(0, CompleteMission("shogun", card)).then(0, mon=pays(card)[1], done=(card,))
    game.then(lasting=())


@pytest.mark.clause("yedo.mission.steps", "yedo.mission.bonus")
def test_a_mission_is_completed_in_six_steps() -> None:
    game = sample(blessings=True).when(0, CompleteMission("market-1", SAMPLE)).asked((0, "BonusPart"))
    first = ["MissionShown", "RequirementsMet", "Activated", "PrestigeGained", "MonGained"]
    assert steps(game) == first
    game.then(0, on=("temple-1", "market-1"), missions=(), points=13).then(shown=(0, SAMPLE))
    game = game.when(0, TakeBonus())
    assert steps(game) == ["RequirementsMet", "PrestigeGained", "MissionCompleted"]
    game.then(0, points=15, blessings=False, on=("temple-1",), done=(SAMPLE,)).then(shown=None)
    game.citing("yedo.mission.bonus", PrestigeGained)


@pytest.mark.clause("yedo.mission.bonus-optional")
def test_a_mission_may_be_completed_without_its_bonus_part_which_is_then_lost() -> None:
    game = sample(blessings=True).when(0, CompleteMission("market-1", SAMPLE)).when(0, SkipBonus())
    game.then(0, points=13, blessings=True, done=(SAMPLE,), missions=()).asked((1, "Activate"))
    game.without(RequirementsMet)


@pytest.mark.clause("yedo.mission.bonus-optional", "yedo.mission.standard-reward")
def test_who_does_not_meet_the_bonus_part_is_not_asked_about_it() -> None:
    game = sample().when(0, CompleteMission("market-1", SAMPLE)).asked((1, "Activate"))
    assert [fact.part for fact in game.of_type(RequirementsMet)] == ["standard"]


@pytest.mark.clause("yedo.ruling.bonus-part-adds")
def test_a_district_shown_in_both_parts_needs_two_disciples() -> None:
    card = "a-school-challenged"
    assets = {"weapons": ("katana",), "annexes": ("dojo",)}
    assert "Bonus: Another Disciple in the Gates." in mission_text(CONTENT.missions[card])
    one = mission(card, "gates-1", **assets).when(0, CompleteMission("gates-1", card))
    one.then(0, done=(card,)).asked((1, "Activate"))
    two = mission(card, "gates-1", "gates-2", **assets).when(0, CompleteMission("gates-1", card))
    two.asked((0, "BonusPart"))


@pytest.mark.clause("yedo.ruling.bonus-part-adds")
def test_a_weapon_or_a_geisha_shown_in_both_parts_is_needed_twice() -> None:
    katana, geisha = HasWeapon(kind="katana"), HasGeisha(count=1)
    for need, one, two in (
        (katana, {"weapons": ("katana",)}, {"weapons": ("katana", "katana")}),
        (geisha, {"geishas": (1,)}, {"geishas": (1, 2)}),
    ):
        printed = CONTENT.missions["a-school-challenged"]
        bonus = Part(districts=(), needs=(need,), reward=printed.reward)
        asked = with_bonus(replace(printed, needs=(need,), bonus=bonus), bonus)
        assert missing_need(given(2).having(0, **one).state, 0, asked.needs) == need
        assert missing_need(given(2).having(0, **two).state, 0, asked.needs) is None


@pytest.mark.clause("yedo.mission.bonus-never-alone")
def test_the_bonus_reward_is_never_earned_without_all_standard_requirements() -> None:
    game = sample(without="weapons", blessings=True)
    game.when(0, CompleteMission("market-1", SAMPLE)).refused("yedo.icon.requirement-weapon")


@pytest.mark.clause("yedo.mission.bonus-after-reward")
def test_assets_from_the_standard_reward_may_meet_the_bonus_requirements() -> None:
    card = "a-crate-of-southern-steel"
    game = mission(card, "harbor-1", "market-1", weapons=("shuko",)).selling("yumi", "metsubushi", None, None)
    game = game.when(0, CompleteMission("harbor-1", card)).asked((0, "TakeFromMarket"))
    game.when(0, TakeWeaponFrom(1, "yumi")).then(0, done=(card,), weapons=("shuko", "yumi"))
    game = game.when(0, TakeWeaponFrom(2, "metsubushi")).asked((0, "BonusPart")).when(0, TakeBonus())
    game.then(0, points=1 + pays(card)[0] + 2, weapons=("metsubushi", "shuko"))


@pytest.mark.clause("yedo.ruling.until-filed")
def test_the_activated_disciple_stands_on_its_space_until_the_card_is_filed() -> None:
    card = "a-school-challenged"
    game = mission(card, "gates-1", "gates-2", weapons=("katana",), annexes=("dojo",))
    game = game.when(0, CompleteMission("gates-1", card)).asked((0, "BonusPart")).when(0, TakeBonus())
    game.then(0, done=(card,), on=("gates-2",))
    game = mission(card, "gates-1", weapons=("katana",), annexes=("dojo",))
    game.when(0, CompleteMission("gates-1", card)).then(0, done=(card,)).asked((1, "Activate"))


@pytest.mark.clause("yedo.ruling.shown-mission")
def test_a_mission_laid_out_does_not_count_for_the_limit_of_four() -> None:
    card = "on-the-guest-house-roof"
    held = (card, "pillow-talk", "rice-boats-aflame", "drill-before-dawn")
    game = given(3).having(0, missions=held, weapons=("shuko",)).placed(("shogun", 0))
    game = acting(game).when(0, CompleteMission("shogun", card)).until("Activate")
    game.asked((1, "Activate")).then(0, done=(card,))
    assert len(game.value(0, "missions")) == 4


@pytest.mark.clause("yedo.mission.one-per-activation")
def test_one_activation_completes_one_mission() -> None:
    held = ("the-missing-cook", "lighter-purses")
    game = acting(given(3).having(0, missions=held).placed(("market-1", 0)))
    assert len(game.offered(0, CompleteMission)) == 2
    game.when(0, CompleteMission("market-1", held[0])).asked((1, "Activate")).then(0, missions=held[1:])


@pytest.mark.clause("yedo.mission.steps")
def test_a_mission_must_be_in_hand_and_the_disciple_ones_own() -> None:
    game = mission("the-missing-cook", "market-1").having(1, missions=("lighter-purses",))
    game = game.when(0, CompleteMission("market-1", "lighter-purses")).refused("yedo.mission.steps")
    game.when(0, CompleteMission("temple-2", "the-missing-cook")).refused("yedo.action.turns")


@pytest.mark.clause("yedo.action.return-home", "yedo.icon.reward-send-reserve")
def test_a_disciple_sent_to_the_reserve_by_the_reward_does_not_go_home_besides() -> None:
    card = "a-servant-left-behind"
    game = mission(card, "shogun", "temple-1", "harbor-1", geishas=(1, 1), annexes=("karesansui",))
    game = game.when(0, CompleteMission("temple-1", card)).until("Activate")
    game.citing("yedo.mission.standard-reward", DiscipleToReserve)
    game.without(DiscipleHome).then(0, on=("shogun", "harbor-1"), done=(card,), reserve=2)


@pytest.mark.clause("yedo.mission.kill-the-shogun-end", "yedo.end.when")
def test_completing_kill_the_shogun_ends_the_game_after_the_round() -> None:
    card = "the-citadel-burns"
    assets = {"weapons": ("katana", "yumi"), "annexes": ("dojo", "kobudo-ryu")}
    game = given(3, round=4).having(0, missions=(card,), **assets)
    game = acting(game.placed(("shogun", 0), ("gates-1", 0), ("gates-2", 0)))
    assert not game.state.is_last_round
    game = game.when(0, CompleteMission("shogun", card)).citing("yedo.mission.kill-the-shogun-end", ShogunKilled)
    assert game.state.is_last_round
    game.then(0, points=21).asked((1, "Activate"))


@pytest.mark.clause("yedo.annex.yashiki-passive", "yedo.mission.geisha-value")
def test_the_disciple_on_the_yashiki_goes_home_to_count_as_one_more_geisha() -> None:
    card = "behind-the-painted-screen"
    game = mission(card, "bakufu", "red-light-1", "annex/0/yashiki", geishas=(1,), annexes=("yashiki",))
    game = game.when(0, CompleteMission("bakufu", card)).citing("yedo.annex.yashiki-passive", StoodIn)
    game.then(0, done=(card,), geishas=(1,), annexes=("yashiki",), on=("red-light-1",), house=2)


@pytest.mark.clause("yedo.annex.karesansui-passive")
def test_the_disciple_on_the_karesansui_goes_home_to_count_as_a_blessing() -> None:
    card = "last-count-of-the-moneylender"
    game = mission(card, "market-1", "annex/0/karesansui", annexes=("karesansui",))
    before = game.state.temple_blessings
    game = game.when(0, CompleteMission("market-1", card)).citing("yedo.annex.karesansui-passive", StoodIn)
    game.without(BlessingGiven).then(0, done=(card,), blessings=False, on=()).then(temple_blessings=before)


@pytest.mark.clause("yedo.annex.karesansui-passive", "yedo.annex.yashiki-passive")
def test_nobody_stands_in_for_what_is_owned() -> None:
    card = "last-count-of-the-moneylender"
    game = mission(card, "market-1", "annex/0/karesansui", annexes=("karesansui",), blessings=True)
    game = game.when(0, CompleteMission("market-1", card)).without(StoodIn)
    game.then(0, done=(card,), blessings=False, on=("annex/0/karesansui",))


@pytest.mark.clause("yedo.mission.standard-reward")
def test_a_mission_reward_draws_a_card_that_only_its_owner_sees() -> None:
    game = sample().when(0, CompleteMission("market-1", SAMPLE))
    (drawn,) = game.of_type(CardDrawn)
    assert (drawn.seat, drawn.deck, drawn.owners()) == (0, "action", (0,))

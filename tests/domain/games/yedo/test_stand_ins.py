"""Substitutes for things that a Mission asks for."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.missions import (
    StoodIn,
)
from domain.games.yedo.facts.turns import LastingOver
from domain.games.yedo.phases.acting import CompleteMission, Idle
from domain.games.yedo.phases.missions import TakeBonus
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.modifier_words import CountsAs
from domain.games.yedo.printed.parts import Lasting
from tests.domain.games.yedo.game import pays
from tests.domain.games.yedo.missions import mission


@pytest.mark.clause("yedo.annex.passive-needs-disciple")
def test_an_annex_helps_with_a_mission_only_if_a_disciple_stands_there() -> None:
    card = "pillow-talk"
    game = mission(card, "red-light-1", annexes=("yashiki",))
    game.when(0, CompleteMission("red-light-1", card)).refused("yedo.icon.requirement-geisha")
    game = mission(card, "red-light-1", "annex/0/yashiki", annexes=("yashiki",))
    game = game.when(0, CompleteMission("red-light-1", card)).then(0, done=(card,), on=()).asked((1, "Activate"))
    game.when(1, Idle("annex/0/yashiki")).refused("yedo.action.turns")


@pytest.mark.clause("yedo.ruling.annex-stand-in")
def test_an_annex_stands_in_once_for_a_mission_bonus_part_included() -> None:
    card = "a-bitter-cup"
    game = mission(card, "tavern-1", "annex/0/yashiki", annexes=("yashiki",), weapons=("doku",))
    game = game.when(0, CompleteMission("tavern-1", card)).asked((0, "BonusPart")).without(StoodIn)
    game = game.when(0, TakeBonus()).citing("yedo.annex.yashiki-passive", StoodIn)
    game.then(0, done=(card,), on=(), mon=12 + pays(card)[1] + 4)


@pytest.mark.clause("yedo.ruling.annex-stand-in")
def test_the_karesansui_stands_in_for_the_blessing_of_the_bonus_part() -> None:
    card = "the-smoking-garden"
    assets = {"weapons": ("metsubushi",), "annexes": ("karesansui", "yashiki"), "geishas": (1,)}
    game = mission(card, "market-1", "temple-1", "annex/0/karesansui", **assets)
    game = game.when(0, CompleteMission("market-1", card)).asked((0, "BonusPart")).without(StoodIn)
    game = game.when(0, TakeBonus()).citing("yedo.annex.karesansui-passive", StoodIn)
    game.then(0, done=(card,), on=("temple-1",), points=1 + pays(card)[0] + 2)


@pytest.mark.clause("yedo.ruling.annex-stand-in")
def test_a_disciple_who_stood_in_for_the_standard_part_is_not_there_for_the_bonus_part() -> None:
    card = "fall-of-a-house"
    assets = {"weapons": ("katana", "yumi"), "annexes": ("dojo", "yashiki"), "geishas": (1,)}
    game = mission(card, "shogun", "gates-1", "market-1", "annex/0/yashiki", **assets)
    game = game.when(0, CompleteMission("shogun", card)).asked((0, "BonusPart")).when(0, TakeBonus())
    game.then(0, geishas=(1,), points=1 + pays(card)[0] + 5, on=("gates-1", "market-1"))
    card = "the-last-audience"
    assets = {"weapons": ("doku", "shuriken"), "annexes": ("yashiki",), "geishas": (1,), "blessings": True}
    game = mission(card, "shogun", "bakufu", "temple-1", "annex/0/yashiki", **assets)
    game.when(0, CompleteMission("shogun", card)).then(0, done=(card,), on=("bakufu", "temple-1"))


@pytest.mark.clause("yedo.ruling.annex-stand-in")
def test_what_stands_in_for_the_whole_game_helps_once_for_each_mission() -> None:
    card = "a-crate-of-southern-steel"
    held = Lasting("old-master", (0,), "game", (CountsAs(need="weapon"),))
    game = mission(card, "harbor-1", "market-1").selling("yumi", None, None, None).with_state(lasting=(held,))
    game = game.when(0, CompleteMission("harbor-1", card)).until("Activate")
    game.asked((1, "Activate")).then(0, done=(card,), points=1 + pays(card)[0], weapons=("yumi",)).then(lasting=(held,))


@pytest.mark.clause("yedo.mission.standard-all", "yedo.actions-cards.timing")
def test_a_card_that_stands_in_is_played_before_the_mission_and_used_up_by_it() -> None:
    card = "the-unfinished-blade"
    game = mission(card, "market-1", actions=("borrowed-steel",)).selling("yumi", None, None, None)
    assert game.offered(0, CompleteMission) == []
    game = game.when(0, PlayCard("borrowed-steel")).asked((0, "Activate"))
    assert game.offered(0, CompleteMission) == [CompleteMission("market-1", card)]
    game = game.when(0, CompleteMission("market-1", card))
    assert [(fact.need, fact.source) for fact in game.of_type(StoodIn)] == [("weapon", "borrowed-steel")]
    game.citing("yedo.components.action-anatomy", LastingOver).then(lasting=())


@pytest.mark.clause("yedo.mission.standard-all", "yedo.actions-cards.timing")
def test_a_card_that_was_played_stands_in_before_the_disciple_on_an_annex() -> None:
    card = "pillow-talk"
    smile = Lasting("painted-smile", (1,), "next-use", (CountsAs(need="geisha"),))
    game = mission(card, "red-light-1", "annex/0/yashiki", annexes=("yashiki",), actions=("painted-smile",))
    game = game.with_state(lasting=(smile,)).when(0, PlayCard("painted-smile"))
    game = game.when(0, CompleteMission("red-light-1", card)).until("Activate")
    game.then(0, done=(card,), on=("annex/0/yashiki",)).then(lasting=(smile,))

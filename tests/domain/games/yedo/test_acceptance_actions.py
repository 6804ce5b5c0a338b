"""Examples of the rulebook played through: the sample Mission, and Green at the Bower."""

from __future__ import annotations

import pytest

from domain.games.yedo.districts.castle import TakePlace
from domain.games.yedo.facts.castle import MarkersShifted, PlaceTaken
from domain.games.yedo.facts.missions import StoodIn
from domain.games.yedo.facts.pieces import DiscipleHome
from domain.games.yedo.facts.turns import OrderSet
from domain.games.yedo.phases.acting import CompleteMission, NextToAct, Perform
from domain.games.yedo.phases.missions import TakeBonus
from domain.kernel.audience import SPECTATOR
from tests.domain.games.yedo.game import RULES, Position, given

SAMPLE = "the-smoking-garden"
BLUE, GREEN, YELLOW, RED = range(4)


def told(game: Position) -> list[str]:
    """What happened, as told to a spectator."""
    names = ["Blue", "Green", "Yellow", "Red"][: game.state.seats]
    return [words for fact in game.facts if (words := RULES.tell(fact, names, SPECTATOR))]


def sample(*spaces: str) -> Position:
    """Seat 0 holds the sample Mission and everything it asks for except a Geisha; its Disciples are on these spaces."""
    assets = {"weapons": ("metsubushi",), "annexes": ("yashiki",), "blessings": True}
    game = given(2).having(0, missions=(SAMPLE,), mon=0, points=0, **assets)
    game = game.placed(*((space, 0) for space in spaces), ("gates-1", 1))
    return game.asking(NextToAct()).running()


@pytest.mark.clause("yedo.mission.sample", "yedo.mission.steps", "yedo.annex.yashiki-passive")
def test_the_sample_mission_with_a_disciple_on_the_yashiki_for_the_geisha_and_its_bonus_part() -> None:
    game = sample("temple-1", "market-1", "annex/0/yashiki").when(0, CompleteMission("market-1", SAMPLE))
    assert told(game) == [
        "Blue shows the Mission The Smoking Garden.",
        "Blue meets the standard requirements of The Smoking Garden.",
        "For Blue the Yashiki stands in for a Geisha.",
        "The Disciple of Blue on the Yashiki of Blue goes home.",
        "Blue activates the Disciple on Market 1: The Smoking Garden.",
        "Blue gains 3 Prestige Points: The Smoking Garden.",
        "Blue receives 10 Mon.",
        "Blue draws 1 Action Card.",
    ]
    game.citing("yedo.annex.yashiki-passive", StoodIn).citing("yedo.annex.yashiki-passive", DiscipleHome)
    game = game.asked((0, "BonusPart")).when(0, TakeBonus())
    assert told(game) == [
        "Blue meets the bonus requirements of The Smoking Garden.",
        "Blue returns the Blessing to the Temple.",
        "Blue gains 2 Prestige Points: The Smoking Garden.",
        "Blue has completed The Smoking Garden.",
        "The Disciple of Blue on Market 1 goes home.",
    ]
    game.then(0, points=5, mon=10, blessings=False, on=("temple-1",), house=2, done=(SAMPLE,)).asked((1, "Activate"))


@pytest.mark.clause("yedo.icon.requirement-geisha", "yedo.annex.passive-needs-disciple")
def test_the_sample_mission_is_refused_without_a_geisha_and_a_disciple_on_the_yashiki() -> None:
    game = sample("temple-1", "market-1")
    assert game.offered(0, CompleteMission) == []
    game.when(0, CompleteMission("market-1", SAMPLE)).refused("yedo.icon.requirement-geisha")


@pytest.mark.clause("yedo.bower.example-green")
def test_green_sets_off_the_bower_and_blue_is_next() -> None:
    game = given(4, track=(BLUE, GREEN, YELLOW, RED), acting=BLUE)
    game = game.placed(("bower-1", RED), ("bower-2", GREEN), ("bakufu", BLUE)).asking(NextToAct()).running()
    game = game.asked((GREEN, "Activate")).when(GREEN, Perform("bower-2", "bower"))
    game.citing("yedo.bower.shift-markers", MarkersShifted)
    game = game.asked((RED, "ChoosePlace")).when(RED, TakePlace(1)).citing("yedo.bower.choose", PlaceTaken)
    game = game.asked((GREEN, "ChoosePlace")).when(GREEN, TakePlace(2)).citing("yedo.bower.fill", OrderSet)
    game.citing("yedo.bower.return", DiscipleHome).then(track=(RED, GREEN, BLUE, YELLOW))
    assert [placed.space for placed in game.state.pieces.placed] == ["bakufu"]
    game.asked((BLUE, "Activate")).then(RED, house=2).then(GREEN, house=2)


@pytest.mark.clause("yedo.bower.mission-no-trigger", "yedo.mission.kill-the-shogun-end")
def test_who_kills_the_shogun_from_the_bower_triggers_nothing_but_the_last_round() -> None:
    card = "the-citadel-burns"
    assets = {"weapons": ("katana", "yumi"), "annexes": ("dojo", "kobudo-ryu")}
    game = given(4, track=(BLUE, GREEN, YELLOW, RED), acting=BLUE, round=4).having(GREEN, missions=(card,), **assets)
    game = game.placed(("bower-1", GREEN), ("gates-1", GREEN), ("gates-2", GREEN), ("bower-2", RED))
    game = game.asking(NextToAct()).running().when(GREEN, CompleteMission("bower-1", card))
    game.without(MarkersShifted).then(GREEN, done=(card,), points=21).then(RED, on=("bower-2",))
    game.then(track=(BLUE, GREEN, YELLOW, RED), last_round=True).asked((RED, "Activate"))

"""Specialists and Missions: what they add to one, Missions that ask for them, Missions that bring them."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.belongings import PayMon
from domain.games.yedo.effects.goods import Church, Mon
from domain.games.yedo.facts.goods import BlessingGiven, MonPaid, PrestigeGained
from domain.games.yedo.facts.missions import MissionCompleted, StoodIn
from domain.games.yedo.facts.modules.specialists import FigureReplaced
from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.modules.mission_specialists import ConvertMon
from domain.games.yedo.phases.acting import CompleteMission, NextToAct, Perform
from domain.games.yedo.phases.missions import SkipBonus, TakeBonus
from domain.games.yedo.verbs.moves import ArrangeCards, ChooseDeck, GiveUpWeapon
from tests.domain.games.yedo.game import CONTENT, Position, given

OPTIONS = {"rounds": 8, "sets": "classic", "specialists": True}
GARDEN = "the-smoking-garden"
"""Temple and Market, a Metsubushi, a Geisha, a Yashiki: 3 points, 10 Mon, an Action Card; Blessing: 2 points."""
ASSETS: dict[str, object] = {"weapons": ("metsubushi",), "geishas": (1,), "annexes": ("yashiki",), "mon": 2}
FIVE = ("doku", "fukiya", "katana", "shuko", "yumi")


def acting(game: Position) -> Position:
    """Let seat 0 activate a figure; seat 1 has one left when it is done."""
    return game.placed(("shogun", 1)).asking(NextToAct()).running()


def on_mission(mission: str, *where: tuple[str, str], house: tuple[str, ...] = (), **having: object) -> Position:
    """Let seat 0 act with a Mission in hand and figures on spaces: (space, figure); others are at home."""
    kinds = [figure for _, figure in where if figure != "disciple"]
    game = given(3, options=OPTIONS).having(0, missions=(mission,), **having).with_specialists(0, *kinds, *house)
    return acting(game.standing(*((space, 0, figure) for space, figure in where)))


def garden(figure: str, **more: object) -> Position:
    """Seat 0 completes the sample Mission with a Specialist on Market 1."""
    game = on_mission(GARDEN, ("market-1", figure), ("temple-1", "disciple"), **ASSETS, **more)
    return game.when(0, CompleteMission("market-1", GARDEN))


# Abilities


@pytest.mark.clause("yedo.specialists.samurai")
def test_the_samurai_brings_one_point_more_after_the_mission() -> None:
    game = garden("samurai").then(0, points=5, done=(GARDEN,))
    assert [(fact.points, fact.clause) for fact in game.of_type(PrestigeGained)] == [
        (3, "yedo.mission.standard-reward"),
        (1, "yedo.specialists.samurai"),
    ]
    kinds = [type(fact) for fact in game.facts]
    assert kinds.index(MissionCompleted) < len(kinds) - 1 - kinds[::-1].index(PrestigeGained)


@pytest.mark.clause("yedo.specialists.samurai")
def test_a_samurai_that_only_stands_there_brings_nothing() -> None:
    game = on_mission(GARDEN, ("market-1", "disciple"), ("temple-1", "samurai"), **ASSETS)
    game.when(0, CompleteMission("market-1", GARDEN)).then(0, points=4, done=(GARDEN,))


@pytest.mark.clause("yedo.specialists.weaponsmith")
def test_the_weaponsmith_does_nothing_special_for_a_mission() -> None:
    garden("weaponsmith").asked((1, "Activate")).then(0, points=4, mon=12, done=(GARDEN,))


@pytest.mark.clause("yedo.specialists.onna-bugeisha")
def test_the_onna_bugeisha_turns_mon_of_the_mission_into_points() -> None:
    game = garden("onna-bugeisha").asked((0, "Convert")).then(0, mon=12, points=4, done=(GARDEN,))
    assert game.offered(0, ConvertMon) == [ConvertMon(0), ConvertMon(1), ConvertMon(2)]
    game.when(0, ConvertMon(3)).refused("yedo.specialists.onna-bugeisha")
    game.when(0, ConvertMon(0)).then(0, mon=12, points=4)
    game = game.when(0, ConvertMon(2)).then(0, mon=2, points=6)
    game.citing("yedo.specialists.onna-bugeisha", MonPaid).citing("yedo.specialists.onna-bugeisha", PrestigeGained)


@pytest.mark.clause("yedo.specialists.onna-bugeisha")
def test_mon_that_the_mission_brings_from_the_church_count_too() -> None:
    (mission,) = (
        found
        for found in CONTENT.missions.values()
        if found.set == "money" and found.colour == "red" and Church() in found.reward
    )
    paid = sum(effect.amount for effect in mission.reward if isinstance(effect, Mon))
    cost = sum(need.amount for need in mission.needs if isinstance(need, PayMon))
    where = (("bakufu", "onna-bugeisha"), ("temple-1", "disciple"))
    game = on_mission(mission.id, *where, annexes=("karesansui",), mon=cost + 30).with_state(church=7)
    game = game.when(0, CompleteMission("bakufu", mission.id)).then(0, mon=37 + paid).asked((0, "Convert"))
    assert game.offered(0, ConvertMon)[-1] == ConvertMon((7 + paid) // 5)


@pytest.mark.clause("yedo.specialists.onna-bugeisha")
def test_other_mon_are_not_converted() -> None:
    hire = "a-hand-for-hire"
    game = on_mission(hire, ("gates-1", "onna-bugeisha"), mon=20).with_state(earned=18)
    game.when(0, CompleteMission("gates-1", hire)).asked((1, "Activate")).then(0, mon=16, points=2)


@pytest.mark.clause("yedo.specialists.messenger")
def test_the_messenger_draws_a_mission_of_any_colour_after_the_mission() -> None:
    game = garden("messenger").asked((0, "ChooseColour")).then(0, done=(GARDEN,), missions=())
    game = game.when(0, ChooseDeck("red"))
    assert [CONTENT.colour_of(card) for card in game.state.hands.missions[0]] == ["red"]


@pytest.mark.clause("yedo.specialists.monk-blessing")
def test_a_mission_that_asks_for_a_blessing_is_completed_by_the_monk_without_one() -> None:
    game = garden("monk").asked((0, "BonusPart")).when(0, TakeBonus()).then(0, points=6, done=(GARDEN,))
    game.without(BlessingGiven).citing("yedo.specialists.monk-blessing", StoodIn)
    garden("samurai").asked((1, "Activate"))


@pytest.mark.clause("yedo.specialists.monk-blessing")
def test_the_monk_s_player_keeps_a_blessing() -> None:
    game = garden("monk", blessings=True).when(0, TakeBonus()).then(0, points=6, blessings=True)
    game.without(BlessingGiven)


@pytest.mark.clause("yedo.specialists.monk-foresight")
@pytest.mark.parametrize(("space", "deck"), [("gates-1", "action"), ("harbor-1", "bonus")])
def test_the_monk_looks_at_one_card_more(space: str, deck: str) -> None:
    game = given(3, options=OPTIONS).with_specialists(0, "monk")
    game = acting(game.standing((space, 0, "monk"))).when(0, Perform(space, "foresight")).asked((0, "Arrange"))
    assert game.state.stacks.looking is not None
    assert (game.state.stacks.looking.deck, len(game.state.stacks.looking.cards)) == (deck, 4)
    assert len(game.offered(0, ArrangeCards)) <= 24
    other = given(3, options=OPTIONS).with_specialists(0, "samurai")
    other = acting(other.standing((space, 0, "samurai"))).when(0, Perform(space, "foresight"))
    assert len(other.state.stacks.looking.cards) == 3


@pytest.mark.clause("yedo.specialists.monk-foresight")
def test_the_monk_looks_at_four_weapons_and_at_four_cards_from_the_karesansui() -> None:
    game = given(3, options=OPTIONS).with_specialists(0, "monk")
    weapons = acting(game.standing(("tavern-1", 0, "monk"))).when(0, Perform("tavern-1", "foresight"))
    assert len(weapons.state.stacks.looking.cards) == 4
    game = game.having(0, annexes=("karesansui",)).standing(("annex/0/karesansui", 0, "monk"))
    game = acting(game).when(0, Perform("annex/0/karesansui", "annex")).when(0, ChooseDeck("bonus"))
    assert len(game.state.stacks.looking.cards) == 4


# Missions of the set


@pytest.mark.clause("yedo.icon.requirement-specialist")
def test_a_mission_asks_that_a_certain_specialist_is_activated() -> None:
    bridge = "stand-at-the-bridge"
    game = on_mission(bridge, ("gates-1", "samurai"), ("gates-2", "disciple"), weapons=("yumi",))
    assert game.offered(0, CompleteMission) == [CompleteMission("gates-1", bridge)]
    game.when(0, CompleteMission("gates-2", bridge)).refused("yedo.icon.requirement-specialist")
    game.when(0, CompleteMission("gates-1", bridge)).then(0, points=7, done=(bridge,))


@pytest.mark.clause("yedo.icon.reward-specialist", "yedo.ruling.replaced-figure")
def test_a_mission_replaces_the_activated_disciple_by_a_specialist() -> None:
    hire = "a-hand-for-hire"
    game = on_mission(hire, ("gates-1", "disciple"), mon=9).when(0, CompleteMission("gates-1", hire))
    game = game.citing("yedo.icon.reward-specialist", FigureReplaced).then(0, on=(), house=2, reserve=1, points=2)
    assert game.state.pieces.house[0] == ("disciple", "messenger")
    assert game.state.pieces.reserve[0] == ("disciple",)


@pytest.mark.clause("yedo.icon.reward-specialist", "yedo.ruling.replaced-figure")
def test_a_specialist_is_replaced_too_and_still_counts_as_the_one_that_completed_the_mission() -> None:
    hire = "a-hand-for-hire"
    game = on_mission(hire, ("gates-1", "samurai"), ("tavern-1", "disciple"), mon=9)
    game = game.when(0, CompleteMission("gates-1", hire)).asked((0, "BonusPart"))
    game = game.when(0, SkipBonus()).then(0, points=3, on=("tavern-1",), reserve=1)
    assert game.state.pieces.house[0] == ("disciple", "messenger")
    assert game.state.pieces.reserve[0] == ("samurai",)
    game = game.with_state(token_gates=("samurai", None), acting=2).having(0, mon=7)
    game = game.standing(("gates-1", 0, "disciple")).asking(NextToAct()).running()
    game = game.when(0, Perform("gates-1", "recruit/samurai")).then(0, reserve=0, mon=0)
    assert "samurai" in game.state.pieces.house[0]


@pytest.mark.clause("yedo.icon.reward-specialist-owned")
def test_a_specialist_that_one_has_already_is_no_reward() -> None:
    hire = "a-hand-for-hire"
    game = on_mission(hire, ("gates-1", "disciple"), house=("messenger",), mon=9)
    game = game.when(0, CompleteMission("gates-1", hire)).without(FigureReplaced)
    game.citing("yedo.icon.reward-specialist-owned", EffectWithout).then(0, house=3, reserve=0, on=(), points=2)


@pytest.mark.clause("yedo.specialists.weaponsmith", "yedo.icon.reward-specialist")
def test_a_weaponsmith_that_is_replaced_leaves_room_for_four_weapons() -> None:
    hire = "a-hand-for-hire"
    game = on_mission(hire, ("gates-1", "weaponsmith"), mon=9, weapons=FIVE).when(0, CompleteMission("gates-1", hire))
    game.asked((0, "SpareGoods")).when(0, GiveUpWeapon("doku")).then(0, weapons=FIVE[1:], done=(hire,))


@pytest.mark.clause("yedo.components.specialist-missions-module")
def test_every_mission_of_the_set_asks_for_a_specialist_or_brings_one() -> None:
    found = [CONTENT.missions[card] for card in CONTENT.missions_of["specialists"]]
    assert len(found) == 14
    for mission in found:
        kinds = {type(word).__name__ for word in (*mission.needs, *mission.reward)}
        assert kinds & {"IsSpecialist", "BecomeSpecialist"}, mission.id

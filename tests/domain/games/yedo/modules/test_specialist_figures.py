"""Figures of several kinds: assigned, arrested, lost; the Ninja and the Weaponsmith."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.losing import GiveUpDisciple, Lose
from domain.games.yedo.facts.modules.specialists import SpecialistTaken
from domain.games.yedo.facts.pieces import (
    DiscipleArrested,
    DiscipleHome,
    DisciplePlaced,
    DiscipleToReserve,
)
from domain.games.yedo.phases.acting import ActionPhase, Perform
from domain.games.yedo.phases.assigning import AssignPhase, Place
from domain.games.yedo.phases.patrol import PatrolPhase
from domain.games.yedo.printed.parts import Placed
from domain.games.yedo.verbs.moves import ChooseSpace, GiveUpWeapon
from domain.kernel.audience import SPECTATOR
from tests.domain.games.yedo.game import given
from tests.domain.games.yedo.specialists import NEXT, OPTIONS, play

FIVE = ("doku", "fukiya", "katana", "nawa", "yumi")


@pytest.mark.clause("yedo.assign.one-per-turn")
def test_each_kind_of_figure_is_offered_for_each_space() -> None:
    game = play(phase="assign").with_specialists(0, "monk").asking(AssignPhase()).running()
    assert {move.figure for move in game.offered(0, Place)} == {"disciple", "monk"}
    game.when(0, Place("gates-1", "ninja")).refused("yedo.assign.one-per-turn")
    game = game.when(0, Place("gates-1", "monk"))
    assert game.state.pieces.house[0] == ("disciple", "disciple")
    assert (game.state.pieces.placed[0].space, game.state.pieces.placed[0].figure) == ("gates-1", "monk")


@pytest.mark.clause("yedo.specialists.ninja", "yedo.patrol.specialist-ninja")
def test_the_patrol_leaves_a_ninja_where_it_stands() -> None:
    game = play(phase="patrol", patrol="castle").with_specialists(0, "ninja", "monk")
    game = game.standing(("gates-1", 0, "ninja"), ("gates-2", 0, "disciple"))
    game = game.asking(PatrolPhase(), NEXT).running()
    assert [(fact.space, fact.figure) for fact in game.of_type(DiscipleArrested)] == [("gates-2", "disciple")]
    game.then(0, on=("gates-1",), reserve=1)
    assert Perform("gates-1", "beg-3") in game.asking(ActionPhase()).running().offered(0)


@pytest.mark.clause("yedo.patrol.specialist-ninja")
def test_a_seat_whose_ninja_alone_is_there_is_not_at_risk() -> None:
    game = play(phase="patrol", patrol="castle").with_specialists(0, "ninja").having(0, blackmail=1)
    game = game.standing(("gates-1", 0, "ninja")).asking(PatrolPhase(), NEXT).running().asked((0, "LastCall"))
    game.without(DiscipleArrested).then(0, on=("gates-1",))


@pytest.mark.clause("yedo.ruling.which-disciple-is-lost")
def test_where_one_of_several_kinds_is_lost_its_owner_chooses() -> None:
    game = play(phase="patrol", patrol="castle").with_specialists(0, "samurai")
    game = game.standing(("gates-1", 0, "disciple"), ("gates-2", 0, "samurai")).asking(PatrolPhase(), NEXT).running()
    game.asked((0, "ChooseArrested"))
    game = game.when(0, ChooseSpace("gates-1"))
    assert [fact.figure for fact in game.of_type(DiscipleArrested)] == ["disciple"]
    assert [fact.figure for fact in game.of_type(DiscipleHome)] == ["samurai"]
    assert game.state.pieces.reserve[0] == ("disciple",)


@pytest.mark.clause("yedo.ruling.which-disciple-is-lost")
def test_nobody_chooses_where_all_of_several_kinds_are_lost() -> None:
    game = play(phase="patrol", patrol="castle").with_specialists(0, "samurai", "monk")
    game = game.standing(("gates-1", 0, "disciple"), ("gates-2", 0, "samurai")).asking(PatrolPhase(), NEXT).running()
    assert [fact.figure for fact in game.of_type(DiscipleArrested)] == ["disciple", "samurai"]
    game.asked((0, "LastCall"))


@pytest.mark.clause("yedo.specialists.weaponsmith")
def test_the_owner_of_a_weaponsmith_holds_five_weapons_until_it_is_lost() -> None:
    game = play().with_specialists(0, "weaponsmith").having(0, weapons=FIVE)
    game.asking(NEXT).happening(SpecialistTaken("yedo.specialists.recruit", 1, "monk")).asked((0, "LastCall"))
    lost = game.effects(0, Lose(what="disciple"), then=(NEXT,)).asked((0, "GiveUp"))
    kept = lost.when(0, GiveUpDisciple(None)).asked((0, "LastCall"))
    assert kept.state.weaponry.weapons[0] == FIVE
    lost = lost.when(0, GiveUpDisciple(None, "weaponsmith")).asked((0, "SpareGoods"))
    lost.when(0, GiveUpWeapon("nawa")).asked((0, "LastCall")).then(0, weapons=("doku", "fukiya", "katana", "yumi"))


@pytest.mark.clause("yedo.specialists.weaponsmith")
def test_without_a_weaponsmith_a_fifth_weapon_is_one_too_many() -> None:
    game = play().having(0, weapons=FIVE).asking(NEXT)
    game.happening(SpecialistTaken("yedo.specialists.recruit", 1, "monk")).asked((0, "SpareGoods"))


def test_the_words_of_facts_and_moves_name_the_specialist() -> None:
    names = ["Aki", "Ben", "Cho"]
    assert Place("gates-1", "ninja").label() == "assign the Ninja to Gates 1"
    assert GiveUpDisciple(None, "monk").label() == "give up the Monk in the Clan House"
    assert DisciplePlaced("c", 0, "gates-1", "onna-bugeisha").words(names, SPECTATOR) == (
        "Aki assigns the Onna-bugeisha to Gates 1."
    )
    assert DiscipleToReserve("c", 1, None, "ninja").words(names, SPECTATOR) == "The Ninja of Ben goes to the Reserve."
    assert DiscipleToReserve("c", 1).words(names, SPECTATOR) == "A Disciple of Ben goes to the Reserve."
    assert DiscipleArrested("c", 2, "gates-1", "monk").words(names, SPECTATOR) == (
        "The Watch Patrol arrests the Monk of Cho on Gates 1."
    )


@pytest.mark.clause("yedo.teahouse.ronin", "yedo.ruling.which-disciple-is-lost")
def test_the_ronin_is_arrested_beside_the_one_that_the_owner_chooses() -> None:
    game = given(4, options={**OPTIONS, "teahouse": True}, phase="patrol", patrol="castle")
    game = game.with_specialists(0, "samurai").standing(("gates-1", 0, "disciple"), ("gates-2", 0, "samurai"))
    game = game.with_state(placed=(*game.state.pieces.placed, Placed("gates-3", 0, "ronin")))
    game = game.asking(PatrolPhase(), NEXT).running().asked((0, "ChooseArrested")).when(0, ChooseSpace("gates-2"))
    assert [fact.figure for fact in game.of_type(DiscipleArrested)] == ["samurai", "ronin"]
    assert [fact.figure for fact in game.of_type(DiscipleHome)] == ["disciple"]
    assert game.state.pieces.reserve[0] == ("samurai",)

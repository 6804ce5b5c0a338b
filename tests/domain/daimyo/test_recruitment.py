"""Recruitment: units for rice, the track, governors, shadows and eliminations."""

from __future__ import annotations

import pytest

from domain.daimyo.moves import ChooseSite
from domain.daimyo.recruitment import PayReset, RecruitGovernor, RecruitShadow, StopRecruiting
from tests.domain.daimyo.game import given


@pytest.mark.clause("daimyo.recruitment.cost", "daimyo.recruitment.governor.place", "daimyo.recruitment.steps")
def test_a_governor_costs_the_rice_at_the_pawn_which_then_moves_on() -> None:
    game = given().having(0, rice=1).action("recruitment").when(0, RecruitGovernor("red-1"))
    game.then(0, rice=0, recruitment=1, governors=("red-1",), influence={"red": 2})
    assert [type(fact).__name__ for fact in game.facts][:3] == ["Paid", "RecruitmentAdvanced", "GovernorPlaced"]


@pytest.mark.clause("daimyo.example.recruitment")
def test_jeremy_recruits_two_governors_resets_the_track_and_recruits_a_shadow() -> None:
    game = given(active=1).having(1, rice=6, gold=2, recruitment=1).having(0, governors=("purple-1", "purple-2"))
    game = game.action("recruitment").when(1, RecruitGovernor("red-1")).when(1, RecruitGovernor("red-2"))
    game = game.when(1, PayReset()).when(1, RecruitShadow("purple-shadow-3")).when(1, ChooseSite("purple-1"))
    game.then(1, rice=0, gold=3, recruitment=1, influence={"red": 4, "purple": 1})
    game.then(0, governors=("purple-2",), gold=1, influence={"purple": 2})


@pytest.mark.clause("daimyo.recruitment.shadow.limit")
def test_a_fourth_shadow_cannot_be_recruited() -> None:
    spaces = ("red-shadow-1", "red-shadow-2", "red-shadow-3")
    game = given().having(0, rice=3, shadows=spaces).action("recruitment")
    game.when(0, RecruitShadow("blue-shadow-1")).refused("daimyo.recruitment.shadow.limit")
    game.when(0, StopRecruiting()).then(0, rice=3)

"""Shadows: their gold, the governor they remove, and that they stay for good."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.recruitment import RecruitShadow, StopRecruiting
from domain.games.daimyo.effects.placing import MoveForFree
from domain.games.daimyo.facts.goods import Gained
from domain.games.daimyo.facts.pieces import GovernorRemoved, ShadowPlaced
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.asking import deed_of
from domain.games.daimyo.verbs.moves import ChooseSite, MovePieceTo
from tests.domain.games.daimyo.game import CONTENT, given

BLUE = ("blue-shadow-1", "blue-shadow-2", "blue-shadow-3")


@pytest.mark.clause("daimyo.recruitment.shadow.limit")
def test_a_fourth_shadow_cannot_be_recruited() -> None:
    spaces = ("red-shadow-1", "red-shadow-2", "red-shadow-3")
    game = given().having(0, rice=3, shadows=spaces).action("recruitment")
    game.when(0, RecruitShadow("blue-shadow-1")).refused("daimyo.recruitment.shadow.limit")
    game.when(0, StopRecruiting()).then(0, rice=3)


@pytest.mark.clause("daimyo.recruitment.shadow.place")
def test_a_neighborhood_without_an_empty_space_takes_no_shadow() -> None:
    game = given().having(0, rice=1).having(1, shadows=BLUE[:2]).having(2, shadows=BLUE[2:]).action("recruitment")
    for space in BLUE:
        game.when(0, RecruitShadow(space)).refused("daimyo.recruitment.shadow.place")
    game.when(0, RecruitShadow("black-shadow-1")).refused("daimyo.recruitment.shadow.place")
    game.when(0, RecruitShadow("blue-4")).refused("daimyo.recruitment.shadow.place")
    game.when(0, RecruitShadow("red-shadow-1")).then(0, shadows=("red-shadow-1",), rice=0)


@pytest.mark.clause("daimyo.recruitment.shadow.gold")
def test_a_shadow_gains_the_gold_of_its_space() -> None:
    game = given().having(0, rice=1).action("recruitment").when(0, RecruitShadow("purple-shadow-3"))
    game.then(0, gold=3).citing("daimyo.recruitment.shadow.gold", Gained)


@pytest.mark.clause("daimyo.recruitment.shadow.gold")
@pytest.mark.parametrize("space", sorted(CONTENT.shadow_spaces))
def test_every_space_of_a_neighborhood_pays_its_own_gold(space: str) -> None:
    game = given(4).having(0, rice=1).action("recruitment").when(0, RecruitShadow(space))
    game.then(0, gold=CONTENT.shadow_spaces[space].gold)


@pytest.mark.clause("daimyo.recruitment.shadow.influence")
def test_a_shadow_adds_1_influence() -> None:
    game = given().having(0, rice=1, governors=("purple-1", "purple-2")).then(0, influence={"purple": 4})
    game.action("recruitment").when(0, RecruitShadow("purple-shadow-1")).then(0, influence={"purple": 5})


@pytest.mark.clause("daimyo.recruitment.shadow.eliminate", "daimyo.influence.governor-loss")
def test_a_shadow_sends_an_enemy_governor_of_its_island_back_to_the_supply() -> None:
    game = given().having(0, rice=1).having(1, governors=("purple-1", "purple-2")).action("recruitment")
    game = game.when(0, RecruitShadow("purple-shadow-1")).then(1, influence={"purple": 4})
    assert game.value(1, "supply")["governors"] == 6
    game = game.when(0, ChooseSite("purple-2")).then(1, governors=("purple-1",), influence={"purple": 2})
    assert game.value(1, "supply")["governors"] == 7
    game.citing("daimyo.recruitment.shadow.eliminate", GovernorRemoved)


@pytest.mark.clause("daimyo.recruitment.shadow.eliminate")
def test_a_shadow_removes_one_governor_even_where_more_stand() -> None:
    game = given().having(0, rice=6).having(1, governors=("red-1", "red-2", "red-3")).action("recruitment")
    game = game.when(0, RecruitShadow("red-shadow-1")).when(0, ChooseSite("red-1"))
    game = game.then(1, governors=("red-2", "red-3"))
    game.when(0, ChooseSite("red-2")).refused("daimyo.turn.finish-before-next")


@pytest.mark.clause("daimyo.recruitment.shadow.compensation")
def test_the_owner_of_a_removed_governor_gets_1_gold_from_the_supply() -> None:
    game = given().having(0, rice=1).having(1, governors=("purple-1",)).action("recruitment")
    game = game.when(0, RecruitShadow("purple-shadow-1"))
    game.then(1, governors=(), goods=Goods(gold=1)).then(0, gold=1).then(2, gold=0)
    game.citing("daimyo.recruitment.shadow.compensation", Gained)


@pytest.mark.clause("daimyo.recruitment.shadow.targets")
def test_a_shadow_removes_neither_scavenger_nor_shadow_nor_own_governor() -> None:
    game = given().having(0, rice=1, governors=("red-1",)).having(1, scavenger="red", shadows=("red-shadow-1",))
    game = game.having(2, governors=("blue-1",)).action("recruitment").when(0, RecruitShadow("red-shadow-2"))
    game.then(0, governors=("red-1",)).then(1, scavenger="red", shadows=("red-shadow-1",), gold=0)
    game.then(2, governors=("blue-1",)).without(GovernorRemoved)


@pytest.mark.clause("daimyo.recruitment.shadow.targets")
def test_only_an_enemy_governor_of_the_island_can_be_named() -> None:
    game = given().having(0, rice=1, governors=("red-1",)).having(1, governors=("red-2", "red-3", "blue-1"))
    game = game.having(2, shadows=("red-shadow-3",), towers=("red-4",)).action("recruitment")
    game = game.when(0, RecruitShadow("red-shadow-1"))
    for place in ("red-1", "red-4", "blue-1", "red-shadow-3", "red-5", "nowhere"):
        game = game.when(0, ChooseSite(place)).refused("daimyo.recruitment.shadow.targets")
    game.when(0, StopRecruiting()).refused("daimyo.turn.finish-before-next")
    game.when(0, ChooseSite("red-3")).then(1, governors=("blue-1", "red-2"))


@pytest.mark.clause("daimyo.ruling.shadow-without-target")
def test_a_shadow_may_go_where_no_enemy_governor_stands() -> None:
    game = given().having(0, rice=1, governors=("red-1",)).action("recruitment")
    game = game.when(0, RecruitShadow("red-shadow-1")).then(0, rice=0, gold=1, shadows=("red-shadow-1",))
    game.then(0, governors=("red-1",)).without(GovernorRemoved)


@pytest.mark.clause("daimyo.ruling.eliminate-choice")
def test_the_owner_of_the_shadow_chooses_among_the_governors_of_all_opponents() -> None:
    game = given().having(0, rice=1).having(1, governors=("red-1",)).having(2, governors=("red-2",))
    game = game.action("recruitment").when(0, RecruitShadow("red-shadow-1"))
    assert game.asks() == [(0, "RemoveGovernor")]
    assert game.offered(0, ChooseSite) == [ChooseSite("red-1"), ChooseSite("red-2")]
    game.when(0, ChooseSite("red-2")).then(2, governors=(), gold=1).then(1, governors=("red-1",), gold=0)
    game.when(0, ChooseSite("red-1")).then(1, governors=(), gold=1).then(2, governors=("red-2",), gold=0)


@pytest.mark.clause("daimyo.ruling.shadow-order")
def test_the_gold_of_a_shadow_comes_before_the_removal() -> None:
    game = given().having(0, rice=1).having(1, governors=("red-1",)).action("recruitment")
    game = game.when(0, RecruitShadow("red-shadow-2"))
    kinds = [type(fact) for fact in game.facts if isinstance(fact, ShadowPlaced | Gained | GovernorRemoved)]
    assert kinds == [ShadowPlaced, Gained, GovernorRemoved, Gained]
    assert [fact.side for fact in game.of_type(Gained)] == [0, 1]


@pytest.mark.clause("daimyo.ruling.shadow-order")
def test_gold_and_influence_of_a_shadow_are_there_while_its_owner_still_chooses() -> None:
    game = given().having(0, rice=1).having(1, governors=("red-1", "red-2")).action("recruitment")
    game = game.when(0, RecruitShadow("red-shadow-2")).then(0, gold=2, influence={"red": 1})
    game.then(1, influence={"red": 4}, gold=0)


@pytest.mark.clause("daimyo.recruitment.shadow.permanent")
def test_a_shadow_stands_on_its_space_to_the_end_of_the_game() -> None:
    game = given(round=5, turn=9, active=2).having(0, shadows=("red-shadow-1",)).menu("tax")
    while game.state.result is None:
        assert all("shadow" not in move.place for move in game.offered(game.asked_seat(), MovePieceTo))
        game = game.when(game.asked_seat(), game.any_move())
    game.then(0, shadows=("red-shadow-1",))


@pytest.mark.clause("daimyo.recruitment.shadow.permanent")
def test_an_effect_that_moves_governors_does_not_move_shadows() -> None:
    game = given().having(0, governors=("blue-1",), shadows=("red-shadow-1",))
    game = game.asking(MoveForFree(seat=0, deed=deed_of(0, "daimyo.clan-ability.nomad"), kind="governor", collect=2))
    assert {move.place for move in game.offered(0, MovePieceTo)} == {"blue-1"}
    game.when(0, MovePieceTo("red-shadow-1", "red-2")).refused("daimyo.clan-ability.nomad")
    game.when(0, MovePieceTo("blue-1", "red-shadow-2")).refused("daimyo.island.site-available")


def test_an_enemy_shadow_protects_no_space_but_its_own() -> None:
    game = given().having(0, rice=1).having(1, shadows=("red-shadow-1",)).action("recruitment")
    game.when(0, RecruitShadow("red-shadow-1")).refused("daimyo.recruitment.shadow.place")
    game.when(0, RecruitShadow("red-shadow-2")).then(0, shadows=("red-shadow-2",)).then(1, shadows=("red-shadow-1",))

"""The Preparation Phase and the order of the phases."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.bidding import MarkersReturned
from domain.games.yedo.facts.goods import ChurchFilled, MonGained
from domain.games.yedo.facts.modules.specialists import TokenDrawn
from domain.games.yedo.facts.pieces import PatrolRemoved
from domain.games.yedo.facts.turns import PhaseBegan, RoundBegan
from domain.games.yedo.phases.preparation import PreparationPhase
from domain.games.yedo.printed.parts import Won
from domain.games.yedo.printed.terms import PHASES
from tests.domain.games.yedo.game import Position, given, set_up


def prepared(game: Position) -> Position:
    """Carry out the Preparation Phase of the next round."""
    return game.asking(PreparationPhase()).running()


@pytest.mark.clause("yedo.round.phase-order")
def test_a_round_has_seven_phases_in_order() -> None:
    game = set_up(2)
    phases = [fact.phase for fact in game.facts if isinstance(fact, PhaseBegan)]
    while game.state.turns.round < 3:
        game = game.when(game.asked_seat(), game.any_move())
        phases += [fact.phase for fact in game.of_type(PhaseBegan)]
    assert phases == [*PHASES[1:], *PHASES, *phases[len(PHASES) * 2 - 1 :]]


@pytest.mark.clause("yedo.preparation.first-round-skip")
def test_the_first_round_has_no_preparation() -> None:
    set_up(3).then(round=1, phase="bidding", church=3)


@pytest.mark.clause("yedo.preparation.round-marker")
def test_the_round_marker_moves_on() -> None:
    prepared(given(3, phase="preparation")).then(round=3).citing("yedo.preparation.round-marker", RoundBegan)


@pytest.mark.clause("yedo.preparation.bidding-markers")
def test_bidding_markers_return_in_player_order() -> None:
    game = given(3, phase="preparation", track=(1, 2, 0), bidding=(2,), egress=(0,), won=(Won("red", 1),))
    prepared(game).then(bidding=(1, 2, 0), egress=(), won=())


@pytest.mark.clause("yedo.preparation.church-empty")
def test_an_empty_church_gets_three_mon() -> None:
    prepared(given(3, phase="preparation", church=0)).then(church=3).citing(
        "yedo.preparation.church-empty", ChurchFilled
    )


@pytest.mark.clause("yedo.preparation.church-nonempty")
def test_a_church_with_mon_left_gets_one() -> None:
    prepared(given(3, phase="preparation", church=3)).then(church=4).citing(
        "yedo.preparation.church-nonempty", ChurchFilled
    )


@pytest.mark.clause("yedo.ruling.burnt-church")
def test_a_burnt_church_gets_nothing() -> None:
    prepared(given(3, phase="preparation", church=0, church_burnt=True)).then(church=0).without(ChurchFilled)


@pytest.mark.clause("yedo.preparation.dojo-income", "yedo.annex.dojo-passive")
def test_owners_of_a_dojo_receive_a_mon() -> None:
    game = prepared(given(3, phase="preparation").having(0, annexes=("dojo",)).having(2, annexes=("dojo",)))
    game.then(mon=(13, 12, 13)).citing("yedo.preparation.dojo-income", MonGained)


@pytest.mark.clause("yedo.preparation.final-round-patrol", "yedo.setup.no-patrol-marker", "yedo.advanced.game-length")
def test_the_patrol_leaves_in_the_last_round() -> None:
    prepared(given(3, phase="preparation", round=7)).then(round=8, patrol=None)
    prepared(given(3, phase="preparation", round=6)).then(round=7, patrol="castle").without(PatrolRemoved)


@pytest.mark.clause("yedo.preparation.step-numbers")
def test_the_steps_come_in_their_order() -> None:
    game = prepared(given(2, phase="preparation", round=7).having(1, annexes=("dojo",)))
    kinds = [type(fact) for fact in game.facts[:5]]
    assert kinds == [RoundBegan, MarkersReturned, ChurchFilled, MonGained, PatrolRemoved]


@pytest.mark.clause("yedo.preparation.step-numbers", "yedo.specialists.prep-token")
def test_the_steps_of_modules_follow_those_of_the_base_game() -> None:
    options = {"rounds": 8, "sets": "classic", "specialists": True}
    game = prepared(given(2, phase="preparation", round=7, options=options).having(1, annexes=("dojo",)))
    kinds = [type(fact) for fact in game.facts[:6]]
    assert kinds == [RoundBegan, MarkersReturned, ChurchFilled, MonGained, PatrolRemoved, TokenDrawn]

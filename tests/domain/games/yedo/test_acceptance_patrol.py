"""The patrol at the Red Light: a card, its answer and the answer to that; Blackmail; the last two Disciples."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.cards import CardNegated, CardPlayed
from domain.games.yedo.facts.pieces import DiscipleArrested, DiscipleHome, PatrolMoved
from domain.games.yedo.phases.patrol import Influence, PatrolPhase, UseBlackmail
from domain.games.yedo.phases.playing import PlayCard
from domain.kernel.moves import DECLINE
from tests.domain.games.yedo.action_cards import OPTIONS, WALLS
from tests.domain.games.yedo.game import Position, given

GREEN, YELLOW, RED, BLUE = range(4)
DOUBLE_TIME = PlayCard("double-time")
AFTERWARDS = Influence(seat=BLUE)


def red_light(**green: object) -> Position:
    """Round 3 of 6, the gold patrol leaves the Harbor; Green, Yellow and Red have a Disciple each in Red Light."""
    game = given(4, phase="patrol", round=3, options={**OPTIONS, "rounds": 6}, patrol="harbor", patrol_colour="gold")
    game = game.having(GREEN, house=3, reserve=1, **green).having(YELLOW, house=3, reserve=1, actions=(WALLS.card,))
    game = game.having(RED, blackmail=1)
    game = game.placed(("red-light-1", GREEN), ("red-light-2", YELLOW), ("red-light-3", RED))
    return game.asking(PatrolPhase(), AFTERWARDS).running()


def without_double_time() -> Position:
    """Nobody plays a card in step B, and Yellow saves nobody: Red is asked whether to use Blackmail."""
    game = red_light().asked((YELLOW, "Influence")).when(YELLOW, DECLINE)
    return game.asked((YELLOW, "SaveOwn")).when(YELLOW, DECLINE).asked((RED, "SaveOwn"))


@pytest.mark.clause("yedo.patrol.example-red-light")
@pytest.mark.clause("yedo.actions-cards.walls-have-ears-pair")
def test_double_time_stands_and_the_patrol_leaves_red_light_again() -> None:
    game = red_light(actions=(WALLS.card, "double-time")).then(patrol="red-light").asked((GREEN, "Influence"))
    game = game.when(GREEN, DOUBLE_TIME).asked((YELLOW, "React")).citing("yedo.actions-cards.timing", CardPlayed)
    game = game.when(YELLOW, WALLS).asked((GREEN, "React"))
    game = game.when(GREEN, WALLS)
    assert [(fact.seat, fact.card) for fact in game.of_type(CardNegated)] == [(YELLOW, WALLS.card)]
    assert [fact.to for fact in game.of_type(PatrolMoved)] == ["market"]
    game.asked((BLUE, "Influence")).without(DiscipleArrested).without(DiscipleHome).then(patrol="market")
    under = [known.card for known in game.state.pile("action").under]
    assert under == ["double-time", WALLS.card, WALLS.card]
    for seat in (GREEN, YELLOW, RED):
        assert len(game.state.placed_in("red-light", seat)) == 1


@pytest.mark.clause("yedo.patrol.example-red-light")
@pytest.mark.clause("yedo.blackmail.no-counter")
def test_red_uses_blackmail_which_nobody_answers_and_the_others_are_arrested() -> None:
    game = without_double_time().when(RED, UseBlackmail()).asked((BLUE, "Influence"))
    assert [fact.seat for fact in game.of_type(DiscipleArrested)] == [GREEN, YELLOW]
    game.then(RED, on=("red-light-3",), blackmail=0).then(GREEN, on=(), reserve=2).then(YELLOW, on=(), reserve=2)


@pytest.mark.clause("yedo.disciples.last-two-return-home")
def test_red_passes_and_one_of_its_last_two_disciples_goes_home() -> None:
    game = without_double_time().when(RED, DECLINE)
    assert [(fact.seat, fact.clause) for fact in game.of_type(DiscipleHome)] == [(RED, "yedo.patrol.arrest-last-two")]
    game.then(RED, on=(), house=2, reserve=2, blackmail=1)

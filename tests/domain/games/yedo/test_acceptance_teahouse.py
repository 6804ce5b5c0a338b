"""The Beggar in the last round: unused Characters become Bonus Cards, those of the last round give their points."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.cards import CardDrawn
from domain.games.yedo.facts.ending import BonusCardsShown
from domain.games.yedo.facts.modules.teahouse import CharacterDiscarded, CharacterFlipped, TeahouseCleared
from domain.games.yedo.modules.characters import RecruitCharacter, UseCharacter
from domain.games.yedo.phases.acting import Activate, Idle
from domain.games.yedo.verbs.moves import GiveUpCard
from tests.domain.games.yedo.game import Position, set_up
from tests.domain.games.yedo.teahouse import OPTIONS, characters, with_teahouse

BLUE, GREEN, RED = range(3)
HELD = ("landlord", "the-arsenal")


def last_activation() -> Position:
    """The last round: Blue has a Disciple left, Green an unused Shogun, and Red has used its Character."""
    game = with_teahouse(3, round=8, active={GREEN: "shogun", RED: "abbot"}, display=("beggar", "ferryman"))
    game = game.having(BLUE, mon=0).having(GREEN, mon=0, bonus=HELD).having(RED, mon=0)
    game = game.on_top("bonus", "long-service").placed(("temple-1", RED), ("gates-1", BLUE))
    game = game.asking(Activate(seat=RED)).when(RED, UseCharacter("abbot"))
    game = game.when(RED, game.any_move()).when(RED, Idle("temple-1"))
    return game.asked((BLUE, "Activate"))


@pytest.mark.clause("yedo.teahouse.example-beggar", "yedo.end.character", "yedo.teahouse.end-flip")
@pytest.mark.clause("yedo.teahouse.end-unused", "yedo.limit.bonus-cards")
def test_the_beggar_of_the_last_round_gives_blue_two_points() -> None:
    game = last_activation().when(BLUE, RecruitCharacter("gates-1", "beggar")).asked((GREEN, "Spare"))
    assert [fact.character for fact in game.of_type(CharacterDiscarded)] == ["shogun"]
    assert [fact.card for fact in game.citing("yedo.teahouse.end-unused", CardDrawn).of_type(CardDrawn)] == [
        "long-service"
    ]
    assert characters(game).recruited[BLUE] == "beggar"
    game.without(CharacterFlipped).without(BonusCardsShown)
    game = game.when(GREEN, GiveUpCard("bonus", "landlord"))
    assert [(fact.seat, fact.character) for fact in game.of_type(CharacterFlipped)] == [(BLUE, "beggar")]
    lines = [line for line in game.state.scoring.scored if line.clause == "yedo.end.character"]
    assert [(line.seat, line.what, line.points) for line in lines] == [(BLUE, "card/beggar", 2)]
    assert game.state.hands.bonus[GREEN] == ("long-service", "the-arsenal")
    assert game.state.hands.bonus[RED] == ()
    assert game.state.scoring.points[BLUE] == 1 + 2


@pytest.mark.clause("yedo.teahouse.example-beggar", "yedo.end.tie")
def test_equal_points_are_settled_by_player_order() -> None:
    game = last_activation().having(GREEN, points=3, bonus=()).having(RED, points=0)
    game = game.when(BLUE, RecruitCharacter("gates-1", "beggar"))
    while game.state.result is None:
        game = game.when(game.asked_seat(), game.any_move())
    result = game.state.result
    points = [score.points for score in result.scores]
    assert points[BLUE] == 3
    best = max(points)
    assert result.winners == (points.index(best),)


@pytest.mark.clause("yedo.teahouse.display-size", "yedo.teahouse.refresh-timing-conflict")
def test_before_that_the_teahouse_is_renewed_after_each_event_from_round_two_on() -> None:
    game = set_up(3, **OPTIONS)
    cleared: list[tuple[int, str | None]] = []
    while game.state.turns.round < 4:
        game = game.when(game.asked_seat(), game.any_move())
        cleared += [(game.state.turns.round, game.state.turns.phase) for _ in game.of_type(TeahouseCleared)]
        if game.state.turns.phase == "preparation":
            game.without(TeahouseCleared)
        if game.state.turns.phase == "assign" and game.of_type(TeahouseCleared):
            assert len(characters(game).display) == 4
    assert [round for round, _ in cleared] == [2, 3]

"""The Blackmail Card: open, outside every limit, worth points if kept, and usable once against arrest."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.cards import CardPlayed
from domain.games.yedo.facts.patrol import BlackmailUsed, DiscipleSaved
from domain.games.yedo.facts.pieces import DiscipleArrested
from domain.games.yedo.phases.final_scoring import final_points
from domain.games.yedo.phases.patrol import Influence, PatrolPhase, UseBlackmail
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.moves import DECLINE
from tests.domain.games.yedo.action_cards import WALLS, all_cards
from tests.domain.games.yedo.game import RULES, Position

BLACKMAIL = UseBlackmail()


def red_light() -> Position:
    """Return a game whose patrol comes to Red Light next."""
    return all_cards(patrol="harbor", round=3)


def arriving(game: Position) -> Position:
    """Begin the Watch Patrol Phase; seat 3 is asked something after it."""
    return game.asking(PatrolPhase(), Influence(seat=3)).running()


@pytest.mark.clause("yedo.blackmail.open")
def test_everyone_sees_who_owns_a_blackmail_card() -> None:
    game = red_light().having(0, blackmail=1)
    for viewer in (seat_viewer(1), SPECTATOR):
        assert [seat.blackmail for seat in RULES.view(game.state, viewer).seats] == [1, 0, 0, 0]


@pytest.mark.clause("yedo.blackmail.end-value")
def test_each_blackmail_card_that_is_left_gives_2_points_at_the_end() -> None:
    game = red_light().having(0, blackmail=2, mon=0).having(1, blackmail=1, mon=0).having(2, mon=0)
    totals = [sum(line.points for line in final_points(game.state, seat)) for seat in (0, 1, 2)]
    assert totals == [4, 2, 0]


@pytest.mark.clause("yedo.blackmail.use")
def test_blackmail_saves_from_arrest() -> None:
    game = red_light().having(0, blackmail=1, house=3).placed(("red-light-1", 0))
    game = arriving(game).asked((0, "SaveOwn")).when(0, BLACKMAIL)
    game.without(DiscipleArrested).then(0, on=("red-light-1",), reserve=2)


@pytest.mark.clause("yedo.ruling.blackmail-saves-all")
def test_blackmail_saves_all_own_disciples_of_the_district_and_no_others() -> None:
    game = red_light().having(0, blackmail=1, house=4, reserve=0).having(1, house=3)
    game = game.placed(("red-light-1", 0), ("red-light-2", 0), ("red-light-3", 1))
    game = arriving(game).when(0, BLACKMAIL).citing("yedo.ruling.blackmail-saves-all", DiscipleSaved)
    assert [fact.seat for fact in game.of_type(DiscipleArrested)] == [1]
    game.then(0, on=("red-light-1", "red-light-2"))


@pytest.mark.clause("yedo.blackmail.removed")
def test_a_used_blackmail_card_is_out_of_the_game() -> None:
    game = red_light().having(0, blackmail=2).placed(("red-light-1", 0))
    deck = game.state.pile("action")
    game = arriving(game).when(0, BLACKMAIL).then(0, blackmail=1).citing("yedo.blackmail.removed", BlackmailUsed)
    assert game.state.pile("action") == deck


@pytest.mark.clause("yedo.blackmail.no-counter")
def test_nobody_is_asked_to_answer_blackmail() -> None:
    game = red_light().having(0, blackmail=1).having(1, actions=("walls-have-ears",)).placed(("red-light-1", 0))
    game = arriving(game).when(1, DECLINE).when(0, BLACKMAIL).asked((3, "Influence")).without(CardPlayed)
    game.when(1, WALLS).refused("yedo.actions-cards.timing")


@pytest.mark.clause("yedo.blackmail.use")
def test_who_has_no_blackmail_cannot_use_it() -> None:
    game = red_light().having(0, actions=("feint",)).placed(("red-light-1", 0))
    arriving(game).when(0, DECLINE).when(0, BLACKMAIL).refused("yedo.blackmail.use")


@pytest.mark.clause("yedo.blackmail.no-limit")
def test_blackmail_does_not_count_for_the_limit_of_action_cards() -> None:
    hand = ("double-time", "feint", "tireless")
    game = red_light().having(0, actions=hand, blackmail=1).placed(("market-1", 1))
    arriving(game).asked((0, "Influence")).then(0, actions=tuple(sorted(hand)), blackmail=1)

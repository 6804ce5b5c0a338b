"""Kill the Shogun in Shogun Must Die: one player completes the open card alone, without a reward."""

from __future__ import annotations

import pytest

from domain.games.yedo.course.round import AfterRound
from domain.games.yedo.facts.coop.shogun import ShogunAttacked, ShogunDied
from domain.games.yedo.facts.goods import PrestigeGained
from domain.games.yedo.facts.missions import MissionCompleted, ShogunKilled
from domain.games.yedo.phases.acting import CompleteMission, Idle
from tests.domain.games.yedo.errands import acting, together
from tests.domain.games.yedo.game import CONTENT, Position

AUDIENCE = "the-last-audience"


def ready(seats: int = 2, **board: object) -> Position:
    """Return a game in which seat 0 has all that The Last Audience asks for, and 4 Disciples."""
    game = together(seats, shogun=AUDIENCE, **board).having(0, house=4, reserve=0)
    game = game.having(0, weapons=("doku", "shuriken"), geishas=(1, 1), blessings=True, annexes=("kobudo-ryu",))
    return game.placed(("shogun", 0), ("bakufu", 0), ("temple-1", 0), ("gates-1", 1))


def killed(game: Position) -> Position:
    return acting(game).when(0, CompleteMission("shogun", AUDIENCE))


@pytest.mark.clause("yedo.coop.kill-available")
def test_who_meets_its_needs_completes_the_open_card() -> None:
    game = killed(ready()).citing("yedo.coop.kill-available", ShogunAttacked)
    game.then(0, done=(AUDIENCE,), blessings=False, geishas=(1, 1), on=("bakufu", "temple-1")).then(shown=None)
    assert game.state.coop_board.shogun is None


@pytest.mark.clause("yedo.coop.kill-available")
def test_it_counts_towards_no_limit_of_missions_in_hand() -> None:
    cards = tuple(CONTENT.missions_of["basic"])[:4]
    game = acting(ready().having(0, missions=cards)).asked((0, "Activate"))
    game.when(0, CompleteMission("shogun", AUDIENCE)).then(0, missions=tuple(sorted(cards)), done=(AUDIENCE,))


@pytest.mark.clause("yedo.coop.kill-available")
def test_it_is_completed_once() -> None:
    game = killed(ready()).when(1, Idle("gates-1"))
    game.when(0, CompleteMission("bakufu", AUDIENCE)).refused("yedo.mission.steps")


@pytest.mark.clause("yedo.coop.kill-no-reward")
def test_it_brings_nothing() -> None:
    game = ready()
    points, mon = game.state.scoring.points[0], game.state.belongings.mon[0]
    game = killed(game).citing("yedo.coop.kill-no-reward", MissionCompleted).without(PrestigeGained)
    game.then(0, points=points, mon=mon, done=(AUDIENCE,)).asked((1, "Activate"))


@pytest.mark.clause("yedo.coop.kill-no-early-end")
def test_the_game_goes_on_after_it() -> None:
    game = killed(ready()).citing("yedo.coop.kill-no-early-end", ShogunDied).without(ShogunKilled)
    assert not game.state.is_last_round
    game = game.with_state(round=4).asking(AfterRound()).running()
    game.then(round=5, result=None)


@pytest.mark.clause("yedo.coop.kill-bonus-errands")
def test_the_yellow_cards_below_it_stay_face_down_until_the_next_preparation() -> None:
    board = killed(ready(bonus_hidden=2)).state.coop_board
    assert (board.shogun, board.bonus_hidden, board.bonus) == (None, 2, None)


@pytest.mark.clause("yedo.coop.mission-own-only")
def test_what_others_have_does_not_count() -> None:
    game = ready().having(0, weapons=("doku",)).having(1, weapons=("shuriken",))
    acting(game).when(0, CompleteMission("shogun", AUDIENCE)).refused("yedo.coop.mission-own-only")


@pytest.mark.clause("yedo.coop.mission-own-only")
def test_the_disciples_of_others_do_not_count_for_a_mission() -> None:
    game = ready().having(0, house=1)
    placed = tuple(placed for placed in game.state.pieces.placed if placed.space != "bakufu")
    game = game.with_state(placed=placed).having(0, house=2).placed(("bakufu", 1))
    acting(game).when(0, CompleteMission("shogun", AUDIENCE)).refused("yedo.icon.requirement-district-twice")


@pytest.mark.clause("yedo.coop.mission-own-only")
def test_a_weapon_of_another_player_does_not_complete_a_mission_in_hand() -> None:
    game = together().having(0, missions=("the-smoking-garden",), geishas=(1,)).having(1, weapons=("metsubushi",))
    game = game.having(0, annexes=("yashiki",)).placed(("temple-1", 0), ("market-1", 0), ("gates-1", 1))
    acting(game).when(0, CompleteMission("temple-1", "the-smoking-garden")).refused("yedo.coop.mission-own-only")

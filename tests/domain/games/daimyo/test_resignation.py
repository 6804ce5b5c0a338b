"""A player resigns a game of Daimyo."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from msgspec.structs import replace

from domain.application import resigning
from domain.application.commands import Request
from domain.application.errors import GameOver
from domain.games.daimyo.phases.turn import DoMainAction, EndTurn, TakeDie
from domain.games.daimyo.state import Die, Placed
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.fact import replace_at
from domain.kernel.options import FEW_SEATS
from domain.kernel.rulesets import Rulesets
from domain.record import views
from domain.record.game import Game
from domain.record.resigned_seats import bot_move, passing_move
from domain.record.words import Reader
from tests.domain.games.daimyo.game import RULES, given
from tests.support.games import NOW, PLAYERS, play, start_game
from tests.support.resignations import Leaving
from tests.support.states import with_fields

CLAUSE = "daimyo.end.resignation"
ENDS = {"on_resignation": "end"}


def resigned(points: tuple[int, ...], seat: int, **options: object) -> Game:
    """Return a game with these points by side in which a seat has resigned."""
    sides = len(RULES.side_names(RULES.parse_options(options), len(points)))
    if len(points) > FEW_SEATS:
        options["on_resignation"] = "end"
    game = start_game(RULES, len(points), 1, options)
    state = with_fields(game.state, points=points + (0,) * sides)
    return resigning.resign(replace(game, state=state), Request(PLAYERS[seat]), seat, NOW + timedelta(1)).game


def ranks(game: Game) -> dict[int, int]:
    return {score.seat: score.rank for score in game.result.scores}


@pytest.mark.clause("daimyo.end.resignation")
@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_players_the_other_one_wins_whatever_the_points(edition: str, seat: int) -> None:
    points = (50, 2) if seat == 0 else (2, 50)
    game = resigned(points, seat, edition=edition)
    assert len(game.names) == (3 if edition == "2021" else 2)
    assert game.status == "resigned"
    assert game.to_move == ()
    assert game.result.winners == (1 - seat,)
    assert game.result.ended_by == game.result.decided_by == CLAUSE
    assert ranks(game) == {seat: 2, 1 - seat: 1}
    assert [score.points for score in game.result.scores] == list(points)


@pytest.mark.clause("daimyo.end.resignation")
@pytest.mark.parametrize("edition", ["2021", "2019"])
def test_of_three_or_four_players_the_others_are_ranked_as_they_stand(edition: str) -> None:
    game = resigned((30, 20, 10), 0, edition=edition)
    assert ranks(game) == {0: 3, 1: 1, 2: 2}
    game = resigned((30, 20, 10, 40), 3, edition=edition)
    assert ranks(game) == {0: 1, 1: 2, 2: 3, 3: 4}


@pytest.mark.clause("daimyo.end.resignation")
def test_tied_players_share_their_place_when_another_player_resigns() -> None:
    game = resigned((0, 5, 5, 5), 1)
    state = game.state
    assert {purse.resources for purse in state.holdings.purses} == {state.holdings.purses[0].resources}
    assert ranks(game) == {0: 3, 1: 4, 2: 1, 3: 1}
    assert game.result.winners == (2, 3)


@pytest.mark.clause("daimyo.end.resignation")
@pytest.mark.parametrize("difficulty", ["easy", "normal", "difficult"])
def test_in_a_solo_game_the_empire_wins(difficulty: str) -> None:
    game = resigned((99,), 0, difficulty=difficulty)
    assert game.result.winners == (1,)
    assert ranks(game) == {0: 2, 1: 1}
    info = msgspec.json.decode(msgspec.json.encode(views.view_game(game)))
    assert info["sides"] == ["The Empire"]


@pytest.mark.clause("daimyo.end.resignation")
def test_a_game_may_be_given_up_before_the_first_round_and_out_of_turn() -> None:
    game = start_game(RULES, 3, 1, ENDS)
    waiting = next(seat for seat in range(3) if seat not in game.to_move)
    decision = resigning.resign(game, Request(PLAYERS[waiting]), waiting, NOW)
    assert decision.game.result.ended_by == CLAUSE
    assert ranks(decision.game)[waiting] == 3
    (event,) = decision.events
    step = views.view_step(event, decision.game, (), SPECTATOR, Reader(Rulesets([RULES])))
    assert step.words == f"{PLAYERS[waiting]} resigns."


@pytest.mark.clause("daimyo.end.resignation")
def test_nothing_is_played_after_a_resignation_and_final_scoring_does_not_come() -> None:
    state = given(3).having(0, relics={"red": 3}, rice=10).with_state(points=(7, 8, 9)).state
    game = replace(start_game(RULES, 3, 1, ENDS), state=state)
    move = next(iter(RULES.choices(state)[0].moves(state)))
    over = resigning.resign(game, Request(PLAYERS[1]), 1, NOW).game
    assert [score.points for score in over.result.scores] == [7, 8, 9]
    assert ranks(over) == {0: 2, 1: 3, 2: 1}
    with pytest.raises(GameOver):
        play(over, 0, move)


# Where the others play on


@pytest.mark.clause("daimyo.end.passing")
@pytest.mark.parametrize("edition", ["2021", "2019"])
def test_a_seat_passes_by_a_die_on_tax_the_action_and_the_end_of_the_turn(edition: str) -> None:
    game = given(3, edition=edition, pool=(Die("green", 2), Die("blue", 5), Die("red", 6), Die("red", 3)))
    assert passing_move(RULES, game.state, 0) == TakeDie("red", 3, "tax")
    done = game.with_state(placed=replace_at(game.state.dice.placed, 0, (Placed("tax", Die("green", 2)),)))
    assert passing_move(RULES, done.state, 0) == TakeDie("green", 2, "relic")
    menu = given(3, edition=edition)
    assert passing_move(RULES, menu.menu("tax").state, 0) == DoMainAction()
    assert passing_move(RULES, menu.menu("tax", main=False).state, 0) == EndTurn()


@pytest.mark.clause("daimyo.end.playing-on")
@pytest.mark.parametrize("edition", ["2021", "2019"])
def test_a_bot_chooses_alike_wherever_its_seat_sees_the_same(edition: str) -> None:
    played = Leaving(RULES, 3, 6, edition=edition).moves(12)
    for number in range(25):
        state = played.game.position
        for seat in played.game.to_move:
            twin = RULES.redeal(state, seat_viewer(seat), Chance(bytes([number]) * 32))
            known = bytes([number])
            assert bot_move(RULES, state, seat, known) == bot_move(RULES, twin, seat, known) is not None
        played.move()


@pytest.mark.clause("daimyo.end.playing-on")
@pytest.mark.parametrize("way", ["pass", "bot"])
def test_what_a_resigned_seat_has_stays_and_it_ranks_last_at_the_end(way: str) -> None:
    played = Leaving(RULES, 4, 2, on_resignation=way).moves(40)
    waiting = next(seat for seat in range(4) if seat not in played.game.to_move)
    before = played.game.position
    played.resign(waiting)
    assert played.game.position == before
    over = played.play_out()
    assert over.status == "finished"
    assert ranks(over)[waiting] == 4
    (asked,) = {event.seat for event in played.by_rule}
    assert asked == waiting

"""Games that are won or lost together: their result in words and as JSON, and what a resignation does."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from domain.application import commands as command
from domain.application import resigning
from domain.application.commands import Request
from domain.kernel.audience import SPECTATOR
from domain.kernel.rulesets import Rulesets
from domain.kernel.scoring import Goal, Result, SeatScore, end_together
from domain.kernel.table import standings
from domain.record import views
from domain.record.events import AnyEvent
from domain.record.game import Game, fold
from domain.record.words import Reader
from domain.verification.moves import check_moves
from kifu.fuzzing.laws import BrokenLaw, check_result
from tests.domain.kernel.toy_coop import CoopToy, Earn, Help
from tests.support.fuzz import Fuzzed, fuzz
from tests.support.games import NOW, PLAYERS, play, start_game

TOY = CoopToy()
RULESETS = Rulesets([TOY])
READER = Reader(RULESETS)
SEATS = pytest.mark.parametrize("seats", [1, 2, 3, 4])

MET = Goal("t.lowest", "lowest Prestige", 10, 12)
MISSED = Goal("t.errands", "Errands", 5, 3)
SCORES = (SeatScore(0, 12, 1), SeatScore(1, 30, 1))


def play_all(game: Game, earns: Sequence[bool]) -> tuple[Game, list[AnyEvent]]:
    """The game after each turn earned a point or did an errand, until it is over, and the events of the moves."""
    events: list[AnyEvent] = []
    for earn in earns:
        decision = play(game, game.to_move[0], Earn() if earn else Help())
        game = decision.game
        events += decision.events
    return game, events


def ended(seats: int, won: bool) -> tuple[Game, list[AnyEvent]]:
    """A game that was won by its one errand, or lost without."""
    game = start_game(TOY, seats, options={"rounds": 3})
    return play_all(game, [*[True] * (3 * seats - 1), not won])


def words(game: Game, event: AnyEvent) -> str:
    return READER.words(event, game.names)


@SEATS
def test_all_seats_win_with_one_rank_before_the_side_that_plays_by_itself(seats: int) -> None:
    game, events = ended(seats, won=True)
    result = game.result
    assert result.won_together is True
    assert [(score.seat, score.rank) for score in result.scores] == [*((seat, 1) for seat in range(seats)), (seats, 2)]
    assert result.winners == tuple(range(seats))
    assert game.names[seats] == "the Daimyo"
    assert words(game, events[-1]).endswith(standings(TOY.name_goals(result), game.names))
    assert "the Daimyo takes a point from anna." in words(game, events[-1])


@SEATS
def test_all_seats_lose_with_one_rank_behind_the_side_that_plays_by_itself(seats: int) -> None:
    game, events = ended(seats, won=False)
    result = game.result
    assert result.won_together is False
    assert [(score.seat, score.rank) for score in result.scores] == [*((seat, 2) for seat in range(seats)), (seats, 1)]
    assert result.winners == (seats,)
    assert (result.scores[seats].points, result.scores[seats].lines) == (0, ())
    assert result.decided_by == "coop.end.errands"
    assert "against the Daimyo. Goals: " in words(game, events[-1])


def test_the_standings_say_that_the_players_win_or_lose_and_how_far_they_came() -> None:
    names = ("Anna", "Bela", "the Daimyo")
    assert standings(end_together("t.end", "t.all", SCORES, [MET]), names) == (
        "The players win together against the Daimyo. Goals: lowest Prestige 12 of 10, met. Points: Anna 12, Bela 30."
    )
    assert standings(end_together("t.end", "t.errands", SCORES, [MET, MISSED]), names) == (
        "The players lose together against the Daimyo. Goals: lowest Prestige 12 of 10, met; Errands 3 of 5, missed."
        " Points: Anna 12, Bela 30."
    )


def test_the_standings_name_a_player_who_plays_alone() -> None:
    names = ("Anna", "the Daimyo")
    assert standings(end_together("t.end", "t.all", SCORES[:1], [MET]), names).startswith(
        "Anna wins against the Daimyo. Goals: "
    )
    assert standings(end_together("t.end", "t.errands", SCORES[:1], [MISSED]), names).startswith(
        "Anna loses against the Daimyo. Goals: "
    )


@pytest.mark.parametrize(("reached", "met"), [(4, False), (5, True), (6, True)])
def test_a_goal_is_met_from_its_target_on(reached: int, met: bool) -> None:
    goal = Goal("t.errands", "Errands", 5, reached)
    assert goal.is_met is met
    assert end_together("t.end", "t.end", SCORES, [MET, goal]).won_together is met


def test_a_game_without_goals_is_not_won_together() -> None:
    assert Result("t.end", "t.most", SCORES).won_together is None
    with pytest.raises(ValueError, match="needs a goal"):
        end_together("t.end", "t.end", SCORES, [])


def test_a_result_is_stored_without_goals_as_it_always_was_and_with_them_in_full() -> None:
    old = b'{"ended_by":"t.end","decided_by":"t.most","scores":[{"seat":0,"points":3,"rank":1,"lines":[]}]}'
    decoded = msgspec.json.decode(old, type=Result)
    assert decoded.goals == ()
    assert msgspec.json.encode(decoded) == old
    together = end_together("t.end", "t.errands", SCORES, [MISSED])
    stored = msgspec.json.encode(together)
    assert msgspec.json.decode(stored)["goals"] == [
        {"clause": "t.errands", "what": "Errands", "target": 5, "reached": 3}
    ]
    assert msgspec.json.decode(stored, type=Result) == together


def test_the_description_of_a_game_and_its_last_step_have_the_goals() -> None:
    game, events = ended(2, won=False)
    told = [
        {"clause": "coop.end.lowest", "what": "fewest-points", "target": 1, "reached": 2},
        {"clause": "coop.end.errands", "what": "errands", "target": 1, "reached": 0},
    ]
    assert msgspec.json.decode(msgspec.json.encode(views.view_game(game)))["result"]["goals"] == told
    step = msgspec.json.decode(msgspec.json.encode(views.view_step(events[-1], game, None, SPECTATOR, READER)))
    (end,) = [fact for fact in step["facts"] if fact["type"] == "ended"]
    assert end["result"]["goals"] == told


@SEATS
def test_a_resignation_loses_the_game_for_all_if_the_rules_say_so(seats: int) -> None:
    game, _ = play_all(start_game(TOY, seats), [False])
    decision = resigning.resign(game, Request(PLAYERS[seats - 1]), seats - 1, NOW)
    assert decision.game.result == TOY.resigned(game.state, seats - 1)
    assert decision.game.result.won_together is False
    assert decision.game.result.decided_by == "coop.end.resignation"
    lost = "The players lose together" if seats > 1 else "anna loses"
    assert words(game, decision.events[-1]).startswith(f"{PLAYERS[seats - 1]} resigns. {lost} against the Daimyo. ")


def test_who_resigns_has_lost_even_if_every_goal_is_met() -> None:
    game, _ = play_all(start_game(TOY, 1), [False])
    result = TOY.resigned(game.state, 0)
    assert all(goal.is_met for goal in result.goals)
    assert result.won_together is False


def test_verification_asks_the_rules_what_a_resignation_does() -> None:
    game = start_game(TOY, 2)
    (resigned,) = resigning.resign(game, Request(PLAYERS[0]), 0, NOW).events
    events = record(game, resigned)
    assert check_moves(events, RULESETS).holds
    assert fold(events, RULESETS).status == "resigned"
    forged = msgspec.structs.replace(resigned, result=Result("coop.end.resignation", "coop.end.resignation", SCORES))
    check = check_moves(record(game, forged), RULESETS)
    assert check.first is not None
    assert check.first.why == "the result of the resignation differs"
    assert b'"goals"' in bytes(check.first.expected)


def record(game: Game, last: AnyEvent) -> list[AnyEvent]:
    """The events of a game for two whose set-up is followed by `last`."""
    events: list[AnyEvent] = [game.opened]
    at = fold(events, RULESETS)
    for seat in range(2):
        decision = command.take_seat(at, Request(PLAYERS[seat]), seat, NOW)
        events += decision.events
        at = decision.game
    return [*events, last]


@SEATS
def test_random_games_break_no_law(seats: int) -> None:
    game = Fuzzed(TOY, lambda state: (), lambda before, outcome: None)
    assert fuzz(game, {}, seats, seed=seats).result is not None


@pytest.mark.parametrize(
    "wrong",
    [
        end_together("t.end", "t.end", SCORES, [MET], lost=True),
        Result("t.end", "t.end", (SeatScore(0, 1, 1), SeatScore(1, 1, 2), SeatScore(2, 0, 3)), (MET,)),
        Result("t.end", "t.end", (SeatScore(0, 1, 1), SeatScore(3, 0, 2)), (MET,)),
    ],
    ids=["lost with all goals met", "two ranks", "a side without a name"],
)
def test_the_laws_of_all_games_find_a_wrong_end(wrong: Result) -> None:
    with pytest.raises(BrokenLaw):
        check_result(wrong, ("Anna", "Bela", "the Daimyo"))

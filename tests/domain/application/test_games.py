"""Games from the first seat to the last step, on a real event store."""

from __future__ import annotations

import json
from random import Random
from uuid import UUID, uuid4

import psycopg
import pytest

from domain.application.commands import Recorded, Request
from domain.application.errors import (
    BadOption,
    CannotTakeBack,
    GameNotStarted,
    GameOver,
    Illegal,
    NotYourSeat,
    NotYourTurn,
    SeatOccupied,
    Unauthenticated,
    UnknownGame,
    UnknownStep,
)
from domain.application.games import Games
from domain.application.looking import Looker
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.errors import KifuError, Malformed
from domain.kernel.rulesets import UnknownRuleset
from domain.record.game import UnknownSeat
from tests.domain.application.playing import ANNA, BELA, WHO, legal, mover, new_game, play_one, play_to_the_end, said

CORA = Request("cora")
NOBODY = Request(None)
TRADE = b'{"type":"trade","give":"gold","amount":2}'


def test_a_game_waits_for_its_seats_and_starts_with_the_last_of_them(games: Games) -> None:
    answer = games.lobby.open_game(ANNA, "micro-dojo", {"movement": "1A"}, 2)
    game_id = answer.game_id
    info = said(answer)
    assert isinstance(answer, Recorded)
    assert (info["id"], info["status"], info["version"], info["to_move"]) == (str(game_id), "waiting", 1, [])
    with pytest.raises(NotYourSeat, match="Nobody sits there"):
        games.recording.play(ANNA, game_id, 0, TRADE)
    assert said(games.lobby.take_seat(BELA, game_id)) == {"seat": 0, "version": 2, "status": "waiting"}
    with pytest.raises(GameNotStarted):
        games.recording.play(BELA, game_id, 0, TRADE)
    with pytest.raises(SeatOccupied, match="bela"):
        games.lobby.take_seat(ANNA, game_id, 0)
    assert said(games.lobby.take_seat(ANNA, game_id)) == {"seat": 1, "version": 4, "status": "playing"}
    with pytest.raises(SeatOccupied):
        games.lobby.take_seat(CORA, game_id)
    info = games.queries.describe(game_id)
    assert [seat.player for seat in info.seats] == ["bela", "anna"]
    assert (info.status, info.version, info.step) == ("playing", 4, 1)
    (step,) = games.queries.steps(game_id, SPECTATOR)
    assert (step.n, step.kind, step.seat, step.move) == (1, "set-up", None, None)
    assert "The meeples take the corners." in step.words


def test_one_player_may_hold_every_seat(games: Games) -> None:
    game_id = games.lobby.open_game(ANNA, "micro-dojo", {}, 2).game_id
    games.lobby.take_seat(ANNA, game_id)
    games.lobby.take_seat(ANNA, game_id)
    for _ in range(6):
        seat = mover(games, game_id)
        games.recording.play(ANNA, game_id, seat, legal(games, game_id, seat)[0])
    assert games.queries.viewer(game_id, "anna").seats == {0, 1}


@pytest.mark.parametrize(
    ("ruleset", "options", "seats", "seed", "error", "pointer"),
    [
        ("chess", {}, 2, None, UnknownRuleset, None),
        ("micro-dojo", {"movement": "9"}, 2, None, BadOption, "/options/movement"),
        ("micro-dojo", {}, 3, None, BadOption, "/seats"),
        ("micro-dojo", {}, 2, "00", Malformed, "/seed"),
        ("micro-dojo", {}, 2, "g" * 64, Malformed, "/seed"),
        ("micro-dojo", {}, 2, "0 " * 32, Malformed, "/seed"),
    ],
)
def test_a_game_that_cannot_be_played_is_not_opened(
    games: Games,
    ruleset: str,
    options: object,
    seats: int,
    seed: str | None,
    error: type[KifuError],
    pointer: str | None,
) -> None:
    with pytest.raises(error) as refused:
        games.lobby.open_game(ANNA, ruleset, options, seats, seed=seed)
    assert refused.value.extra.get("pointer") == pointer


def test_a_move_is_recorded_with_its_facts_and_answers_with_step_and_version(games: Games) -> None:
    game_id = new_game(games)
    seat = mover(games, game_id)
    move = legal(games, game_id, seat)[0]
    answer = games.recording.play(WHO[seat], game_id, seat, move)
    assert said(answer) == {
        "step": 2,
        "version": 5,
        "to_move": list(games.queries.describe(game_id).to_move),
        "status": "playing",
    }
    partition, position = map(int, answer.position.split(":"))
    assert 0 <= partition < 64
    assert position >= 5
    step = games.queries.step(game_id, 2, SPECTATOR)
    assert (step.kind, step.seat, step.player, step.move) == ("move", seat, WHO[seat].by, json.loads(move))
    assert {fact["type"] for fact in step.facts} >= {"meeple-moved", "marker-placed"}
    assert all(fact["clause"].startswith("micro-dojo.") for fact in step.facts)
    assert [question.seat for question in step.open] == list(games.queries.describe(game_id).to_move)


def test_who_may_not_move_is_told_why_and_nothing_is_recorded(games: Games) -> None:
    game_id = new_game(games)
    seat = mover(games, game_id)
    move = legal(games, game_id, seat)[0]
    for who, place, error in (
        (NOBODY, seat, Unauthenticated),
        (WHO[1 - seat], seat, NotYourSeat),
        (CORA, seat, NotYourSeat),
        (WHO[seat], 2, UnknownSeat),
        (WHO[seat], -1, UnknownSeat),
        (WHO[1 - seat], 1 - seat, NotYourTurn),
    ):
        with pytest.raises(error):
            games.recording.play(who, game_id, place, move)
    for raw in (b"", b"[]", b'{"type":"fly"}', b"\xff", b"[" * 10_000):
        with pytest.raises(Malformed):
            games.recording.play(WHO[seat], game_id, seat, raw)
    with pytest.raises(UnknownGame):
        games.recording.play(WHO[seat], uuid4(), seat, move)
    assert games.queries.describe(game_id).version == 4


def test_a_refused_move_is_kept_for_the_audit_and_changes_nothing(games: Games, database_url: str) -> None:
    game_id = new_game(games)
    seat = mover(games, game_id)
    other = 1 - seat
    with pytest.raises(Illegal) as refused:
        games.recording.play(WHO[seat], game_id, seat, TRADE)
    assert refused.value.extra["clause"] == "micro-dojo.turn.alternate"
    assert (
        str(refused.value.extra["text"])
        == games.stored.rulesets["micro-dojo"].rulebook["micro-dojo.turn.alternate"].text
    )
    assert str(refused.value.extra["why"]) == str(refused.value.detail)
    with pytest.raises(NotYourTurn, match=f"waiting for seat {seat}, not for seat {other}"):
        games.recording.play(WHO[other], game_id, other, TRADE)
    assert games.queries.describe(game_id).version == 4
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            "SELECT game_id, seat, player, move, clause, why FROM kifu.refused_move ORDER BY number"
        ).fetchall()
    assert [row[:5] for row in rows] == [
        (game_id, seat, WHO[seat].by, TRADE, "micro-dojo.turn.alternate"),
        (game_id, other, WHO[other].by, TRADE, None),
    ]
    assert all(row[5] for row in rows)


def test_an_explanation_tells_the_clause_and_records_nothing(games: Games, database_url: str) -> None:
    game_id = new_game(games)
    seat = mover(games, game_id)
    who = WHO[seat]
    assert games.queries.explain(who, game_id, seat, legal(games, game_id, seat)[0]).legal
    refused = games.queries.explain(who, game_id, seat, TRADE)
    assert (refused.legal, refused.clause) == (False, "micro-dojo.turn.alternate")
    assert refused.text
    assert refused.why
    waiting = games.queries.explain(WHO[1 - seat], game_id, 1 - seat, TRADE)
    assert (waiting.legal, waiting.clause) == (False, None)
    with pytest.raises(NotYourSeat):
        games.queries.explain(who, game_id, 1 - seat, TRADE)
    with pytest.raises(Malformed):
        games.queries.explain(who, game_id, seat, b"{}")
    assert games.queries.describe(game_id).version == 4
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT count(*) FROM kifu.refused_move").fetchone() == (0,)


def test_the_seat_that_moved_last_takes_back_move_by_move_and_no_one_else(games: Games) -> None:
    game_id = new_game(games)
    first = mover(games, game_id)
    for seat in (0, 1):
        with pytest.raises(CannotTakeBack):
            games.recording.take_back(WHO[seat], game_id, seat)
    before = games.queries.state(game_id, SPECTATOR).state
    play_one(games, game_id, Random(1))
    with pytest.raises(CannotTakeBack, match="Someone else"):
        games.recording.take_back(WHO[1 - first], game_id, 1 - first)
    answer = said(games.recording.take_back(WHO[first], game_id, first))
    assert (answer["step"], answer["to_move"]) == (3, [first])
    assert games.queries.state(game_id, SPECTATOR).state == before
    step = games.queries.step(game_id, 3, SPECTATOR)
    assert (step.kind, step.undone, step.to, step.seat) == ("take-back", 2, 1, first)
    assert [question.seat for question in step.open] == [first]
    with pytest.raises(CannotTakeBack, match="no move left"):
        games.recording.take_back(WHO[first], game_id, first)
    assert games.queries.step(game_id, 2, SPECTATOR).kind == "move"


def test_who_resigns_loses_and_the_game_is_over(games: Games) -> None:
    game_id = new_game(games)
    play_one(games, game_id, Random(1))
    loser = 1 - mover(games, game_id)
    answer = said(games.recording.resign(WHO[loser], game_id, loser))
    assert (answer["status"], answer["to_move"]) == ("resigned", [])
    info = games.queries.describe(game_id)
    assert info.status == "resigned"
    assert info.result.winners == (1 - loser,)
    assert info.result.ended_by == "micro-dojo.end.resignation"
    assert games.queries.step(game_id, info.step, SPECTATOR).kind == "resignation"
    assert games.queries.legal_moves(game_id, ARBITER).choices == ()
    for call in (games.recording.take_back, games.recording.resign):
        with pytest.raises(GameOver):
            call(WHO[loser], game_id, loser)
    with pytest.raises(GameOver):
        games.recording.play(WHO[loser], game_id, loser, TRADE)


def test_a_game_played_to_its_end_is_over_and_tells_its_seed(games: Games) -> None:
    game_id = new_game(games, movement="2A")
    play_to_the_end(games, game_id, Random(3))
    info = games.queries.describe(game_id)
    assert info.status == "finished"
    assert info.result.ended_by in ("micro-dojo.end.seven-points", "micro-dojo.end.final-objective")
    assert len(info.seed) == 64
    for seat in (0, 1):
        with pytest.raises(GameOver):
            games.recording.play(WHO[seat], game_id, seat, TRADE)
    assert "ends" in games.queries.step(game_id, info.step, SPECTATOR).words


def test_steps_that_are_not_there_are_named(games: Games) -> None:
    game_id = new_game(games)
    for n in (0, -1, 2, 10**9):
        with pytest.raises(UnknownStep):
            games.queries.step(game_id, n, SPECTATOR)
        with pytest.raises(UnknownStep):
            games.queries.state_at(game_id, n, SPECTATOR)
    for n in (5, 10**9):
        assert games.queries.steps(game_id, SPECTATOR, after=n) == []
    with pytest.raises(UnknownGame):
        games.queries.describe(uuid4())


def test_steps_come_in_pages(games: Games) -> None:
    game_id = new_game(games)
    random = Random(2)
    for _ in range(6):
        play_one(games, game_id, random)
    every = games.queries.steps(game_id, SPECTATOR)
    assert [step.n for step in every] == list(range(1, 8))
    assert [step.version for step in every] == list(range(4, 11))
    assert games.queries.steps(game_id, SPECTATOR, after=2, limit=3) == every[2:5]
    assert games.queries.steps(game_id, SPECTATOR, after=-5, limit=2) == every[:2]


def looks(games: Games, game_id: UUID, by: str | None, as_: str | None, looker: Looker | None = None) -> Viewer:
    return games.queries.viewer(game_id, by, as_, looker)


OPERATOR = Looker(None, operator=True, arbiter=False, call="GET /", request_id="r")


def test_a_player_looks_through_their_own_seat_or_as_a_spectator_and_the_operator_through_all(games: Games) -> None:
    game_id = new_game(games)
    assert looks(games, game_id, "anna", None) == looks(games, game_id, "anna", "seat:0") == seat_viewer(0)
    for by in (None, "anna", "cora"):
        assert looks(games, game_id, by, "spectator") == SPECTATOR
        for as_ in ("seat:1", "arbiter"):
            with pytest.raises(NotYourSeat):
                looks(games, game_id, by, as_)
    assert looks(games, game_id, None, None) == looks(games, game_id, "cora", None) == SPECTATOR
    assert looks(games, game_id, None, None, OPERATOR) == SPECTATOR
    assert looks(games, game_id, None, "arbiter", OPERATOR) == ARBITER
    assert looks(games, game_id, None, "seat:1", OPERATOR) == seat_viewer(1)
    assert [(look.n, look.eyes, look.step) for look in games.queries.looks(game_id, "anna")] == [
        (1, "arbiter", 1),
        (2, "seat:1", 1),
    ]
    for as_ in ("seat:x", "seat:", "seat:-1", "seat:٣", "seat:9999", "", "seat", "anna"):
        with pytest.raises(Malformed):
            looks(games, game_id, "anna", as_)
    with pytest.raises(UnknownSeat):
        looks(games, game_id, "anna", "seat:2")


def test_once_a_game_is_over_everyone_sees_everything_and_may_still_look_through_a_seat(games: Games) -> None:
    game_id = new_game(games)
    games.recording.resign(ANNA, game_id, 0)
    assert looks(games, game_id, None, None) == looks(games, game_id, "anna", "arbiter") == ARBITER
    assert looks(games, game_id, None, "seat:1") == seat_viewer(1)


def test_legal_moves_of_a_game_that_hides_nothing_are_told_to_everyone(games: Games) -> None:
    game_id = new_game(games)
    seat = mover(games, game_id)
    (own,) = games.queries.legal_moves(game_id, seat_viewer(seat)).choices
    assert own.moves
    assert all(move.label for move in own.moves)
    for viewer in (SPECTATOR, seat_viewer(1 - seat)):
        (seen,) = games.queries.legal_moves(game_id, viewer).choices
        assert seen == own
    assert games.queries.legal_moves(game_id, seat_viewer(seat), 1 - seat).choices == ()
    with pytest.raises(UnknownSeat):
        games.queries.legal_moves(game_id, SPECTATOR, 2)

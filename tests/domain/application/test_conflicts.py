"""Repeated, stale and simultaneous requests."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.application.commands import Recorded, Request
from domain.application.errors import Illegal, KeyReused, NotYourSeat, NotYourTurn, SeatOccupied, VersionConflict
from domain.application.games import Games
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.errors import KifuError
from domain.rows import KeptAnswer
from tests.domain.application.playing import ANNA, WHO, Outcome, body, keyed, legal, mover, new_game, play_one, said

Process = Callable[[], Games]


def first_move(games: Games, game_id: UUID) -> tuple[int, bytes]:
    seat = mover(games, game_id)
    return seat, legal(games, game_id, seat)[0]


def test_the_same_key_and_body_get_the_first_answer_again_on_any_process(process: Process) -> None:
    games = process()
    game_id = new_game(games)
    seat, move = first_move(games, game_id)
    request = keyed(WHO[seat].by, "k1", [seat, move.decode()])
    first = games.recording.play(request, game_id, seat, move)
    assert isinstance(first, Recorded)
    play_one(games, game_id, Random(1))
    for again in (games, process()):
        answer = again.recording.play(request, game_id, seat, move)
        assert isinstance(answer, KeptAnswer)
        assert (answer.status, answer.body) == (201, body(first))
        assert f"{answer.partition}:{answer.position}" == first.position
    assert games.queries.describe(game_id).step == 3


def test_the_same_key_with_another_body_is_refused_and_records_nothing(games: Games) -> None:
    game_id = new_game(games)
    seat, move = first_move(games, game_id)
    games.recording.play(keyed(WHO[seat].by, "k1", "one"), game_id, seat, move)
    after = mover(games, game_id)
    with pytest.raises(KeyReused):
        games.recording.play(keyed(WHO[seat].by, "k1", "another"), game_id, seat, move)
    assert (games.queries.describe(game_id).step, mover(games, game_id)) == (2, after)


def test_the_same_key_of_another_player_is_another_key(games: Games) -> None:
    one, other = (games.lobby.open_game(keyed(by, "k1", "open"), "micro-dojo", {}, 2) for by in ("anna", "bela"))
    assert one.game_id != other.game_id
    assert isinstance(other, Recorded)


def test_every_command_can_be_repeated(games: Games) -> None:
    opening = keyed("anna", "open", 1)
    opened = games.lobby.open_game(opening, "micro-dojo", {}, 2)
    assert body(games.lobby.open_game(opening, "micro-dojo", {}, 2)) == body(opened)
    game_id = opened.game_id
    sitting = keyed("anna", "sit", 1)
    sat = games.lobby.take_seat(sitting, game_id)
    assert body(games.lobby.take_seat(sitting, game_id)) == body(sat)
    assert games.queries.describe(game_id).version == 2
    games.lobby.take_seat(ANNA, game_id)
    seat, move = first_move(games, game_id)
    games.recording.play(ANNA, game_id, seat, move)
    taking_back = keyed("anna", "back", 1)
    back = games.recording.take_back(taking_back, game_id, seat)
    assert body(games.recording.take_back(taking_back, game_id, seat)) == body(back)
    resigning = keyed("anna", "resign", 1)
    resigned = games.recording.resign(resigning, game_id, 0)
    again = games.recording.resign(resigning, game_id, 0)
    assert isinstance(again, KeptAnswer)
    assert again.body == body(resigned)
    assert games.queries.describe(game_id).step == 4


def test_a_refused_move_uses_up_no_key(games: Games) -> None:
    game_id = new_game(games)
    seat, move = first_move(games, game_id)
    with pytest.raises(Illegal):
        games.recording.play(keyed(WHO[seat].by, "k1", "bad"), game_id, seat, b'{"type":"end-turn"}')
    assert isinstance(games.recording.play(keyed(WHO[seat].by, "k1", "good"), game_id, seat, move), Recorded)


def test_an_answer_that_was_lost_after_the_commit_is_given_again(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = new_game(games)
    seat, move = first_move(games, game_id)
    request = keyed(WHO[seat].by, "k1", "move")
    insert = games.stored.recorder.insert_events

    def lose_the_answer(*args: Any, **kwargs: object) -> object:
        insert(*args, **kwargs)
        raise ConnectionError("the line went dead after the commit")

    monkeypatch.setattr(games.stored.recorder, "insert_events", lose_the_answer)
    with pytest.raises(ConnectionError):
        games.recording.play(request, game_id, seat, move)
    monkeypatch.undo()
    answer = games.recording.play(request, game_id, seat, move)
    assert isinstance(answer, KeptAnswer)
    assert said(answer)["step"] == 2
    assert games.queries.describe(game_id).step == 2


def test_a_move_at_a_version_that_has_passed_is_refused_with_the_steps_missed(process: Process) -> None:
    games = process()
    game_id = new_game(games)
    random = Random(1)
    for _ in range(3):
        play_one(games, game_id, random)
    seat, move = first_move(games, game_id)
    for stale in (process(), games):
        with pytest.raises(VersionConflict) as conflict:
            stale.recording.play(Request(WHO[seat].by, if_version=5), game_id, seat, move)
        assert conflict.value.extra["version"] == 7
        missed = conflict.value.extra["missed"]
        assert [step["n"] for step in missed] == [3, 4]
        steps = games.queries.steps(game_id, seat_viewer(seat), after=2)
        assert msgspec.json.decode(msgspec.json.encode(missed)) == msgspec.json.decode(msgspec.json.encode(steps))
    assert games.queries.describe(game_id).version == 7


def test_a_move_at_a_version_that_never_was_is_refused(games: Games) -> None:
    game_id = new_game(games)
    seat, move = first_move(games, game_id)
    for version in (0, -7, 5, 10**9):
        with pytest.raises(VersionConflict) as conflict:
            games.recording.play(Request(WHO[seat].by, if_version=version), game_id, seat, move)
        assert conflict.value.extra["version"] == 4
    assert isinstance(games.recording.play(Request(WHO[seat].by, if_version=4), game_id, seat, move), Recorded)


def test_a_repeated_request_gets_its_first_answer_though_its_version_has_passed(games: Games) -> None:
    game_id = new_game(games)
    seat, move = first_move(games, game_id)
    request = msgspec.structs.replace(keyed(WHO[seat].by, "k1", "move"), if_version=4)
    first = games.recording.play(request, game_id, seat, move)
    assert body(games.recording.play(request, game_id, seat, move)) == body(first)


def at_once(calls: list[Callable[[], Outcome]]) -> list[Outcome | KifuError]:
    """Make all calls at the same time; return what each returned or raised."""
    barrier = Barrier(len(calls))

    def call(one: Callable[[], Outcome]) -> Outcome | KifuError:
        barrier.wait()
        try:
            return one()
        except KifuError as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(call, calls))


@pytest.mark.parametrize("with_version", [True, False], ids=["with If-Match", "without"])
def test_of_ten_moves_at_the_same_version_exactly_one_is_taken(process: Process, with_version: bool) -> None:
    houses = [process(), process()]
    game_id = new_game(houses[0])
    seat, move = first_move(houses[0], game_id)
    request = Request(WHO[seat].by, if_version=4 if with_version else None)
    answers = at_once([lambda at=houses[n % 2]: at.recording.play(request, game_id, seat, move) for n in range(10)])
    taken = [answer for answer in answers if isinstance(answer, Recorded)]
    refused = {type(answer) for answer in answers if not isinstance(answer, Recorded)}
    assert len(taken) == 1
    assert refused <= ({VersionConflict} if with_version else {Illegal, NotYourTurn})
    assert houses[1].queries.describe(game_id).step == 2


def test_ten_times_the_same_key_at_once_is_one_move_and_ten_same_answers(process: Process) -> None:
    houses = [process(), process()]
    game_id = new_game(houses[0])
    seat, move = first_move(houses[0], game_id)
    request = keyed(WHO[seat].by, "k1", "move")
    answers = at_once([lambda at=houses[n % 2]: at.recording.play(request, game_id, seat, move) for n in range(10)])
    assert {body(answer) for answer in answers} == {body(answers[0])}
    assert [isinstance(answer, Recorded) for answer in answers].count(True) == 1
    assert houses[0].queries.describe(game_id).step == 2


def test_ten_times_the_same_opening_at_once_is_one_game(process: Process) -> None:
    houses = [process(), process()]
    request = keyed("anna", "k1", "open")
    answers = at_once([lambda at=houses[n % 2]: at.lobby.open_game(request, "micro-dojo", {}, 2) for n in range(10)])
    assert {body(answer) for answer in answers} == {body(answers[0])}


def test_the_last_seat_is_taken_by_one_of_many_who_want_it(process: Process) -> None:
    houses = [process(), process()]
    game_id = houses[0].lobby.open_game(ANNA, "micro-dojo", {}, 2).game_id
    houses[0].lobby.take_seat(ANNA, game_id, 0)
    answers = at_once([lambda n=n: houses[n % 2].lobby.take_seat(Request(f"player{n}"), game_id, 1) for n in range(8)])
    assert [type(answer) for answer in answers].count(Recorded) == 1
    assert {type(answer) for answer in answers} == {Recorded, SeatOccupied}
    assert len(houses[1].queries.steps(game_id, SPECTATOR)) == 1


def test_the_operator_has_no_seat_and_is_told_so(games: Games) -> None:
    game_id = UUID(said(games.lobby.open_game(Request(by="ann"), "micro-dojo", {}, 2))["id"])
    with pytest.raises(NotYourSeat, match="operator"):
        games.lobby.take_seat(Request(operator=True), game_id)


def test_a_player_who_holds_both_seats_is_told_apart_by_the_seat(games: Games) -> None:
    ann = Request(by="ann")
    game_id = UUID(said(games.lobby.open_game(ann, "micro-dojo", {}, 2))["id"])
    games.lobby.take_seat(ann, game_id)
    assert games.stored.current(game_id).names == ["ann", "seat 2"]
    games.lobby.take_seat(ann, game_id)
    assert games.stored.current(game_id).names == ["ann (seat 1)", "ann (seat 2)"]
